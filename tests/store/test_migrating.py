"""Migrations: a copy first, all or nothing, older data readable, and a newer database left alone."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import inspect

from events.errors import StoreFromTheFuture, StoreNotMigrated, StoreReadOnly
from store import migrating, open_store
from store.engines import address, reader_engine
from store.migrating import COPIES, check, copies_of, migrate, newest_schema
from store.sql import SqlStore
from store.tables import metadata
from tests.contracts.store import ROOM, grown, log, said, texts
from tests.store.conftest import quietly

STEP = '''
"""A step that a later version brings."""
from alembic import op
import sqlalchemy as sa
revision, down_revision = "0003", "0002"

def upgrade():
    op.add_column("rooms", sa.Column("colour", sa.Text))
    {then}
'''


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The steps of a later version: ours and one more, which a test may write anew."""
    steps = tmp_path / "later" / "migrations"
    (steps / "versions").mkdir(parents=True)
    ours = Path(migrating.__file__).parent / "migrations"
    copied = [ours / "env.py", ours / "script.py.mako", *(ours / "versions").glob("*.py")]
    for file in copied:
        (steps / file.relative_to(ours)).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    write_step(steps / "versions" / "0003_colour.py", "pass")
    monkeypatch.setattr(migrating, "__file__", str(steps.parent / "migrating.py"))
    yield steps / "versions" / "0003_colour.py"
    monkeypatch.undo()


def write_step(step: Path, then: str) -> None:
    step.write_text(STEP.format(then=then), encoding="utf-8")


def make_private(file: Path) -> None:
    file.chmod(0o600)


def permissions(file: Path) -> int:
    return file.stat().st_mode & 0o777


def content(file: Path) -> bytes:
    return file.read_bytes()


async def a_line(file: Path, text: str) -> None:
    store = SqlStore(f"sqlite:///{file}")
    await grown(store, ROOM, [said(text)])
    await store.close()


def columns_of_rooms(file: Path) -> set[str]:
    with closing(sqlite3.connect(file)) as connection:
        return {row[1] for row in connection.execute("PRAGMA table_info(rooms)")}


# --- a new database ---


async def test_a_database_that_is_not_there_is_made_with_its_folder(tmp_path: Path):
    told: list[str] = []
    url = f"sqlite:///{tmp_path}/data/greenroom.db"
    await migrate(url, told.append)
    await check(url)
    assert told == [f"The database went from schema none to {newest_schema()}."]
    assert copies_of(tmp_path / "data" / "greenroom.db") == []


async def test_a_database_that_is_up_to_date_is_left_alone(database: Path):
    told: list[str] = []
    await migrate(f"sqlite:///{database}", told.append)
    assert told == []
    assert copies_of(database) == []


async def test_a_store_opens_with_or_without_a_migration_as_asked(tmp_path: Path):
    url = f"sqlite:///{tmp_path}/greenroom.db"
    with pytest.raises(StoreNotMigrated, match="python -m bot migrate"):
        await open_store(url)
    store = await open_store(url, migrating=quietly)
    await store.close()
    again = await open_store(url)
    assert await again.heads() == []
    await again.close()


@pytest.mark.parametrize("table", sorted(metadata.tables))
async def test_the_migrations_make_the_tables_that_the_store_uses(database: Path, table: str):
    engine = reader_engine(address(f"sqlite:///{database}"))
    async with engine.connect() as connection:
        made = await connection.run_sync(lambda on: inspect(on).get_columns(table))
        indexes = await connection.run_sync(lambda on: inspect(on).get_indexes(table))
    await engine.dispose()
    wanted = metadata.tables[table]
    assert [(column["name"], column["nullable"]) for column in made] == [
        (column.name, column.nullable) for column in wanted.columns
    ]
    assert {index["name"] for index in indexes} == {index.name for index in wanted.indexes}


# --- a newer version ---


async def test_an_older_database_is_copied_then_migrated_and_its_log_is_read(database: Path, later: Path):
    await a_line(database, "from the old days")
    told: list[str] = []
    await migrate(f"sqlite:///{database}", told.append)
    (copy,) = copies_of(database)
    assert told == [f"Copied the database to {copy}.", "The database went from schema 0002 to 0003."]
    assert "colour" in columns_of_rooms(database)
    assert "colour" not in columns_of_rooms(copy)
    store = SqlStore(f"sqlite:///{database}")
    assert texts(await log(store)) == ["from the old days"]
    await store.close()


async def test_an_older_database_is_refused_until_it_is_migrated(database: Path, later: Path):
    with pytest.raises(StoreNotMigrated, match="schema 0002; this version needs 0003"):
        await check(f"sqlite:///{database}")


async def test_a_step_that_fails_leaves_the_database_as_it_was(database: Path, later: Path):
    write_step(later, 'raise RuntimeError("half-way")')
    with pytest.raises(RuntimeError, match="half-way"):
        await migrate(f"sqlite:///{database}", quietly)
    assert "colour" not in columns_of_rooms(database)
    assert len(copies_of(database)) == 1


async def test_the_copy_is_as_private_as_the_database(database: Path, later: Path):
    make_private(database)
    await migrate(f"sqlite:///{database}", quietly)
    assert permissions(copies_of(database)[0]) == 0o600


async def test_only_the_newest_copies_are_kept(database: Path):
    made = [migrating.copy_of(database, "0002") for _ in range(COPIES + 2)]
    assert copies_of(database) == made[:1:-1]


async def test_copies_of_another_database_beside_it_are_left_alone(database: Path, tmp_path: Path):
    stranger = tmp_path / "greenroom.db.old"
    stranger.write_bytes(b"keep me")
    made = [migrating.copy_of(database, "0002") for _ in range(COPIES + 2)]
    assert len(made) == COPIES + 2
    assert stranger.read_bytes() == b"keep me"


async def test_without_room_for_a_copy_nothing_is_migrated_and_no_half_copy_stays(
    database: Path, later: Path, monkeypatch: pytest.MonkeyPatch
):
    def no_room(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(migrating.shutil, "copymode", no_room)
    with pytest.raises(StoreReadOnly, match="No space left"):
        await migrate(f"sqlite:///{database}", quietly)
    assert copies_of(database) == []
    assert "colour" not in columns_of_rooms(database)


# --- from the future ---


async def test_a_database_of_a_newer_version_is_refused_by_name(database: Path):
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0099'")
    with pytest.raises(StoreFromTheFuture, match=f"schema 0099; .* nothing newer than {newest_schema()}"):
        await check(f"sqlite:///{database}")


async def test_a_database_of_a_newer_version_is_not_touched(database: Path):
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0099'")
    before = content(database)
    with pytest.raises(StoreFromTheFuture):
        await migrate(f"sqlite:///{database}", quietly)
    assert content(database) == before
    assert copies_of(database) == []
