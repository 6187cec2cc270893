"""A room's state from the log: the newest snapshot, then what came after it."""

from events.projector import Projector
from events.room import RoomState
from store.store import EventStore

SNAPSHOT_EVERY = 2000
"""Events after which letting go of a room leaves a snapshot."""


async def load(store: EventStore, stream: str) -> RoomState:
    """The room as the log has it; an unknown stream is an unopened room at version 0."""
    state = await store.snapshot(stream) or RoomState(stream=stream)
    projector = Projector(stream, state)
    async for recorded in store.read(stream, after=state.version):
        projector.fold((recorded,))
    return projector.state
