"""Why: every posted line of a long evening is explained from the log alone, and quickly."""

import asyncio
import time

import pytest

from events.errors import NoSuchLine
from events.heard import HumanSpoke, LinePosted
from replay.why import why
from tests.replay.evenings import evening


@pytest.fixture(scope="module")
def long_evening():
    return asyncio.run(evening(100, asides=900))[0]


async def lines_of(world):
    return [one.event for one in await world.log() if isinstance(one.event, LinePosted)]


async def told(world):
    return [await why(world.store, one.line) for one in await lines_of(world)]


async def test_the_evening_is_long(long_evening):
    assert sum(isinstance(one.event, HumanSpoke) for one in await long_evening.log()) == 1000


async def test_every_line_has_its_speaker_rule_trigger_cap_calls_and_message(long_evening):
    explained = await told(long_evening)
    assert len(explained) > 60
    assert all(one.persona and one.rule and one.trigger and one.calls and one.posted and one.cap for one in explained)


async def test_every_line_has_the_model_and_the_digest_of_each_prompt(long_evening):
    calls = [call for one in await told(long_evening) for call in one.calls]
    assert {call.model for call in calls} == {"scripted"}
    assert {len(call.prompt) for call in calls} == {16}


async def test_a_line_that_was_addressed_names_who_was_forced_and_asked_no_producer(long_evening):
    forced = [one for one in await told(long_evening) if one.rule == "addressed"]
    assert forced != []
    assert all(one.persona in one.forced and {call.role for call in one.calls} == {"writer"} for one in forced)


async def test_a_line_that_the_producer_staged_names_everybody_who_was_considered(long_evening):
    staged = [one for one in await told(long_evening) if one.rule == "producer"]
    assert staged != []
    assert all({seen.persona for seen in one.considered} == {"wren", "alma", "bo", "ida"} for one in staged)
    assert {one.reason for one in staged} == {"apt"}


async def test_a_line_is_found_by_its_message_and_by_its_link(long_evening):
    posted = (await lines_of(long_evening))[7]
    by_line = await why(long_evening.store, posted.line)
    assert await why(long_evening.store, str(posted.messages[0])) == by_line
    assert await why(long_evening.store, f"https://discord.com/channels/1/10/{posted.messages[0]}") == by_line


async def test_a_message_that_nobody_answered_is_explained_by_its_silence(long_evening):
    aside = next(
        one.event
        for one in await long_evening.log()
        if isinstance(one.event, HumanSpoke) and one.event.text == "// kettle"
    )
    assert (await why(long_evening.store, str(aside.message))).silence == "aside"


@pytest.mark.parametrize("what", ["", "77", "10.1", "10.999999", "nonsense", "room-10"])
async def test_what_is_no_line_is_refused(long_evening, what):
    with pytest.raises(NoSuchLine):
        await why(long_evening.store, what)


async def test_explaining_a_line_of_a_thousand_messages_takes_less_than_200_ms(long_evening):
    posted = (await lines_of(long_evening))[-1]
    begun = time.perf_counter()
    await why(long_evening.store, posted.line)
    assert time.perf_counter() - begun < 0.2
