"""Golden rooms: an evening under each strategy, as it was recorded, is decided today as it was then.

A difference is a decision that changed: an old room would be explained and replayed otherwise than it was. Where that
is meant, delete the file, record it anew (`python -m tests.golden.record_rooms`), and say why in the commit.
"""

import pytest

from bench.played import play
from events.decided import FloorGiven, LineStaged, SilenceKept
from panel.floor.strategies import STRATEGIES
from replay.verify import verify
from tests.golden.record_rooms import ROOMS, record, recorded

FILES = sorted(ROOMS.glob("*.jsonl"))


def log(file):
    return list(recorded(file.read_bytes()))


def named(file):
    return file.stem


async def _events(facts):
    for one in facts:
        yield one


def test_every_strategy_has_a_room():
    """Record what is missing with: python -m tests.golden.record_rooms."""
    assert {file.stem for file in FILES} == set(STRATEGIES)


@pytest.mark.parametrize("file", FILES, ids=named)
async def test_a_recorded_room_is_decided_again_as_it_was(file):
    facts = log(file)
    verdict = await verify(_events(facts), "room-10")
    assert (verdict.drift, verdict.events) == (None, len(facts)), str(verdict.drift)


@pytest.mark.parametrize("file", FILES, ids=named)
def test_a_recorded_room_holds_decisions_of_its_strategy(file):
    facts = [one.event for one in log(file)]
    assert facts[0].policy.strategy == file.stem
    assert any(isinstance(one, FloorGiven | SilenceKept) for one in facts)
    assert any(isinstance(one, LineStaged) for one in facts)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_an_evening_survives_being_recorded(strategy):
    facts = play(strategy)
    assert list(recorded(record(facts))) == facts
