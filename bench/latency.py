"""Overhead before the model: from a message handed to the house to the first model request. No Discord, no network."""

import asyncio
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.meters import figures, median_ms, p99_ms
from bench.panels import holding, house, open_room, said, settled, sqlite
from bench.report import show
from events.asked import Request
from events.base import PlaceId, stream_of
from minds.scripted import ScriptedMind
from store.memory import MemoryStore
from store.store import EventStore

MESSAGES = 500
PLACE = PlaceId(1000)
TARGET_MS = 5.0
FIGURES = {"median ms": median_ms, "p99 ms": p99_ms}


def main() -> None:
    """Both stores, the same messages."""
    stores = asyncio.run(_measured())
    title = f"From a message to the first model request, {MESSAGES} messages; wanted: a median below {TARGET_MS:g} ms"
    table = [[name, *figures(seconds)] for name, seconds in stores.items()]
    numbers = {f"{name} {what}": of(seconds) for name, seconds in stores.items() for what, of in FIGURES.items()}
    show(title, ["", "median ms", "p99 ms"], table, numbers)


async def _measured() -> dict[str, list[float]]:
    memory = await _latencies(MemoryStore())
    with TemporaryDirectory() as folder:
        async with sqlite(folder) as store:
            return {"MemoryStore (the baseline)": memory, "SQLite": await _latencies(store)}


async def _latencies(store: EventStore) -> list[float]:
    asked: list[float] = []

    def script(request: Request) -> str:
        asked.append(perf_counter())
        return holding(request)

    async with house(store, mind=ScriptedMind(script)) as built:
        await open_room(built, PLACE)
        seconds: list[float] = []
        for message in range(MESSAGES):
            asked.clear()
            handed = perf_counter()
            await built.spoke(PLACE, said(message + 1))
            await settled(await built.room(stream_of(PLACE)))
            seconds.append(asked[0] - handed)
        return seconds


if __name__ == "__main__":
    main()
