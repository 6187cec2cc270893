"""A house for the bench: real rooms and a real store, minds that answer at once, a stage that only keeps lists."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec.structs import replace

from bot.cards import BUNDLED, load_casts
from bot.opening import open_panel
from events.asked import Request
from events.base import GuildId, MessageId, PersonId, PlaceId
from events.heard import HumanSpoke
from events.policy import Policy, Silence
from minds.scripted import ScriptedMind
from rooms.backstage import Backstage
from rooms.clocks import SleepClock
from rooms.house import House
from rooms.ports import Clock
from rooms.room import Room
from rooms.stages import TextStage
from store import EventStore, open_store

GUILD = GuildId(1)
HOLD = msgspec.json.encode({"hold": True, "reason": "they talk among themselves", "speakers": []}).decode()


def policy() -> Policy:
    """Nothing waits for the end of a burst; a silence of an hour is asked about."""
    quick = Policy(silence=Silence(on=True, after=3600.0, human_within=7200.0))
    return replace(quick, gathering=replace(quick.gathering, window=0.0))


def holding(_request: Request) -> str:
    """A producer that lets people talk."""
    return HOLD


def said(message: int, text: str = "what should we plant when the frost is over?") -> HumanSpoke:
    """A message that is to nobody in particular."""
    now = datetime.now(UTC)
    return HumanSpoke(message=MessageId(message), person=PersonId(7), name="Sam", text=text, sent_at=now)


@asynccontextmanager
async def sqlite(folder: str) -> AsyncGenerator[EventStore]:
    """A new SQLite log in this folder."""
    store = await open_store(f"sqlite:///{Path(folder) / 'log.db'}", migrating=lambda _step: None)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def house(
    store: EventStore, clock: Clock | None = None, mind: ScriptedMind | None = None
) -> AsyncGenerator[House]:
    """A house on this store. The clock that is given is not closed here."""
    own = SleepClock()
    backstage = Backstage(store=store, mind=mind or ScriptedMind(holding), stage=TextStage(), clock=clock or own)
    built = House(backstage)
    try:
        yield built
    finally:
        await built.close()
        await own.close()


async def settled(room: Room) -> None:
    """Wait until all has happened that a message leads to, but the alarm of the silence."""
    while not room.idle or room.state.turn is not None:  # noqa: ASYNC110 - a room tells nobody that it is done
        await asyncio.sleep(0)


async def open_room(built: House, place: PlaceId) -> None:
    """The bundled hosts sit down there."""
    cast = load_casts(BUNDLED).cast("hosts")
    await open_panel(built, cast, policy(), guild=GUILD, place=place)
