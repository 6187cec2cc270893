"""The port of the event log: what every store promises. Implementations: MemoryStore, SqlStore."""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from events.base import GuildId, MessageId, Version
from events.recorded import Draft, Head, Recorded
from events.room import RoomState


class EventStore(Protocol):
    """One append-only stream a room, gapless from version 1; words of people beside it, and erasable."""

    async def append(
        self,
        stream: str,
        expected: Version,
        drafts: Sequence[Draft],
        *,
        guild: GuildId,
        key: str | None = None,
        open: bool = True,  # noqa: A002 - the word of the field
        owes: bool = False,
        due: datetime | None = None,
    ) -> Sequence[Recorded]:
        """Append all or nothing, and set the room's head in the same transaction.

        `key` is unique in the stream for ever: an input that comes twice is appended once.

        Raises:
            Conflict: the stream is not at `expected` (0 is a new stream).
            AlreadyHeard: `key` is already there; nothing was appended. Wins over Conflict.
            StoreBusy, StoreReadOnly, StoreUnreachable: nothing was appended.
        """
        ...

    def read(self, stream: str, *, after: Version = ..., upto: Version | None = None) -> AsyncIterator[Recorded]:
        """The events with `after` < version <= `upto`, in order; nothing for an unknown stream."""
        ...

    async def heads(self, *, owing: bool = False) -> Sequence[Head]:
        """All rooms, or only those that owe something or wait for an alarm; by stream."""
        ...

    async def head(self, stream: str) -> Head | None:
        """One room's head."""
        ...

    async def by_message(self, message: MessageId) -> Recorded | None:
        """The newest event about a Discord message (`LinePosted`, `HumanSpoke`, ...), over all rooms."""
        ...

    async def erase(self, stream: str, versions: Sequence[Version]) -> int:
        """Blank the personal words of these events for good, and drop the room's snapshots and vectors.

        Returns how many of them held words.
        """
        ...

    async def save(self, state: RoomState) -> None:
        """Keep a snapshot; a cache, never a truth."""
        ...

    async def snapshot(self, stream: str) -> RoomState | None:
        """The newest snapshot whose schema is today's, if there is one."""
        ...

    async def vectors(self, stream: str, model: str, digests: Sequence[str]) -> Mapping[str, tuple[float, ...]]:
        """What is kept of these sentences of a room, by their digests, as exact as float32 is."""
        ...

    async def keep_vectors(self, stream: str, model: str, vectors: Mapping[str, Sequence[float]]) -> None:
        """Keep vectors of a room's sentences by digest, and drop those of other models; a cache, never a truth."""
        ...

    async def spent(self, guild: GuildId, day: str) -> tuple[int, int]:
        """Tokens and calls that a guild has used on a day, `2026-11-30`."""
        ...

    async def spend(self, guild: GuildId, day: str, *, tokens: int, calls: int) -> tuple[int, int]:
        """Add to a guild's day (negative gives back); returns the new sums."""
        ...

    async def close(self) -> None:
        """Finish what is queued, then let go of the database."""
        ...
