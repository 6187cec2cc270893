"""Reads of the SQL store: however they are given up, and whenever the store is closed, no connection stays open."""

import asyncio
import gc
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from events.base import Version
from events.errors import StoreUnreachable
from store.sql import SqlStore
from tests.contracts.store import ROOM, grown, typed

MOMENTS = [0.0, 0.0002, 0.0005, 0.001, 0.002, 0.004]
"""Seconds after which something happens to a read: before its first step, within it, and after it."""


@pytest.fixture
def left_open(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """What the garbage collector found that somebody should have closed."""
    found: list[str] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda what: found.append(str(what.exc_value)))

    def collected() -> list[str]:
        gc.collect()
        return found

    return collected


@pytest.fixture
async def store(database: Path) -> SqlStore:
    store = SqlStore(f"sqlite:///{database}")
    await grown(store, ROOM, [typed()])
    return store


@pytest.mark.parametrize("moment", MOMENTS)
async def test_a_store_that_is_closed_during_a_read_lets_it_come_to_its_end(store: SqlStore, left_open, moment: float):
    reading = asyncio.create_task(store.head(ROOM))
    await asyncio.sleep(moment)
    await store.close()
    head = await reading
    assert head is not None
    assert head.version == Version(1)
    del store
    assert left_open() == []


@pytest.mark.parametrize("moment", MOMENTS)
async def test_a_read_that_is_given_up_twice_leaves_no_connection_open(store: SqlStore, left_open, moment: float):
    reading = asyncio.create_task(store.head(ROOM))
    await asyncio.sleep(moment)
    reading.cancel()
    await asyncio.sleep(0)
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)
    await store.close()
    del store, reading
    assert left_open() == []


async def test_many_reads_that_are_given_up_while_the_store_closes_leave_none_open(store: SqlStore, left_open):
    readings = [asyncio.create_task(store.head(ROOM)) for _ in range(12)]
    await asyncio.sleep(0.0005)
    closing = asyncio.create_task(store.close())
    readings[0].cancel()
    readings[7].cancel()
    await asyncio.gather(*readings, closing, return_exceptions=True)
    del store, readings, closing
    assert left_open() == []


async def test_a_closed_store_opens_nothing_to_read(store: SqlStore, left_open):
    await store.close()
    with pytest.raises(StoreUnreachable, match="closed"):
        await store.head(ROOM)
    del store
    assert left_open() == []
