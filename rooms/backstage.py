"""Everything a room works with: the log, the minds, the stage, the clock. Put together once, at the edge."""

from collections.abc import Awaitable, Callable, Sequence

from msgspec import Struct

from events.recorded import Recorded
from events.room import RoomState, Writer
from minds.embedding import Embedder
from minds.mind import Mind
from minds.purse import Purse
from rooms.ports import Clock, Idle, Stage, T
from store.store import EventStore

Observe = Callable[[RoomState, Sequence[Recorded]], None]
"""Told of every append, with the state after it: for log lines and counters. Must not raise, must not block."""


def straight(wait: Awaitable[T], /) -> Awaitable[T]:
    """The idle hook of production: the wait itself."""
    return wait


def unobserved(_state: RoomState, _events: Sequence[Recorded]) -> None:
    """Nobody looks on."""


class Backstage(Struct, kw_only=True):
    """What the rooms of one process share."""

    store: EventStore
    mind: Mind
    stage: Stage
    clock: Clock
    embedder: Embedder | None = None
    """Who makes sentence vectors; without one, recall goes by shared words."""
    writer: Writer = Writer()
    """Which model writes, and what the leak exam found of it; nameless where nobody knows."""
    purse: Purse | None = None
    idle: Idle = straight
    observe: Observe = unobserved
    call_seconds: float = 90.0
    """The longest that any model call may take, whatever the mind promises."""
    post_seconds: float = 20.0
    """The longest that a post may take before its outcome counts as unknown."""
