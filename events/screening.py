"""Facts of what the screen made of a line before it may be said: suspected, and diagnosed."""

from typing import Literal

from msgspec import Struct

from events.base import CallId, Fact, PersonaId, Personal, TurnId


class Trip(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One meter above its bar."""

    meter: str
    value: float
    bar: float


class LineSuspected(Fact, frozen=True, kw_only=True):
    """A written line tripped meters of the screen and is held back until it is diagnosed."""

    turn: TurnId
    call: CallId
    persona: PersonaId
    text: Personal
    trips: tuple[Trip, ...]


class LineDiagnosed(Fact, frozen=True, kw_only=True):
    """What is wrong with a suspected line, or that nothing is."""

    turn: TurnId
    call: CallId
    persona: PersonaId
    what: tuple[str, ...] = ()
    """Codes of the faults; none where the suspicion was wrong, and the line is staged as it is."""
    evidence: Personal = ""
    """The words that show it: of the line, and of what it repeats or gives away."""
    instruction: Personal = ""
    """What the next attempt is told to do."""
    by: Literal["code", "model"] = "code"
