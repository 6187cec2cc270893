"""A clock made of plain sleeps: one cancellable task a room. The clock that a fleet runs on is `bot.pause_clock`."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

from rooms.ports import Idle

LONGEST_SLEEP_SECONDS: Final = 3600.0
"""A wall clock that is set right meanwhile is noticed within the hour."""


def utc_now() -> datetime:
    """The wall clock, UTC."""
    return datetime.now(UTC)


class SleepClock:
    """A `Clock` on `asyncio.sleep`, for tests and the local room: whoever owns the loop's time owns this clock too."""

    def __init__(self, now: Callable[[], datetime] = utc_now, idle: Idle | None = None) -> None:
        self._now = now
        self._idle = idle
        self._ring: Callable[[str], None] = lambda _stream: None
        self._due: dict[str, datetime] = {}
        self._sleepers: dict[str, asyncio.Task[None]] = {}

    def now(self) -> datetime:
        return self._now()

    def on_ring(self, ring: Callable[[str], None]) -> None:
        self._ring = ring

    def wake(self, stream: str, at: datetime) -> None:
        """Ring for this room at that time; a room has one alarm, the newest wins. Called inside the event loop."""
        if stream in self._sleepers and self._due[stream] == at:
            return
        self.forget(stream)
        self._due[stream] = at
        self._sleepers[stream] = asyncio.create_task(self._sleep(stream, at), name=f"alarm of {stream}")

    def forget(self, stream: str) -> None:
        self._due.pop(stream, None)
        sleeper = self._sleepers.pop(stream, None)
        if sleeper is not None:
            sleeper.cancel()

    def due(self, stream: str) -> datetime | None:
        """When the room's alarm is set for, if it has one."""
        return self._due.get(stream)

    async def close(self) -> None:
        """No alarm rings after this."""
        sleepers = list(self._sleepers.values())
        for stream in list(self._sleepers):
            self.forget(stream)
        for sleeper in sleepers:
            with suppress(asyncio.CancelledError):
                await sleeper

    async def _sleep(self, stream: str, at: datetime) -> None:
        while (left := (at - self._now()).total_seconds()) > 0:
            nap = asyncio.sleep(min(left, LONGEST_SLEEP_SECONDS))
            await (self._idle(nap) if self._idle else nap)
        # Out of the table first: whoever is rung may set the next alarm at once.
        del self._sleepers[stream], self._due[stream]
        self._ring(stream)
