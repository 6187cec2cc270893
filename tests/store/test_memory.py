"""The store in memory keeps the contract."""

import pytest

from store.memory import MemoryStore
from tests.contracts.store import StoreContract
from tests.contracts.vectors import VectorsContract


class TestMemoryStore(StoreContract, VectorsContract):
    @pytest.fixture
    def store(self) -> MemoryStore:
        return MemoryStore()
