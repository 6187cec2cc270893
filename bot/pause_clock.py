"""The alarms of every room on APScheduler: one date job a room, and it only rings. When to ring is the room's matter.

The due times are kept here and the jobs merely catch up with them: an alarm that moves later, as it does with each
message, leaves its job alone, and the job is set anew when it fires too early. Jobs live in memory: after a restart
the rooms say again what they wait for.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

from apscheduler.events import (
    EVENT_JOB_ERROR,
    EVENT_JOB_MAX_INSTANCES,
    EVENT_JOB_MISSED,
    JobExecutionEvent,
    JobSubmissionEvent,
)
from apscheduler.jobstores.base import JobLookupError
from apscheduler.jobstores.memory import MemoryJobStore
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.date import DateTrigger

log = logging.getLogger(__name__)

_FAILED: Final = EVENT_JOB_MISSED | EVENT_JOB_ERROR | EVENT_JOB_MAX_INSTANCES
_JOB_DEFAULTS: Final = {"misfire_grace_time": None, "coalesce": True, "max_instances": 1}
"""Without the first a job that is one second late, after a busy moment or a restart, is dropped."""


class PauseClock:
    """A `Clock` on APScheduler 3.11. `start` and `close` belong to one event loop; `wake` may come before `start`."""

    def __init__(self) -> None:
        logging.getLogger("apscheduler").setLevel(logging.WARNING)  # it writes a line for each job added and run
        self._scheduler = AsyncIOScheduler(
            timezone=UTC, jobstores={"default": MemoryJobStore()}, job_defaults=_JOB_DEFAULTS
        )
        self._scheduler.add_listener(self._job_failed, _FAILED)
        self._ring: Callable[[str], None] = lambda _stream: None
        self._due: dict[str, datetime] = {}
        self._armed: dict[str, datetime] = {}
        self.failures = 0
        """Jobs that the scheduler missed or could not run; each was set anew."""

    def start(self) -> None:
        """Begin to ring; needs a running event loop."""
        self._scheduler.start()

    async def close(self) -> None:
        """No alarm rings after this."""
        self._due.clear()
        self._armed.clear()
        if self._scheduler.running:
            self._scheduler.shutdown(wait=False)
            await asyncio.sleep(0)  # the shutdown itself waits in the loop's queue

    def now(self) -> datetime:
        return datetime.now(UTC)

    def on_ring(self, ring: Callable[[str], None]) -> None:
        self._ring = ring

    def wake(self, stream: str, at: datetime) -> None:
        """Ring for this room at that time; a room has one alarm, the newest wins."""
        self._due[stream] = at
        armed = self._armed.get(stream)
        if armed is None or at < armed:
            self._arm(stream, at)

    def forget(self, stream: str) -> None:
        self._due.pop(stream, None)
        if self._armed.pop(stream, None) is not None:
            with suppress(JobLookupError):  # it is firing at this moment, and will find nothing due
                self._scheduler.remove_job(stream)

    def due(self, stream: str) -> datetime | None:
        """When the room's alarm is set for, if it has one."""
        return self._due.get(stream)

    @property
    def jobs(self) -> int:
        """Jobs that the scheduler holds: at most one a room."""
        return len(self._scheduler.get_jobs())

    def _arm(self, stream: str, at: datetime) -> None:
        self._armed[stream] = at
        self._scheduler.add_job(self._fire, DateTrigger(at), args=(stream,), id=stream, replace_existing=True)

    async def _fire(self, stream: str) -> None:
        """A coroutine, since APScheduler runs plain functions in threads.

        The rest happens after this run is over: a job added under the same id while it lasts is refused by the limit
        of one instance, and lost.
        """
        asyncio.get_running_loop().call_soon(self._fired, stream)

    def _fired(self, stream: str) -> None:
        armed, due = self._armed.get(stream), self._due.get(stream)
        if armed is None:
            return  # forgotten while this was on its way
        if armed > self.now() and self._scheduler.get_job(stream) is not None:
            return  # set anew for later while this was on its way
        del self._armed[stream]
        if due is None:
            return
        if due > self.now():
            self._arm(stream, due)
            return
        del self._due[stream]
        self._ring(stream)

    def _job_failed(self, event: JobExecutionEvent | JobSubmissionEvent) -> None:
        self.failures += 1
        log.warning("The alarm of %s did not run (code %s); it is set anew.", event.job_id, event.code)
        self._armed.pop(event.job_id, None)
        due = self._due.get(event.job_id)
        if due is not None:
            asyncio.get_running_loop().call_later(0.05, self._arm, event.job_id, due)
