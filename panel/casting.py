"""Whose cards a prompt shows whole, and whose in one line, so that twenty seats do not make it explode."""

from collections.abc import Sequence

from events.base import PersonaId
from events.persona import Persona
from events.room import Call, Seat

CAST_CHARACTERS = 12_000
"""Of cards in a prompt, about 3,000 tokens. A panel that fits is shown whole to every role, as one stable prefix."""
SUMMARY = 160
"""Characters of a card in one line."""


def shown_whole(seats: Sequence[Seat], call: Call) -> frozenset[PersonaId]:
    """The personas whose cards are shown whole: all where they fit, else those who are to speak, as far as they fit."""
    if sum(_size(seat.persona) for seat in seats) <= CAST_CHARACTERS:
        return frozenset(seat.persona.id for seat in seats)
    if call.role in ("producer", "selector"):
        return frozenset()
    whole: set[PersonaId] = set()
    left = CAST_CHARACTERS
    for persona in (seat.persona for seat in seats if seat.persona.id in call.about):
        left -= _size(persona)
        if left >= 0 or not whole:
            whole.add(persona.id)
    return frozenset(whole)


def in_one_line(persona: Persona) -> str:
    """The summary, else how the card begins."""
    text = " ".join((persona.summary or persona.card).split())
    if len(text) <= SUMMARY:
        return text
    head = text[: SUMMARY - 1]
    return (head.rpartition(" ")[0] or head) + "…"


def _size(persona: Persona) -> int:
    return len(persona.card) + sum(map(len, persona.voice))
