"""The passing parts of a room: the turn that goes on, what is asked, unposted, to be changed, shown. Plain data."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from events.base import EPOCH, CallId, LineId, MessageId, PersonaId, TurnId, Version
from events.decided import Considered, Cue, Occasion, PairType, Role
from events.memories import Laid
from events.screening import Trip
from events.talk import Addressed


class Thought(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What a persona thought in this turn."""

    persona: PersonaId
    text: str = ""
    speak: bool = False
    raw: float | None = None
    score: float = 0.0
    quick: bool = False
    reason: str = ""


class SceneState(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A scene that goes on."""

    left: int
    """Lines still to come."""
    until: datetime
    topic: str = ""
    since: Version = Version(0)
    """The event that the next line's alarm is set for."""
    spoken: int = 0


class Suspect(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A line that the screen held back."""

    persona: PersonaId
    call: CallId
    text: str
    trips: tuple[Trip, ...] = ()
    what: tuple[str, ...] | None = None
    """None until it is diagnosed."""
    evidence: str = ""
    instruction: str = ""


Stage = Literal["gathering", "deciding", "writing"]


class Turn(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The turn that is going on."""

    id: TurnId
    occasion: Occasion
    opened: Version
    opened_at: datetime
    until: datetime
    stage: Stage = "gathering"
    gathers: Version = Version(0)
    """The event that set `until`: the alarm is for it."""
    messages: tuple[MessageId, ...] = ()
    """The messages of people that this turn answers, oldest first."""
    addressed: Addressed = Addressed()
    cues: tuple[Cue, ...] = ()
    """Who has the floor, in order; empty until it is given."""
    rule: str = ""
    considered: tuple[Considered, ...] = ()
    calls: int = 0
    staged: int = 0
    posted: int = 0
    done: tuple[PersonaId, ...] = ()
    """Personas whose part in this turn is settled: staged, or given up."""
    scores: tuple[Considered, ...] = ()
    """Motivations scored so far."""
    thoughts: tuple[Thought, ...] = ()
    """Thoughts formed since the floor was last given, for strategies that ask for them."""
    designated: tuple[Version, ...] = ()
    """Lines whose designation has been asked for or decided."""
    direction: str = ""
    """What a moderator asked the speaker to talk about."""
    redoes: LineId | None = None
    """The line that this turn writes again."""
    slot: Version | None = None
    """Where that line stands: nothing later is known to its writer."""
    as_new: bool = False
    table: tuple[Laid, ...] = ()
    """What was recalled for this turn."""
    recalled: bool = False
    laid: Version = Version(0)
    """The event that laid the table: calls that were asked before it know nothing of it."""
    suspects: tuple[Suspect, ...] = ()
    """Lines of this turn that the screen held back."""
    stances: tuple[tuple[PersonaId, str], ...] = ()
    """What personas answered alone."""


class Call(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A model call whose answer is owed."""

    id: CallId
    asked: Version
    asked_at: datetime
    turn: TurnId
    role: Role
    about: tuple[PersonaId, ...] = ()
    most: int = 0
    owing: tuple[tuple[PersonaId, Version], ...] = ()
    due: tuple[tuple[PersonaId, PairType], ...] = ()
    """What was asked of them, where the writer is told that a response is due."""
    attempt: int = 1
    complaint: str = ""
    arranged: str = ""
    prompt: str = ""
    heard: int = 0
    """Segments of the answer already taken while it streams."""


class Unposted(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A staged line that is not in the channel yet."""

    line: LineId
    turn: TurnId
    staged: Version
    staged_at: datetime
    persona: PersonaId
    text: str
    forced: bool = False
    answering: tuple[MessageId, ...] = ()
    """The messages of people that the line answers."""
    cue: Cue | None = None
    attempt: int = 0
    """Claims made so far."""
    started: Version | None = None
    started_at: datetime | None = None
    after: MessageId | None = None


class Revision(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A change of a posted line that the channel is owed."""

    line: LineId
    persona: PersonaId
    messages: tuple[MessageId, ...]
    text: str
    since: Version
    before: str = ""
    """What the channel shows until then."""


class OwedSign(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A sign that is owed."""

    version: Version
    reason: str
    message: MessageId | None = None
    persona: PersonaId | None = None


class Rest(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What came of the talk's coming to rest."""

    rang: Version = Version(0)
    """The line after which the last alarm for a summary rang: it is used up, whatever came of it."""
    summed: Version = Version(0)
    """The newest line that the personas have summed up."""


class Lull(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The silence since somebody last said something."""

    since: Version = Version(0)
    """The event that its alarm is set for: what began it, or an alarm that rang too early."""
    since_at: datetime = EPOCH
    spent: bool = False
    """It is being asked about, or has had its one line; only a person opens another."""
