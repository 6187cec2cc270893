"""What every clock promises, in real time of some tens of milliseconds. A suite inherits this and gives a clock."""

import asyncio
import time
from datetime import timedelta

import pytest

from rooms.ports import Clock

SOON = timedelta(milliseconds=30)
LATER = timedelta(milliseconds=120)
LONG_AFTER = 0.25
"""Seconds after which everything that will ring has rung."""


class ClockContract:
    """Inherit, and override the fixture with a clock that runs."""

    @pytest.fixture
    async def clock(self) -> Clock:
        raise NotImplementedError

    @pytest.fixture
    def rung(self, clock):
        """(stream, time) of each ring."""
        heard = []
        clock.on_ring(lambda stream: heard.append((stream, clock.now())))
        return heard

    async def test_it_is_told_in_utc(self, clock):
        assert clock.now().utcoffset() == timedelta(0)

    async def test_an_alarm_rings_once_and_not_before_its_time(self, clock, rung):
        due = clock.now() + SOON
        clock.wake("room-1", due)
        await asyncio.sleep(LONG_AFTER)
        assert [stream for stream, _ in rung] == ["room-1"]
        assert rung[0][1] >= due

    async def test_a_past_time_rings_at_once_but_not_inside_the_call(self, clock, rung):
        clock.wake("room-1", clock.now() - timedelta(hours=1))
        before = list(rung)
        await asyncio.sleep(0.05)
        assert (before, len(rung)) == ([], 1)

    async def test_a_later_alarm_replaces_the_earlier_one(self, clock, rung):
        due = clock.now() + LATER
        clock.wake("room-1", clock.now() + SOON)
        clock.wake("room-1", due)
        await asyncio.sleep(LONG_AFTER)
        assert len(rung) == 1
        assert rung[0][1] >= due

    async def test_an_earlier_alarm_replaces_the_later_one(self, clock, rung):
        clock.wake("room-1", clock.now() + timedelta(hours=1))
        clock.wake("room-1", clock.now() + SOON)
        await asyncio.sleep(LONG_AFTER)
        assert len(rung) == 1

    async def test_a_forgotten_alarm_is_silent(self, clock, rung):
        clock.wake("room-1", clock.now() + SOON)
        clock.forget("room-1")
        await asyncio.sleep(LONG_AFTER)
        assert rung == []

    async def test_an_alarm_forgotten_at_its_very_moment_is_silent(self, clock, rung):
        clock.wake("room-1", clock.now() - SOON)
        clock.forget("room-1")
        await asyncio.sleep(0.05)
        assert rung == []

    async def test_forgetting_what_was_never_set_is_nothing(self, clock, rung):
        clock.forget("room-1")
        await asyncio.sleep(0)
        assert rung == []

    async def test_rooms_do_not_share_their_alarms(self, clock, rung):
        clock.wake("room-1", clock.now() + LATER)
        clock.wake("room-2", clock.now() + SOON)
        await asyncio.sleep(LONG_AFTER)
        assert [stream for stream, _ in rung] == ["room-2", "room-1"]

    async def test_whoever_is_rung_may_set_the_next_alarm_at_once(self, clock):
        left = ["room-4", "room-3", "room-2"]
        clock.on_ring(lambda _: left and [clock.wake(stream, clock.now()) for stream in ("room-1", left.pop())])
        clock.wake("room-1", clock.now())
        await asyncio.sleep(LONG_AFTER)
        assert left == []

    async def test_an_alarm_that_moves_with_every_message_rings_after_the_last(self, clock, rung):
        last = await moved_every_few_milliseconds(clock, times=20)
        await asyncio.sleep(LONG_AFTER)
        assert [at >= last for _, at in rung] == [True]

    async def test_a_busy_moment_delays_an_alarm_and_does_not_lose_it(self, clock, rung):
        clock.wake("room-1", clock.now() + SOON)
        busy_for(milliseconds=80)
        await asyncio.sleep(LONG_AFTER)
        assert len(rung) == 1

    async def test_nothing_rings_once_it_is_closed(self, clock, rung):
        clock.wake("room-1", clock.now() + SOON)
        await clock.close()
        await asyncio.sleep(LONG_AFTER)
        assert rung == []


def busy_for(milliseconds):
    """The loop is blocked, as by a slow computation."""
    time.sleep(milliseconds / 1000)


async def moved_every_few_milliseconds(clock, times):
    """When the alarm was set for at last."""
    due = clock.now()
    for _ in range(times):
        due = clock.now() + SOON
        clock.wake("room-1", due)
        await asyncio.sleep(0.003)
    return due
