"""What a room is at one moment: seats, talk, the turn, what is asked and what is unposted. Plain data, no behaviour."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

import msgspec
from msgspec import Struct

from events.base import (
    EPOCH,
    CallId,
    GuildId,
    HookId,
    LineId,
    MessageId,
    ObligationId,
    PersonaId,
    PersonId,
    PlaceId,
    TurnId,
    Version,
)
from events.decided import Considered, Cue, Occasion, PairType, Role
from events.persona import Persona
from events.policy import Policy

WINDOW = 60
"""Lines of talk that the state keeps at least."""
WINDOW_STEP = 30
"""The window moves in steps of this size, so that prompts keep their prefix (and the model server its cache)."""


class Seat(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A seated persona."""

    persona: Persona
    muted: bool = False
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
    attempt: int = 0
    """Claims made so far."""
    started: Version | None = None
    started_at: datetime | None = None
    after: MessageId | None = None


class OwedSign(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A sign that is owed."""

    version: Version
    reason: str
    message: MessageId | None = None
    persona: PersonaId | None = None


class Lull(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The silence since somebody last said something."""

    since: Version = Version(0)
    """The event that its alarm is set for: what began it, or an alarm that rang too early."""
    since_at: datetime = EPOCH
    spent: bool = False
    """It is being asked about, or has had its one line; only a person opens another."""


class RoomState(Struct, kw_only=True, omit_defaults=True):
    """A room after some version of its stream.

    Only a fold changes one, and only a copy that nobody else has seen: to everybody else it is as frozen as its parts.
    """

    stream: str
    guild: GuildId = GuildId(0)
    place: PlaceId = PlaceId(0)
    parent: PlaceId | None = None
    version: Version = Version(0)
    at: datetime = EPOCH
    """The time of the last event."""
    open: bool = False
    salt: str = ""
    policy: Policy = Policy()
    seats: tuple[Seat, ...] = ()
    talk: tuple[Utterance, ...] = ()
    """The recent lines, oldest first: a window that moves in steps."""
    turn: Turn | None = None
    turns: int = 0
    order: str = ""
    """What the latest order asked its speaker to talk about, until its turn opens."""
    calls: tuple[Call, ...] = ()
    unposted: tuple[Unposted, ...] = ()
    unwanted: tuple[LineId, ...] = ()
    """Posted lines that are to be removed."""
    signs: tuple[OwedSign, ...] = ()
    signed: tuple[tuple[str, datetime], ...] = ()
    """When each kind of sign was last given: one a cause an hour."""
    ai_run: int = 0
    """Persona lines since a person last spoke."""
    hushed: bool = False
    last_human_at: datetime = EPOCH
    last_line_at: datetime = EPOCH
    last_line_length: int = 0
    """Characters of the line that people are reading."""
    last_speaker: PersonaId | None = None
    last_message: MessageId | None = None
    """The newest message known: where catching up begins."""
    typing_until: datetime = EPOCH
    lull: Lull = Lull()
    holds: int = 0
    """Lulls in a row that nobody wanted to break."""
    motivations: tuple[float, ...] = ()
    """The latest motivation scores of this room, oldest first: what a percentile is taken of."""
    obligations: tuple[Obligation, ...] = ()
    """Answers that are due, oldest first."""
    scene: SceneState | None = None
    topic: str = ""
    """What the latest scene order was about, until the scene opens."""
    follows: tuple[tuple[PersonaId, PersonaId, datetime], ...] = ()
    """When one persona last followed another: for the cooldown of a pair."""
    wakes: tuple[datetime, ...] = ()
    """After-silence lines of the last day."""
    broke_until: datetime = EPOCH
    """The day's budget is spent: before this no model is asked."""
    line_times: tuple[datetime, ...] = ()
    """When the lines of the last hour were staged."""
    erased: int = 0
    """How many times words were taken out of the talk: prompts before that cannot be compared any more."""
    hooks: dict[HookId, PersonaId | None] = {}
    """Webhooks that have spoken here: an echo is ours even when no cache knows it."""

    def seat(self, persona: PersonaId) -> Seat | None:
        """The seat of a persona, if it is seated."""
        for seat in self.seats:
            if seat.persona.id == persona:
                return seat
        return None

    def call(self, call: CallId) -> Call | None:
        """A call whose answer is wanted."""
        for one in self.calls:
            if one.id == call:
                return one
        return None

    def said_in(self, message: MessageId) -> Utterance | None:
        """The recent line that a message carries; older ones are found in the log."""
        for said in reversed(self.talk):
            if said.message == message or message in said.more:
                return said
        return None

    def waiting(self, line: LineId) -> Unposted | None:
        """A staged line that is not posted yet."""
        for one in self.unposted:
            if one.line == line:
                return one
        return None

    @property
    def unmuted(self) -> int:
        """Seats that may be given the floor."""
        return sum(not seat.muted for seat in self.seats)

    @property
    def cap(self) -> int:
        """Persona lines allowed since a person last spoke: below the unmuted seats, and one at least."""
        return max(1, self.unmuted - 1)


def as_json(state: RoomState) -> bytes:
    """The state in one stable form: what replay compares, and snapshots keep."""
    # msgspec orders only keys that are text; the ids of webhooks become text in JSON anyway.
    return msgspec.json.encode(msgspec.to_builtins(state, str_keys=True), order="deterministic")


def lines_since(talk: Sequence[Utterance], persona: PersonaId) -> int:
    """Lines of the talk after a persona's own last one; all of them where it has none."""
    return next((place for place, said in enumerate(reversed(talk)) if said.persona == persona), len(talk))
