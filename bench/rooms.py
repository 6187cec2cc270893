"""Many rooms in one process: starting up, memory, and what a message costs while all others wait for an alarm."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from msgspec.structs import replace

from bench.meters import figures, held, median_ms, timed
from bench.panels import GUILD, house, open_room, said, settled, sqlite
from bench.report import show
from bot.pause_clock import PauseClock
from events.base import PlaceId, Version, stream_of
from events.heard import PanelOpened
from events.recorded import Draft, Recorded
from panel.owed import owed
from rooms.clocks import SleepClock
from rooms.house import House
from store.memory import MemoryStore
from store.store import EventStore

ROOMS = 10_000
OPENED = 500
MESSAGES = 200
FIRST = 1_000_000


class CallLater:
    """The baseline: one `loop.call_later` a room."""

    def __init__(self) -> None:
        self._ring: Callable[[str], None] = lambda _stream: None
        self._handles: dict[str, asyncio.TimerHandle] = {}

    def now(self) -> datetime:
        return datetime.now(UTC)

    def on_ring(self, ring: Callable[[str], None]) -> None:
        self._ring = ring

    def wake(self, stream: str, at: datetime) -> None:
        self.forget(stream)
        seconds = max(0.0, (at - self.now()).total_seconds())
        self._handles[stream] = asyncio.get_running_loop().call_later(seconds, self._ring, stream)

    def forget(self, stream: str) -> None:
        with suppress(KeyError):
            self._handles.pop(stream).cancel()

    async def close(self) -> None:
        for handle in self._handles.values():
            handle.cancel()


AnyClock = PauseClock | SleepClock | CallLater
CLOCKS: tuple[type[AnyClock], ...] = (PauseClock, SleepClock, CallLater)


class Evening(NamedTuple):
    """A room's log, and when its silence alarm is due."""

    events: list[Recorded]
    due: datetime


class Armed(NamedTuple):
    """What a clock costs when it holds an alarm for each of the rooms."""

    clock: str
    start: float
    """Seconds."""
    room: float
    """Bytes."""
    crowded: list[float]
    """Seconds a message."""
    alone: list[float]
    """The same with hardly any other room."""


def main() -> None:
    """Each clock starts on the same log; beside it, a log with hardly any rooms."""
    clocks, opening, memory = asyncio.run(_measured())
    columns = ["", "start-up s", "bytes a room", "message ms", "p99", "alone ms", "p99"]
    table = [
        [one.clock, f"{one.start:.2f}", f"{one.room:,.0f}", *figures(one.crowded), *figures(one.alone)]
        for one in clocks
    ]
    numbers = {f"{one.clock} start-up s": one.start for one in clocks}
    numbers |= {f"{one.clock} bytes a room": one.room for one in clocks}
    numbers |= {f"{one.clock} message ms": median_ms(one.crowded) for one in clocks}
    show(f"{ROOMS:,} rooms that wait for a silence; a message lasts to the end of its turn", columns, table, numbers)
    opened = [["opening a room from its log", f"{opening * 1000:.2f} ms"], ["memory", f"{memory / 1024:,.1f} KiB"]]
    show("An open room", ["", ""], opened, {"opening ms": opening * 1000, "memory KiB": memory / 1024})


async def _measured() -> tuple[list[Armed], float, float]:
    evening = await _an_evening()
    with TemporaryDirectory() as full, TemporaryDirectory() as almost_empty:
        async with sqlite(full) as many, sqlite(almost_empty) as few:
            await _fill(many, evening, ROOMS)
            await _fill(few, evening, len(CLOCKS))
            places = (PlaceId(FIRST + number) for number in count())
            clocks = [await _armed(many, few, clock, place) for clock, place in zip(CLOCKS, places, strict=False)]
            return clocks, *await _opened(many)


async def _armed(many: EventStore, few: EventStore, kind: type[AnyClock], place: PlaceId) -> Armed:
    clock, other = kind(), kind()
    async with house(many, clock) as crowded, house(few, other) as alone:
        with timed() as start:
            await _start(crowded, clock)
        await _start(alone, other)
        here, there = await _talk(place, crowded, alone)
    await clock.close()
    await other.close()
    clock = kind()
    async with house(many, clock) as crowded:
        with held() as kept:
            await _start(crowded, clock)
    await clock.close()
    return Armed(kind.__name__, start(), kept() / ROOMS, here, there)


async def _opened(store: EventStore) -> tuple[float, float]:
    """Seconds and bytes a room that is opened from the log, and stays in memory until it is let go."""
    streams = [stream_of(PlaceId(FIRST + 100 + number)) for number in range(2 * OPENED)]
    async with house(store) as built:
        with timed() as taken:
            for stream in streams[:OPENED]:
                await built.room(stream)
        with held() as kept:
            for stream in streams[OPENED:]:
                await built.room(stream)
        return taken() / OPENED, kept() / OPENED


async def _start(built: House, clock: AnyClock) -> None:
    """As the bot starts: where panels are, who owes, and the clock runs."""
    if isinstance(clock, PauseClock):
        clock.start()
    await built.survey()
    await built.take_up()
    await asyncio.sleep(0)


async def _talk(place: PlaceId, *houses: House) -> list[list[float]]:
    """Seconds a message, for each house; they take turns, so that what else the machine does meets all of them."""
    rooms = [await built.room(stream_of(place)) for built in houses]
    seconds: list[list[float]] = [[] for _ in houses]
    for message in range(1_000_000, 1_000_000 + MESSAGES):
        for built, room, taken in zip(houses, rooms, seconds, strict=True):
            handed = perf_counter()
            await built.spoke(place, said(message))
            await settled(room)
            taken.append(perf_counter() - handed)
    return seconds


async def _an_evening() -> Evening:
    """A short one: a panel opens, and a few things are said that nobody answers."""
    store, place = MemoryStore(), PlaceId(1)
    async with house(store) as built:
        await open_room(built, place)
        for message in range(1, 6):
            await built.spoke(place, said(message))
            await settled(await built.room(stream_of(place)))
        (alarm,) = owed(await built.state(place))
    return Evening([recorded async for recorded in store.read(stream_of(place))], alarm.due)


async def _fill(store: EventStore, evening: Evening, rooms: int) -> None:
    """The same evening in that many places."""
    for start in range(FIRST, FIRST + rooms, 200):
        places = (PlaceId(place) for place in range(start, min(start + 200, FIRST + rooms)))
        await asyncio.gather(*(_write(store, evening, place) for place in places))


async def _write(store: EventStore, evening: Evening, place: PlaceId) -> None:
    drafts = [
        Draft(
            event=replace(one.event, place=place) if isinstance(one.event, PanelOpened) else one.event,
            at=one.at,
            cause=one.cause,
        )
        for one in evening.events
    ]
    await store.append(stream_of(place), Version(0), drafts, guild=GUILD, open=True, owes=True, due=evening.due)


if __name__ == "__main__":
    main()
