"""The clock of plain sleeps: the contract, and that it lives on whatever time the loop lives on."""

import asyncio
from datetime import UTC, datetime, timedelta

import discord
import pytest

from rooms.clocks import SleepClock
from tests.contracts.clock import ClockContract
from tests.offline.fixtures import OfflineDiscord


class TestSleepClock(ClockContract):
    @pytest.fixture
    async def clock(self):
        clock = SleepClock()
        yield clock
        await clock.close()


class Sleeper(discord.Client):
    def __init__(self, town):
        super().__init__(intents=discord.Intents.default())
        self.clock = SleepClock(now=town.now, idle=town.idle)
        self.rung = []

    async def setup_hook(self):
        self.clock.on_ring(self.rung.append)
        self.clock.wake("room-1", self.clock.now() + timedelta(hours=3))
        self.clock.wake("room-2", self.clock.now() + timedelta(milliseconds=200))


async def test_an_alarm_of_hours_rings_as_soon_as_the_loop_says_that_they_have_passed():
    async with OfflineDiscord.open(Sleeper) as town:
        await town.pass_time(3 * 3600 - 1)
        before = list(town.client.rung)
        await town.pass_time(2)
        assert (before, town.client.rung) == (["room-2"], ["room-2", "room-1"])


async def test_no_verb_waits_for_an_alarm_however_near_it_is():
    async with OfflineDiscord.open(Sleeper) as town:
        await town.say("Sam", "hello")
        assert town.client.rung == []


async def test_a_wall_clock_that_was_set_back_does_not_make_an_alarm_early():
    time = Settable()
    clock, rung = SleepClock(now=time.now), []
    clock.on_ring(rung.append)
    clock.wake("room-1", time.now() + timedelta(milliseconds=20))
    time.moment -= timedelta(hours=1)
    await asyncio.sleep(0.05)
    await clock.close()
    assert rung == []


async def test_the_due_time_can_be_seen_until_it_has_rung():
    clock = SleepClock()
    due = clock.now() + timedelta(milliseconds=10)
    clock.wake("room-1", due)
    seen = clock.due("room-1")
    await asyncio.sleep(0.05)
    assert (seen, clock.due("room-1")) == (due, None)


class Settable:
    moment = datetime(2026, 1, 1, tzinfo=UTC)

    def now(self):
        return self.moment
