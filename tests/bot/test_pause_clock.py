"""The clock on APScheduler: the contract, and the traps of a scheduler that drops jobs."""

import asyncio
import logging
from datetime import datetime, timedelta

import pytest
from apscheduler.events import EVENT_JOB_MISSED, JobExecutionEvent

from bot.pause_clock import PauseClock
from tests.contracts.clock import LATER, LONG_AFTER, SOON, ClockContract


@pytest.fixture
async def clock():
    clock = PauseClock()
    clock.start()
    yield clock
    await clock.close()


class TestPauseClock(ClockContract):
    @pytest.fixture
    def clock(self, clock):
        return clock


async def test_a_room_has_one_job_however_often_its_alarm_is_moved(clock):
    due = clock.now() + timedelta(hours=1)
    [clock.wake("room-1", due + timedelta(seconds=moved)) for moved in range(100)]
    assert clock.jobs == 1


async def test_an_alarm_that_moves_later_leaves_its_job_alone_until_it_fires(clock, monkeypatch):
    armed = []
    arm = clock._arm
    monkeypatch.setattr(clock, "_arm", lambda stream, at: (armed.append(at), arm(stream, at)))
    first, last = clock.now() + SOON, clock.now() + LATER
    clock.wake("room-1", first)
    clock.wake("room-1", last - SOON)
    clock.wake("room-1", last)
    await asyncio.sleep(LONG_AFTER)
    assert armed == [first, last]


async def test_an_alarm_set_before_the_start_rings_after_it():
    clock, rung = PauseClock(), []
    clock.on_ring(rung.append)
    clock.wake("room-1", clock.now() - timedelta(hours=1))
    clock.start()
    await asyncio.sleep(0.05)
    await clock.close()
    assert rung == ["room-1"]


async def test_an_alarm_set_from_a_ring_is_no_job_that_the_scheduler_has_to_refuse(clock):
    left = ["room-2", "room-1"]
    clock.on_ring(lambda _: left and clock.wake("room-1", clock.now() - SOON * len(left.pop())))
    clock.wake("room-1", clock.now())
    await asyncio.sleep(LONG_AFTER)
    assert (left, clock.failures) == ([], 0)


async def test_a_job_that_the_scheduler_missed_is_set_anew_and_counted(clock):
    rung = []
    clock.on_ring(rung.append)
    clock.wake("room-1", clock.now() + timedelta(hours=1))
    clock._due["room-1"] = clock.now()
    clock._scheduler._dispatch_event(JobExecutionEvent(EVENT_JOB_MISSED, "room-1", "default", clock.now()))
    await asyncio.sleep(LONG_AFTER)
    assert (rung, clock.failures) == (["room-1"], 1)


async def test_an_alarm_survives_a_wall_clock_that_is_set_back_while_its_job_runs(clock, monkeypatch):
    rung = []
    clock.on_ring(rung.append)
    clock._armed["room-1"] = clock._due["room-1"] = clock.now() + SOON
    clock._fired("room-1")  # the job has run, and the clock now says that it is too early
    await asyncio.sleep(LONG_AFTER)
    assert rung == ["room-1"]


async def test_a_room_without_an_alarm_holds_no_job(clock):
    clock.wake("room-1", clock.now() + timedelta(hours=1))
    clock.forget("room-1")
    assert (clock.jobs, clock.due("room-1")) == (0, None)


async def test_the_scheduler_writes_no_line_for_each_alarm(clock, caplog):
    caplog.set_level(logging.INFO)
    clock.wake("room-1", clock.now())
    await asyncio.sleep(0.05)
    assert [record for record in caplog.records if record.name.startswith("apscheduler")] == []


async def test_closing_twice_is_closing_once(clock):
    await clock.close()
    await clock.close()
    assert not clock._scheduler.running


async def test_the_due_time_is_the_newest_one(clock):
    due = clock.now() + timedelta(hours=1)
    clock.wake("room-1", due - timedelta(minutes=1))
    clock.wake("room-1", due)
    assert clock.due("room-1") == due
    assert isinstance(due, datetime)
