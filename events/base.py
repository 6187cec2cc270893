"""What every fact is made of: the base class, the ids, and the marker for words that belong to a person."""

import re
from datetime import UTC, datetime
from typing import Annotated, Final, NewType

from msgspec import Meta, Struct

GuildId = NewType("GuildId", int)
PlaceId = NewType("PlaceId", int)
"""Where a talk happens: a channel or a thread. One place is one room is one stream."""
MessageId = NewType("MessageId", int)
PersonId = NewType("PersonId", int)
"""A human's Discord user id."""
HookId = NewType("HookId", int)
RoleId = NewType("RoleId", int)
PersonaId = NewType("PersonaId", str)
TurnId = NewType("TurnId", str)
CallId = NewType("CallId", str)
LineId = NewType("LineId", str)
ObligationId = NewType("ObligationId", str)
MemoryId = NewType("MemoryId", str)
Version = NewType("Version", int)
"""The place of an event in its room's stream, gapless from 1. Inside a room it is the event's id."""

Personal = Annotated[str, Meta(extra={"personal": True})]
"""Words or names that belong to a person: stored in a column of their own, and erasable."""

ERASED: Final = "[erased]"
"""What personal words read as once they have been blanked."""

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def kebab(name: str) -> str:
    """`HumanSpoke` -> `human-spoke`: the tag that is stored, and never renamed."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


class Fact(Struct, frozen=True, kw_only=True, tag_field="kind", tag=kebab, omit_defaults=True, gc=False):
    """Something that happened in a room, or was decided there."""


def stream_of(place: PlaceId) -> str:
    """The name of a room's stream."""
    return f"room-{place}"
