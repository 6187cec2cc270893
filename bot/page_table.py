"""Who sits at the table, as the page of the local room shows it; how it is drawn is the page's business."""

from typing import NamedTuple

from events.base import PersonaId
from events.room import RoomState


class Seated(NamedTuple):
    """One seat."""

    persona: PersonaId
    name: str
    muted: bool
    face: str
    """The address of the picture; empty where there is none."""


def seated(room: RoomState | None) -> list[Seated]:
    """Who sits in a room, in the order of the seats; nobody while no panel is open."""
    if room is None or not room.open:
        return []
    return [Seated(seat.persona.id, seat.persona.name, seat.muted, seat.persona.avatar) for seat in room.seats]
