"""One mind a role: who is asked for what, how many calls at once, and when a dead server is left alone for a while."""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, aclosing, contextmanager
from functools import partial
from typing import Protocol, cast, runtime_checkable

from events.asked import Answer, Request
from events.decided import Role
from events.errors import CannotDecide, MindError
from minds.capabilities import Capability
from minds.mind import Mind, Piece

HOPELESS = frozenset(("unreachable", "refused-key"))
"""Reasons that the next call would meet again."""


@runtime_checkable
class Probed(Protocol):
    """A mind that can find out what its server takes."""

    async def probe(self) -> Capability:
        """Ask a few tiny questions."""
        ...


class Breaker:
    """Fails fast after several hopeless failures in a row; when the rest is over, one call tries again."""

    def __init__(self, failures: int, rest: float, clock: Callable[[], float]) -> None:
        """`rest` is in seconds of `clock`."""
        self._allowed = failures
        self._rest = rest
        self._clock = clock
        self._failures = 0
        self._until = 0.0
        self._again: Callable[[], MindError] | None = None

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Around one call.

        Raises:
            MindError: the last one once more, without a call; `retry_after` is the rest of the rest.
        """
        trial = self._enter()
        try:
            yield
        except MindError as error:
            self._failed(error)
            raise
        except BaseException:
            # Cancelled, so nobody knows more than before: the next call may try at once.
            self._until = self._clock() if trial else self._until
            raise
        else:
            self._failures = 0

    def _enter(self) -> bool:
        if self._again is None or self._failures < self._allowed:
            return False
        now = self._clock()
        if now < self._until:
            again = self._again()
            again.retry_after = self._until - now
            raise again
        self._until = now + self._rest
        return True

    def _failed(self, error: MindError) -> None:
        self._failures = self._failures + 1 if error.reason in HOPELESS else 0
        self._again = partial(type(error), **error.facts)
        self._until = self._clock() + self._rest


class Member:
    """A mind with its turnstile and its breaker."""

    def __init__(self, mind: Mind, at_once: int, breaker: Breaker) -> None:
        self.mind = mind
        self._turnstile = asyncio.Semaphore(at_once)
        self._breaker = breaker

    async def ask(self, request: Request) -> Answer:
        """Wait for a free place, then ask."""
        async with self._turnstile:
            with self._breaker.watch():
                return await self.mind.ask(request)

    async def stream(self, request: Request) -> AsyncGenerator[Piece, None]:
        """The place is taken until the stream ends or is left."""
        async with self._turnstile:
            with self._breaker.watch():
                # Every stream is an async generator: leaving it early must close it at once, not when it is collected.
                async with aclosing(cast("AsyncGenerator[Piece, None]", self.mind.stream(request))) as pieces:
                    async for piece in pieces:
                        yield piece


class Council:
    """A mind made of minds."""

    def __init__(
        self,
        minds: Mapping[Role, Mind],
        *,
        at_once: int = 4,
        failures: int = 3,
        rest: float = 60.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Roles may share a mind, and then share its places and its breaker.

        Args:
            minds: a role that is missing is decided by rules.
            at_once: calls to one mind side by side; the others wait.
            failures: hopeless failures in a row until a mind is left alone.
            rest: for how many seconds.
            clock: seconds, monotonic.
        """
        distinct = {id(mind): mind for mind in minds.values()}
        members = {key: Member(mind, at_once, Breaker(failures, rest, clock)) for key, mind in distinct.items()}
        self._members = {role: members[id(mind)] for role, mind in minds.items()}
        self._minds = tuple(distinct.values())

    def answers(self, role: Role) -> bool:
        """There is a mind for this role."""
        return role in self._members

    async def ask(self, request: Request) -> Answer:
        """Ask the mind of this role. Raises CannotDecide: there is none."""
        return await self._member(request).ask(request)

    async def stream(self, request: Request) -> AsyncIterator[Piece]:
        """Stream from the mind of this role. Raises CannotDecide: there is none."""
        async with aclosing(self._member(request).stream(request)) as pieces:
            async for piece in pieces:
                yield piece

    async def probe(self) -> None:
        """Let every mind that can find out what its server takes. Raises the MindError of the first that fails."""
        for mind in self._minds:
            if isinstance(mind, Probed):
                await mind.probe()

    async def close(self) -> None:
        """Close every mind once, also when one fails to."""
        async with AsyncExitStack() as stack:
            for mind in self._minds:
                stack.push_async_callback(mind.close)

    def _member(self, request: Request) -> Member:
        if request.role not in self._members:
            raise CannotDecide
        return self._members[request.role]
