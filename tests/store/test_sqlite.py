"""The store on an SQLite file keeps the contract."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from store.sql import SqlStore
from tests.contracts.store import DatabaseContract
from tests.contracts.vectors import VectorsContract


class TestSqliteStore(DatabaseContract, VectorsContract):
    @pytest.fixture
    async def store(self, database: Path) -> AsyncIterator[SqlStore]:
        store = SqlStore(f"sqlite:///{database}")
        yield store
        await store.close()

    @pytest.fixture
    async def beside(self, database: Path) -> AsyncIterator[SqlStore]:
        store = SqlStore(f"sqlite:///{database}")
        yield store
        await store.close()
