"""One process a database: the second is told who holds it, and a dead holder holds nothing."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from events.errors import StoreHeldByAnother
from store.lease import held
from store.sql import SqlStore
from tests.contracts.store import ROOM, grown, log, typed, versions

HOLD = """
import asyncio, sys
from store.lease import held

async def hold():
    async with held(sys.argv[1]):
        print("held", flush=True)
        await asyncio.sleep(60)

asyncio.run(hold())
"""


def holder_of(database: Path) -> str:
    """What a person finds in the file beside the database."""
    return Path(f"{database}.holder").read_text(encoding="utf-8")


@contextmanager
def another(url: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the database."""
    with subprocess.Popen([sys.executable, "-c", HOLD, url], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            process.kill()


async def test_the_second_process_is_told_who_holds_the_database(database: Path):
    with another(f"sqlite:///{database}") as holder:
        with pytest.raises(StoreHeldByAnother) as refused:
            await held(f"sqlite:///{database}").__aenter__()
        assert f"(process {holder.pid}) already runs" in str(refused.value)


async def test_a_holder_that_was_killed_holds_nothing(database: Path):
    with another(f"sqlite:///{database}") as holder:
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        async with held(f"sqlite:///{database}"):
            assert holder_of(database) == str(os.getpid())


async def test_the_database_is_free_afterwards(database: Path):
    async with held(f"sqlite:///{database}"):
        pass
    async with held(f"sqlite:///{database}"):
        assert holder_of(database) == str(os.getpid())


async def test_an_error_inside_frees_the_database(database: Path):
    with pytest.raises(RuntimeError, match="inside"):
        async with held(f"sqlite:///{database}"):
            raise RuntimeError("inside")
    async with held(f"sqlite:///{database}"):
        pass


async def test_in_one_process_too_only_one_holds(database: Path):
    async with held(f"sqlite:///{database}"):
        with pytest.raises(StoreHeldByAnother, match=str(os.getpid())):
            async with held(f"sqlite:///{database}"):
                pass


async def test_two_databases_are_held_side_by_side(tmp_path: Path):
    async with held(f"sqlite:///{tmp_path}/one.db"), held(f"sqlite:///{tmp_path}/two.db"):
        pass


async def test_whoever_only_looks_need_not_hold_it(database: Path):
    with another(f"sqlite:///{database}"):
        store = SqlStore(f"sqlite:///{database}")
        await grown(store, ROOM, [typed()])
        assert versions(await log(store)) == [1]
        await store.close()


# --- PostgreSQL ---


async def test_a_server_s_database_is_held_and_its_holder_named(postgres: str):
    with another(postgres) as holder:
        with pytest.raises(StoreHeldByAnother) as refused:
            await held(postgres).__aenter__()
        assert f"(process {holder.pid} on " in str(refused.value)


async def test_a_killed_holder_frees_the_server_s_database(postgres: str):
    with another(postgres) as holder:
        holder.kill()
        holder.wait()
    assert await freed(postgres)


async def freed(url: str) -> bool:
    """Whether the database is free within some seconds: a server notices a dead client a moment later."""
    async with asyncio.timeout(10):
        while True:
            with suppress(StoreHeldByAnother):
                async with held(url):
                    return True
            await asyncio.sleep(0.05)
