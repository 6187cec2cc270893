"""The event log in memory: for tests, exams, and rooms that nobody wants kept. It promises all but durability."""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime

from msgspec.structs import replace

from events.base import GuildId, MessageId, Version
from events.catalogue import blanked
from events.errors import AlreadyHeard, Conflict
from events.recorded import Draft, Head, Recorded
from events.room import RoomState
from store.appends import wanted
from store.codec import BEGINNING, holds_words
from store.vectors import Vector, packed, unpacked


class MemoryStore:
    """An `EventStore` that ends with the process. Nothing in it waits: every call is one step of the event loop."""

    def __init__(self) -> None:
        self._streams: dict[str, list[Recorded]] = {}
        self._heads: dict[str, Head] = {}
        self._heard: set[tuple[str, str]] = set()
        self._about: dict[MessageId, list[tuple[datetime, Version, str]]] = {}
        self._erased: set[tuple[str, Version]] = set()
        self._snapshots: dict[str, RoomState] = {}
        self._vectors: dict[tuple[str, str], dict[str, bytes]] = {}
        self._spending: dict[tuple[GuildId, str], tuple[int, int]] = {}

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
        """See `EventStore.append`. Raises ValueError without a draft."""
        # The same preparation as on a database, so that what could not be stored there fails here as well.
        append = wanted(stream, expected, drafts, guild=guild, key=key, open=open, owes=owes, due=due)
        reached = len(self._streams.get(stream, ()))
        if key is not None and (stream, key) in self._heard:
            raise AlreadyHeard(stream=stream, key=key)
        if reached != expected:
            raise Conflict(stream=stream, expected=expected, actual=reached)
        self._streams.setdefault(stream, []).extend(append.recorded)
        if key is not None:
            self._heard.add((stream, key))
        for draft, recorded in zip(drafts, append.recorded, strict=True):
            if draft.message is not None:
                self._about.setdefault(draft.message, []).append((draft.at, recorded.version, stream))
        version = append.recorded[-1].version
        self._heads[stream] = Head(stream=stream, guild=guild, version=version, open=open, owes=owes, due=due)
        return append.recorded

    async def read(
        self, stream: str, *, after: Version = BEGINNING, upto: Version | None = None
    ) -> AsyncIterator[Recorded]:
        """See `EventStore.read`."""
        for recorded in self._streams.get(stream, [])[after:upto]:
            yield recorded

    async def heads(self, *, owing: bool = False) -> Sequence[Head]:
        """See `EventStore.heads`."""
        heads = (self._heads[stream] for stream in sorted(self._heads))
        return [head for head in heads if not owing or head.owes or head.due is not None]

    async def head(self, stream: str) -> Head | None:
        """See `EventStore.head`."""
        return self._heads.get(stream)

    async def by_message(self, message: MessageId) -> Recorded | None:
        """See `EventStore.by_message`."""
        about = self._about.get(message)
        if not about:
            return None
        _, version, stream = max(about)
        return self._streams[stream][version - 1]

    async def erase(self, stream: str, versions: Sequence[Version]) -> int:
        """See `EventStore.erase`."""
        self._snapshots.pop(stream, None)
        self._forget_vectors(stream)
        log = self._streams.get(stream, [])
        held = [one for one in log if one.version in set(versions) and self._has_words(one)]
        for one in held:
            log[one.version - 1] = replace(one, event=blanked(one.event))
            self._erased.add((stream, one.version))
        return len(held)

    def _has_words(self, recorded: Recorded) -> bool:
        return (recorded.stream, recorded.version) not in self._erased and holds_words(recorded.event)

    async def save(self, state: RoomState) -> None:
        """See `EventStore.save`."""
        known = self._snapshots.get(state.stream)
        if known is None or known.version <= state.version:
            self._snapshots[state.stream] = state

    async def snapshot(self, stream: str) -> RoomState | None:
        """See `EventStore.snapshot`."""
        return self._snapshots.get(stream)

    async def vectors(self, stream: str, model: str, digests: Sequence[str]) -> Mapping[str, Vector]:
        """See `EventStore.vectors`."""
        known = self._vectors.get((stream, model), {})
        return {digest: unpacked(known[digest]) for digest in digests if digest in known}

    async def keep_vectors(self, stream: str, model: str, vectors: Mapping[str, Sequence[float]]) -> None:
        """See `EventStore.keep_vectors`."""
        kept = self._vectors.get((stream, model), {}) | {digest: packed(one) for digest, one in vectors.items()}
        self._forget_vectors(stream)
        self._vectors[stream, model] = kept

    def _forget_vectors(self, stream: str) -> None:
        self._vectors = {key: kept for key, kept in self._vectors.items() if key[0] != stream}

    async def spent(self, guild: GuildId, day: str) -> tuple[int, int]:
        """See `EventStore.spent`."""
        return self._spending.get((guild, day), (0, 0))

    async def spend(self, guild: GuildId, day: str, *, tokens: int, calls: int) -> tuple[int, int]:
        """See `EventStore.spend`."""
        before = await self.spent(guild, day)
        self._spending[guild, day] = (before[0] + tokens, before[1] + calls)
        return self._spending[guild, day]

    async def close(self) -> None:
        """See `EventStore.close`."""
