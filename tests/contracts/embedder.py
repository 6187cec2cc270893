"""What every embedder promises. A suite for one implementation inherits this and gives the two fixtures."""

import asyncio

import pytest

from events.errors import MindError
from minds.embedding import Embedder
from minds.ranking import cosine

SENTENCES = ("the boat leaks in the harbour", "the boat leaks", "tea with honey please")


class EmbedderContract:
    """Inherit, and override both fixtures."""

    @pytest.fixture
    def embedder(self) -> Embedder:
        raise NotImplementedError

    @pytest.fixture
    def failing(self) -> Embedder:
        """One that brings nothing."""
        raise NotImplementedError

    async def test_each_text_has_a_vector_in_its_place_and_all_are_of_one_length(self, embedder):
        vectors = (await embedder.embed(SENTENCES)).vectors
        alone = (await embedder.embed(SENTENCES[2:])).vectors[0]
        assert len({len(vector) for vector in vectors}) == 1
        assert cosine(vectors[2], alone) == pytest.approx(1.0, abs=1e-3)

    async def test_what_says_nearly_the_same_lies_nearer(self, embedder):
        long, short, tea = (await embedder.embed(SENTENCES)).vectors
        assert cosine(long, short) > cosine(long, tea)

    async def test_what_it_cost_is_counted(self, embedder):
        assert (await embedder.embed(SENTENCES)).tokens > 0

    async def test_for_no_texts_nothing_is_asked(self, embedder):
        found = await embedder.embed(())
        assert (found.vectors, found.tokens) == ((), 0)

    async def test_it_says_whose_vectors_these_are(self, embedder):
        assert embedder.model

    async def test_no_answer_is_a_mind_error(self, failing):
        with pytest.raises(MindError):
            await failing.embed(SENTENCES)

    async def test_many_may_ask_at_once(self, embedder):
        found = await asyncio.gather(*(embedder.embed(SENTENCES) for _ in range(5)))
        assert [len(one.vectors) for one in found] == [3] * 5

    async def test_closing_twice_is_closing(self, embedder):
        await embedder.close()
        await embedder.close()
