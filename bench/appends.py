"""Appending to SQLite: `python -m bench.appends [events]`, the store beside sqlite3 and aiosqlite with equal rows.

All three write the same rows of `events` and `rooms` with the same settings, `batch` events a transaction or append.
The store is asked by eight rooms at once, as a house with eight busy panels would; the other two need no asking.
"""

import asyncio
import sqlite3
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Final, NamedTuple

import aiosqlite
from sqlalchemy import insert

from bench.evening import GUILD, drafts
from bench.report import show
from events.base import Version
from events.recorded import Draft
from store.appends import Append, upsert, wanted
from store.engines import address, reader_engine
from store.migrating import migrate
from store.sql import SqlStore
from store.tables import events, rooms

BATCHES: Final = (1, 10, 100)
PRODUCERS: Final = 8
ROUNDS: Final = 3
DIALECT: Final = reader_engine(address("sqlite:///unused.db")).dialect
INSERT: Final = str(insert(events).compile(dialect=DIALECT))
UPSERT: Final = str(upsert(rooms, DIALECT).compile(dialect=DIALECT))


class Run(NamedTuple):
    """One measured run."""

    speed: float
    """Events a second."""
    p99: float = 0.0
    """Seconds that the slowest append but one in a hundred took."""


def main(length: int = 24_000) -> None:
    facts = drafts(length // PRODUCERS)
    table: list[list[str]] = []
    numbers: dict[str, float] = {}
    for batch in BATCHES:
        some = facts[: max(batch, len(facts) // (6 if batch == 1 else 1))]
        raw, aio, ours = (best(asyncio.run(measured(run, some, batch))) for run in (raw_sqlite, plain_aiosqlite, store))
        table.append(
            [
                f"{batch}",
                *(f"{run.speed:,.0f}" for run in (raw, aio, ours)),
                f"{ours.speed / raw.speed:.2f}",
                f"{ours.speed / aio.speed:.2f}",
                f"{ours.p99 * 1000:.1f} ms",
            ]
        )
        named = {"sqlite3": raw.speed, "aiosqlite": aio.speed, "store": ours.speed}
        named |= {"store/sqlite3": ours.speed / raw.speed, "store p99 ms": ours.p99 * 1000}
        numbers |= {f"{name} {batch}": value for name, value in named.items()}
    columns = ["events an append", "sqlite3", "aiosqlite", "store", "store : sqlite3", "store : aiosqlite", "store p99"]
    show(f"Events a second, {PRODUCERS} rooms, best of {ROUNDS}", columns, table, numbers)


def best(runs: list[Run]) -> Run:
    return max(runs)


async def measured(
    run: Callable[[Path, list[list[Append]], list[list[Draft]]], Awaitable[Run]], facts: list[Draft], batch: int
) -> list[Run]:
    """Some rounds, each on an empty database of its own."""
    portions = [facts[at : at + batch] for at in range(0, len(facts), batch)]
    appends = [list(_appends(f"room-{producer}", portions)) for producer in range(PRODUCERS)]
    runs: list[Run] = []
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "greenroom.db"
            await migrate(f"sqlite:///{file}", lambda _: None)
            runs.append(await run(file, appends, portions))
    return runs


def _appends(stream: str, portions: list[list[Draft]]) -> Iterator[Append]:
    version = Version(0)
    for portion in portions:
        yield wanted(stream, version, portion, guild=GUILD, key=None, open=True, owes=False, due=None)
        version = Version(version + len(portion))


PRAGMAS: Final = ("journal_mode=WAL", "synchronous=NORMAL", "secure_delete=ON")


async def raw_sqlite(file: Path, appends: list[list[Append]], _portions: list[list[Draft]]) -> Run:
    """The rows, already made, through the standard library in one thread: the fastest that Python can."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        begin = perf_counter()
        for append in _by_turns(appends):
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(INSERT, append.rows)
            connection.execute(UPSERT, append.head)
            connection.execute("COMMIT")
        return Run(_rows(appends) / (perf_counter() - begin))


async def plain_aiosqlite(file: Path, appends: list[list[Append]], _portions: list[list[Draft]]) -> Run:
    """The same through aiosqlite, one connection, one append after the other."""
    async with aiosqlite.connect(file, isolation_level=None) as connection:
        for pragma in PRAGMAS:
            await connection.execute(f"PRAGMA {pragma}")
        begin = perf_counter()
        for append in _by_turns(appends):
            await connection.execute("BEGIN IMMEDIATE")
            await connection.executemany(INSERT, append.rows)
            await connection.execute(UPSERT, append.head)
            await connection.execute("COMMIT")
        return Run(_rows(appends) / (perf_counter() - begin))


async def store(file: Path, appends: list[list[Append]], portions: list[list[Draft]]) -> Run:
    """The store, from facts to acknowledged rows, its checks and its codec included."""
    log = SqlStore(f"sqlite:///{file}")
    took: list[float] = []

    async def produce(stream: str) -> None:
        version = Version(0)
        for portion in portions:
            began = perf_counter()
            version = (await log.append(stream, version, portion, guild=GUILD))[-1].version
            took.append(perf_counter() - began)

    begin = perf_counter()
    await asyncio.gather(*(produce(f"room-{producer}") for producer in range(PRODUCERS)))
    speed = _rows(appends) / (perf_counter() - begin)
    await log.close()
    return Run(speed, quantiles(took, n=100)[98])


def _by_turns(appends: list[list[Append]]) -> Iterator[Append]:
    for together in zip(*appends, strict=True):
        yield from together


def _rows(appends: list[list[Append]]) -> int:
    return sum(len(append.rows) for producer in appends for append in producer)


if __name__ == "__main__":
    main(*map(int, islice(sys.argv, 1, 2)))
