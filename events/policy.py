"""How a room is run: plain data with the defaults. Recorded whole when a panel opens, and when it changes."""

from typing import Literal, NewType

from msgspec import Struct

from events.base import PersonaId

StrategyName = Literal[
    "producer",
    "scored",
    "natural",
    "list",
    "pooled",
    "manual",
    "selector",
    "round-robin",
    "random",
    "equal",
    "self-selection",
    "cssn",
    "inner-thoughts",
    "pair",
]
"""Who decides among several candidates; docs/floor.md explains each."""
Arrangement = Literal["one", "split", "each", "auto"]
Tone = Literal["overt", "neutral", "reticent"]
ZoneName = NewType("ZoneName", str)
"""A time zone by its IANA name: `Europe/Berlin`."""


class Gathering(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """How long a turn waits for a person to finish. Seconds."""

    window: float = 2.0
    typing: float = 10.0
    """A typing notice lasts this long (Discord repeats it every 8-10 s and never says that it stopped)."""
    longest: float = 8.0
    """However busy the room is, a turn starts this long after its first message; typing may double it."""


class Silence(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The line after a silence: off until somebody turns it on (Discord's policy asks for that)."""

    on: bool = False
    after: float = 300.0
    """Seconds without a word before personas are asked whether they have something to say."""
    threshold: float = 3.95
    """A motivation must be strictly above this, on 1-5 (Inner Thoughts, "overt proactivity")."""
    human_within: float = 1800.0
    """Only if a person spoke within this many seconds."""
    wake_budget: int = 6
    """After-silence lines a day."""
    percentile: float | None = None
    """Instead of the threshold: above this share (0-1) of the scores that this room has seen, once it has seen 20."""
    back_off: float = 2.0
    """Each lull that nobody broke makes the next wait this many times longer, until a person speaks."""
    sleep_after: int = 3
    """After so many lulls in a row that nobody wanted to break, nobody is asked again before a person speaks."""
    quiet_from: int | None = None
    """The hour in the room's `zone`, 0-23, in which quiet hours begin; None, and there are none. They may go past
    midnight."""
    quiet_until: int | None = None
    """The hour in the room's `zone`, 0-23, at whose beginning they are over: from `22` until `7`."""
    quiet_for: Literal["lulls", "unasked"] = "lulls"
    """What quiet hours keep back: only lines after a silence, or everything that nobody asked for. Who writes at night
    is awake, so an answer is no disturbance unless the room says so."""


class Cooldowns(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Rest between lines that nobody asked for, seconds; 0 is none."""

    persona: float = 0.0
    """Since the persona's own last line."""
    pair: float = 0.0
    """Since these two personas last followed one another."""
    room: float = 0.0
    """Since any persona's last line."""


class Transitions(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Who may follow whom, by persona id. A graph that leaves nobody means silence, never everybody."""

    kind: Literal["allowed", "disallowed"] = "disallowed"
    edges: tuple[tuple[PersonaId, PersonaId], ...] = ()
    """From the last speaker to the next."""


class Obligations(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Answers that are due, as adjacency pairs."""

    designation: Literal["off", "rules", "model"] = "rules"
    """Whether the line just said may give the floor to whom it selects: by rules, or with a model where rules leave it
    open."""
    response_marker: bool = True
    """Whether the holder's brief says that a response is due, and of which kind. Independent of the designation, so
    that all four cells of the missing ablation exist."""
    window: float = 45.0
    """Seconds for an answer owed to a person; slower rooms wait longer."""
    persona_window: float = 30.0
    depth: int = 2
    """Persona-to-persona pairs in a row that still weigh anything."""


class Natural(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """SillyTavern's strategies."""

    self_responses: bool = False
    """Whether the last speaker may speak again at once."""


class Selector(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """AutoGen's strategy: a model picks one of the candidates."""

    attempts: int = 3
    """How often the selector is asked for one choice; then the next in seating order speaks."""
    repeat: tuple[PersonaId, ...] = ()
    """Personas that may follow themselves."""
    lines: int = 12
    """Lines of talk that the selector is shown: short, since it is asked every time."""


class InnerThoughts(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Inner Thoughts' strategy: thoughts are formed, and the strongest above a threshold is spoken."""

    threshold: float = 3.5
    """For self-selection, when the turn is anybody's (`im_threshold`)."""
    interrupt: float = 4.0
    """When the turn is another's."""
    quick: float = 0.3
    """Chance of a quick reaction where no thought reaches the threshold (`system1_prob`)."""
    tone: Tone = "neutral"


class Pair(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Two personas in talk, as in Generative Agents and AI Town."""

    lines: int = 8
    """Lines of one talk, the first and the last counted; where people are about, the cap may end it sooner."""
    line_pause: float = 2.0
    """Least time between two lines, seconds; a long line is given the time that it takes to read."""
    rest: float = 15.0
    """Between two talks of one persona, seconds."""
    pair_rest: float = 60.0
    """Between two talks of the same two."""


class Limits(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Fuses: hard limits that no model can talk its way around."""

    speakers_a_turn: int = 3
    """Speakers of one turn, and persona lines in a row where people are about, within the cap; two in talk have
    `pair.lines` instead."""
    calls_a_turn: int = 12
    lines_an_hour: int = 120
    characters: int = 1800
    """The longest line that is posted; Discord takes 2,000 code points."""
    patience: float = 600.0
    """A staged line older than this at a restart is withdrawn: the talk has moved on. Seconds."""
    fresh: float = 300.0
    """The oldest message missed while offline that is still answered. Seconds."""


class Remembering(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What personas keep in mind."""

    notes: bool = True
    """Whether the writer may note with a line what its persona should remember."""
    summary: bool = False
    """Whether each persona sums a talk up for itself, once it has come to rest."""
    after: float = 600.0
    """Seconds of quiet until a talk counts as over."""
    table: int = 6
    """The most memories and lore entries that a persona is shown in a turn."""
    most: int = 200
    """Memories that a room keeps; the least important and oldest go first."""
    decay: float = 0.995
    """Of the recency, for each hour since a memory was last used (Generative Agents)."""


class Screening(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The bars of the screen: a line above one of them is suspected. A bar of 0 switches its meter off."""

    own_overlap: float = 0.5
    """Share of word pairs with one of the persona's own last lines (human chat: 1.3 % of lines reach .5)."""
    overlap: float = 0.6
    """The same with a recent line of somebody else."""
    openers: float = 0.2
    """Share of the persona's last lines that open with the same two words (people: 9 % for the five most common)."""
    questions: float = 0.5
    """Share of the persona's last lines that end with a question (people: 13 % of all lines)."""
    praise: float = 0.5
    """Share of its lines that open by naming or praising the last speaker (people in a busy room name every second)."""
    slop: float = 12.0
    """Over-used words for each 1,000 of the persona's own, once it has said 500."""
    contrast: float = 0.1
    """Share of its lines that hold a "not X but Y"."""
    marked: float = 0.1
    """Share of its lines with lists, headings or bold."""
    closings: float = 1.0
    """Its lines in a row that close with the same move; a bar of 1 lets none do so twice."""
    private: float = 0.6
    """Share of something private that a line says word for word."""
    drift: float = 0.6
    """Likeness of the word profiles of two personas."""
    longer: float = 1.5
    """Times the staged length."""
    strict_agency: bool = False
    """Whether a line that acts for a person is written again."""
    diagnosis: Literal["code", "model"] = "code"
    """Who says what is wrong with a suspected line: the meters alone, or a model that is shown them."""
    rewrites: int = 1
    """How often a line is written again."""


class Policy(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Everything about a room that somebody may want otherwise."""

    strategy: StrategyName = "producer"
    """Who decides among several candidates: the producer (a model), or visible arithmetic."""
    arrangement: Arrangement = "one"
    """One call writes every staged line; or who has something private to tell writes in a call of their own; or each
    line has its own call (small local models); or what the leak exam found for this model decides."""
    foreign_voices: Literal["cut", "trigger"] = "cut"
    """When a writer also writes a line for a persona that was not staged: it is cut, or that persona is given the floor
    to say it in its own words, within the cap."""
    stances: Literal["off", "kept", "shown"] = "off"
    """Whether each staged persona first answers alone, and whether its writer is shown that answer."""
    memory: Remembering = Remembering()
    screen: Screening = Screening()
    gathering: Gathering = Gathering()
    silence: Silence = Silence()
    obligations: Obligations = Obligations()
    cooldowns: Cooldowns = Cooldowns()
    transitions: Transitions = Transitions()
    natural: Natural = Natural()
    selector: Selector = Selector()
    inner: InnerThoughts = InnerThoughts()
    pair: Pair = Pair()
    motivation: bool = False
    """Whether the producer is shown how much each candidate wants to speak; asked beside the other readouts."""
    limits: Limits = Limits()
    zone: ZoneName = ZoneName("UTC")
    """Where the room's quiet hours and its days of spending begin and end: an IANA time zone, summer time included."""
    characters_a_second: float = 25.0
    """Reading pace between two persona lines."""
    longest_pause: float = 6.0
    """The longest pause between two persona lines, seconds."""
    stop_words: tuple[str, ...] = (
        *("stop", "stop it", "stop talking", "stop that", "quiet", "be quiet", "silence", "hush", "enough", "halt"),
        *("cut it out", "knock it off", "shut up", "shush", "pipe down", "\U0001f6d1", "\u270b", "\U0001f910"),
    )
    """Whole messages that hush the panel, compared without case, punctuation and words like "please" and "ok"."""
    ignore_markers: tuple[str, ...] = ("~", "((", "//")
    """A message that starts so is heard but not answered."""
    on_delete: Literal["leave", "remove"] = "leave"
    """What happens to a posted answer when the message that it answered is deleted."""
    scene: str = ""
    """What the panel is about, in the host's words; part of the stable prompt prefix."""
