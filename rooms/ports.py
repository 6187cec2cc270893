"""The ports to the world: where lines appear, and what rings. As small as the rooms need."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Protocol, TypeVar

from msgspec import Struct

from events.base import GuildId, HookId, LineId, MessageId, PersonaId, PlaceId
from events.persona import Persona

T = TypeVar("T")


class Line(Struct, frozen=True, kw_only=True):
    """A line on its way to the channel."""

    id: LineId
    guild: GuildId
    place: PlaceId
    parent: PlaceId | None
    persona: Persona
    text: str
    seat: int
    """0-based position of the persona's seat: who gets a webhook of its own while there is room."""
    crowd: int = 1
    """Seats in the panel."""
    after: MessageId | None = None
    """The newest message known before the first attempt."""


class Posted(Struct, frozen=True, kw_only=True):
    """The line stands in the channel."""

    messages: tuple[MessageId, ...]
    hook: HookId | None = None


class Refused(Struct, frozen=True, kw_only=True):
    """The platform said no, for a reason that a moderator can act on; nothing of the line is in the channel."""

    reason: str
    detail: str = ""


class Unknown(Struct, frozen=True, kw_only=True):
    """The request left, and no answer came: the line may be there."""

    why: str


Posting = Posted | Refused | Unknown


class Unreadable(Exception):
    """The channel's history cannot be read: nobody can tell whether the line is there."""


class Stage(Protocol):
    """Where lines appear. Implementations: DiscordStage, TextStage (tests, exams)."""

    async def post(self, line: Line) -> Posting:
        """Post once. Never raises for what the platform said, and never repeats a request whose outcome is unknown."""
        ...

    async def find(self, line: Line) -> Posted | None:
        """The messages that carry this line, newer than `line.after`, if they are there. Raises Unreadable."""
        ...

    async def revise(self, line: Line, messages: tuple[MessageId, ...]) -> Posting:
        """Make the messages that carry a posted line show its new text. Safe to repeat whatever came of it before.

        Posted: the messages that carry it now, which may be fewer (what is left over is removed) or more than before.
        Refused: `gone` where one of them was deleted; nobody is pinged by a change.
        """
        ...

    async def retract(self, line: Line, messages: tuple[MessageId, ...]) -> bool:
        """Remove a posted line; True when it is gone, whoever removed it."""
        ...

    async def typing(self, place: PlaceId) -> None:
        """Show once that somebody is about to speak. Errors are swallowed: a missing dot matters to nobody."""
        ...

    async def sign(
        self,
        place: PlaceId,
        reason: str,
        *,
        message: MessageId | None,
        persona: Persona | PersonaId | None,
        until: datetime | None = None,
    ) -> bool:
        """Show a small sign: a reaction to a message, or a short notice. False when it could not be shown.

        `until` is when a spent budget begins anew, where the reason is that.
        """
        ...


class Clock(Protocol):
    """Time and alarms. Implementations: PauseClock (APScheduler), SleepClock (tests, the local room)."""

    def now(self) -> datetime:
        """UTC."""
        ...

    def wake(self, stream: str, at: datetime) -> None:
        """Ring for this room at that time; a room has one alarm, the newest wins. A past time rings at once."""
        ...

    def forget(self, stream: str) -> None:
        """No alarm for this room."""
        ...

    def on_ring(self, ring: Callable[[str], None]) -> None:
        """Who is told; called in the event loop, must return at once."""
        ...


class Idle(Protocol):
    """Wraps every wait that is idleness, not work: identity in production, the simulator's own in tests."""

    def __call__(self, wait: Awaitable[T], /) -> Awaitable[T]: ...
