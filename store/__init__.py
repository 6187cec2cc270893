"""Memory: the event log. SQLite by default, PostgreSQL by a URL, and one in memory for tests and exams.

May import: events. Foreign libraries: sqlalchemy, alembic.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from store.store import EventStore

__all__ = ["EventStore", "open_store"]


async def open_store(
    url: str,
    *,
    migrating: Callable[[str], None] | None = None,
    idle: Callable[[Awaitable[Any]], Awaitable[Any]] | None = None,
) -> EventStore:
    """The event log behind a URL, ready to work.

    Args:
        url: `sqlite:///data/greenroom.db`, or `postgresql://user@host/name`.
        migrating: where to tell the steps of a migration; without it, a database that needs one is refused.
        idle: wraps the writer's wait for work.

    Raises:
        StoreNotMigrated, StoreFromTheFuture: the database has another schema.
        StoreUnreachable, StoreDamaged, StoreBusy, StoreReadOnly: it cannot be used.
        SettingMalformed: the URL names no database that Greenroom knows.
    """
    # Here, so that whoever only wants a store in memory does not wait for the libraries of a database.
    from store.migrating import check, migrate
    from store.sql import SqlStore
    from store.writer import at_once

    if migrating is not None:
        await migrate(url, migrating)
    await check(url)
    return SqlStore(url, idle=idle or at_once)
