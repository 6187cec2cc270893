"""The same on a database file, on a real wire whose answers get lost, and with two processes on one log."""

import asyncio
from datetime import timedelta

import discord
import pytest

from bot.stage import DiscordStage
from events.base import MessageId
from events.errors import StoreHeldByAnother
from events.policy import Policy
from rooms.ports import Posted
from store import open_store
from store.lease import held
from store.memory import MemoryStore
from tests.bot.test_posting_once import OneHook, session, stored_and_502, stored_and_cut_off, wire
from tests.crash.killing import LINES, PLACE, Fate, Process, World
from tests.crash.test_every_await import evening

__all__ = ["session", "wire"]
BOTH = [LINES["wren"], LINES["alma"]]


@pytest.mark.parametrize("step", range(2, 37, 5))
async def test_a_log_in_a_file_survives_the_process(tmp_path, step):
    url = f"sqlite:///{tmp_path / 'log.db'}"
    store = await open_store(url, migrating=lambda _step: None)
    world = World(store, "wren", "alma")
    await evening(world, Fate(step), "two speakers")
    await store.close()
    world.store = await open_store(url)
    again = Process(world)
    await again.starts_again()
    await again.lives()
    await again.house.close()
    assert (world.texts(), world.wasted, (await world.verified()).drift) == (BOTH, [], None)
    await world.store.close()


class WireStage(DiscordStage):
    """The real stage on a loopback server; what stands in the channel is what that server has stored."""

    def __init__(self, client, hooks, wire):
        super().__init__(client, hooks)
        self._wire = wire

    async def find(self, line):
        stands = self._wire.stored.count(line.text)
        return Posted(messages=(MessageId(1000 + self._wire.stored.index(line.text) + 1),)) if stands else None

    async def typing(self, place):
        """Nobody looks."""


@pytest.mark.parametrize("answer", [stored_and_502, stored_and_cut_off])
async def test_a_post_that_was_kept_and_answered_with_an_error_stands_once(wire, session, monkeypatch, answer):
    monkeypatch.setattr("tests.bot.test_posting_once.PLACE", PLACE)
    wire.answers = [answer, answer]
    world = World(MemoryStore(), "wren", "alma")
    world.channel = WireStage(discord.Client(intents=discord.Intents.none()), OneHook(session), wire)
    process = Process(world)
    await process.open(Policy())
    process.does(process.hears("Greenroom, what do you all think?"))
    for _ in range(40):
        await asyncio.sleep(0.02)
        process.clock.ring_next(process.clock.at + timedelta(minutes=1))
    await process.house.close()
    assert (wire.stored, len(wire.requests)) == (BOTH, 2)
    assert (await world.verified()).drift is None


async def test_two_processes_on_one_log_say_each_line_once():
    world = World(MemoryStore(), "wren", "alma")
    first, second = Process(world), Process(world)
    await first.open(Policy())
    for process in (first, second):
        process.does(process.hears("Greenroom, what do you all think?"))
    for _ in range(6):
        await first.lives(5)
        await second.lives(5)
    assert world.texts() == BOTH
    assert (await world.verified()).drift is None
    await first.house.close()
    await second.house.close()


async def test_a_second_process_on_the_same_database_is_refused_by_name(tmp_path):
    url = f"sqlite:///{tmp_path / 'log.db'}"
    async with held(url):
        with pytest.raises(StoreHeldByAnother, match="process"):
            async with held(url):
                pytest.fail("two hold it")
