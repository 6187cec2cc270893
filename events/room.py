"""What a room is at one moment: plain data, no behaviour. Its parts: `talk` (lasting) and `underway` (passing)."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from msgspec import Struct

from events.base import EPOCH, CallId, GuildId, HookId, LineId, MessageId, PersonaId, PlaceId, Version
from events.policy import Policy
from events.talk import Addressed, Direction, Memory, Obligation, PinnedNote, Seat, Utterance, Writer
from events.underway import (
    Call,
    Lull,
    OwedSign,
    Rest,
    Revision,
    SceneState,
    Stage,
    Suspect,
    Thought,
    Turn,
    Unposted,
)

__all__ = [
    "WINDOW",
    "WINDOW_STEP",
    "Addressed",
    "Call",
    "Direction",
    "Lull",
    "Memory",
    "Obligation",
    "OwedSign",
    "PinnedNote",
    "Rest",
    "Revision",
    "RoomState",
    "SceneState",
    "Seat",
    "Stage",
    "Suspect",
    "Thought",
    "Turn",
    "Unposted",
    "Utterance",
    "Writer",
    "as_json",
    "lines_since",
]

WINDOW = 60
"""Lines of talk that the state keeps at least."""
WINDOW_STEP = 30
"""The window moves in steps of this size, so that prompts keep their prefix (and the model server its cache)."""


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
    removals: tuple[Revision, ...] = ()
    """Of these, the ones that somebody ordered, with all that is needed to remove a line of any age."""
    revisions: tuple[Revision, ...] = ()
    """Posted lines whose change is owed to the channel."""
    put_off: tuple[LineId, bool] | None = None
    """A line to be written again (and whether as a further one) once the people who spoke meanwhile are answered."""
    memories: tuple[Memory, ...] = ()
    notes: tuple[PinnedNote, ...] = ()
    directions: tuple[Direction, ...] = ()
    writer: Writer = Writer()
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
    rest: Rest = Rest()
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
