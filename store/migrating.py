"""Bringing a database to the newest schema: a copy first, then alembic in one transaction. No command line here."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, text

from events.errors import StoreFromTheFuture, StoreNotMigrated
from store.engines import address, begin_at_once, file_of, reader_engine, writer_engine
from store.faults import faults_named

COPIES: Final = 3
"""Copies kept beside the file; older ones make room, so that they never fill the disk."""
NONE: Final = "none"
"""How the schema of an empty database is called."""

Report = Callable[[str], None]
"""Where the steps of a migration are told, a sentence each."""

_LOCK: Final = 0x67726F6D
"""Number of PostgreSQL's advisory lock on migrating."""


def newest_schema() -> str:
    """The schema that this version needs, as alembic numbers it: `0001`."""
    return str(ScriptDirectory.from_config(_config()).get_current_head())


async def check(url: str) -> None:
    """Whether this version can work on the database as it is. Changes nothing, and makes no file.

    Raises:
        StoreFromTheFuture: a newer version has migrated it.
        StoreNotMigrated: it is empty, or of an older schema.
        StoreUnreachable, StoreDamaged, StoreBusy, StoreReadOnly: it cannot be looked at.
    """
    where = address(url)
    found = await _found(where)
    _refuse_the_future(found)
    if found != newest_schema():
        raise StoreNotMigrated(found=found, known=newest_schema())


async def migrate(url: str, report: Report) -> None:
    """Bring the database to the newest schema; make it if there is none. Does nothing where nothing is to be done.

    An SQLite file that holds a log is copied beside itself first, and the newest copies are kept. All steps are one
    transaction: whatever goes wrong, the database is as it was.

    Raises:
        StoreFromTheFuture: a newer version has migrated it; it is left alone.
        StoreUnreachable, StoreDamaged, StoreBusy, StoreReadOnly: it cannot be opened, copied or written.
    """
    where, newest = address(url), newest_schema()
    found = await _found(where)
    _refuse_the_future(found)
    if found == newest:
        return
    file = file_of(where)
    if file is not None:
        with faults_named(where):
            file.parent.mkdir(parents=True, exist_ok=True)
            if found != NONE:
                report(f"Copied the database to {copy_of(file, found)}.")
    engine = begin_at_once(writer_engine(where)) if file else writer_engine(where)
    try:
        with faults_named(where):
            async with engine.begin() as connection:
                await connection.run_sync(_upgrade)
    finally:
        await engine.dispose()
    report(f"The database went from schema {found} to {newest}.")


def copy_of(file: Path, schema: str) -> Path:
    """Copy an SQLite file beside itself while others may use it, and drop the oldest copies. Returns the new one.

    A copy that could not be finished is removed. Copies hold words that may be erased later; see docs/privacy.md.
    """
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    copy = file.with_name(f"{file.name}.{stamp}.schema-{schema}.copy")
    try:
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
            shutil.copymode(file, copy)
            source.backup(target)
    except BaseException:
        copy.unlink(missing_ok=True)
        raise
    for old in copies_of(file)[COPIES:]:
        old.unlink(missing_ok=True)
    return copy


def copies_of(file: Path) -> list[Path]:
    """The automatic copies of an SQLite file, the newest first."""
    return sorted(file.parent.glob(f"{file.name}.*.schema-*.copy"), reverse=True)


async def _found(where: URL) -> str:
    """The schema of the database, or `none`."""
    file = file_of(where)
    if file is not None and not file.exists():
        return NONE
    engine = reader_engine(where)
    try:
        with faults_named(where):
            async with engine.connect() as connection:
                return await connection.run_sync(_revision)
    finally:
        await engine.dispose()


def _revision(connection: Connection) -> str:
    return MigrationContext.configure(connection).get_current_revision() or NONE


def _refuse_the_future(found: str) -> None:
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if found not in {*known, NONE}:
        raise StoreFromTheFuture(found=found, known=newest_schema())


def _upgrade(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
    # Another process may have migrated while this one waited for the lock: alembic looks again, from here.
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    return config
