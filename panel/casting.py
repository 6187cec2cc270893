"""Whose cards a prompt shows, and how much of each, so that nobody knows another's card and twenty seats do not make it
explode. What is on a card is `events.persona`'s; who may know what else is `knowing`'s.

One stable prefix a room: with one writer for all lines every card stands in it whole. Where personas write apart it
holds what everybody may know of everybody, for all of them alike, and a speaker's own card follows in the brief.
"""

from typing import Final

from events.base import PersonaId
from events.decided import Role
from events.persona import Persona
from events.room import Call, RoomState
from panel.arranging import effective

CAST_CHARACTERS = 12_000
"""Of cards in a prompt, about 3,000 tokens."""
SUMMARY = 160
"""Characters of a card in one line."""
ALONE: Final[frozenset[Role]] = frozenset(("motivation", "thought", "stance", "summary", "diagnosis"))
"""Asked of one persona, about its own mind: other cards are not shown whole, whatever the arrangement."""


def knowers(call: Call) -> tuple[PersonaId, ...]:
    """The personas whose knowledge a prompt may hold; none for a call about the whole room."""
    if call.role == "writer":
        return call.about
    return call.about[:1] if call.role in ALONE or call.role == "initiation" else ()


def shown_whole(room: RoomState, call: Call) -> frozenset[PersonaId]:
    """The personas whose cards stand whole in the prefix: all where one call writes for all and they fit, else none."""
    personas = [seat.persona for seat in room.seats]
    if not _in_view(room, call) or sum(map(_size, personas)) > CAST_CHARACTERS:
        return frozenset()
    return frozenset(persona.id for persona in personas)


def in_short(room: RoomState, call: Call) -> dict[PersonaId, str]:
    """What the prefix says of each persona where no card stands in it whole; nothing, where there is nothing to say."""
    shown = in_one_line if _in_view(room, call) else known_to_others
    return {seat.persona.id: shown(seat.persona) for seat in room.seats}


def _in_view(room: RoomState, call: Call) -> bool:
    """Whether a call may see every card: one that writes, or decides, for all of them."""
    return call.role not in ALONE and effective(room)[0] == "one"


def own_cards(room: RoomState, call: Call, whole: frozenset[PersonaId]) -> list[Persona]:
    """The cards that the brief shows whole: of those who know, as far as they fit, and one at least."""
    cards: list[Persona] = []
    left = CAST_CHARACTERS
    for seat in (seat for one in knowers(call) if (seat := room.seat(one)) is not None and one not in whole):
        left -= _size(seat.persona)
        if left >= 0 or not cards:
            cards.append(seat.persona)
    return cards


def in_one_line(persona: Persona) -> str:
    """For whoever casts: the summary, else how the card begins."""
    return _cut(persona.summary or persona.card)


def known_to_others(persona: Persona) -> str:
    """What the others may know: the public part of the card, else its summary, else nothing but the name."""
    return _cut(persona.public or persona.summary)


def _cut(text: str) -> str:
    text = " ".join(text.split())
    if len(text) <= SUMMARY:
        return text
    head = text[: SUMMARY - 1]
    return (head.rpartition(" ")[0] or head) + "…"


def _size(persona: Persona) -> int:
    return len(persona.card) + sum(map(len, persona.voice))
