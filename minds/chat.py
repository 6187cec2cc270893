"""A mind behind a chat-completions server, OpenAI's or one that speaks like it: sends, waits, repeats, and no more.

What the server takes is known in capabilities, what it answers in replies, what its failures mean in mistakes.
"""

import asyncio
from base64 import b64encode
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeVar

import httpx2
from msgspec.structs import replace
from openai import APIStatusError, AsyncOpenAI, OpenAIError
from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_exception,
    stop_after_attempt,
    stop_before_delay,
    wait_random,
)

from events.asked import Answer, Request
from events.errors import MindError, MindFiltered, MindNonsense, MindRejected, PromptTooLong, SettingMalformed
from minds.capabilities import QUESTION, Capability, parameters, presumed, rejected
from minds.mind import Piece, real_call
from minds.mistakes import Mistakes, complaint, culprit, retry_after, worth_repeating
from minds.replies import Draft, is_completion, read

Got = TypeVar("Got")
Sleep = Callable[[float], Awaitable[None]]

CONNECT_SECONDS = 5.0
ATTEMPTS = 2
BACK_OFF = wait_random(0.3, 0.8)
"""Before the repeat, where the server names no time."""
NAMING_STATUSES = (400, 422, 500, 501)
"""Servers reject a parameter with these; 500 comes from local ones that choke on a schema."""


class ChatMind:
    """Asks one model of one server. Close it at the end."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        model: str,
        *,
        idle_timeout: float = 30.0,
        total_timeout: float = 60.0,
        salt: str = "",
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """One client, which keeps its connections.

        Args:
            base_url: up to and with `/v1`; may carry `user:password@`.
            api_key: empty for servers that want none.
            model: as the server calls it.
            idle_timeout: seconds without a single byte; an unstreamed answer is silent until the model is done.
            total_timeout: seconds for a call with its repeat, whatever trickles in.
            salt: with it, OpenAI is told a hash that stands for the room (`safety_identifier`).
            sleep: how to wait before a repeat.

        Raises:
            SettingMalformed: the address or the key cannot be sent.
        """
        url, credentials = split_address(base_url)
        key = api_key.strip()
        if not (key.isascii() and key.isprintable()):
            raise SettingMalformed(name="OPENAI_API_KEY", why="it has characters that no key has")
        self.model = model
        self.capability = presumed(url.host)
        self._place = str(url.copy_with(query=None, fragment=None))
        self._total = total_timeout
        self._salt = salt
        self._sleep = sleep
        self._probing = asyncio.Lock()
        self._mistakes = Mistakes(
            self._place, (key, httpx2.URL(base_url).password), idle=idle_timeout, total=total_timeout
        )
        self._client = AsyncOpenAI(
            base_url=url,
            api_key=key or "none",
            max_retries=0,
            timeout=httpx2.Timeout(idle_timeout, connect=min(CONNECT_SECONDS, idle_timeout)),
            default_headers=credentials,
        )

    def __repr__(self) -> str:
        return f"ChatMind(model={self.model!r}, server={self._place!r})"

    async def ask(self, request: Request) -> Answer:
        """The whole answer; one repeat where a repeat can help and still fits into the total time."""
        real_call()
        began = _now()
        reply = read(await self._in_time(began, request, self._repeating(request, stream=False)))
        if not is_completion(reply):
            raise MindNonsense(why="it is no completion")
        if not reply.choices and reply.error:
            raise self._mistakes.answered(200, reply.error, request)
        draft = Draft(self.model)
        draft.add(reply)
        return draft.answer(_now() - began)

    async def stream(self, request: Request) -> AsyncIterator[Piece]:
        """Text as it comes, then the Answer; nothing is repeated once the server has begun to answer."""
        real_call()
        began = _now()
        chunks = await self._in_time(began, request, self._repeating(request, stream=True))
        draft = Draft(self.model)
        try:
            while (chunk := await self._in_time(began, request, anext(chunks, None))) is not None:
                if piece := draft.add(read(chunk)):
                    yield piece
        except MindError:
            # After the finish only the count of tokens can still be missing.
            if draft.finish is None:
                raise
        finally:
            await chunks.close()
        if draft.finish is None:
            raise MindNonsense(why="the stream ended before the answer did")
        yield draft.answer(_now() - began)

    async def probe(self) -> Capability:
        """Find out, with at most a few tiny requests and only once, what the server takes."""
        async with self._probing:
            if not self.capability.probed:
                self.capability = replace(self.capability, extras=True)
            while not self.capability.probed:
                await self._try_out()
        return self.capability

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def _try_out(self) -> None:
        """One question; either the answer settles what the server takes, or there is less left to try."""
        tried = self.capability
        if tried.structured == "text":
            self.capability = replace(tried, probed=True)
            return
        try:
            answer = await self.ask(QUESTION)
        except MindRejected as error:
            if error.facts["status"] not in NAMING_STATUSES:
                raise
            self.capability = replace(tried, extras=False) if tried.extras else tried.without("response_format")
        except (MindFiltered, MindNonsense):
            self.capability = tried.without("response_format")
        else:
            obeyed = answer.text.lstrip().startswith("{") or not answer.text
            self.capability = (
                replace(self.capability, probed=True) if obeyed else self.capability.without("response_format")
            )

    async def _repeating(self, request: Request, *, stream: bool) -> Any:
        def may_repeat(error: BaseException) -> bool:
            return worth_repeating(error, self._mistakes.understood(error, request))

        repeating = AsyncRetrying(
            retry=retry_if_exception(may_repeat),
            wait=_as_long_as_the_server_says,
            stop=stop_after_attempt(ATTEMPTS) | stop_before_delay(self._total),
            sleep=self._sleep,
            reraise=True,
        )
        return await repeating(self._send, request, stream=stream)

    async def _send(self, request: Request, *, stream: bool) -> Any:
        """Send; where the server rejects a parameter that it need not have, send again without it, and remember."""
        while True:
            capability = self.capability
            sent = parameters(request, self.model, capability, stream=stream, salt=self._salt)
            try:
                return await self._client.chat.completions.create(**sent)
            except APIStatusError as error:
                name = self._rejected(error, sent, request)
                if name is None:
                    raise
            if self.capability is capability:
                self.capability = capability.without(name)

    def _rejected(self, error: APIStatusError, sent: dict[str, Any], request: Request) -> str | None:
        meaning = self._mistakes.understood(error, request)
        if error.status_code not in NAMING_STATUSES or isinstance(meaning, PromptTooLong | MindFiltered):
            return None
        return rejected(sent, culprit(error.body), complaint(error.body))

    async def _in_time(self, began: float, request: Request, waiting: Awaitable[Got]) -> Got:
        try:
            async with asyncio.timeout_at(began + self._total):
                return await waiting
        except (TimeoutError, OpenAIError, MindError, ValueError, RecursionError) as error:
            mistake = self._mistakes.understood(error, request)
        # Outside of the except block: the client's exception holds the request with its key, and must not travel on.
        raise mistake


def split_address(base_url: str) -> tuple[httpx2.URL, dict[str, str]]:
    """The address without the credentials in it, since clients log addresses; and the credentials as a header."""
    try:
        url = httpx2.URL(base_url)
    except httpx2.InvalidURL:
        url = httpx2.URL("")
    if url.scheme not in ("http", "https") or not url.host:
        raise SettingMalformed(name="OPENAI_BASE_URL", why="it is not an address that begins with http:// or https://")
    if not url.userinfo:
        return url, {}
    credentials = b64encode(f"{url.username}:{url.password}".encode()).decode()
    return url.copy_with(userinfo=b""), {"Authorization": f"Basic {credentials}"}


def _as_long_as_the_server_says(state: RetryCallState) -> float:
    error = state.outcome.exception() if state.outcome else None
    named = retry_after(error.response.headers) if isinstance(error, APIStatusError) else None
    return BACK_OFF(state) if named is None else named


def _now() -> float:
    return asyncio.get_running_loop().time()
