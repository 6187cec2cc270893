"""Lines that stand are changed and removed: once, of any age, and the room learns what came of it."""

import asyncio

import pytest

from events.base import LineId, MessageId, PersonaId
from events.controls import LineEdited, RemovalOrdered, RevisionShown
from events.heard import LineErased, LineRetracted
from events.policy import Policy
from rooms import amends
from store.memory import MemoryStore
from tests.crash.killing import LINES, PLACE, Process, World

WREN = PersonaId("wren")


@pytest.fixture
def world():
    return World(MemoryStore(), "wren")


@pytest.fixture
async def process(world, monkeypatch):
    monkeypatch.setattr(amends, "PAUSE_SECONDS", 0.0)
    process = Process(world)
    await process.open(Policy())
    await process.hears("Greenroom, are you there?")
    await process.lives(10)
    yield process
    await process.house.close()


async def last(process):
    return (await process.house.state(PLACE)).talk[-1]


async def edits(process, text="Old pumps never fail."):
    said = await last(process)
    edited = LineEdited(line=said.line, persona=WREN, messages=(said.message, *said.more), text=text)
    await process.house.hear(PLACE, edited)
    await process.lives(30)


async def all_of(world, kind):
    return [one.event for one in await world.log() if isinstance(one.event, kind)]


async def test_new_words_are_shown_and_the_room_knows(world, process):
    await edits(process)
    assert world.texts() == ["Old pumps never fail."]
    assert [one.shown for one in await all_of(world, RevisionShown)] == [True]


async def test_an_outcome_that_nobody_knows_is_made_sure_of(world, process):
    world.channel.will_lose_answer("lost")
    await edits(process)
    assert (world.texts(), len(world.channel.revised)) == (["Old pumps never fail."], 2)


async def test_a_change_that_is_refused_is_taken_back_in_the_room_too(world, process):
    world.channel.will_refuse("hook-gone")
    await edits(process)
    assert (world.texts(), (await last(process)).text) == ([LINES["wren"]], LINES["wren"])
    assert [sign.reason for sign in world.channel.signs] == ["not-changed"]


async def test_a_change_whose_outcome_stays_unknown_is_given_up(world, process):
    world.channel.will_lose_answer("lost")
    world.channel.will_lose_answer("lost")
    world.channel.will_lose_answer("lost")
    await edits(process)
    assert (len(world.channel.revised), (await last(process)).text) == (amends.TRIES, LINES["wren"])


async def test_a_line_that_was_deleted_meanwhile_leaves_the_room(world, process):
    world.channel.channel.clear()
    await edits(process)
    assert len(await all_of(world, LineErased)) == 1
    assert all(said.persona is None for said in (await process.house.state(PLACE)).talk)


async def test_a_line_that_the_room_has_long_forgotten_is_removed_whole(world, process):
    message = world.channel.channel[0].message
    old = RemovalOrdered(line=LineId("10.1"), persona=PersonaId("gone"), messages=(message, MessageId(9)))
    await process.house.hear(PLACE, old)
    await process.lives(10)
    assert (world.texts(), len(await all_of(world, LineRetracted))) == ([], 1)


async def test_a_line_that_is_ordered_away_again_ends_again(world, process):
    said = await last(process)
    ordered = RemovalOrdered(line=said.line, persona=WREN, messages=(said.message,))
    await process.house.hear(PLACE, ordered)
    await process.lives(10)
    await process.house.hear(PLACE, ordered)
    await process.lives(10)
    assert ((await process.house.state(PLACE)).unwanted, len(await all_of(world, LineRetracted))) == ((), 2)


async def test_what_is_owed_of_a_change_is_paid_after_a_restart(world, process, monkeypatch):
    monkeypatch.setattr(world.channel, "revise", never)
    process.does(edits(process))
    await asyncio.sleep(0.01)
    await process.ends()
    monkeypatch.undo()
    again = Process(world)
    await again.starts_again()
    await again.lives(10)
    await again.house.close()
    assert world.texts() == ["Old pumps never fail."]


async def never(*_):
    await asyncio.sleep(3600)
