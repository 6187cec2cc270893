"""The writer task: what waits together is written together, its idleness is told, and nobody waits for ever."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text

from events.base import PlaceId, Version, stream_of
from events.errors import Conflict
from store.engines import address, reader_engine
from store.sql import SqlStore
from tests.contracts.store import GUILD, ROOM, grown, log, typed, versions


class Transactions:
    """Counts the commits of a store."""

    def __init__(self, store: SqlStore) -> None:
        self.count = 0
        event.listen(store._writer._engine.sync_engine, "commit", self._committed)

    def _committed(self, _connection: object) -> None:
        self.count += 1


@pytest.fixture
async def store(database: Path) -> AsyncIterator[SqlStore]:
    store = SqlStore(f"sqlite:///{database}")
    yield store
    await store.close()


async def test_rooms_that_append_at_once_share_a_transaction(store: SqlStore):
    transactions = Transactions(store)
    await asyncio.gather(*(grown(store, stream_of(PlaceId(at)), [typed()]) for at in range(100)))
    assert transactions.count == 1


async def test_a_very_large_append_is_not_made_larger(store: SqlStore):
    transactions = Transactions(store)
    large = [typed() for _ in range(1_500)]
    await asyncio.gather(*(grown(store, stream_of(PlaceId(at)), large) for at in range(3)))
    assert transactions.count == 3


async def test_the_order_of_what_was_asked_is_kept(store: SqlStore):
    await store.append(ROOM, Version(0), [typed()], guild=GUILD)
    second, erased, third = await asyncio.gather(
        store.append(ROOM, Version(1), [typed()], guild=GUILD),
        store.erase(ROOM, [Version(1)]),
        store.append(ROOM, Version(2), [typed()], guild=GUILD),
    )
    assert (versions(second), erased, versions(third)) == ([2], 0, [3])


async def test_an_append_that_nobody_waits_for_any_more_is_not_begun(store: SqlStore):
    given_up = asyncio.create_task(grown(store, "room-2", [typed()]))
    asyncio.get_running_loop().call_soon(given_up.cancel)
    await asyncio.gather(given_up, return_exceptions=True)
    await grown(store, ROOM, [typed()])
    assert [head.stream for head in await store.heads()] == [ROOM]


async def test_an_append_given_up_while_it_is_written_is_whole_and_the_next_is_served(store: SqlStore):
    await grown(store, ROOM, [typed()])
    begun = asyncio.create_task(store.append(ROOM, Version(1), [typed(), typed()], guild=GUILD))
    await asyncio.sleep(0.0005)
    begun.cancel()
    await asyncio.gather(begun, return_exceptions=True)
    await grown(store, "room-2", [typed()])
    assert versions(await log(store)) in ([1], [1, 2, 3])


def the_writer() -> asyncio.Task[Any]:
    (task,) = [task for task in asyncio.all_tasks() if task.get_name() == "the store's writer"]
    return task


async def test_a_store_whose_writer_was_taken_down_with_all_tasks_can_be_closed(store: SqlStore):
    await grown(store, ROOM, [typed()])
    the_writer().cancel()
    await store.close()


async def test_a_writer_that_was_taken_down_is_replaced_and_nobody_waits_for_ever(store: SqlStore):
    await grown(store, ROOM, [typed()])
    waiting = asyncio.create_task(store.append(ROOM, Version(1), [typed()], guild=GUILD))
    await asyncio.sleep(0)
    the_writer().cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert waiting.cancelled()
    assert versions(await store.append(ROOM, Version(1), [typed()], guild=GUILD)) == [2]


async def test_a_room_that_moved_elsewhere_is_looked_at_again(store: SqlStore, database: Path):
    other = SqlStore(f"sqlite:///{database}")
    await grown(store, ROOM, [typed()])
    await other.append(ROOM, Version(1), [typed()], guild=GUILD)
    await other.close()
    with pytest.raises(Conflict, match="at version 2, not 1"):
        await store.append(ROOM, Version(1), [typed()], guild=GUILD)
    assert versions(await store.append(ROOM, Version(2), [typed()], guild=GUILD)) == [3]


async def test_waiting_for_work_is_told_to_be_idle_and_working_is_not(database: Path):
    waits: list[Awaitable[Any]] = []

    def idle(wait: Awaitable[Any]) -> Awaitable[Any]:
        waits.append(wait)
        return wait

    store = SqlStore(f"sqlite:///{database}", idle=idle)
    await grown(store, ROOM, [typed()])
    await asyncio.sleep(0)
    assert len(waits) == 1
    await store.append(ROOM, Version(1), [typed()], guild=GUILD)
    await asyncio.sleep(0)
    assert len(waits) == 2
    await store.close()


QUERIES = {
    "events_by_message": "SELECT * FROM events WHERE message = 7 AND message IS NOT NULL ORDER BY at DESC LIMIT 1",
    "events_by_key": "SELECT key FROM events WHERE key IS NOT NULL AND stream IN ('a', 'b') AND key IN ('x', 'y')",
    "sqlite_autoindex_events_1": "SELECT * FROM events WHERE stream = 'a' AND version > 3 ORDER BY version LIMIT 9",
}


@pytest.mark.parametrize("index", sorted(QUERIES))
async def test_no_question_reads_the_whole_log(database: Path, index: str):
    engine = reader_engine(address(f"sqlite:///{database}"))
    async with engine.connect() as connection:
        plan = (await connection.execute(text(f"EXPLAIN QUERY PLAN {QUERIES[index]}"))).all()
    await engine.dispose()
    assert [row for row in plan if index in row[3] and "SEARCH" in row[3]] != []
