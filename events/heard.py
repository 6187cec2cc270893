"""Inputs: what reached a room from outside. Each is recorded together with what the room decided about it."""

from datetime import datetime
from typing import Literal

from events.base import (
    CallId,
    Fact,
    GuildId,
    HookId,
    LineId,
    MessageId,
    PersonaId,
    Personal,
    PersonId,
    PlaceId,
    TurnId,
    Version,
)
from events.persona import Persona
from events.policy import Policy

# --- what moderators do ---


class PanelOpened(Fact, frozen=True, kw_only=True):
    """A panel was opened in a place, under a policy."""

    guild: GuildId
    place: PlaceId
    parent: PlaceId | None = None
    """The channel that holds the webhooks when the place is a thread."""
    salt: str
    """Seed of every die that this room throws, drawn once."""
    policy: Policy = Policy()
    by: PersonId | None = None


class PanelClosed(Fact, frozen=True, kw_only=True):
    """The panel was closed: nothing is heard until it opens again; the log stays."""

    by: PersonId | None = None


class PersonaSeated(Fact, frozen=True, kw_only=True):
    """A persona took a seat, with its card as it is now."""

    persona: Persona
    position: int | None = None
    """0-based; None is the last seat."""
    by: PersonId | None = None


class PersonaUnseated(Fact, frozen=True, kw_only=True):
    """A persona left the panel; what is unsent of it is withdrawn."""

    persona: PersonaId
    by: PersonId | None = None


class SeatMoved(Fact, frozen=True, kw_only=True):
    """A seat was moved to another position."""

    persona: PersonaId
    position: int
    by: PersonId | None = None


class PersonaRevised(Fact, frozen=True, kw_only=True):
    """A seated persona's card was replaced by a newer one."""

    persona: Persona
    by: PersonId | None = None


class MuteSet(Fact, frozen=True, kw_only=True):
    """A persona was muted or unmuted; a muted one hears, and is not given the floor."""

    persona: PersonaId
    muted: bool
    by: PersonId | None = None


class PolicySet(Fact, frozen=True, kw_only=True):
    """The room's policy was replaced."""

    policy: Policy
    by: PersonId | None = None


class SpeakOrdered(Fact, frozen=True, kw_only=True):
    """Somebody asked for a persona to speak now; this also reaches a muted one."""

    persona: PersonaId
    about: Personal = ""
    by: PersonId | None = None


class SceneOrdered(Fact, frozen=True, kw_only=True):
    """Somebody asked for a scene: the personas talk alone, within limits."""

    lines: int
    minutes: float = 10.0
    topic: Personal = ""
    by: PersonId | None = None


class StopOrdered(Fact, frozen=True, kw_only=True):
    """Somebody pressed stop: what is unsent is withdrawn, and the panel is hushed."""

    by: PersonId | None = None


class ResumeOrdered(Fact, frozen=True, kw_only=True):
    """Somebody lifted the hush."""

    by: PersonId | None = None


# --- what people do ---


class HumanSpoke(Fact, frozen=True, kw_only=True):
    """A person said something where a panel is seated."""

    message: MessageId
    person: PersonId
    name: Personal
    """The name shown in Discord."""
    text: Personal
    """What was said, with Discord's mentions written out as @names."""
    reply_to: MessageId | None = None
    answers: PersonaId | None = None
    """The persona whose line this replies to."""
    roles: tuple[PersonaId, ...] = ()
    """Personas addressed by their Discord role, in the order named."""
    elsewhere: tuple[PersonaId, ...] = ()
    """Personas of the library that the words address and that are not seated here; only the shell knows the library."""
    to_bot: bool = False
    """The bot's account or its managed role was mentioned."""
    to_others: bool = False
    """Other people were mentioned, or replied to."""
    attached: tuple[str, ...] = ()
    """Typed placeholders of what is not text: `[image: 1]`, `[sticker: wave]`."""
    sent_at: datetime
    late: bool = False
    """Read back after an absence, not heard live."""


class CaughtUp(Fact, frozen=True, kw_only=True):
    """The messages missed while offline have all been read back."""

    missed: int
    until: MessageId


class HumanEdited(Fact, frozen=True, kw_only=True):
    """A person changed what they had said."""

    message: MessageId
    text: Personal


class HumanErased(Fact, frozen=True, kw_only=True):
    """Messages of people were deleted; their words are blanked in the log."""

    messages: tuple[MessageId, ...]


class HumanTyping(Fact, frozen=True, kw_only=True):
    """A person is typing."""

    person: PersonId


# --- what models answer ---


class DraftHeard(Fact, frozen=True, kw_only=True):
    """One more line of an answer that is still being written can no longer change."""

    call: CallId
    position: int
    """0-based, among the segments of this answer."""
    so_far: Personal
    """The raw answer up to here."""


class ModelAnswered(Fact, frozen=True, kw_only=True):
    """A model answered a call."""

    call: CallId
    text: Personal
    model: str
    finish: str = "stop"
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    seconds: float = 0.0


class ModelFailed(Fact, frozen=True, kw_only=True):
    """A call brought no answer."""

    call: CallId
    reason: str
    """`timeout`, `unreachable`, `refused-key`, `rate-limited`, `budget`, `filtered`, `nonsense`, `server`..."""
    detail: str = ""
    """For whoever debugs: never words of a talk, never a secret."""
    retry_after: float | None = None


# --- what the platform does ---


class PostStarted(Fact, frozen=True, kw_only=True):
    """A line is about to be sent: the claim that makes it unique, stored before the request leaves."""

    line: LineId
    attempt: int = 1
    after: MessageId | None = None
    """The newest message known at that moment: where to look for our own echo."""


class LinePosted(Fact, frozen=True, kw_only=True):
    """A line stands in the channel."""

    line: LineId
    messages: tuple[MessageId, ...]
    """One id, or more where the line had to be split."""
    hook: HookId | None = None
    found: Literal["answer", "echo", "history"] = "answer"
    """How we know: Discord's answer, our own echo, or the channel's history."""


class PostMissed(Fact, frozen=True, kw_only=True):
    """A line whose outcome was unknown is not in the channel; it is owed again."""

    line: LineId


class LineFailed(Fact, frozen=True, kw_only=True):
    """A line could not be posted."""

    line: LineId
    reason: str
    """`no-webhook-permission`, `too-many-webhooks`, `place-gone`, `refused-name`, `refused`, `unreadable`..."""
    detail: str = ""


class LineErased(Fact, frozen=True, kw_only=True):
    """One of our lines was deleted in Discord: it is taken out of every later prompt."""

    message: MessageId


class LineRetracted(Fact, frozen=True, kw_only=True):
    """A posted line was removed by us, as a decision asked."""

    line: LineId


class SignShown(Fact, frozen=True, kw_only=True):
    """A sign (a reaction, or a short notice) was shown, or could not be."""

    sign: Version
    """The version of the decision that asked for it."""
    shown: bool = True


class AlarmRang(Fact, frozen=True, kw_only=True):
    """A due time passed."""

    alarm: Literal["gather", "silence", "scene", "summary"]
    since: Version
    """What the alarm was set for; a stale one is refused."""


class RoomWoke(Fact, frozen=True, kw_only=True):
    """The process started again and took the room up from its log."""

    due: int = 0
    """Debts found at that moment."""


class TurnAbandoned(Fact, frozen=True, kw_only=True):
    """A turn was ended from outside, by whoever operates the program."""

    turn: TurnId
    reason: str
