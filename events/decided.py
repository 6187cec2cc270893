"""Outputs: what the room decided about an input. The effects are owed until an input reports them paid."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from events.base import CallId, Fact, LineId, MessageId, ObligationId, PersonaId, Personal, PersonId, TurnId, Version

Role = Literal[
    "producer",
    "writer",
    "motivation",
    "likeness",
    "designation",
    "selector",
    "thought",
    "initiation",
    "recall",
    "summary",
    "diagnosis",
    "stance",
]
Occasion = Literal["human", "order", "silence", "catch-up", "scene", "redo", "summary"]
PairType = Literal[
    "yes-no-question",
    "wh-question",
    "choice",
    "request",
    "offer",
    "invitation",
    "greeting",
    "farewell",
    "summons",
    "assessment",
    "complaint",
    "thanks",
]
"""The first pair part of an adjacency pair (Schegloff & Sacks 1973; docs/floor.md names the second parts)."""


class Cue(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One staged speaker: who, how long, in what manner, and why."""

    persona: PersonaId
    rule: str
    """`addressed`, `answers-a-reply`, `only-candidate`, `producer`, `fallback`, `after-silence`, `ordered`..."""
    length: Literal["short", "medium", "long"] = "medium"
    manner: str = ""
    reason: str = ""
    forced: bool = False
    """A person asked for exactly this persona: it is owed, also past the cap."""


class Considered(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One persona as the floor saw it: chosen or not, and why."""

    persona: PersonaId
    verdict: Literal["chosen", "passed", "refused"]
    reason: str
    """A rule's name where refused (`muted`, `cap`, ...), else what spoke for or against."""
    score: float | None = None


class TurnOpened(Fact, frozen=True, kw_only=True):
    """A turn began, and gathers what belongs to it."""

    turn: TurnId
    occasion: Occasion
    until: datetime
    """When the gathering ends if nobody goes on."""
    carried: tuple[PersonaId, ...] = ()
    """Personas still owed to a person from a turn that this one supersedes."""
    redoes: LineId | None = None
    """The line of the recent talk that this turn writes again."""
    as_new: bool = False
    """As a further line, instead of in the place of the old one."""


class TurnGathers(Fact, frozen=True, kw_only=True):
    """The gathering was prolonged or cut short, by a further message, by typing, or by an address."""

    turn: TurnId
    until: datetime
    reason: str


class AddressHeard(Fact, frozen=True, kw_only=True):
    """Who a message was to: forced ones must speak, in this order; mentioned ones are a hint."""

    turn: TurnId | None
    message: MessageId
    forced: tuple[PersonaId, ...] = ()
    rule: str = ""
    """`addressed`, `answers-a-reply`, `role`, `shared-name`: what forced the first of them. `mention`: nobody is
    forced, and the bot was called."""
    mentioned: tuple[PersonaId, ...] = ()
    absent: tuple[PersonaId, ...] = ()
    to_panel: bool = False
    to_human: bool = False
    why: tuple[str, ...] = ()
    """The resolver's reasons, for the log: no words of the talk."""


class FloorGiven(Fact, frozen=True, kw_only=True):
    """The floor was given: who speaks, in this order."""

    turn: TurnId
    rule: str
    cues: tuple[Cue, ...]
    considered: tuple[Considered, ...] = ()
    words: Personal = ""
    """A model's own words about its cues, one `[manner, reason]` a cue, as JSON: they may quote people, so they are
    kept apart from the cues, and put back by the fold."""


class SilenceKept(Fact, frozen=True, kw_only=True):
    """Nobody speaks, and why."""

    turn: TurnId | None = None
    reason: str
    considered: tuple[Considered, ...] = ()
    words: Personal = ""
    """The producer's own reason for holding: it may quote people."""


class ModelAsked(Fact, frozen=True, kw_only=True):
    """A model is asked; the request is owed until it is answered, has failed or was dropped."""

    call: CallId
    turn: TurnId
    role: Role
    about: tuple[PersonaId, ...] = ()
    """The personas that the call is for."""
    most: int = 0
    """How many may be staged, as it was when this was asked; 0 where that is not the question."""
    owing: tuple[tuple[PersonaId, Version], ...] = ()
    """Who of them owed an answer when this was asked, and the line that asked for it."""
    due: tuple[tuple[PersonaId, PairType], ...] = ()
    """What was asked of them, where the writer is told that a response is due."""
    attempt: int = 1
    complaint: str = ""
    """What was wrong with the last answer, word for word as the model is told."""
    arranged: str = ""
    """How the writers are arranged here and why, where that was a choice: `split: warren has a memory of his own`."""
    prompt: str
    """Digest of the composed prompt."""
    since: Version
    """The oldest event whose words are in the prompt: erasing reaches answers through it."""


class MotivationScored(Fact, frozen=True, kw_only=True):
    """How much a persona wants to speak, as asked during a silence, or while a turn gathers."""

    turn: TurnId
    persona: PersonaId
    raw: float | None = None
    """1.0-5.0 as the model gave it; None when it gave nothing."""
    criteria: tuple[tuple[str, float], ...] = ()
    """The five criteria as the model gave them, 1-5, by name."""
    terms: tuple[tuple[str, float], ...] = ()
    """What code added to the raw score (coherence, balance, dynamics), and the factor of fairness."""
    score: float = 0.0
    """The raw score with the terms, times the fairness, within 1-5."""
    reason: str = ""
    """Why there is no score: a code."""


class ThoughtFormed(Fact, frozen=True, kw_only=True):
    """What a persona thought about the talk, and whether it wants to speak; a score is stored raw, too."""

    turn: TurnId
    persona: PersonaId
    thought: Personal = ""
    speak: bool = False
    raw: float | None = None
    """As the model gave it (0-9, or 1.0-5.0, by the strategy); None when it gave nothing."""
    score: float = 0.0
    """After the factors that code knows."""
    quick: bool = False
    """A quick reaction, not a deliberate thought."""
    reason: str = ""
    """Why there is no score: a code."""


class Designated(Fact, frozen=True, kw_only=True):
    """What a line does to the floor: whether it is a first pair part, of which type, and whom it selects."""

    turn: TurnId
    source: Version
    """Of the line: the person's message, or the staged line of a persona."""
    pair: PairType | None = None
    holder: PersonaId | None = None
    by: Literal["rules", "model"] = "rules"


class ObligationOpened(Fact, frozen=True, kw_only=True):
    """An answer is due: a first pair part has a holder now."""

    obligation: ObligationId
    pair: PairType
    holder: PersonaId
    source: Version
    message: MessageId | None = None
    """The message that asked; None until a persona's line is posted."""
    by: PersonaId | None = None
    """The persona that asked; None is a person."""
    due: tuple[str, ...]
    """The second pair parts that would do, the preferred one first."""
    until: datetime
    depth: int = 0
    """How many persona-to-persona pairs led here."""


class ObligationMet(Fact, frozen=True, kw_only=True):
    """The holder has answered."""

    obligation: ObligationId
    line: LineId


class ObligationLapsed(Fact, frozen=True, kw_only=True):
    """An answer is not due any more."""

    obligation: ObligationId
    reason: str
    """`lapsed` (its window passed), `withdrawn` (its source was), `passed` (somebody else answered), `closed`,
    `unseated`."""


class SceneOpened(Fact, frozen=True, kw_only=True):
    """The personas talk among themselves, for so many lines, until a moment at the latest."""

    lines: int
    until: datetime


class SceneEnded(Fact, frozen=True, kw_only=True):
    """The floor is returned to the people."""

    reason: str
    """`done`, `deadline`, `human`, `stop`, `silence`, `thanks`, `muted`, `closed`, `budget`, `failed`, `superseded`."""
    lines: int


class ModelDropped(Fact, frozen=True, kw_only=True):
    """A call is no longer wanted; its answer will be recorded, and not used."""

    call: CallId
    reason: str


class LineStaged(Fact, frozen=True, kw_only=True):
    """A line passed the screen and is owed to the channel."""

    line: LineId
    turn: TurnId
    persona: PersonaId
    text: Personal
    call: CallId
    position: int
    """0-based place in the turn."""
    mended: tuple[str, ...] = ()
    """What the screen cut, by code."""
    by: PersonId | None = None
    """The person whose words these are, where somebody spoke through the persona; such a line has no call."""


class LineCut(Fact, frozen=True, kw_only=True):
    """Something that a model wrote was held back."""

    turn: TurnId
    call: CallId | None = None
    persona: PersonaId | None = None
    reason: str
    characters: int = 0
    final: bool = False
    """The persona's part in this turn is given up."""


class LineWithdrawn(Fact, frozen=True, kw_only=True):
    """A staged line will not be sent."""

    line: LineId
    reason: str


class LineUnwanted(Fact, frozen=True, kw_only=True):
    """A posted line is to be removed from the channel; owed until `LineRetracted`."""

    line: LineId
    reason: str


class SignGiven(Fact, frozen=True, kw_only=True):
    """A small visible sign is owed: a persona that was asked cannot answer, or the panel needs help."""

    reason: str
    """`muted`, `failed`, `resting`, `no-webhook-permission`...: the shell knows the words and the emoji."""
    message: MessageId | None = None
    """The message to react to; None is a notice in the channel."""
    persona: PersonaId | None = None


class TurnEnded(Fact, frozen=True, kw_only=True):
    """A turn is over."""

    turn: TurnId
    reason: str
    """`done`, `silence`, `superseded`, `stopped`, `source-deleted`, `failed`, `closed`..."""
    posted: int = 0


class PanelHushed(Fact, frozen=True, kw_only=True):
    """The panel keeps silent until somebody addresses it or resumes it."""

    reason: str


class PanelRoused(Fact, frozen=True, kw_only=True):
    """The hush was lifted."""

    reason: str


class FuseBlown(Fact, frozen=True, kw_only=True):
    """A hard limit was reached."""

    limit: str
    count: int
