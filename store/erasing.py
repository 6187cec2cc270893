"""Erasing words for good: out of rows, snapshots and vectors, and out of the bytes that SQLite leaves behind."""

import asyncio
from collections.abc import Iterator, Sequence
from datetime import timedelta

from sqlalchemy import URL, Connection, delete, update

from events.base import Version
from events.errors import StoreBusy
from store.codec import NO_WORDS
from store.engines import file_of, reader_engine
from store.faults import faults_named
from store.tables import events, snapshots
from store.vectors import forget_vectors

_AT_A_TIME = 500
"""Versions in one statement: databases limit its parameters."""
_PAUSE = timedelta(milliseconds=50)
"""Between two tries to empty the write-ahead log."""


def erase_words(connection: Connection, stream: str, versions: Sequence[Version]) -> int:
    """Blank the words of these events, drop the room's snapshots and vectors. Returns how many held words."""
    held = 0
    for some in _portions(versions):
        blank = update(events).values(words=None).where(events.c.stream == stream, events.c.version.in_(some))
        held += connection.execute(blank.where(events.c.words.is_not(None), events.c.words != NO_WORDS)).rowcount
    connection.execute(delete(snapshots).where(snapshots.c.stream == stream))
    forget_vectors(connection, stream)
    return held


def _portions(versions: Sequence[Version]) -> Iterator[Sequence[Version]]:
    for start in range(0, len(versions), _AT_A_TIME):
        yield versions[start : start + _AT_A_TIME]


async def forget_pages(url: URL, patience: timedelta) -> None:
    """Empty SQLite's write-ahead log, which holds the pages as they were; `secure_delete` has zeroed the newest ones.

    A reader that still needs an old page is waited for. Each try is short, since it keeps appends waiting.
    PostgreSQL is left to its own vacuum.

    Raises:
        StoreBusy: a reader stayed for longer than `patience`. The words can no longer be read from the log; erasing
            them again, or closing the store, removes their bytes.
    """
    if file_of(url) is None:
        return
    engine = reader_engine(url, timedelta(0))
    try:
        until = asyncio.get_running_loop().time() + patience.total_seconds()
        with faults_named(url, patience):
            async with engine.connect() as connection:
                while (await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")).one()[0]:
                    if asyncio.get_running_loop().time() > until:
                        raise StoreBusy(seconds=patience.total_seconds())
                    await asyncio.sleep(_PAUSE.total_seconds())
    finally:
        await engine.dispose()
