"""Snapshots: which of them are of today's schema. A cache, never a truth."""

from functools import cache
from hashlib import blake2b

import msgspec

from events.room import RoomState


@cache
def state_digest() -> str:
    """Digest of the schema of `RoomState` and all that is in it: a snapshot of another one is not read."""
    schema = msgspec.json.encode(msgspec.json.schema(RoomState), order="deterministic")
    return blake2b(schema, digest_size=8).hexdigest()


def frozen(state: RoomState) -> bytes:
    """The state as it is kept."""
    return msgspec.json.encode(state)


def thawed(state: bytes, digest: str) -> RoomState | None:
    """The state that was kept, if it is of today's schema and whole."""
    if digest != state_digest():
        return None
    try:
        return msgspec.json.decode(state, type=RoomState)
    except msgspec.DecodeError:
        return None  # the log is the truth: a snapshot that cannot be read is as good as none
