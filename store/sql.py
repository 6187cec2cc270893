"""The event log on SQLAlchemy Core: SQLite and PostgreSQL. Transactions run in `writer.py`, reads in `reader.py`."""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, or_, select

from events.base import GuildId, MessageId, Version
from events.recorded import Draft, Head, Recorded
from events.room import RoomState
from store.appends import upsert, upsert_into, wanted
from store.codec import BEGINNING, instant, unpack
from store.engines import PATIENCE, address, reader_engine, writer_engine
from store.erasing import erase_words, forget_pages
from store.reader import Reader
from store.snapshots import frozen, state_digest, thawed
from store.tables import events, rooms, snapshots, spending
from store.vectors import Vector, kept_vectors, replace_vectors, unpacked
from store.writer import Idle, Writer, at_once

PAGE: Final = 1_000
"""Events in one read: a long stream is read in short statements, which hold nobody up."""

PARAMETERS: Final = 500
"""Digests in one query: databases limit its parameters."""

FACT = (
    events.c.guild,
    events.c.stream,
    events.c.version,
    events.c.kind,
    events.c.schema,
    events.c.at,
    events.c.cause,
    events.c.data,
    events.c.words,
)


class SqlStore:
    """An `EventStore` in a database that `migrate` has brought to the newest schema."""

    def __init__(self, url: str, *, patience: timedelta = PATIENCE, idle: Idle = at_once) -> None:
        """Nothing is opened before it is needed.

        Args:
            url: `sqlite:///data/greenroom.db`, or `postgresql://user@host/name`.
            patience: how long to wait for a lock that another program holds.
            idle: wraps the writer's wait for work.

        Raises:
            SettingMalformed: the URL names no database that Greenroom knows.
        """
        self._url = address(url)
        self._patience = patience
        writing = writer_engine(self._url, patience)
        self._reader = Reader(reader_engine(self._url, patience), patience=patience)
        self._writer = Writer(writing, patience=patience, idle=idle)
        self._dialect = writing.dialect

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
        append = wanted(stream, expected, drafts, guild=guild, key=key, open=open, owes=owes, due=due)
        return await self._writer.append(append)

    async def read(
        self, stream: str, *, after: Version = BEGINNING, upto: Version | None = None
    ) -> AsyncIterator[Recorded]:
        """See `EventStore.read`. Raises UnknownKind, FutureSchema, BrokenEvent at the event that cannot be read."""
        query = select(*FACT).where(events.c.stream == stream).order_by(events.c.version).limit(PAGE)
        if upto is not None:
            query = query.where(events.c.version <= upto)
        while True:
            rows = await self._reader.rows(query.where(events.c.version > after))
            for recorded in map(recorded_of, rows):
                yield recorded
                after = recorded.version
            if len(rows) < PAGE:
                return

    async def heads(self, *, owing: bool = False) -> Sequence[Head]:
        """See `EventStore.heads`."""
        query = select(rooms).order_by(rooms.c.stream)
        if owing:
            query = query.where(or_(rooms.c.owes, rooms.c.due.is_not(None)))
        return [_head(row) for row in await self._reader.rows(query)]

    async def head(self, stream: str) -> Head | None:
        """See `EventStore.head`."""
        rows = await self._reader.rows(select(rooms).where(rooms.c.stream == stream))
        return _head(rows[0]) if rows else None

    async def by_message(self, message: MessageId) -> Recorded | None:
        """See `EventStore.by_message`."""
        about = select(*FACT).where(events.c.message == message, events.c.message.is_not(None))
        rows = await self._reader.rows(about.order_by(events.c.at.desc(), events.c.version.desc()).limit(1))
        return recorded_of(rows[0]) if rows else None

    async def erase(self, stream: str, versions: Sequence[Version]) -> int:
        """See `EventStore.erase`. On SQLite the bytes are then gone from the file and its log.

        Raises:
            StoreBusy: a reader keeps the old pages; the words are blanked, and erasing again finishes the work.
        """
        held = await self._writer.run(lambda connection: erase_words(connection, stream, versions))
        await forget_pages(self._url, self._patience)
        return held

    async def save(self, state: RoomState) -> None:
        """See `EventStore.save`."""
        digest = state_digest()
        row = {"stream": state.stream, "version": state.version, "digest": digest, "state": frozen(state)}
        kept = select(snapshots.c.version).where(snapshots.c.stream == state.stream, snapshots.c.digest == digest)
        query = upsert(snapshots, self._dialect)

        def keep(connection: Connection) -> None:
            if (connection.execute(kept).scalar() or 0) <= state.version:
                connection.execute(query, row)

        await self._writer.run(keep)

    async def snapshot(self, stream: str) -> RoomState | None:
        """See `EventStore.snapshot`."""
        rows = await self._reader.rows(
            select(snapshots.c.state, snapshots.c.digest).where(snapshots.c.stream == stream)
        )
        return thawed(*rows[0]) if rows else None

    async def vectors(self, stream: str, model: str, digests: Sequence[str]) -> Mapping[str, Vector]:
        """See `EventStore.vectors`."""
        found: dict[str, Vector] = {}
        for start in range(0, len(digests), PARAMETERS):
            rows = await self._reader.rows(kept_vectors(stream, model, digests[start : start + PARAMETERS]))
            found |= {row.digest: unpacked(row.vector) for row in rows}
        return found

    async def keep_vectors(self, stream: str, model: str, vectors: Mapping[str, Sequence[float]]) -> None:
        """See `EventStore.keep_vectors`."""
        await self._writer.run(lambda connection: replace_vectors(connection, self._dialect, stream, model, vectors))

    async def spent(self, guild: GuildId, day: str) -> tuple[int, int]:
        """See `EventStore.spent`."""
        sums = select(spending.c.tokens, spending.c.calls)
        rows = await self._reader.rows(sums.where(spending.c.guild == guild, spending.c.day == day))
        return (rows[0].tokens, rows[0].calls) if rows else (0, 0)

    async def spend(self, guild: GuildId, day: str, *, tokens: int, calls: int) -> tuple[int, int]:
        """See `EventStore.spend`."""
        new = upsert_into(spending, self._dialect)
        sums = {"tokens": spending.c.tokens + new.excluded.tokens, "calls": spending.c.calls + new.excluded.calls}
        added = new.on_conflict_do_update(index_elements=["guild", "day"], set_=sums)
        query = added.returning(spending.c.tokens, spending.c.calls)

        def add(connection: Connection) -> tuple[int, int]:
            row = connection.execute(query, {"guild": guild, "day": day, "tokens": tokens, "calls": calls}).one()
            return row.tokens, row.calls

        return await self._writer.run(add)

    async def close(self) -> None:
        """See `EventStore.close`."""
        await self._writer.close()
        await self._reader.close()


def recorded_of(row: Any) -> Recorded:
    guild, stream, version, kind, schema, at, cause, data, words = row
    event = unpack(kind, schema, data, words, stream=stream, version=version)
    return Recorded(guild=guild, stream=stream, version=version, at=instant(at), cause=cause, event=event)


def _head(row: Any) -> Head:
    stream, guild, version, is_open, owes, due = row
    due = None if due is None else instant(due)
    return Head(stream=stream, guild=guild, version=version, open=is_open, owes=owes, due=due)
