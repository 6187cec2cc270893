"""Facts about lines that stand already: written again, exchanged, edited, hidden, removed, said for a persona."""

from events.base import CallId, Fact, LineId, MessageId, PersonaId, Personal, PersonId, TurnId, Version

# --- heard ---


class RedoOrdered(Fact, frozen=True, kw_only=True):
    """Somebody wants a line written again: by the same persona, in the same place, from what was known there."""

    line: LineId
    as_new: bool = False
    """As a further line, instead of in the place of the old one."""
    by: PersonId | None = None


class ContinueOrdered(Fact, frozen=True, kw_only=True):
    """Somebody wants a line's author to go on from it."""

    line: LineId
    persona: PersonaId
    by: PersonId | None = None


class VariantChosen(Fact, frozen=True, kw_only=True):
    """Another of the texts that a line has had was chosen. Self-contained, so that it works on lines of any age."""

    line: LineId
    persona: PersonaId
    messages: tuple[MessageId, ...]
    variant: int
    """0-based, in the order in which they were written."""
    text: Personal
    by: PersonId | None = None


class LineEdited(Fact, frozen=True, kw_only=True):
    """Somebody put other words into a posted line; what stood there stays in the log."""

    line: LineId
    persona: PersonaId
    messages: tuple[MessageId, ...]
    text: Personal
    by: PersonId | None = None


class LineHidden(Fact, frozen=True, kw_only=True):
    """A message of the talk, of whoever, was hidden from every later prompt, or shown to them again."""

    message: MessageId
    hidden: bool = True
    by: PersonId | None = None


class RemovalOrdered(Fact, frozen=True, kw_only=True):
    """Somebody wants a posted line gone from the channel, whole."""

    line: LineId
    persona: PersonaId
    messages: tuple[MessageId, ...]
    by: PersonId | None = None


class SayAsOrdered(Fact, frozen=True, kw_only=True):
    """A person speaks through a persona: the words are theirs, and the log says whose."""

    persona: PersonaId
    text: Personal
    by: PersonId


class UndoOrdered(Fact, frozen=True, kw_only=True):
    """Somebody takes the panel's last turn back: all its lines."""

    by: PersonId | None = None


class DirectionSet(Fact, frozen=True, kw_only=True):
    """A director's cue that holds for some turns. No words: the cues for this persona, or for all, are dropped."""

    text: Personal
    persona: PersonaId | None = None
    """None is the whole panel."""
    turns: int = 3
    by: PersonId | None = None


class RevisionShown(Fact, frozen=True, kw_only=True):
    """A posted line was changed in the channel, or could not be."""

    line: LineId
    since: Version
    """The fact that owed the change."""
    messages: tuple[MessageId, ...] = ()
    """The messages that carry the line now; none where it could not be changed."""
    shown: bool = True


class WriterMeasured(Fact, frozen=True, kw_only=True):
    """Which model writes here, and how often it let one persona use what another knows, by the leak exam."""

    model: str
    leaks: float | None = None
    """0 to 1, per chance to leak; None where it was never measured."""
    trials: int = 0
    at_most: float = 1.0
    """The upper end of the rate's 95 % interval: few trials prove little."""


# --- decided ---


class LineRevised(Fact, frozen=True, kw_only=True):
    """A posted line has another text now; the channel is owed the change."""

    line: LineId
    turn: TurnId
    persona: PersonaId
    text: Personal
    call: CallId
    mended: tuple[str, ...] = ()
