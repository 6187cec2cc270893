"""One Greenroom a database: who holds it, and how that ends. A courtesy: versions and keys guard the log itself."""

import os
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout
from sqlalchemy import URL, text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from events.errors import StoreHeldByAnother, StoreReadOnly
from store.engines import address, file_of
from store.faults import faults_named

_LOCK: Final = 0x67726565
"""Number of PostgreSQL's advisory lock; it counts within one database."""
_HOLDER: Final = text(
    "SELECT application_name FROM pg_stat_activity JOIN pg_locks USING (pid) "
    "WHERE locktype = 'advisory' AND objid = :lock AND granted "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) LIMIT 1"
)


@asynccontextmanager
async def held(url: str) -> AsyncGenerator[None]:
    """The database is ours inside, alone among all who ask. Ends with the process, however that ends.

    Readers (`why`, a backup) need not ask.

    Raises:
        StoreHeldByAnother: names the holder.
        StoreReadOnly, StoreUnreachable: nobody can tell.
    """
    where = address(url)
    file = file_of(where)
    async with _held_file(file) if file else _held_server(where):
        yield


@asynccontextmanager
async def _held_file(file: Path) -> AsyncGenerator[None]:
    lock, holder = FileLock(f"{file}.lock", thread_local=False), Path(f"{file}.holder")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(blocking=False)
    except Timeout:
        raise StoreHeldByAnother(holder=_read(holder)) from None
    except OSError as why:
        raise StoreReadOnly(why=why) from why
    try:
        _write(holder, str(os.getpid()))
        yield
    finally:
        _write(holder, "")
        lock.release()


def _write(holder: Path, text: str) -> None:
    holder.write_text(text, encoding="utf-8")


def _read(holder: Path) -> str:
    try:
        return holder.read_text(encoding="utf-8").strip() or "unknown"
    except OSError:
        return "unknown"


@asynccontextmanager
async def _held_server(where: URL) -> AsyncGenerator[None]:
    # An advisory lock belongs to its connection: this one is kept, and nothing else runs on it.
    me = f"{os.getpid()} on {socket.gethostname()}"
    settings = {"server_settings": {"application_name": me[:63]}}
    engine = create_async_engine(where, poolclass=NullPool, isolation_level="AUTOCOMMIT", connect_args=settings)
    try:
        with faults_named(where):
            connection = await engine.connect()
        try:
            with faults_named(where):
                got = (await connection.execute(text("SELECT pg_try_advisory_lock(:lock)"), {"lock": _LOCK})).scalar()
                holder = None if got else (await connection.execute(_HOLDER, {"lock": _LOCK})).scalar()
            if not got:
                raise StoreHeldByAnother(holder=holder or "unknown")
            yield
        finally:
            await connection.close()
    finally:
        await engine.dispose()
