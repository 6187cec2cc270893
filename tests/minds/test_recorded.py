"""A recorded mind gives the same prompt the answer that it really got, and knows no other."""

import pytest

from events.asked import Answer, Scene, SceneLine, digest
from minds.recorded import NotRecorded, RecordedMind
from tests.minds.loopback import SCHEMA, a_request

KEPT = Answer(text="Hello, Sam.", model="m-2026", finish="stop", prompt_tokens=1200)


async def test_the_answer_comes_back_as_it_was():
    assert await RecordedMind({digest(a_request()): KEPT}).ask(a_request()) == KEPT


@pytest.mark.parametrize("change", [{"role": "producer"}, {"schema": SCHEMA}, {"text": "Sam: goodbye"}])
async def test_another_prompt_has_no_answer(change):
    with pytest.raises(NotRecorded, match="differs from every prompt"):
        await RecordedMind({digest(a_request()): KEPT}).ask(a_request(**change))


@pytest.mark.parametrize(
    "change",
    [{"temperature": 0.1}, {"cache_key": "room-9"}, {"scene": Scene(cast=(), lines=(SceneLine(name="S", text="x"),))}],
)
async def test_what_no_model_reads_does_not_matter(change):
    assert await RecordedMind({digest(a_request()): KEPT}).ask(a_request(**change)) == KEPT


async def test_an_empty_answer_streams_as_no_text():
    empty = Answer(text="", model="m", finish="length")
    assert [piece async for piece in RecordedMind({digest(a_request()): empty}).stream(a_request())] == [empty]
