"""The port of a model, and the switch that makes a real call impossible."""

from collections.abc import AsyncIterator
from typing import Protocol

from events.asked import Answer, Request
from events.errors import RealCallForbidden

__all__ = ["Mind", "Piece", "allow_real_calls", "forbid_real_calls", "real_call"]

Piece = str | Answer
"""While an answer streams: more text; at the end, the whole Answer."""


class Mind(Protocol):
    """Whoever answers model calls. Implementations: ChatMind, LocalMind, ScriptedMind, RecordedMind."""

    async def ask(self, request: Request) -> Answer:
        """The whole answer. Raises a MindError; never returns None."""
        ...

    def stream(self, request: Request) -> AsyncIterator[Piece]:
        """Text as it comes, and last the whole Answer (whose text is all the pieces joined). Raises a MindError."""
        ...

    async def close(self) -> None:
        """Let go of connections and children."""
        ...


_forbidden: list[str] = []


def forbid_real_calls(why: str) -> None:
    """From now on a mind that would leave the process raises. Tests and replay throw this."""
    _forbidden.append(why)


def allow_real_calls() -> None:
    """Take the last prohibition back."""
    if _forbidden:
        _forbidden.pop()


def real_call() -> None:
    """Every mind that leaves the process says this first.

    Raises:
        RealCallForbidden: the switch is thrown.
    """
    if _forbidden:
        raise RealCallForbidden(why=_forbidden[-1])
