"""When the database cannot: each kind of trouble has its own error with a sentence, nothing is lost, and it ends."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from events.base import PlaceId, Version, stream_of
from events.errors import (
    BrokenEvent,
    SettingMalformed,
    StoreBusy,
    StoreDamaged,
    StoreNotMigrated,
    StoreReadOnly,
    StoreUnreachable,
)
from store import open_store
from store.engines import address
from store.migrating import check, migrate
from store.sql import SqlStore
from tests.contracts.store import GUILD, ROOM, grown, log, said, typed, versions
from tests.store.conftest import quietly


@pytest.fixture
async def store(database: Path) -> AsyncIterator[SqlStore]:
    store = SqlStore(f"sqlite:///{database}", patience=timedelta(seconds=0.2))
    yield store
    await store.close()


def with_pragma(store: SqlStore, pragma: str) -> None:
    """The writer's next connection gets this pragma."""

    def prepare(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    event.listen(store._writer._engine.sync_engine, "connect", prepare)


# --- locked ---


async def test_a_database_that_stays_locked_is_busy_and_nothing_is_appended(database: Path, store: SqlStore):
    await grown(store, ROOM, [typed()])
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy, match=r"locked for 0\.2 s"):
            await store.append(ROOM, Version(1), [typed()], guild=GUILD)
    assert versions(await log(store)) == [1]
    await store.append(ROOM, Version(1), [typed()], guild=GUILD)
    assert versions(await log(store)) == [1, 2]


async def test_a_lock_that_goes_away_in_time_is_waited_for(database: Path):
    store = SqlStore(f"sqlite:///{database}")
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(grown(store, ROOM, [typed()]))
        await asyncio.sleep(0.2)
        assert not waiting.done()
        other.execute("ROLLBACK")
        assert versions(await waiting) == [1]
    await store.close()


async def test_each_of_a_busy_batch_is_told(database: Path, store: SqlStore):
    await grown(store, ROOM, [typed()])
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        appends = [grown(store, stream_of(PlaceId(at)), [typed()]) for at in range(10, 20)]
        outcomes = await asyncio.gather(*appends, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [StoreBusy] * 10
    assert len({id(outcome) for outcome in outcomes}) == 10


async def test_twenty_rooms_write_while_somebody_reads_for_long(database: Path, store: SqlStore):
    with closing(sqlite3.connect(database, isolation_level=None)) as backup:
        backup.execute("BEGIN")
        backup.execute("SELECT count(*) FROM events").fetchone()
        appended = await asyncio.gather(*(_evening(store, stream_of(PlaceId(at))) for at in range(20)))
        seen_by_backup = backup.execute("SELECT count(*) FROM events").fetchone()
    assert appended == [list(range(1, 51))] * 20
    assert seen_by_backup == (0,)
    assert [versions(await log(store, stream_of(PlaceId(at)))) for at in range(20)] == appended


async def _evening(store: SqlStore, stream: str) -> list[int]:
    done = [await store.append(stream, Version(at), [said("hello", at + 1)], guild=GUILD) for at in range(50)]
    return [recorded.version for (recorded,) in done]


async def test_a_copy_taken_in_the_middle_holds_whole_rooms(database: Path, store: SqlStore, tmp_path: Path):
    writing = asyncio.gather(*(_evening(store, stream_of(PlaceId(at))) for at in range(20)))
    await asyncio.sleep(0.05)
    await asyncio.to_thread(_back_up, database, tmp_path / "copy.db")
    await writing
    copy = SqlStore(f"sqlite:///{tmp_path / 'copy.db'}")
    copied = {head.stream: head.version for head in await copy.heads()}
    logs = {stream: len(await log(copy, stream)) for stream in copied}
    await copy.close()
    assert logs == copied


def _back_up(database: Path, copy: Path) -> None:
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)


# --- read-only, full ---


async def test_a_database_that_cannot_be_written_is_read_only_and_still_read(store: SqlStore):
    await grown(store, ROOM, [typed()])
    await store._writer._engine.dispose()
    with_pragma(store, "query_only=ON")
    with pytest.raises(StoreReadOnly, match="cannot be written"):
        await store.append(ROOM, Version(1), [typed()], guild=GUILD)
    assert versions(await log(store)) == [1]


async def test_a_full_disk_loses_nothing_and_ends_when_there_is_room_again(store: SqlStore):
    await grown(store, ROOM, [typed()])
    await store._writer._engine.dispose()
    with_pragma(store, "max_page_count=20")
    with pytest.raises(StoreReadOnly, match="full"):
        await store.append(ROOM, Version(1), [typed(), *[said("long" * 500, at) for at in range(1, 99)]], guild=GUILD)
    assert versions(await log(store)) == [1]
    assert await store.spend(GUILD, "2026-11-30", tokens=1, calls=1) == (1, 1)
    await store.append(ROOM, Version(1), [typed()], guild=GUILD)
    assert versions(await log(store)) == [1, 2]


async def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path):
    (tmp_path / "file").write_text("not a folder", encoding="utf-8")
    with pytest.raises(StoreReadOnly):
        await migrate(f"sqlite:///{tmp_path}/file/greenroom.db", quietly)


# --- damaged ---


async def test_a_file_that_is_no_database_is_damaged(tmp_path: Path):
    (tmp_path / "greenroom.db").write_bytes(b"this is a letter, not a database, and a long one " * 99)
    with pytest.raises(StoreDamaged, match="not a database"):
        await check(f"sqlite:///{tmp_path}/greenroom.db")


def tear(database: Path) -> None:
    """Overwrite all pages but the first and the last."""
    whole = bytearray(database.read_bytes())
    whole[4096:-4096] = b"\xa5" * (len(whole) - 8192)
    database.write_bytes(whole)


async def test_a_file_with_a_torn_page_is_damaged(database: Path, store: SqlStore):
    await grown(store, ROOM, [said("hello " * 50, at) for at in range(1, 400)])
    await store.close()
    tear(database)
    torn = SqlStore(f"sqlite:///{database}")
    with pytest.raises(StoreDamaged, match="malformed"):
        await log(torn)
    await torn.close()


async def test_one_event_that_cannot_be_read_is_named(database: Path, store: SqlStore):
    await grown(store, ROOM, [typed(), typed()])
    with closing(sqlite3.connect(database)) as other, other:
        other.execute("UPDATE events SET data = 'nonsense' WHERE version = 2")
    with pytest.raises(BrokenEvent, match="Event 2 of room-1"):
        await log(store)
    assert versions([recorded async for recorded in store.read(ROOM, upto=Version(1))]) == [1]


# --- not there ---


async def test_a_database_without_tables_wants_a_migration(tmp_path: Path):
    with pytest.raises(StoreNotMigrated, match="schema none"):
        await open_store(f"sqlite:///{tmp_path}/greenroom.db")
    assert not (tmp_path / "greenroom.db").exists()


async def test_a_server_that_is_not_there_is_unreachable_and_its_password_is_not_told(tmp_path: Path):
    with pytest.raises(StoreUnreachable, match="does not answer") as caught:
        await check(f"postgresql://ada:s3cret@/greenroom?host={tmp_path}")
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize("url", ["", "greenroom.db", "mysql://ada@host/greenroom", "sqlite://", "sqlite:///:memory:"])
def test_an_address_that_names_no_usable_database_is_malformed(url: str):
    with pytest.raises(SettingMalformed, match="DATABASE_URL is not usable"):
        address(url)


@pytest.mark.parametrize("url", ["postgresql://a@h/d", "postgres://a@h/d", "postgresql+psycopg2://a@h/d"])
def test_every_spelling_of_a_server_is_reached_by_the_driver_that_is_there(url: str):
    assert address(url).drivername == "postgresql+asyncpg"
