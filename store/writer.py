"""The one task that writes: it takes what has queued up, and appends of all rooms in one transaction. No SQL here."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Any, Final, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from events.errors import StoreError, StoreUnreachable
from events.recorded import Recorded
from store.appends import Append, Appending, Outcome
from store.faults import faults_named

MOST_ROWS: Final = 2_000
"""Events in one transaction, about: enough that the commit no longer counts, few enough that nobody waits long."""

T = TypeVar("T")
Idle = Callable[[Awaitable[Any]], Awaitable[Any]]
"""Wraps every wait that is idleness, not work: identity in production, the simulator's own in tests."""


def at_once(wait: Awaitable[Any]) -> Awaitable[Any]:
    """The wait itself: nobody needs to know that it is idle."""
    return wait


class Writer:
    """Serves appends in batches, and other changes one by one, in the order they came.

    Whoever waits may be cancelled at any time: what is still queued then is not written, what is being written is
    written whole, and the connection never notices.
    """

    def __init__(self, engine: AsyncEngine, *, patience: timedelta, idle: Idle = at_once) -> None:
        self._engine = engine
        self._patience = patience
        self._idle = idle
        self._appending = Appending(engine.dialect)
        self._queue: deque[_Wish] = deque()
        self._filled = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[None] | None = None

    async def append(self, append: Append) -> Sequence[Recorded]:
        """Append all or nothing. Raises what `EventStore.append` names."""
        return await self._served(_Wish(append=append))

    async def run(self, change: Callable[[Connection], T]) -> T:
        """Another change, in a transaction of its own."""
        return await self._served(_Wish(change=change))

    async def close(self) -> None:
        """Serve what is queued, then stop."""
        self._closing = True
        self._filled.set()
        if self._task is not None:
            await asyncio.wait({self._task})  # not for its result: it may have been cancelled with all other tasks
        await self._engine.dispose()

    async def _served(self, wish: "_Wish") -> Any:
        if self._closing:
            raise StoreUnreachable(url=self._engine.url.render_as_string(), why="the store was closed")
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work(), name="the store's writer")
        self._queue.append(wish)
        self._filled.set()
        return await wish.answer

    async def _work(self) -> None:
        batch: list[_Wish] = []
        try:
            while await self._something():
                batch = self._take()
                await self._serve(batch)
        finally:
            # Whoever takes all tasks down takes this one too: nobody may wait for ever for an answer.
            for wish in (*batch, *self._queue):
                wish.answer.cancel()
            self._queue.clear()

    async def _something(self) -> bool:
        """Wait until there is something to do; False when there never will be."""
        while not self._queue:
            if self._closing:
                return False
            self._filled.clear()
            await self._idle(self._filled.wait())
        return True

    def _take(self) -> "list[_Wish]":
        """The next change alone, or all appends up to it."""
        batch = [self._queue.popleft()]
        rows = batch[0].rows
        while rows and self._queue and 0 < self._queue[0].rows <= MOST_ROWS - rows:
            batch.append(self._queue.popleft())
            rows += batch[-1].rows
        return [wish for wish in batch if not wish.answer.done()]

    async def _serve(self, batch: "list[_Wish]") -> None:
        appends = [wish.append for wish in batch if wish.append is not None]
        try:
            if appends:
                for wish, outcome in zip(batch, await self._write(appends), strict=True):
                    wish.settle(outcome)
            elif batch:
                batch[0].settle(await self._transaction(batch[0].change))
        except StoreError as error:
            for wish in batch:
                wish.settle(type(error)(**error.facts))
        except Exception as error:  # noqa: BLE001 - whatever it is belongs to who asked; the writer must go on
            await self._serve_apart(batch, error)

    async def _serve_apart(self, batch: "list[_Wish]", error: Exception) -> None:
        """One of them cannot be written, for a reason of its own; the others shall not suffer for it."""
        if len(batch) == 1 and not (isinstance(error, IntegrityError) and batch[0].try_again()):
            batch[0].settle(error)
            return
        for wish in batch:
            await self._serve([wish])

    async def _write(self, appends: list[Append]) -> list[Outcome]:
        try:
            return await self._transaction(lambda connection: self._appending(connection, appends))
        except BaseException:
            self._appending.forget(appends)
            raise

    async def _transaction(self, work: Callable[[Connection], T]) -> T:
        with faults_named(self._engine.url, self._patience):
            async with self._engine.begin() as connection:
                return await connection.run_sync(work)


class _Wish:
    """Something to be written, and who waits for it."""

    def __init__(self, *, append: Append | None = None, change: Callable[[Connection], Any] | None = None) -> None:
        self.append = append
        self.change: Callable[[Connection], Any] = change or (lambda _: None)
        self.rows = len(append.rows) if append else 0
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._tries_left = 1

    def settle(self, outcome: object) -> None:
        """Tell who waits, if anybody still does."""
        if self.answer.done():
            return
        if isinstance(outcome, Exception):
            self.answer.set_exception(outcome)
        else:
            self.answer.set_result(outcome)

    def try_again(self) -> bool:
        """Whether a clash with another process is worth a second look: now its row is there to be seen."""
        self._tries_left -= 1
        return self._tries_left >= 0
