"""Erased words are gone for good: not in the file, not in its log, not in a snapshot, while others go on working."""

import random
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from events.base import ERASED, Version
from events.errors import StoreBusy
from store.sql import SqlStore
from store.vectors import packed
from tests.contracts.store import GUILD, OTHER, ROOM, grown, kept, log, said, texts, typed

SECRET = "a-secret-that-nobody-else-says"


@pytest.fixture
async def store(database: Path) -> AsyncIterator[SqlStore]:
    store = SqlStore(f"sqlite:///{database}", patience=timedelta(seconds=0.3))
    yield store
    await store.close()


def on_disk(database: Path) -> bytes:
    """Every byte of the database: the file, its write-ahead log and its index."""
    return b"".join(file.read_bytes() for file in sorted(database.parent.glob(f"{database.name}*")))


async def test_the_words_are_on_the_disk_before(database: Path, store: SqlStore):
    await grown(store, ROOM, [said(SECRET)])
    assert SECRET.encode() in on_disk(database)


async def test_erased_words_are_in_no_byte_of_the_file_or_its_log(database: Path, store: SqlStore):
    await grown(store, ROOM, [said(SECRET), typed(), said(f"{SECRET} " * 900, 8)])
    assert await store.erase(ROOM, [Version(1), Version(3)]) == 2
    assert SECRET.encode() not in on_disk(database)


async def test_words_in_a_snapshot_are_erased_with_them(database: Path, store: SqlStore):
    await grown(store, ROOM, [said(SECRET)])
    await store.save(kept(ROOM, 1, SECRET * 300))
    await store.erase(ROOM, [Version(1)])
    assert SECRET.encode() not in on_disk(database)


async def test_the_vector_of_an_erased_sentence_is_in_no_byte_either(database: Path, store: SqlStore):
    vector = [0.1 + place / 7 for place in range(384)]
    await grown(store, ROOM, [said(SECRET)])
    await store.keep_vectors(ROOM, "mini", {"digest-of-the-secret": vector})
    assert packed(vector)[:64] in on_disk(database)
    await store.erase(ROOM, [Version(1)])
    assert packed(vector)[:64] not in on_disk(database)
    assert b"digest-of-the-secret" not in on_disk(database)


async def test_a_snapshot_that_was_replaced_leaves_nothing_behind(database: Path, store: SqlStore):
    await grown(store, ROOM, [said("hello")])
    await store.save(kept(ROOM, 1, SECRET * 300))
    await store.save(kept(ROOM, 2, "something else"))
    await store.erase(OTHER, [])
    assert SECRET.encode() not in on_disk(database)


async def test_of_many_words_exactly_the_erased_ones_are_gone(database: Path, store: SqlStore):
    """Short and long lines, in any order: pages are merged and moved under them, and must not leave copies behind."""
    dice = random.Random(7)
    words = [f"<{at:04}>" * dice.choice([1, 2, 5, 40, 300]) for at in range(800)]
    await grown(store, ROOM, [said(text, at + 1) for at, text in enumerate(words)])
    gone = sorted(dice.sample(range(800), 500))
    parts = [gone[start::5] for start in range(5)]
    counts = [await store.erase(ROOM, [Version(at + 1) for at in part]) for part in parts]
    left = on_disk(database)
    assert sum(counts) == 500
    assert [at for at in range(800) if f"<{at:04}>".encode() in left] == sorted(set(range(800)) - set(gone))


async def test_while_somebody_reads_the_old_pages_erasing_says_that_it_is_not_done(database: Path, store: SqlStore):
    await grown(store, ROOM, [said(SECRET)])
    with closing(sqlite3.connect(database)) as backup:
        backup.execute("BEGIN")
        backup.execute("SELECT count(*) FROM events").fetchone()
        with pytest.raises(StoreBusy):
            await store.erase(ROOM, [Version(1)])
        assert texts(await log(store)) == [ERASED]
    assert await store.erase(ROOM, [Version(1)]) == 0
    assert SECRET.encode() not in on_disk(database)


async def test_while_erasing_waits_for_a_reader_appends_go_on(database: Path, store: SqlStore):
    await grown(store, ROOM, [said(SECRET)])
    with closing(sqlite3.connect(database)) as backup:
        backup.execute("BEGIN")
        backup.execute("SELECT count(*) FROM events").fetchone()
        with pytest.raises(StoreBusy):
            await store.erase(ROOM, [Version(1)])
        await store.append(ROOM, Version(1), [typed()], guild=GUILD)
    head = await store.head(ROOM)
    assert head is not None
    assert head.version == 2
