"""Statements that read, each for itself and beside the others, until the store is closed. No SQL here."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import Executable
from sqlalchemy.ext.asyncio import AsyncEngine

from events.errors import StoreUnreachable
from store.faults import faults_named


class Reader:
    """Serves reads side by side.

    Whoever waits may be cancelled at any time: a statement that has begun runs to its end in a task of its own, so
    that its connection goes back to where closing finds it.
    """

    def __init__(self, engine: AsyncEngine, *, patience: timedelta) -> None:
        self._engine = engine
        self._patience = patience
        self._underway: set[asyncio.Task[Sequence[Any]]] = set()
        self._closing = False

    async def rows(self, query: Executable) -> Sequence[Any]:
        """All rows of a short statement. Raises what `EventStore` names, and StoreUnreachable once closed."""
        if self._closing:
            raise StoreUnreachable(url=self._engine.url.render_as_string(), why="the store was closed")
        reading = asyncio.create_task(self._read(query), name="a reader of the store")
        self._underway.add(reading)
        reading.add_done_callback(self._underway.discard)
        return await asyncio.shield(reading)

    async def close(self) -> None:
        """Let what has begun come to its end, then let go of every connection."""
        self._closing = True
        if self._underway:
            await asyncio.wait(self._underway)  # not for their results: those belong to who asked
        await self._engine.dispose()

    async def _read(self, query: Executable) -> Sequence[Any]:
        with faults_named(self._engine.url, self._patience):
            async with self._engine.connect() as connection:
                return (await connection.execute(query)).all()
