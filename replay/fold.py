"""A room's state at any version, from its log."""

from collections.abc import AsyncIterator

from events.base import Version
from events.errors import NoSuchRoom
from events.projector import Projector
from events.recorded import Recorded
from events.room import RoomState
from store.store import EventStore


async def fold(store: EventStore, stream: str, *, at: Version | None = None) -> RoomState:
    """The room after version `at`, or as it is now. Raises NoSuchRoom."""
    projector = Projector(stream)
    async for recorded in evening(store, stream, at=at):
        projector.fold((recorded,))
    return projector.state


async def evening(store: EventStore, stream: str, *, at: Version | None = None) -> AsyncIterator[Recorded]:
    """The room's events in order. Raises NoSuchRoom."""
    head = await store.head(stream)
    if head is None:
        raise NoSuchRoom(room=stream)
    async for recorded in store.read(stream, upto=at):
        yield recorded
