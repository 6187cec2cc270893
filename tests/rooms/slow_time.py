"""A clock that moves only by waiting: what takes how long is seen without taking it."""

import asyncio
import heapq
from datetime import UTC, datetime, timedelta
from itertools import count

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


class SlowTime:
    """A clock and a sleep on one time, which moves to the next thing that is waited for when nothing else is left."""

    def __init__(self) -> None:
        self.at = NOON
        self._waiting: list[tuple[datetime, int, asyncio.Future[None]]] = []
        self._alarms: dict[str, asyncio.Task[None]] = {}
        self._order = count()

    def on_ring(self, ring) -> None:
        self._ring = ring

    def now(self) -> datetime:
        return self.at

    async def sleep(self, seconds: float) -> None:
        rung = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (self.at + timedelta(seconds=seconds), next(self._order), rung))
        await rung

    def wake(self, stream: str, at: datetime) -> None:
        self.forget(stream)
        self._alarms[stream] = asyncio.create_task(self._alarm(stream, (at - self.at).total_seconds()))

    def forget(self, stream: str) -> None:
        if (alarm := self._alarms.pop(stream, None)) is not None:
            alarm.cancel()

    async def _alarm(self, stream: str, seconds: float) -> None:
        await self.sleep(seconds)
        del self._alarms[stream]
        self._ring(stream)

    async def pass_all(self) -> None:
        await self._let_others_run()
        while self._waiting:
            at, _, rung = heapq.heappop(self._waiting)
            if not rung.done():
                self.at = at
                rung.set_result(None)
            await self._let_others_run()

    @staticmethod
    async def _let_others_run() -> None:
        for _ in range(100):
            await asyncio.sleep(0)
