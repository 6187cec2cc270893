"""Appends as SQL: what one append wants, and one transaction for many. When it runs is the writer's business."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Dialect, Table, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from events.base import GuildId, Version
from events.errors import AlreadyHeard, Conflict
from events.recorded import Draft, Recorded
from store.codec import instant, micros, pack
from store.tables import events, rooms

Outcome = Sequence[Recorded] | AlreadyHeard | Conflict
Heard = set[tuple[str, str | None]]
"""Streams with their keys."""


class Append(Struct, frozen=True, kw_only=True):
    """One append, with its rows already made: what can fail for its own sake has failed before it meets the others."""

    stream: str
    expected: Version
    key: str | None
    recorded: tuple[Recorded, ...]
    rows: list[tuple[Any, ...]]
    """Rows of `events`, in the order of its columns."""
    head: tuple[Any, ...]
    """The row of `rooms`."""

    @property
    def reached(self) -> int:
        """The room's version afterwards."""
        return self.expected + len(self.rows)


def wanted(
    stream: str,
    expected: Version,
    drafts: Sequence[Draft],
    *,
    guild: GuildId,
    key: str | None,
    open: bool,  # noqa: A002 - the word of the field
    owes: bool,
    due: datetime | None,
) -> Append:
    """The append of these drafts. Raises ValueError without a draft: a head moves only with an event."""
    if not drafts:
        raise ValueError("an append has at least one event")
    recorded: list[Recorded] = []
    rows: list[tuple[Any, ...]] = []
    for version, draft in enumerate(drafts, expected + 1):
        kind, schema, data, words = pack(draft.event)
        at, first = micros(draft.at), key if version == expected + 1 else None
        rows.append((stream, version, guild, kind, schema, at, draft.cause, first, draft.message, data, words))
        recorded.append(
            Recorded(
                guild=guild,
                stream=stream,
                version=Version(version),
                at=instant(at),
                cause=draft.cause,
                event=draft.event,
            )
        )
    head = (stream, guild, expected + len(rows), open, owes, None if due is None else micros(due))
    return Append(stream=stream, expected=expected, key=key, recorded=tuple(recorded), rows=rows, head=head)


class Appending:
    """The transaction: which of these appends are possible, and their rows.

    It remembers where rooms stand, so that as a rule nothing need be read. That is safe although another process may
    have appended: versions and keys are unique in the tables. Whoever then meets an IntegrityError lets it `forget`
    these rooms, and the next try looks.
    """

    def __init__(self, dialect: Dialect) -> None:
        # Compiled once: per row, SQLAlchemy's own preparation would cost more than SQLite's insert.
        self._insert_events = str(insert(events).compile(dialect=dialect))
        self._upsert_rooms = str(upsert(rooms, dialect).compile(dialect=dialect))
        self._known: dict[str, int] = {}

    def __call__(self, connection: Connection, appends: Sequence[Append]) -> list[Outcome]:
        """Write what is possible, in order; for each append its events, or why it was refused."""
        versions, heard = self._standing(connection, appends)
        outcomes: list[Outcome] = []
        rows: list[tuple[Any, ...]] = []
        heads: dict[str, tuple[Any, ...]] = {}
        for append in appends:
            stream, key = append.stream, append.key
            actual = versions.get(stream, 0)
            if key is not None and (stream, key) in heard:
                outcomes.append(AlreadyHeard(stream=stream, key=key))
            elif actual != append.expected:
                outcomes.append(Conflict(stream=stream, expected=append.expected, actual=actual))
            else:
                rows.extend(append.rows)
                heads[stream] = append.head
                versions[stream] = append.reached
                heard.add((stream, key))
                outcomes.append(append.recorded)
        if rows:
            connection.exec_driver_sql(self._insert_events, rows)
            connection.exec_driver_sql(self._upsert_rooms, list(heads.values()))
        self._known |= versions
        return outcomes

    def forget(self, appends: Sequence[Append]) -> None:
        """These were not written after all, or somebody else has been there: look next time."""
        for append in appends:
            self._known.pop(append.stream, None)

    def _standing(self, connection: Connection, appends: Sequence[Append]) -> tuple[dict[str, int], Heard]:
        """Where the rooms stand, and which of the keys are in the log; read only where an append is a surprise."""
        versions = {append.stream: self._known.get(append.stream, -1) for append in appends}
        reached = dict(versions)
        surprising: list[Append] = []
        for append in appends:
            if reached[append.stream] != append.expected:
                surprising.append(append)
            reached[append.stream] = append.reached
        if not surprising:
            return versions, set()
        streams = {append.stream for append in surprising}
        read = dict.fromkeys(streams, 0) | _versions(connection, streams)
        return versions | read, _heard(connection, [append for append in appends if append.stream in streams])


def upsert(table: Table, dialect: Dialect) -> sqlite.Insert | postgresql.Insert:
    """An insert that replaces the row of the same primary key."""
    new = upsert_into(table, dialect)
    key = [column.name for column in table.primary_key]
    replaced = {column.name: new.excluded[column.name] for column in table.columns if column.name not in key}
    return new.on_conflict_do_update(index_elements=key, set_=replaced)


def upsert_into(table: Table, dialect: Dialect) -> sqlite.Insert | postgresql.Insert:
    """An insert that can be told what to do about a row that is there; SQLite and PostgreSQL say it alike."""
    return postgresql.insert(table) if dialect.name == "postgresql" else sqlite.insert(table)


def _versions(connection: Connection, streams: set[str]) -> dict[str, int]:
    """Where these streams stand."""
    query = select(rooms.c.stream, rooms.c.version).where(rooms.c.stream.in_(streams))
    return dict(connection.execute(query).all())


def _heard(connection: Connection, appends: Sequence[Append]) -> Heard:
    """Which keys of these appends are in the log."""
    keyed = [append for append in appends if append.key is not None]
    if not keyed:
        return set()
    streams, keys = {append.stream for append in keyed}, {append.key for append in keyed}
    query = select(events.c.stream, events.c.key).where(events.c.key.is_not(None))
    # More than the pairs that were asked for may come back; the caller looks only for those.
    found = connection.execute(query.where(events.c.stream.in_(streams), events.c.key.in_(keys)))
    return set(found.all())
