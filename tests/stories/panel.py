"""The whole bot on an offline Discord: the real client, rooms, store and stage; only the minds are scripted."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord
from discord.app_commands import CommandInvokeError
from msgspec.structs import replace

from bot.cards import BUNDLED, load_casts
from bot.client import GreenroomClient
from bot.hooks import Hooks
from bot.posting_once import open_session
from bot.stage import DiscordStage
from events.base import PlaceId
from events.errors import NoSuchLine, Refusal
from events.policy import Policy, Silence
from events.recorded import Recorded
from events.room import RoomState
from minds.embedding import Embedder
from replay.verify import Verdict, verify
from rooms.backstage import Backstage
from rooms.clocks import SleepClock
from rooms.house import House
from store import EventStore, open_store
from store.sql import SqlStore
from tests.offline.fixtures import OfflineDiscord
from tests.stories.company import Company

SETTLE_SECONDS = 5.0
"""All sleeps of these stories are idle waits, which no verb waits for; this is for a busy machine."""


@dataclass
class Life:
    """One process of the bot, from its start to its end."""

    stack: AsyncExitStack = field(default_factory=AsyncExitStack)
    house: House = field(init=False)
    store: EventStore = field(init=False)
    hooks: Hooks = field(init=False)


class Panel:
    """A town with the bot in it. `await panel.open()` seats the three hosts in #lounge."""

    def __init__(self, folder: Path, company: Company, policy: Policy) -> None:
        self.folder = folder
        self.database = f"sqlite:///{folder / 'log.db'}"
        self.company = company
        self.policy = policy
        self.lives: list[Life] = []
        self.town: OfflineDiscord
        self.wrap: Callable[[EventStore], EventStore] = lambda store: store
        """What stands between the bot and its store."""
        self.embedder: Embedder | None = None
        """Who makes sentence vectors for the next process."""
        self.message_content = True
        """Whether Discord lets the next process read what people write."""

    @classmethod
    @asynccontextmanager
    async def in_town(cls, folder: Path, company: Company, policy: Policy) -> AsyncIterator["Panel"]:
        """The bot is connected; no panel is open yet."""
        panel = cls(folder, company, policy)
        async with OfflineDiscord.open(panel._client, settle_timeout=SETTLE_SECONDS) as town:
            panel.town = town
            try:
                yield panel
            finally:
                await panel.stop()
            broken = [error for error in town.errors if not _is_refusal(error)]
            assert not broken, broken

    def _client(self, town: OfflineDiscord) -> discord.Client:
        self.town = town
        self.company.idle = self.idle
        return Lounger(self)

    async def idle(self, wait: Awaitable[Any]) -> Any:
        """The simulator's hook, for whatever belongs to the bot; a test that asks the house waits by itself."""
        work = self.town.env._work
        ours = asyncio.current_task() in work.tasks and asyncio.current_task() not in work.external_waits
        return await (self.town.idle(wait) if ours else wait)

    # --- how a process begins and ends ---

    async def open(self, cast: str = "hosts") -> "Panel":
        await self.town.slash("Sam", "panel open", cast=cast)
        return self

    async def stop(self) -> None:
        """SIGTERM: everything is closed in order."""
        await self.lives[-1].stack.aclose()

    async def crash(self) -> None:
        """The process is gone in the middle of whatever it did, and another starts on the same log."""
        dead = self.lives[-1]
        await self.town.restart(self._client)
        await self._bury(dead)

    async def restart(self) -> None:
        """It is stopped in order, and started again."""
        await self.stop()
        await self.town.restart(self._client)

    async def _bury(self, dead: Life) -> None:
        """What the operating system does for a dead process: its files and sockets are closed."""
        dead.house.close = nothing  # type: ignore[method-assign]
        await dead.stack.aclose()  # its writer is dead as well, so that closing the store writes nothing

    # --- what can be seen ---

    @property
    def house(self) -> House:
        return self.lives[-1].house

    @asynccontextmanager
    async def store(self) -> AsyncIterator[EventStore]:
        """The log, read from beside the process, as `greenroom why` does: whether the bot still runs or not."""
        store = SqlStore(self.database)
        try:
            yield store
        finally:
            await store.close()

    @property
    def place(self) -> PlaceId:
        return PlaceId(self.town.channel.id)

    @property
    def speakers(self) -> list[str]:
        """Who spoke in the channel, by shown name, oldest first."""
        return [name for name, _ in self.town.lines()]

    async def room(self) -> RoomState:
        return await self.house.state(self.place)

    async def log(self, place: int | None = None) -> list[Recorded]:
        async with self.store() as store:
            return [one async for one in store.read(f"room-{place or self.place}")]

    async def all(self, kind: type, place: int | None = None) -> list[Any]:
        """Every fact of one kind, oldest first."""
        return [one.event for one in await self.log(place) if isinstance(one.event, kind)]

    async def verified(self, place: int | None = None) -> Verdict:
        stream = f"room-{place or self.place}"
        async with self.store() as store:
            return await verify(store.read(stream), stream)

    # --- other places ---

    def thread(self, name: str = "late") -> Any:
        """A thread of #lounge, which the bot sees."""
        env, lounge = self.town.env, self.town.channel
        thread = env.backend.create_thread(lounge.id, name, self.town.people["Sam"].id)
        return type(lounge)(env, self.town.guild, thread)

    @contextmanager
    def elsewhere(self, place: Any) -> Iterator[None]:
        """Inside, everything that people do happens in another place."""
        here, self.town.channel = self.town.channel, place
        yield
        self.town.channel = here

    # --- short ways ---

    async def says(self, text: str, *, by: str = "Sam", to: discord.Message | None = None) -> discord.Message:
        return await self.town.say(by, text, reply_to=to)

    async def evening(self, seconds: float = 60) -> None:
        """Long enough for a turn to be gathered, written and read."""
        await self.town.pass_time(seconds)

    async def asks(self, text: str, *, by: str = "Sam", to: discord.Message | None = None) -> discord.Message:
        """A message, and time for its answer."""
        message = await self.says(text, by=by, to=to)
        await self.evening()
        return message


class Lounger(GreenroomClient):
    """The client, whose house is put up when it connects, as `bot run` does it."""

    def __init__(self, panel: Panel) -> None:
        super().__init__(casts=load_casts(BUNDLED), policy=panel.policy)
        self._panel = panel
        self._connection._intents.message_content = panel.message_content

    async def setup_hook(self) -> None:
        panel, town, life = self._panel, self._panel.town, Life()
        clock = SleepClock(town.now, panel.idle)
        life.store = await open_store(panel.database, idle=panel.idle)
        life.stack.push_async_callback(_closed, life.store)
        session = open_session("DiscordBot (tests, 0)")
        life.stack.push_async_callback(session.close)
        life.hooks = Hooks(self, session, now=town.now, avatar_of=lambda persona: self.casts.avatar_bytes(persona.id))
        backstage = Backstage(
            store=panel.wrap(life.store),
            mind=panel.company,
            embedder=panel.embedder,
            stage=DiscordStage(self, life.hooks),
            clock=clock,
            idle=panel.idle,
        )
        life.house = House(backstage)
        life.stack.push_async_callback(clock.close)
        life.stack.push_async_callback(_closed, life.house)
        self.move_in(life.house, life.hooks)
        panel.lives.append(life)
        await super().setup_hook()
        await self.tree.sync()


def _is_refusal(error: BaseException) -> bool:
    """A command that was refused in a sentence is no fault of the bot."""
    return isinstance(error, CommandInvokeError) and isinstance(error.original, Refusal | NoSuchLine)


async def _closed(part: House | EventStore) -> None:
    await part.close()


async def nothing() -> None:
    """Done already."""


def listening(*, after: float = 300.0, threshold: float = 3.95) -> Policy:
    """The default policy, with the line after a silence switched on."""
    return replace(Policy(), silence=Silence(on=True, after=after, threshold=threshold))
