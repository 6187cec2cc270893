"""A chat-completions server on this machine only, which plays good and bad servers; and requests to send to it."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web

from events.asked import Request, Said, Scene

Play = Callable[[web.Request, dict[str, Any]], Awaitable[web.StreamResponse]]

KEY = "sk-test-0123456789abcdef"
SCHEMA = {
    "type": "object",
    "properties": {"speakers": {"type": "array", "items": {"enum": ["wren", "bo"]}}, "reason": {"type": "string"}},
    "required": ["speakers", "reason"],
    "additionalProperties": False,
}
USAGE = {
    "prompt_tokens": 1200,
    "completion_tokens": 7,
    "total_tokens": 1207,
    "prompt_tokens_details": {"cached_tokens": 1024},
}


def a_request(text: str = "Sam: hello, Wren", **changes: Any) -> Request:
    messages = (Said("system", "You write lines."), Said("user", text))
    return Request(**{"role": "writer", "messages": messages, "scene": Scene(cast=(), lines=()), **changes})


class Loopback:
    """Plays the given plays in turn, the last one for ever; keeps what it was sent."""

    def __init__(self) -> None:
        self.plays: list[Play] = [says("Hello, Sam.")]
        self.bodies: list[dict[str, Any]] = []
        self.headers: list[Mapping[str, str]] = []
        self.address = ""

    @classmethod
    @asynccontextmanager
    async def open(cls) -> AsyncIterator["Loopback"]:
        server = cls()
        app = web.Application()
        app.router.add_post("/v1/chat/completions", server.answer)
        runner = web.AppRunner(app, shutdown_timeout=0.05, handler_cancellation=True)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        server.address = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
        yield server
        await runner.cleanup()

    def will(self, *plays: Play) -> None:
        self.plays = list(plays)

    async def answer(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        self.bodies.append(body)
        self.headers.append(request.headers)
        play = self.plays.pop(0) if len(self.plays) > 1 else self.plays[0]
        return await play(request, body)


def says(text: str | None, *, finish: str | None = "stop", refusal: str | None = None) -> Play:
    """A well-behaved server; streams word by word when asked to."""

    async def play(request: web.Request, body: dict[str, Any]) -> web.StreamResponse:
        if not body.get("stream"):
            message = {"role": "assistant", "content": text, "refusal": refusal}
            return web.json_response(completion([{"index": 0, "message": message, "finish_reason": finish}]))
        words = [{"content": word} for word in (text or "").split(" ")]
        spaced = [{"content": word["content"] + (" " if word is not words[-1] else "")} for word in words]
        events = [{"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in spaced]
        events.append({"choices": [{"index": 0, "delta": {"refusal": refusal}, "finish_reason": finish}]})
        events.append({"choices": [], "usage": USAGE if body.get("stream_options") else None})
        return await streams(*events)(request, body)

    return play


def completion(choices: object) -> dict[str, Any]:
    return {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": "m-2026",
        "choices": choices,
        "usage": USAGE,
    }


def streams(*events: dict[str, Any], done: bool = True, then: Callable[[], Awaitable[None]] | None = None) -> Play:
    async def play(request: web.Request, _: dict[str, Any]) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        for event in events:
            chunk = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m-2026", **event}
            await response.write(f"data: {json.dumps(chunk)}\n\n".encode())
        if then:
            await then()
        if done:
            await response.write(b"data: [DONE]\n\n")
        return response

    return play


def replies(body: object, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Play:
    async def play(_: web.Request, __: dict[str, Any]) -> web.StreamResponse:
        text = body if isinstance(body, str) else json.dumps(body)
        return web.Response(text=text, status=status, content_type="application/json", headers=headers)

    return play


def fails(status: int, message: str = "no", *, headers: Mapping[str, str] | None = None, **more: Any) -> Play:
    return replies({"error": {"message": message, "type": "error", **more}}, status=status, headers=headers)


def rejects(
    parameter: str, otherwise: Play, *, status: int = 400, message: str = "Unsupported parameter: '{}'"
) -> Play:
    """A server that does not know a parameter and names it, in words only."""

    async def play(request: web.Request, body: dict[str, Any]) -> web.StreamResponse:
        if parameter in body:
            return await fails(status, message.format(parameter))(request, body)
        return await otherwise(request, body)

    return play


def takes_only(form: str | None, otherwise: Play) -> Play:
    """A server whose structured output is `json_object`, or none at all."""

    async def play(request: web.Request, body: dict[str, Any]) -> web.StreamResponse:
        if body.get("response_format", {"type": form})["type"] != form:
            return await fails(400, "this response_format is not available", param="response_format")(request, body)
        return await otherwise(request, body)

    return play


async def hang() -> None:
    await asyncio.sleep(30)


async def hangs(_: web.Request, __: dict[str, Any]) -> web.StreamResponse:
    await hang()
    return web.Response()


async def drips(request: web.Request, _: dict[str, Any]) -> web.StreamResponse:
    """One byte, then nothing."""
    response = web.StreamResponse(headers={"Content-Type": "application/json"})
    await response.prepare(request)
    await response.write(b"{")
    await hang()
    return response


async def trickles(request: web.Request, _: dict[str, Any]) -> web.StreamResponse:
    """A byte now and then, for ever: never silent, never done."""
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
    await response.prepare(request)
    while True:
        await response.write(b":")
        await asyncio.sleep(0.05)
