"""Connections: what a database URL means, one engine that writes and one that reads. No statements of ours here."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from events.errors import SettingMalformed

PATIENCE: Final = timedelta(seconds=5)
"""How long a statement waits for a lock that another program holds."""

_WRITING: Final = (
    "journal_mode=WAL",
    "synchronous=NORMAL",  # a crash of the process loses nothing; a power cut may lose the last moments
    "secure_delete=ON",  # erased words are overwritten with zeros
)
_DRIVERS: Final = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}


def address(url: str) -> URL:
    """The URL with its asynchronous driver: `sqlite:///data/greenroom.db`, `postgresql://user@host/name`.

    Raises:
        SettingMalformed: not a URL, not a database that Greenroom knows, or SQLite without a file.
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise _malformed("it is not a URL like sqlite:///data/greenroom.db") from None
    driver = _DRIVERS.get(parsed.get_backend_name())
    if driver is None:
        raise _malformed(
            f"{parsed.get_backend_name()} is not a database that Greenroom knows; use sqlite or postgresql"
        )
    parsed = parsed.set(drivername=driver)
    if parsed.database in {None, "", ":memory:"}:
        raise _malformed("it names no database")
    return parsed


def _malformed(why: str) -> SettingMalformed:
    return SettingMalformed(name="DATABASE_URL", why=why)


def file_of(url: URL) -> Path | None:
    """The SQLite file; None for a server."""
    if url.get_backend_name() != "sqlite":
        return None
    name = str(url.database)
    return Path(name.removeprefix("file:").split("?")[0] if name.startswith("file:") else name)


def writer_engine(url: URL, patience: timedelta = PATIENCE) -> AsyncEngine:
    """One connection, which takes the write lock before its first change, and keeps it to the end."""
    # Nobody else uses the connection and every transaction is ended by its block: no rollback on return to the pool.
    engine = create_async_engine(url, pool_size=1, max_overflow=0, pool_reset_on_return=None, **_manners(url, patience))
    if file_of(url):
        # A transaction that reads first and then writes fails at once when another program wrote in between, however
        # long the busy timeout is. The driver begins before the first change and takes the lock there: that waits.
        event.listen(engine.sync_engine, "connect", _prepare(patience, "IMMEDIATE", *_WRITING))
    return engine


def reader_engine(url: URL, patience: timedelta = PATIENCE) -> AsyncEngine:
    """Connections that read, each statement for itself, so that no reader ever holds back a checkpoint."""
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT", **_manners(url, patience))
    if file_of(url):
        event.listen(engine.sync_engine, "connect", _prepare(patience, None, "query_only=ON"))
    return engine


def _manners(url: URL, patience: timedelta) -> dict[str, Any]:
    """How long a connection waits for a lock; and the words that a statement carries stand in no error."""
    seconds = patience.total_seconds()
    if file_of(url):
        return {"connect_args": {"timeout": seconds}, "hide_parameters": True}
    settings = {"lock_timeout": str(int(seconds * 1000)), "application_name": "greenroom"}
    connect = {"timeout": seconds, "server_settings": settings}
    return {"connect_args": connect, "pool_pre_ping": True, "hide_parameters": True}


def _prepare(patience: timedelta, begins: str | None, *pragmas: str) -> Callable[[Any, object], None]:
    """Sets up each new SQLite connection; `begins` is how the driver begins a transaction, None if it does not."""

    def prepare(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        for pragma in (f"busy_timeout={int(patience.total_seconds() * 1000)}", *pragmas):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
        connection.isolation_level = begins

    return prepare


def begin_at_once(engine: AsyncEngine) -> AsyncEngine:
    """The engine, for changes of tables: SQLite's driver does not begin for these, so that we do, and first of all."""

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    event.listen(engine.sync_engine, "begin", begin)
    return engine
