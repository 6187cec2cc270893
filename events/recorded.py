"""The envelope: a fact with its place in a room's stream, its time and its cause."""

from datetime import datetime

from msgspec import Struct

from events.base import Fact, GuildId, MessageId, Version
from events.catalogue import Event, kind_of
from events.heard import HumanSpoke, LinePosted


class Draft(Struct, frozen=True, kw_only=True, gc=False):
    """A fact that is about to be appended."""

    event: Event
    at: datetime
    """UTC, from the one clock of the process."""
    cause: Version | None = None
    """The version, in the same room, of what this answers."""
    message: MessageId | None = None
    """The Discord message that this is about: how a link finds its line."""


class Recorded(Struct, frozen=True, kw_only=True, gc=False):
    """A fact as the log holds it."""

    guild: GuildId
    stream: str
    version: Version
    at: datetime
    cause: Version | None = None
    event: Event

    @property
    def id(self) -> str:
        """Unique over all rooms: stream and version."""
        return f"{self.stream}@{self.version}"

    @property
    def kind(self) -> str:
        """The stored tag of the fact."""
        return kind_of(self.event)


class Head(Struct, frozen=True, kw_only=True, gc=False):
    """A room as the store lists it, without reading its stream."""

    stream: str
    guild: GuildId
    version: Version
    open: bool
    owes: bool
    """Whether the room owes the world something (a call, a post, a sign) or waits for an alarm."""
    due: datetime | None = None
    """The earliest due time; None with `owes` is now."""


def message_of(event: Fact) -> MessageId | None:
    """The Discord message that a fact brought: a person's, or the first of a line of ours. So a link finds its origin,
    and not what was done to the message since.
    """
    match event:
        case HumanSpoke(message=message):
            return message
        case LinePosted(messages=messages):
            return messages[0]
        case _:
            return None
