"""Verifying a log: what was decided is decided again, without any call; a log that was tampered with says where."""

import pytest
from msgspec.structs import replace

from events.base import ERASED, Version
from events.catalogue import blanked
from events.decided import FloorGiven, LineStaged, ModelAsked
from events.heard import HumanSpoke
from minds.mind import allow_real_calls, forbid_real_calls
from replay.verify import verify
from tests.replay.evenings import STREAM, evening


@pytest.fixture
async def log():
    world, _ = await evening()
    return await world.log()


@pytest.fixture(autouse=True)
def _no_calls():
    forbid_real_calls("replay")
    yield
    allow_real_calls()


async def verdict_of(log):
    async def events():
        for recorded in log:
            yield recorded

    return await verify(events(), STREAM)


def changed(log, kind, **fields):
    """The log with the first fact of a kind altered, and the version of the input that led to it."""
    at = next(index for index, one in enumerate(log) if isinstance(one.event, kind))
    forged = [*log[:at], replace(log[at], event=replace(log[at].event, **fields)), *log[at + 1 :]]
    return forged, log[at].cause


async def test_an_honest_log_has_no_drift_and_every_event_was_looked_at(log):
    verdict = await verdict_of(log)
    assert (verdict.drift, verdict.events, verdict.erased) == (None, len(log), 0)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (FloorGiven, {"rule": "whim"}),
        (FloorGiven, {"cues": ()}),
        (LineStaged, {"text": "I never said that."}),
        (LineStaged, {"persona": "bo"}),
        (ModelAsked, {"since": Version(1)}),
    ],
)
async def test_a_decision_that_was_tampered_with_is_a_drift_at_its_input(log, kind, fields):
    forged, cause = changed(log, kind, **fields)
    drift = (await verdict_of(forged)).drift
    assert drift is not None
    assert drift.version == cause
    assert f"version {cause}" in str(drift)


async def test_a_prompt_that_reads_differently_today_is_counted_and_no_drift(log):
    forged, _ = changed(log, ModelAsked, prompt="0" * 16)
    verdict = await verdict_of(forged)
    assert (verdict.drift, verdict.prompts_reworded) == (None, 1)


async def test_words_that_were_tampered_with_are_a_drift_where_they_led_somewhere(log):
    forged, _ = changed(log, HumanSpoke, text="Ida, speak!")
    assert (await verdict_of(forged)).drift is not None


async def test_a_decision_that_is_missing_is_a_drift(log):
    gone = next(one for one in log if isinstance(one.event, FloorGiven))
    drift = (await verdict_of([one for one in log if one is not gone])).drift
    assert drift is not None
    assert drift.version == gone.cause


async def test_a_drift_says_kinds_and_no_words_of_the_talk(log):
    forged, _ = changed(log, LineStaged, text="the secret under the mat")
    assert "secret" not in str((await verdict_of(forged)).drift)


async def test_an_input_whose_words_are_gone_is_counted_and_not_judged(log):
    first = next(one for one in log if isinstance(one.event, HumanSpoke))
    verdict = await verdict_of([replace(one, event=blanked(one.event)) if one is first else one for one in log])
    assert (verdict.drift, verdict.erased > 0) == (None, True)


async def test_an_answer_whose_words_are_gone_is_not_judged_either(log):
    blank = [replace(one, event=blanked(one.event)) if one.kind == "model-answered" else one for one in log]
    verdict = await verdict_of(blank)
    assert (verdict.drift, any(getattr(one.event, "text", "") == ERASED for one in blank)) == (None, True)


async def test_an_empty_log_is_in_order():
    assert (await verdict_of([])).drift is None
