"""The loopback server, chat minds that ask it, and the switch for real calls, which is off for them alone."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack

import pytest

from minds import mind
from minds.chat import ChatMind
from tests.minds.loopback import KEY, Loopback

ChatMinds = Callable[..., ChatMind]


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Loopback]:
    monkeypatch.setattr(mind, "_forbidden", [])
    async with Loopback.open() as server:
        yield server


@pytest.fixture
async def chat(server: Loopback) -> AsyncIterator[ChatMinds]:
    """Chat minds that ask the loopback server, closed at the end; a repeat comes at once unless `sleep` is given."""
    async with AsyncExitStack() as stack:

        def build(**changes: object) -> ChatMind:
            wanted = {"base_url": server.address, "api_key": KEY, "model": "m", "sleep": at_once, **changes}
            built = ChatMind(**{"idle_timeout": 0.5, "total_timeout": 10, **wanted})
            stack.push_async_callback(built.close)
            return built

        yield build


async def at_once(_: float) -> None:
    """Wait for nothing."""
