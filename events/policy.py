"""How a room is run: plain data with the defaults. Recorded whole when a panel opens, and when it changes."""

from typing import Literal

from msgspec import Struct

StrategyName = Literal["producer", "scored"]
Arrangement = Literal["one", "each"]


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
    quiet_from: int | None = None
    quiet_until: int | None = None
    """Quiet hours, UTC, whole hours: `22` to `7`."""


class Limits(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Fuses: hard limits that no model can talk its way around."""

    speakers_a_turn: int = 3
    calls_a_turn: int = 12
    lines_an_hour: int = 120
    characters: int = 1800
    """The longest line that is posted; Discord takes 2,000 code points."""
    patience: float = 600.0
    """A staged line older than this at a restart is withdrawn: the talk has moved on. Seconds."""
    fresh: float = 300.0
    """The oldest message missed while offline that is still answered. Seconds."""


class Policy(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Everything about a room that somebody may want otherwise."""

    strategy: StrategyName = "producer"
    """Who decides among several candidates: the producer (a model), or visible arithmetic."""
    arrangement: Arrangement = "one"
    """One call writes every staged line, or one call a line (small local models)."""
    gathering: Gathering = Gathering()
    silence: Silence = Silence()
    limits: Limits = Limits()
    characters_a_second: float = 25.0
    """Reading pace between two persona lines."""
    longest_pause: float = 6.0
    """The longest pause between two persona lines, seconds."""
    stop_words: tuple[str, ...] = ("stop", "quiet", "enough", "be quiet", "shut up", "stop it", "stop talking", "hush")
    """Whole messages that hush the panel, compared without case, punctuation and words like "please" and "ok"."""
    ignore_markers: tuple[str, ...] = ("~", "((", "//")
    """A message that starts so is heard but not answered."""
    on_delete: Literal["leave", "remove"] = "leave"
    """What happens to a posted answer when the message that it answered is deleted."""
    scene: str = ""
    """What the panel is about, in the host's words; part of the stable prompt prefix."""
