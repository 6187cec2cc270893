"""The whole bot on an offline Discord: the real client, rooms, store and stage; only the minds are scripted."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import discord
import msgspec
from msgspec.structs import replace

from bot.cards import BUNDLED, load_casts
from bot.client import GreenroomClient
from bot.hooks import Hooks
from bot.posting_once import open_session
from bot.stage import DiscordStage
from events.asked import Request
from events.base import PlaceId
from events.policy import Policy
from events.recorded import Recorded
from events.room import RoomState
from minds.mind import Mind
from minds.scripted import ScriptedMind
from replay.verify import Verdict, verify
from rooms.backstage import Backstage
from rooms.clocks import SleepClock
from rooms.house import House
from store import EventStore, open_store
from tests.offline.fixtures import OfflineDiscord

HOSTS = {"warren": "Warren", "nolan": "Nolan", "iris": "Iris"}


def stages(*personas: str) -> str:
    """The producer's answer that stages these personas."""
    speakers = [{"persona": one, "length": "short", "manner": "dry", "reason": "it is theirs"} for one in personas]
    return msgspec.json.encode({"hold": False, "reason": "", "speakers": speakers}).decode()


def holds(reason: str = "they talk among themselves") -> str:
    """The producer's answer that nobody speaks."""
    return msgspec.json.encode({"hold": True, "reason": reason, "speakers": []}).decode()


def writes(request: Request) -> str:
    """A writer's answer: one line for everybody who is staged, different each time."""
    lines = [
        {"speaker": cue.persona, "text": f"{SAYINGS[cue.persona]} ({len(request.messages[1].text)})"}
        for cue in request.scene.speakers
    ]
    return msgspec.json.encode({"lines": lines}).decode()


SAYINGS = {
    "warren": "Pumps fail slowly, and then all at once",
    "nolan": "Who taught you that song, if I may ask",
    "iris": "Ferns are older than flowers by far",
}


def company(*, producer: str = "", motivation: float = 1.0) -> ScriptedMind:
    """Minds that stage as told, write something sensible, and want to speak as much as told."""

    def script(request: Request) -> str:
        if request.role == "producer":
            return producer or stages("iris")
        if request.role == "motivation":
            return msgspec.json.encode({"motivation": motivation}).decode()
        return writes(request)

    return ScriptedMind(script)


class Panel:
    """A town with the bot in it. `await panel.open()` seats the three hosts in #lounge."""

    def __init__(self, town: OfflineDiscord, mind: Mind, store: EventStore, policy: Policy) -> None:
        self.town = town
        self.mind = mind
        self.store = store
        self.policy = policy
        self.stack = AsyncExitStack()
        self.house: House
        self.hooks: Hooks

    @classmethod
    @asynccontextmanager
    async def in_town(
        cls, tmp_path: Path, mind: Mind | None = None, policy: Policy | None = None
    ) -> AsyncIterator["Panel"]:
        """The bot is connected; no panel is open yet."""
        made: list[Panel] = []

        def build(town: OfflineDiscord) -> discord.Client:
            return Lounger(made, town, tmp_path, mind or company(), policy or Policy())

        async with OfflineDiscord.open(build) as town:
            panel = made[-1]
            panel.town = town
            try:
                yield panel
            finally:
                await panel.stop()

    async def open(self, cast: str = "hosts") -> "Panel":
        await self.town.slash("Sam", "panel open", cast=cast)
        return self

    async def stop(self) -> None:
        """SIGTERM: everything is closed in order."""
        await self.stack.aclose()

    async def room(self) -> RoomState:
        return await self.house.state(PlaceId(self.town.channel.id))

    async def log(self) -> list[Recorded]:
        return [one async for one in self.store.read(f"room-{self.town.channel.id}")]

    async def kinds(self) -> list[str]:
        return [one.kind for one in await self.log()]

    async def verified(self) -> Verdict:
        stream = f"room-{self.town.channel.id}"
        return await verify(self.store.read(stream), stream)


class Lounger(GreenroomClient):
    """The client, whose house is put up when it connects, as `bot run` does it."""

    def __init__(self, made: list[Panel], town: OfflineDiscord, folder: Path, mind: Mind, policy: Policy) -> None:
        super().__init__(casts=load_casts(BUNDLED), policy=policy)
        self._made, self._town, self._folder, self._mind, self._policy = made, town, folder, mind, policy

    async def setup_hook(self) -> None:
        town, clock = self._town, SleepClock(self._town.now, self._town.idle)
        store = await open_store(
            f"sqlite:///{self._folder / 'log.db'}", migrating=lambda _step: None, idle=self._town.idle
        )
        panel = Panel(town, self._mind, store, self._policy)
        panel.stack.push_async_callback(store.close)
        session = open_session("DiscordBot (tests, 0)")
        panel.stack.push_async_callback(session.close)
        panel.hooks = Hooks(self, session, now=town.now, avatar_of=lambda persona: self.casts.avatar_bytes(persona.id))
        stage = DiscordStage(self, panel.hooks)
        backstage = Backstage(store=store, mind=self._mind, stage=stage, clock=clock, idle=town.idle)
        panel.house = House(backstage)
        panel.stack.push_async_callback(clock.close)
        panel.stack.push_async_callback(panel.house.close)
        self.move_in(panel.house, panel.hooks)
        self._made.append(panel)
        await super().setup_hook()
        await self.tree.sync()


def at_once() -> Policy:
    """No waiting for the end of a burst, and no reading pause: for stories about something else."""
    quick = Policy()
    return replace(quick, gathering=replace(quick.gathering, window=0.0), characters_a_second=1e9)
