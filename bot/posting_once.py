"""A session on which a POST leaves once: what came of it is told to the caller. What to do then is not decided here.

discord.py's webhook adapter repeats a POST by itself, up to five times, after any 5xx and after some broken
connections. A message that Discord had stored before it answered 502 then stands in the channel twice, for Execute
Webhook has no idempotency key (discord-api-docs 6647). The adapter runs on a session that the caller may bring, so an
aiohttp client middleware can end a POST with an exception that the adapter does not catch.
"""

from typing import Any, Final

import aiohttp
from aiohttp import ClientHandlerType, ClientRequest, ClientResponse

POST_TIMEOUT_SECONDS: Final = 15.0


class NotSent(Exception):
    """The request did not reach Discord, or was turned away by a rate limit: to send it again is safe."""

    def __init__(self, why: str, wait_seconds: float | None = None) -> None:
        self.why = why
        self.wait_seconds = wait_seconds
        """How long Discord asked to wait; None where it did not say."""
        super().__init__(why)


class Unanswered(Exception):
    """The request left, and nobody knows what came of it: to send it again may double the message."""

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(why)


async def once(request: ClientRequest, handler: ClientHandlerType) -> ClientResponse:
    """The middleware. GET, PATCH and DELETE may be repeated and pass untouched."""
    if request.method != "POST":
        return await handler(request)
    try:
        response = await handler(request)
        await response.read()  # an answer that breaks off midway is no answer
    except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError):
        raise NotSent("unreachable") from None
    except (aiohttp.ClientError, OSError) as error:
        raise Unanswered("timeout" if isinstance(error, TimeoutError) else type(error).__name__) from None
    if response.status == 429:
        raise NotSent("rate-limited", await _asked_wait(response))
    if response.status >= 500:
        raise Unanswered(f"status {response.status}")
    if response.status < 300 and response.headers.get("Content-Type") != "application/json":
        raise Unanswered("an answer that discord.py cannot read")  # it wants exactly this type
    return response


def open_session(user_agent: str, timeout_seconds: float = POST_TIMEOUT_SECONDS) -> aiohttp.ClientSession:
    """A session for webhooks, to be closed by the caller; needs a running event loop.

    The adapter sends no User-Agent of its own, and Discord asks for a proper one. The time limit is the request's
    alone: waiting for a rate limit that is known beforehand does not count.
    """
    return aiohttp.ClientSession(
        headers={"User-Agent": user_agent},
        timeout=aiohttp.ClientTimeout(total=timeout_seconds),
        middlewares=(once,),
    )


async def _asked_wait(response: ClientResponse) -> float | None:
    """The body says it more exactly than the header; a block at the edge of Discord's network has neither."""
    try:
        body: Any = await response.json(content_type=None)
        return float(body["retry_after"])
    except (ValueError, TypeError, KeyError):
        pass
    try:
        return float(response.headers["Retry-After"])
    except (KeyError, ValueError):
        return None
