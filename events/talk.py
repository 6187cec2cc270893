"""The lasting parts of a room: who is seated, what was said, what is owed, kept in mind and directed. Plain data."""

from datetime import datetime

from msgspec import Struct

from events.base import EPOCH, LineId, MemoryId, MessageId, ObligationId, PersonaId, PersonId, TurnId, Version
from events.decided import Cue, PairType
from events.memories import Audience
from events.persona import Persona


class Seat(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A seated persona."""

    persona: Persona
    muted: bool = False
    blind: bool = False
    """It may speak, and does not hear."""
    seated_at: Version = Version(0)
    last_spoke: Version = Version(0)
    last_spoke_at: datetime = EPOCH
    lines: int = 0
    thoughts: tuple[str, ...] = ()
    """What this persona thought lately, spoken or not, oldest first: nobody else is told."""


class Addressed(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Who the messages of a turn were to."""

    forced: tuple[PersonaId, ...] = ()
    rule: str = ""
    mentioned: tuple[PersonaId, ...] = ()
    absent: tuple[PersonaId, ...] = ()
    to_panel: bool = False
    to_human: bool = False


class Utterance(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One line of the talk, as everybody in the room knows it."""

    version: Version
    at: datetime
    name: str
    text: str
    message: MessageId | None = None
    more: tuple[MessageId, ...] = ()
    """Further messages of a line that had to be split."""
    person: PersonId | None = None
    persona: PersonaId | None = None
    answers: PersonaId | None = None
    line: LineId | None = None
    late: bool = False
    to: Addressed | None = None
    """Who a person's line was to."""
    answering: tuple[MessageId, ...] = ()
    """The messages that a persona's line answered."""
    heard_by: tuple[PersonaId, ...] = ()
    """The personas that heard it: those seated then, and not blind; of a whisper, those it was for."""
    whisper: bool = False
    hidden: bool = False
    """Kept out of every prompt."""
    turn: TurnId | None = None
    """The turn in which a persona said it."""
    cue: Cue | None = None
    """How it was staged: writing it again keeps that."""
    variants: tuple[str, ...] = ()
    """Every text that a line has had, in order, once it has had more than one."""


class Obligation(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """An answer that is due."""

    id: ObligationId
    pair: PairType
    holder: PersonaId
    source: Version
    message: MessageId | None = None
    by: PersonaId | None = None
    due: tuple[str, ...] = ()
    opened_at: datetime = EPOCH
    until: datetime = EPOCH
    depth: int = 0


class Memory(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Something that a persona keeps in mind."""

    id: MemoryId
    owner: PersonaId
    text: str
    about: str = ""
    source: Version | None = None
    audience: Audience = "owner"
    shared: tuple[PersonaId, ...] = ()
    importance: float = 5.0
    kept_at: datetime = EPOCH
    used_at: datetime = EPOCH
    """When it last lay on the table; at first, when it was kept."""


class PinnedNote(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A note that lies on the table in every turn."""

    id: Version
    text: str


class Direction(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A director's cue that still holds."""

    text: str
    persona: PersonaId | None = None
    left: int = 1
    """Turns with lines that it still holds for."""


class Writer(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What is known of the model that writes."""

    model: str = ""
    leaks: float | None = None
    trials: int = 0
    at_most: float = 1.0
