"""Folding a log to any version gives the state that the room had at that moment."""

import pytest

from events.base import Version
from events.errors import NoSuchRoom
from replay.fold import evening as events_of
from replay.fold import fold
from tests.replay.evenings import STREAM, evening


async def test_the_fold_at_every_recorded_moment_is_the_live_state_of_that_moment():
    world, states = await evening()
    folded = [await fold(world.store, STREAM, at=state.version) for state in states]
    assert folded == states


async def test_the_fold_without_a_version_is_the_newest_state():
    world, states = await evening()
    assert await fold(world.store, STREAM) == states[-1]


async def test_the_events_up_to_a_version_end_with_it():
    world, _ = await evening()
    assert [one.version async for one in events_of(world.store, STREAM, at=Version(9))] == list(range(1, 10))


async def test_a_room_that_does_not_exist_is_named():
    world, _ = await evening(1)
    with pytest.raises(NoSuchRoom, match="room-77"):
        await fold(world.store, "room-77")
