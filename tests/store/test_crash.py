"""A process killed while it appends: what it was told is in the log, nothing is half there, rooms stay gapless."""

import subprocess
import sys
from pathlib import Path

import pytest

from events.base import Version
from store.sql import SqlStore
from tests.contracts.store import GUILD, log, typed, versions

APPEND = """
import asyncio, sys
from tests.contracts.store import GUILD, said, typed
from store.sql import SqlStore

async def room(store, stream):
    version = 0
    while True:
        done = await store.append(stream, version, [said("hello " * 40, version + 1), typed(), typed()], guild=GUILD)
        version = done[-1].version
        print(stream, version, flush=True)

async def main():
    store = SqlStore(sys.argv[1])
    await asyncio.gather(*(room(store, f"room-{at}") for at in range(8)))

asyncio.run(main())
"""


def killed_after(acknowledged: int, url: str) -> dict[str, int]:
    """The versions that a process was told of before it was killed, by room."""
    with subprocess.Popen([sys.executable, "-c", APPEND, url], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(acknowledged)]
        process.kill()
        lines += process.stdout.read().splitlines(keepends=True)
    return {stream: int(version) for stream, version in (line.split() for line in lines if line.endswith("\n"))}


@pytest.mark.parametrize("acknowledged", [1, 40, 333])
async def test_after_a_kill_the_log_holds_all_that_was_acknowledged_in_whole_appends(database: Path, acknowledged: int):
    told = killed_after(acknowledged, f"sqlite:///{database}")
    store = SqlStore(f"sqlite:///{database}")
    heads = {head.stream: head.version for head in await store.heads()}
    logs = {stream: versions(await log(store, stream)) for stream in heads}
    first = min(heads)
    (appended,) = await store.append(first, Version(heads[first]), [typed()], guild=GUILD)
    await store.close()

    assert {stream: heads[stream] >= version for stream, version in told.items()} == dict.fromkeys(told, True)
    assert logs == {stream: list(range(1, version + 1)) for stream, version in heads.items()}
    assert {version % 3 for version in heads.values()} == {0}
    assert appended.version == heads[first] + 1
