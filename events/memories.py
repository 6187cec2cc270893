"""Facts of what is kept and what is known: memories, pinned notes, whispers, what a turn lays on the table, stances."""

from typing import Literal

from msgspec import Struct

from events.base import CallId, Fact, MemoryId, PersonaId, Personal, PersonId, TurnId, Version

Audience = Literal["owner", "some", "room"]
"""Who may know of a memory: its owner alone, some personas, or everybody in the room."""

# --- heard ---


class RememberOrdered(Fact, frozen=True, kw_only=True):
    """Somebody told a persona to remember something."""

    persona: PersonaId
    text: Personal
    about: Personal = ""
    """Whom or what it is about, as the person named it."""
    audience: Audience = "owner"
    shared: tuple[PersonaId, ...] = ()
    """With whom, where the audience is `some`."""
    importance: float = 5.0
    """1 to 10."""
    by: PersonId | None = None


class MemoryForgotten(Fact, frozen=True, kw_only=True):
    """Memories were taken away, with their words."""

    memories: tuple[MemoryId, ...]
    by: PersonId | None = None


class NotePinned(Fact, frozen=True, kw_only=True):
    """A note was pinned: it lies on the table in every turn, for everybody. Its id is the version of this fact."""

    text: Personal
    by: PersonId | None = None


class NoteUnpinned(Fact, frozen=True, kw_only=True):
    """A pinned note was taken down, with its words."""

    note: Version
    by: PersonId | None = None


class Whispered(Fact, frozen=True, kw_only=True):
    """A person told some personas something that nobody else in the room heard. It opens no turn."""

    person: PersonId
    name: Personal
    text: Personal
    to: tuple[PersonaId, ...]


class BlindSet(Fact, frozen=True, kw_only=True):
    """A persona was made blind, or sees again: it may speak, but does not hear what is said meanwhile."""

    persona: PersonaId
    blind: bool
    by: PersonId | None = None


# --- decided ---


class MemoryKept(Fact, frozen=True, kw_only=True):
    """A persona keeps something in mind."""

    memory: MemoryId
    owner: PersonaId
    text: Personal
    about: Personal = ""
    source: Version | None = None
    """What it stems from: erasing that erases this."""
    audience: Audience = "owner"
    shared: tuple[PersonaId, ...] = ()
    importance: float = 5.0
    how: Literal["order", "note", "summary"] = "order"


class Laid(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One thing on the table, and what spoke for it; each part is 0 to 1."""

    item: str
    """`m12` (a memory), `note:40`, `lore:warren:2`."""
    score: float = 0.0
    relevance: float = 0.0
    importance: float = 0.0
    recency: float = 0.0


class Recalled(Fact, frozen=True, kw_only=True):
    """What this turn needs was laid on the table: each persona is shown what of it that persona may know."""

    turn: TurnId
    laid: tuple[Laid, ...]
    by: Literal["all", "embedding", "words"] = "all"
    """Whether all there was fitted, or the relevance was measured by embeddings, or by shared words."""


class StanceTaken(Fact, frozen=True, kw_only=True):
    """What a persona answered alone, before it read what the others said: kept to measure conformity."""

    turn: TurnId
    persona: PersonaId
    call: CallId
    text: Personal
