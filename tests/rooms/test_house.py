"""The house: rooms are opened once, taken up after a start, let go when nothing happens, and closed in order."""

import asyncio
from datetime import timedelta

import pytest

from events.errors import BrokenEvent
from events.heard import LineFailed, LinePosted, PostStarted
from events.policy import Policy, Silence
from rooms.house import RESTLESS
from store.memory import MemoryStore
from tests.crash.killing import LINES, PLACE, Process, World


@pytest.fixture
def world():
    return World(MemoryStore(), "wren")


@pytest.fixture
async def process(world):
    process = Process(world)
    await process.open(Policy(silence=Silence(on=True, after=900.0)))
    yield process
    await process.house.close()


async def all_of(world, kind):
    return [one for one in await world.log() if isinstance(one.event, kind)]


async def test_versions_in_memory_are_those_of_the_log(world, process):
    await process.hears("Greenroom, are you there?")
    await process.lives(10)
    assert (await process.house.state(PLACE)).version == (await world.log())[-1].version


async def test_every_fact_names_an_earlier_cause(world, process):
    await process.hears("Greenroom, are you there?")
    await process.lives(10)
    assert all(one.cause is None or one.cause < one.version for one in await world.log())


async def test_a_clock_that_is_set_back_does_not_turn_the_log_back(world, process):
    await process.hears("Greenroom, are you there?")
    process.clock.at -= timedelta(hours=1)
    await process.lives(7200)
    times = [one.at for one in await world.log()]
    assert (times, world.texts()) == (sorted(times), [LINES["wren"]])


async def test_a_room_that_nothing_touches_is_let_go_and_its_alarm_still_rings(world, process):
    await process.hears("// hm", to_bot=False)
    await process.lives(1)
    process.clock.at += RESTLESS
    assert (await process.house.let_go(), process.house.known(PLACE)) == (1, None)
    await process.lives()
    assert world.texts() == [LINES["wren"]]


async def test_a_room_with_something_to_hear_is_not_let_go(process):
    room = await process.house.room(f"room-{PLACE}")
    process.does(process.hears("Greenroom, are you there?"))
    await asyncio.sleep(0)
    assert (room.idle, await process.house.let_go(now=process.clock.at + RESTLESS)) == (False, 0)
    await process.lives()


async def test_one_room_that_cannot_be_read_does_not_keep_the_others_down(world, process, caplog):
    await process.hears("Greenroom, are you there?")
    await process.house.close()
    world.store._heads["room-1"] = world.store._heads[f"room-{PLACE}"].__class__(
        stream="room-1", guild=1, version=1, open=True, owes=True, due=None
    )
    again = Process(Broken.of(world))
    await again.starts_again()
    await again.lives()
    await again.house.close()
    assert (world.texts(), "room-1 is not taken up" in caplog.text) == ([LINES["wren"]], True)


class Broken:
    """A store in which one room is damaged."""

    @classmethod
    def of(cls, world):
        read = world.store.read

        def damaged(stream, **more):
            if stream == "room-1":
                raise BrokenEvent(version=1, stream=stream, why="half a row")
            return read(stream, **more)

        world.store.read = damaged
        return world


async def test_a_line_that_never_arrives_is_given_up_after_three_posts(world, process):
    for _ in range(9):
        world.channel.will_lose_answer("lost")
    await process.hears("Wren, are you there?")
    await process.lives(100)
    assert (len(await all_of(world, PostStarted)), await all_of(world, LinePosted)) == (3, [])
    assert [one.event.reason for one in await all_of(world, LineFailed)] == ["unreachable"]


async def test_a_line_that_arrives_at_the_second_post_stands_once(world, process):
    world.channel.will_lose_answer("lost")
    await process.hears("Wren, are you there?")
    await process.lives(100)
    assert world.texts() == [LINES["wren"]]


async def test_what_was_handed_in_before_the_close_is_in_the_log(world, process):
    process.does(process.hears("Greenroom, are you there?"))
    await asyncio.sleep(0)
    await process.house.close()
    assert "human-spoke" in [one.kind for one in await world.log()]
