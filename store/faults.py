"""From what a driver says to what it means: the one place that knows error codes of SQLite and PostgreSQL."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from datetime import timedelta

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from events.errors import StoreBusy, StoreDamaged, StoreError, StoreNotMigrated, StoreReadOnly, StoreUnreachable
from store.engines import PATIENCE, file_of

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_UNWRITABLE = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_AUTH,
    sqlite3.SQLITE_NOLFS,
}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}
_EXTENDED = 0xFF
"""The low byte of an extended SQLite code is the code that it refines."""

_STATES: tuple[tuple[str, type[StoreError]], ...] = (
    ("55P03", StoreBusy),  # lock_not_available
    ("40", StoreBusy),  # serialization failure, deadlock
    ("53100", StoreReadOnly),  # disk full
    ("25006", StoreReadOnly),  # read only transaction
    ("42501", StoreReadOnly),  # insufficient privilege
    ("58030", StoreReadOnly),  # I/O error
    ("42P01", StoreNotMigrated),  # no such table
    ("XX001", StoreDamaged),
    ("XX002", StoreDamaged),
    ("08", StoreUnreachable),
    ("28", StoreUnreachable),  # wrong password, unknown user
    ("3D", StoreUnreachable),  # no such database
    ("53", StoreUnreachable),  # too many connections, out of memory
    ("57P", StoreUnreachable),  # shutting down, starting up
)
"""PostgreSQL's SQLSTATE, by prefix, the first that fits (PostgreSQL documentation, appendix A)."""


@contextmanager
def faults_named(url: URL, patience: timedelta = PATIENCE) -> Generator[None]:
    """Inside, a driver's error becomes the store's error of that meaning; one without a meaning passes unchanged."""
    try:
        yield
    except StoreError:
        raise
    except Exception as error:
        meaning = meaning_of(error, url, patience)
        if meaning is None:
            raise
        raise meaning from error


def meaning_of(error: Exception, url: URL, patience: timedelta = PATIENCE) -> StoreError | None:
    """What a driver's error means for whoever runs the program; None for one that only a defect of ours explains."""
    cause: BaseException | None = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.Error):
        return _of_sqlite(cause, patience)
    if isinstance(cause, OSError) and file_of(url):
        return StoreReadOnly(why=cause)
    state = getattr(cause, "sqlstate", None)
    kind = next((kind for prefix, kind in _STATES if state and state.startswith(prefix)), None)
    gone = isinstance(error, DBAPIError) and error.connection_invalidated
    if kind is None and (gone or isinstance(cause, (OSError, PoolTimeout))):
        kind = StoreUnreachable
    return _told(kind, str(cause) or type(cause).__name__, url, patience) if kind else None


def _of_sqlite(error: sqlite3.Error, patience: timedelta) -> StoreError | None:
    code = getattr(error, "sqlite_errorcode", 0) & _EXTENDED
    if code in _BUSY:
        return StoreBusy(seconds=patience.total_seconds())
    if code in _UNWRITABLE:
        return StoreReadOnly(why=error)
    if code in _DAMAGED:
        return StoreDamaged(why=error)
    if "no such table" in str(error):
        return StoreNotMigrated(found="none", known="a newer one")
    return None


def _told(kind: type[StoreError], why: str, url: URL, patience: timedelta) -> StoreError:
    facts: dict[type[StoreError], dict[str, object]] = {
        StoreBusy: {"seconds": patience.total_seconds()},
        StoreNotMigrated: {"found": "none", "known": "a newer one"},
        StoreUnreachable: {"url": url.render_as_string(hide_password=True), "why": why},
    }
    return kind(**facts.get(kind, {"why": why}))
