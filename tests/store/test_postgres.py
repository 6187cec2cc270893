"""The store on PostgreSQL keeps the contract; the server comes with the tests."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from sqlalchemy import text

from events.base import Version
from events.errors import StoreBusy, StoreFromTheFuture, StoreReadOnly
from store.engines import address, writer_engine
from store.migrating import check, migrate
from store.sql import SqlStore
from tests.contracts.store import GUILD, ROOM, DatabaseContract, grown, log, typed, versions
from tests.contracts.vectors import VectorsContract
from tests.store.conftest import quietly

WRITABLE = "ALTER DATABASE postgres RESET default_transaction_read_only"


@pytest.fixture
async def emptied(postgres: str) -> str:
    """The server's database, migrated and empty."""
    await migrate(postgres, quietly)
    await said_to(postgres, "TRUNCATE events, rooms, snapshots, spending, vectors")
    return postgres


async def said_to(url: str, *statements: str) -> None:
    """What an operator does on a connection of their own."""
    engine = writer_engine(address(url))
    async with engine.begin() as connection:
        for statement in statements:
            await connection.execute(text(statement))
    await engine.dispose()


class TestPostgresStore(DatabaseContract, VectorsContract):
    @pytest.fixture
    async def store(self, emptied: str) -> AsyncIterator[SqlStore]:
        store = SqlStore(emptied, patience=timedelta(seconds=1))
        yield store
        await store.close()

    @pytest.fixture
    async def beside(self, postgres: str) -> AsyncIterator[SqlStore]:
        store = SqlStore(postgres)
        yield store
        await store.close()

    async def test_after_the_server_dropped_all_connections_appends_go_on(self, emptied: str, store: SqlStore):
        await grown(store, ROOM, [typed()])
        await said_to(emptied, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        await store.append(ROOM, Version(1), [typed()], guild=GUILD)
        assert versions(await log(store)) == [1, 2]

    async def test_a_room_that_somebody_keeps_locked_is_busy(self, emptied: str, store: SqlStore):
        await grown(store, ROOM, [typed()])
        engine = writer_engine(address(emptied))
        async with engine.begin() as connection:
            await connection.execute(text("SELECT 1 FROM rooms FOR UPDATE"))
            with pytest.raises(StoreBusy, match="locked for 1"):
                await store.append(ROOM, Version(1), [typed()], guild=GUILD)
        await engine.dispose()
        assert versions(await log(store)) == [1]

    async def test_a_server_that_only_reads_is_read_only(self, emptied: str):
        await said_to(emptied, "ALTER DATABASE postgres SET default_transaction_read_only = on")
        store = SqlStore(emptied)
        with pytest.raises(StoreReadOnly, match="read-only transaction"):
            await grown(store, ROOM, [typed()])
        await store.close()
        await said_to(emptied, "SET TRANSACTION READ WRITE", WRITABLE)

    async def test_a_database_of_a_newer_version_is_refused_by_name(self, emptied: str):
        await said_to(emptied, "UPDATE alembic_version SET version_num = '0099'")
        with pytest.raises(StoreFromTheFuture, match="schema 0099"):
            await check(emptied)
        await said_to(emptied, "UPDATE alembic_version SET version_num = '0002'")
