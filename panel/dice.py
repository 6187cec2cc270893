"""Draws that replay the same: each is a function of the room's salt, a version of its stream, and a name."""

from hashlib import blake2b

from events.room import RoomState


def draw(state: RoomState, *names: object) -> float:
    """A number in [0, 1), the same for the same room, version and names."""
    seed = "\x1f".join(map(str, (state.salt, state.version, *names)))
    return int.from_bytes(blake2b(seed.encode(), digest_size=7).digest()) / 2**56
