"""The store in memory keeps the contract."""

import pytest

from store.memory import MemoryStore
from tests.contracts.store import StoreContract


class TestMemoryStore(StoreContract):
    @pytest.fixture
    def store(self) -> MemoryStore:
        return MemoryStore()
