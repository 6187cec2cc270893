"""A room's state from the log: the newest snapshot, then what came after it; and waiting for a store in trouble."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from events.errors import StoreBusy, StoreReadOnly, StoreUnreachable
from events.projector import Projector
from events.room import RoomState
from rooms.ports import Idle, T
from store.store import EventStore

log = logging.getLogger("greenroom.room")

SNAPSHOT_EVERY = 2000
"""Events after which letting go of a room leaves a snapshot."""
STORE_PAUSES = (0.2, 1.0, 5.0, 15.0)
"""Seconds between tries while the store refuses; the last repeats until the room closes."""


async def load(store: EventStore, stream: str) -> RoomState:
    """The room as the log has it; an unknown stream is an unopened room at version 0."""
    state = await store.snapshot(stream) or RoomState(stream=stream)
    projector = Projector(stream, state)
    async for recorded in store.read(stream, after=state.version):
        projector.fold((recorded,))
    return projector.state


async def patiently(work: Callable[[], Awaitable[T]], stream: str, idle: Idle) -> T:
    """Try until the store takes it: one that is locked, full or away comes back, and nothing is lost meanwhile."""
    tries = 0
    while True:
        try:
            return await work()
        except (StoreBusy, StoreReadOnly, StoreUnreachable) as trouble:
            pause = STORE_PAUSES[min(tries, len(STORE_PAUSES) - 1)]
            tries += 1
            log.error("room %s waits %s s for the store: %s", stream, pause, trouble)  # noqa: TRY400
            await idle(asyncio.sleep(pause))
