"""Embedders keep their contract; one that is served is careful with its server, its key and the words it is sent."""

import asyncio
import importlib.util
from collections.abc import AsyncIterator

import pytest
from aiohttp import web

from events.errors import (
    MindError,
    MindNonsense,
    MindOverloaded,
    MindRefusedKey,
    MindTimeout,
    MindUnreachable,
    RealCallForbidden,
    SettingMalformed,
)
from minds import mind
from minds.child import ROOT, EmbeddedModel
from minds.embedding import LONGEST_SENTENCE, ScriptedEmbedder, ServedEmbedder
from minds.ranking import cosine, lexical_vector
from minds.weights import found
from tests.contracts.embedder import SENTENCES, EmbedderContract

KEY = "sk-test-0123456789abcdef"
NOBODY_THERE = "http://127.0.0.1:9/v1"


class VectorServer:
    """An `/embeddings` server on this machine only, whose vectors know words."""

    def __init__(self) -> None:
        self.bodies: list[dict] = []
        self.bearer = ""
        self.status = 200
        self.delay = 0.0
        self.counts = True
        """Whether it says what it took."""
        self.rows = lambda texts: [
            {"object": "embedding", "index": row, "embedding": lexical_vector(text)} for row, text in enumerate(texts)
        ]
        self.address = ""

    async def answer(self, request: web.Request) -> web.Response:
        body = await request.json()
        self.bodies.append(body)
        self.bearer = request.headers["Authorization"]
        if self.delay:
            await asyncio.sleep(self.delay)
        if self.status != 200:
            told = f"no: {body['input'][0]} for {self.bearer}"
            return web.json_response({"error": {"message": told}}, status=self.status)
        rows = self.rows(body["input"])
        tokens = 3 * len(body["input"])
        usage = {"usage": {"prompt_tokens": tokens, "total_tokens": tokens}} if self.counts else {}
        return web.json_response({"object": "list", "model": "m", "data": rows, **usage})


@pytest.fixture
async def server(monkeypatch) -> AsyncIterator[VectorServer]:
    monkeypatch.setattr(mind, "_forbidden", [])
    server = VectorServer()
    app = web.Application()
    app.router.add_post("/v1/embeddings", server.answer)
    runner = web.AppRunner(app, shutdown_timeout=0.05, handler_cancellation=True)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    server.address = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
    yield server
    await runner.cleanup()


@pytest.fixture
async def served(server: VectorServer) -> AsyncIterator[ServedEmbedder]:
    embedder = ServedEmbedder(server.address, KEY, "mini")
    yield embedder
    await embedder.close()


class TestServedEmbedder(EmbedderContract):
    @pytest.fixture
    def embedder(self, served):
        return served

    @pytest.fixture
    async def failing(self, server):
        embedder = ServedEmbedder(NOBODY_THERE, "", "mini")
        yield embedder
        await embedder.close()

    async def test_it_sends_the_key_the_model_and_asks_for_plain_numbers(self, server, served):
        await served.embed(["one"])
        assert (server.bearer, server.bodies[0]["model"], server.bodies[0]["encoding_format"]) == (
            f"Bearer {KEY}",
            "mini",
            "float",
        )

    async def test_many_texts_go_in_several_requests_and_keep_their_order(self, server, served):
        texts = [f"sentence number{number}" for number in range(150)]
        found = await served.embed(texts)
        assert [len(body["input"]) for body in server.bodies] == [64, 64, 22]
        assert [*found.vectors] == [lexical_vector(text) for text in texts]
        assert found.tokens == 450

    async def test_vectors_that_come_in_another_order_find_their_texts(self, server, served):
        straight = server.rows
        server.rows = lambda texts: straight(texts)[::-1]
        assert (await served.embed(["boats", "kettles"])).vectors == (
            lexical_vector("boats"),
            lexical_vector("kettles"),
        )

    async def test_a_long_text_is_cut_and_an_empty_one_is_sent_as_a_dot(self, server):
        small = ServedEmbedder(server.address, KEY, "mini", longest=10)
        await small.embed(["x" * 50, "  "])
        assert server.bodies[0]["input"] == ["x" * 10, "."]
        await small.close()

    async def test_where_the_server_does_not_count_the_cost_is_estimated(self, server, served):
        server.counts = False
        assert (await served.embed(["abcdefg"])).tokens == 3

    @pytest.mark.parametrize(
        ("status", "error"), [(401, MindRefusedKey), (500, MindOverloaded), (404, MindError)], ids=str
    )
    async def test_what_the_server_says_no_to_is_named(self, server, served, status, error):
        server.status = status
        with pytest.raises(error):
            await served.embed(SENTENCES)

    async def test_no_error_tells_the_key_or_a_word_of_the_texts(self, server, served):
        server.status = 418
        with pytest.raises(MindError) as told:
            await served.embed(["Sam lives at twelve Fernhollow Road"])
        assert "Fernhollow" not in str(told.value)
        assert KEY not in str(told.value)

    @pytest.mark.parametrize(
        "rows",
        [
            lambda _texts: [],
            lambda texts: [{"object": "embedding", "index": 0, "embedding": [1.0]} for _ in texts],
            lambda texts: [
                {"object": "embedding", "index": row, "embedding": [1.0] * (row + 1)} for row in range(len(texts))
            ],
        ],
        ids=["none", "twice the same place", "of different lengths"],
    )
    async def test_vectors_that_do_not_fit_the_texts_are_nonsense(self, server, served, rows):
        server.rows = rows
        with pytest.raises(MindNonsense):
            await served.embed(["one", "two"])

    async def test_a_slow_server_is_not_waited_for(self, server):
        server.delay = 5
        hasty = ServedEmbedder(server.address, KEY, "mini", seconds=0.05)
        with pytest.raises(MindTimeout):
            await hasty.embed(["one"])
        await hasty.close()

    async def test_after_three_failures_a_server_that_is_away_is_left_alone(self, server):
        away = ServedEmbedder(NOBODY_THERE, "", "mini", clock=lambda: 0.0)
        reasons = [await failure_of(away) for _ in range(4)]
        assert [type(one) for one in reasons] == [MindUnreachable] * 4
        assert [one.retry_after for one in reasons] == [None, None, None, 60.0]
        await away.close()

    async def test_where_real_calls_are_forbidden_nothing_is_sent(self, server, served):
        mind.forbid_real_calls("a test")
        with pytest.raises(RealCallForbidden):
            await served.embed(["one"])
        assert server.bodies == []

    def test_an_address_that_is_none_is_refused(self):
        with pytest.raises(SettingMalformed):
            ServedEmbedder("nowhere", "", "mini")


async def failure_of(embedder: ServedEmbedder) -> MindError:
    with pytest.raises(MindError) as told:
        await embedder.embed(["one"])
    return told.value


class TestScriptedEmbedder(EmbedderContract):
    @pytest.fixture
    def embedder(self):
        return ScriptedEmbedder(lexical_vector)

    @pytest.fixture
    def failing(self):
        return ScriptedEmbedder({})

    async def test_it_keeps_what_it_was_asked(self, embedder):
        await embedder.embed(["one", "two"])
        assert embedder.embedded == [("one", "two")]

    async def test_an_error_in_the_script_is_raised(self):
        with pytest.raises(MindTimeout):
            await ScriptedEmbedder(lambda _text: MindTimeout(seconds=1)).embed(["one"])


REAL = found(ROOT / "models")


@pytest.mark.skipif(REAL is None, reason="NO WEIGHTS: the real model was not tried; run python -m bot models")
@pytest.mark.skipif(importlib.util.find_spec("xllamacpp") is None, reason="NO RUNTIME: pip install '.[local]'")
async def test_the_real_model_tells_what_a_question_is_about_and_takes_long_texts_of_every_script(monkeypatch):
    monkeypatch.setattr(mind, "_forbidden", [])
    async with EmbeddedModel(REAL) as model:
        embedder = ServedEmbedder(
            f"{model.embeddings_url}/v1", model.key, model.embeddings_name, longest=LONGEST_SENTENCE
        )
        sentences = ["Sam: what was my vessel called?", "Sam's boat is called Perdita.", "Sam likes tea."]
        asked, boat, tea, *_ = (await embedder.embed([*sentences, "\u6c34" * 5000, "x" * 900])).vectors
        await embedder.close()
    assert cosine(asked, boat) > cosine(asked, tea) + 0.1
