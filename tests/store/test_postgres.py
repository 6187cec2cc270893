"""The store on PostgreSQL keeps the contract; the server comes with the tests."""

from collections.abc import AsyncIterator

import pytest
from sqlalchemy import text

from store.engines import address, writer_engine
from store.migrating import migrate
from store.sql import SqlStore
from tests.contracts.store import DatabaseContract
from tests.store.conftest import quietly


class TestPostgresStore(DatabaseContract):
    @pytest.fixture
    async def store(self, postgres: str) -> AsyncIterator[SqlStore]:
        await migrate(postgres, quietly)
        engine = writer_engine(address(postgres))
        async with engine.begin() as connection:
            await connection.execute(text("TRUNCATE events, rooms, snapshots, spending"))
        await engine.dispose()
        store = SqlStore(postgres)
        yield store
        await store.close()

    @pytest.fixture
    async def beside(self, postgres: str) -> AsyncIterator[SqlStore]:
        store = SqlStore(postgres)
        yield store
        await store.close()
