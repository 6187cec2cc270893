"""What every store promises of sentence vectors: a suite of its own, beside that of the log."""

import pytest

from events.base import Version
from store.store import EventStore
from tests.contracts.store import OTHER, ROOM, grown, said


class VectorsContract:
    """Inherited by the tests of each store, beside `StoreContract`."""

    async def test_vectors_come_back_by_digest_as_exact_as_float32_is(self, store: EventStore):
        await store.keep_vectors(ROOM, "mini", {"a": (0.1, -2.5, 3.0), "b": (1.0, 0.0, 0.0)})
        found = await store.vectors(ROOM, "mini", ["a", "c"])
        assert list(found) == ["a"]
        assert found["a"] == pytest.approx((0.1, -2.5, 3.0), abs=1e-6)

    async def test_a_vector_that_is_kept_again_replaces_the_old_one_and_leaves_the_others(self, store: EventStore):
        await store.keep_vectors(ROOM, "mini", {"a": (1.0,), "b": (2.0,)})
        await store.keep_vectors(ROOM, "mini", {"a": (3.0,)})
        assert await store.vectors(ROOM, "mini", ["a", "b"]) == {"a": (3.0,), "b": (2.0,)}

    async def test_another_models_vectors_are_not_found_and_make_room_for_the_newer(self, store: EventStore):
        await store.keep_vectors(ROOM, "old", {"a": (1.0,)})
        assert await store.vectors(ROOM, "new", ["a"]) == {}
        await store.keep_vectors(ROOM, "new", {"b": (2.0,)})
        assert await store.vectors(ROOM, "old", ["a"]) == {}

    async def test_many_vectors_are_found_at_once(self, store: EventStore):
        await store.keep_vectors(ROOM, "mini", {f"d{at}": (float(at),) for at in range(1_200)})
        assert len(await store.vectors(ROOM, "mini", [f"d{at}" for at in range(1_200)])) == 1_200

    async def test_where_words_are_erased_all_vectors_of_the_room_go_and_no_others(self, store: EventStore):
        await grown(store, ROOM, [said("one")])
        await store.keep_vectors(ROOM, "mini", {"a": (1.0,)})
        await store.keep_vectors(OTHER, "mini", {"a": (2.0,)})
        await store.erase(ROOM, [Version(1)])
        assert await store.vectors(ROOM, "mini", ["a"]) == {}
        assert await store.vectors(OTHER, "mini", ["a"]) == {"a": (2.0,)}
