"""A loopback server that plays the embedded model: completions from a list, and vectors that only know words."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web

from events.asked import Request, Scene, SceneCard, SceneLine
from events.decided import Cue
from minds.ranking import lexical_vector

KEY = "loopback-key"

WREN = SceneCard(
    id="wren",
    name="Wren",
    summary="Keeper of a lighthouse; patient; wants lamps that burn through storms.",
    voice=("Trim the wick first.", "Storms pass, lamps stay.", "Who lit that?"),
)
BO = SceneCard(id="bo", name="Bo", summary="Beekeeper; merry; wants honey and company.", voice=("Bees know best.",))


def a_scene(*lines: str | SceneLine, speakers: tuple[Cue, ...] = (Cue(persona="wren", rule="producer"),)) -> Scene:
    """Wren and Bo at a table; bare texts are Sam's."""
    said = tuple(line if isinstance(line, SceneLine) else SceneLine(name="Sam", text=line) for line in lines)
    return Scene(cast=(WREN, BO), lines=said, speakers=speakers, focus=said[-1].text if said else "", place="at night")


def asks(role: str, scene: Scene) -> Request:
    return Request(role=role, messages=(), scene=scene)


class SmallServer:
    """Runs until its context ends. Also what a LocalMind takes for a model."""

    name = "small"
    key = KEY

    def __init__(self) -> None:
        self.texts = [" The lamp burns low tonight."]
        """Answers in turn, the last one for ever."""
        self.logprob = -1.0
        self.finish = "stop"
        self.status = 200
        self.delay = 0.0
        self.asked: list[dict[str, Any]] = []
        self.embedded: list[list[str]] = []
        self.in_flight: list[int] = []
        """How many completions were under way when each began, itself included."""
        self.chat_url = ""
        self.embeddings_url: str | None = None
        self.last_words = ""
        self.closed = 0
        self._running = 0

    @classmethod
    @asynccontextmanager
    async def open(cls) -> AsyncIterator["SmallServer"]:
        server = cls()
        app = web.Application()
        app.router.add_post("/v1/completions", server.complete)
        app.router.add_post("/v1/embeddings", server.embed)
        runner = web.AppRunner(app, shutdown_timeout=0.05, handler_cancellation=True)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        server.chat_url = server.embeddings_url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        yield server
        await runner.cleanup()

    async def close(self) -> None:
        self.closed += 1

    async def complete(self, request: web.Request) -> web.Response:
        self._running += 1
        self.in_flight.append(self._running)
        self.asked.append(await request.json() | {"bearer": request.headers["Authorization"]})
        await asyncio.sleep(self.delay)
        self._running -= 1
        if self.status != 200:
            return web.json_response({"error": {"message": "no"}}, status=self.status)
        text = self.texts.pop(0) if len(self.texts) > 1 else self.texts[0]
        return web.json_response(a_completion(text, self.logprob, self.finish))

    async def embed(self, request: web.Request) -> web.Response:
        texts = (await request.json())["input"]
        self.embedded.append(texts)
        rows = [
            {"object": "embedding", "index": row, "embedding": lexical_vector(text)} for row, text in enumerate(texts)
        ]
        return web.json_response({"object": "list", "model": "m", "data": rows, "usage": {}})


def a_completion(text: str, logprob: float, finish: str = "stop") -> dict[str, Any]:
    """In the layout of llama.cpp, whose log probabilities are those of the chat API."""
    choice = {"index": 0, "text": text, "finish_reason": finish, "logprobs": {"content": [{"logprob": logprob}]}}
    usage = {"prompt_tokens": 90, "completion_tokens": 8, "prompt_tokens_details": {"cached_tokens": 80}}
    return {"id": "c", "object": "text_completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}
