"""A process that can be killed at any of its awaits: the ports count each step, and the fatal one ends everything."""

import asyncio
import gc
import heapq
from collections.abc import AsyncIterator, Callable, Coroutine
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from events.asked import Answer, Request, digest
from events.base import GuildId, MessageId, PersonaId, PersonId, PlaceId
from events.heard import HumanSpoke, ModelAnswered, PanelOpened, PersonaSeated
from events.persona import Persona
from events.policy import Policy
from events.recorded import Recorded
from minds.scripted import ScriptedMind
from replay.verify import Verdict, verify
from rooms.backstage import Backstage
from rooms.house import House
from rooms.stages import TextStage
from store.store import EventStore

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
PLACE = PlaceId(10)
CAST = tuple(
    Persona(id=PersonaId(name.casefold()), name=name, card=f"{name}.") for name in ("Wren", "Alma", "Bo", "Ida")
)
LINES = {
    "wren": "Old pumps complain before they fail.",
    "alma": "Simmer the broth until Sunday morning.",
    "bo": "Roses dislike wet feet in January!",
    "ida": "My lighthouse keeps a diary of every ferry.",
}
CROWDED = 400
"""Steps of one evening at most: more is a loop."""


class Killed(BaseException):
    """The process is gone: no handler of ours may catch this."""


class Fate:
    """Counts steps, and ends the process at the fatal one (0: never)."""

    def __init__(self, fatal: int = 0) -> None:
        self.fatal = fatal
        self.steps = 0
        self.armed = False
        self.dead = False

    def step(self) -> None:
        if self.dead:
            raise Killed
        if self.armed:
            self.steps += 1
            self.dead = self.steps == self.fatal
        if self.dead:
            raise Killed


class Mortal:
    """A port whose calls are two steps each: before it is done, and when it is done and nobody has heard of it."""

    def __init__(self, inner: Any, fate: Fate, *names: str) -> None:
        self._inner = inner
        for name in names:
            setattr(self, name, self._mortal(getattr(inner, name), fate))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    @staticmethod
    def _mortal(call: Callable[..., Any], fate: Fate) -> Callable[..., Any]:
        async def called(*args: Any, **more: Any) -> Any:
            fate.step()
            result = await call(*args, **more)
            fate.step()
            return result

        return called


class MortalMind:
    """A mind that dies before, within and after an answer, and remembers what was paid for."""

    def __init__(self, inner: ScriptedMind, fate: Fate) -> None:
        self._inner, self._fate = inner, fate

    async def ask(self, request: Request) -> Answer:
        self._fate.step()
        answer = await self._inner.ask(request)
        self._fate.step()
        return answer

    async def stream(self, request: Request) -> AsyncIterator[str | Answer]:
        self._fate.step()
        async for piece in self._inner.stream(request):
            yield piece
            self._fate.step()

    async def close(self) -> None:
        """Nothing to let go of."""


class HandClock:
    """A clock whose time is moved by hand."""

    def __init__(self, at: datetime = NOON) -> None:
        self.at = at
        self.alarms: dict[str, datetime] = {}
        self._ring: Callable[[str], None] = lambda _: None

    def now(self) -> datetime:
        return self.at

    def wake(self, stream: str, at: datetime) -> None:
        self.alarms[stream] = at

    def forget(self, stream: str) -> None:
        self.alarms.pop(stream, None)

    def on_ring(self, ring: Callable[[str], None]) -> None:
        self._ring = ring

    def ring_next(self, before: datetime) -> bool:
        """Move to the next alarm, and ring it. False when there is none until then."""
        due = heapq.nsmallest(1, ((at, stream) for stream, at in self.alarms.items() if at <= before))
        if due:
            self.at = max(self.at, due[0][0])
            del self.alarms[due[0][1]]
            self._ring(due[0][1])
        return bool(due)


class World:
    """What outlives a process: the log, the channel, the model's bill, the time."""

    def __init__(self, store: EventStore, *speakers: str) -> None:
        self.store = store
        self.channel = TextStage()
        self.at = NOON
        self.bill: list[str] = []
        """Prompts that were sent, by digest."""
        self.wasted: list[str] = []
        """Prompts that were sent although their answer was in the log."""
        self.heard: list[HumanSpoke] = []
        self._speakers = speakers
        self.mind = ScriptedMind(self._answer)

    async def _answer(self, request: Request) -> str:
        name = digest(request)
        self.bill.append(name)
        if name in await self._answered():
            self.wasted.append(name)
        if request.role == "producer":
            cues = [{"persona": one, "length": "short", "manner": "", "reason": "apt"} for one in self._speakers]
            return msgspec.json.encode({"hold": False, "reason": "", "speakers": cues}).decode()
        if request.role == "motivation":
            wish = 5.0 if request.scene.speakers[0].persona in self._speakers else 1.0
            return msgspec.json.encode({"motivation": wish}).decode()
        said = [{"speaker": cue.persona, "text": LINES[cue.persona]} for cue in request.scene.speakers]
        return msgspec.json.encode({"lines": said}).decode()

    async def _answered(self) -> set[str]:
        log = await self.log()
        answered = {one.event.call for one in log if isinstance(one.event, ModelAnswered)}
        return {one.event.prompt for one in log if one.kind == "model-asked" and one.event.call in answered}

    async def log(self) -> list[Recorded]:
        return [one async for one in self.store.read(f"room-{PLACE}")]

    async def verified(self) -> Verdict:
        return await verify(self.store.read(f"room-{PLACE}"), f"room-{PLACE}")

    def texts(self) -> list[str]:
        return [text for _, text in self.channel.texts()]


class Process:
    """One life of the bot in a world."""

    def __init__(self, world: World, fate: Fate | None = None) -> None:
        self.world, self.fate, self.clock = world, fate or Fate(), HandClock(world.at)
        self._begun: list[asyncio.Task[None]] = []
        self.house = House(
            Backstage(
                store=Mortal(world.store, self.fate, "append"),  # type: ignore[arg-type]
                mind=MortalMind(world.mind, self.fate),
                stage=Mortal(world.channel, self.fate, "post", "find", "sign", "retract"),  # type: ignore[arg-type]
                clock=self.clock,
            )
        )

    async def open(self, policy: Policy) -> None:
        opened = PanelOpened(guild=GuildId(1), place=PLACE, salt="salt", policy=policy)
        for event in (opened, *(PersonaSeated(persona=persona) for persona in CAST)):
            await self.house.hear(PLACE, event)

    def does(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin something that the process may not live to finish."""
        self._begun.append(asyncio.create_task(work, name="open begun"))

    async def hears(self, text: str, *, to_bot: bool = True) -> None:
        """A person speaks; the channel keeps it, whoever listens."""
        spoken = HumanSpoke(
            message=MessageId(900), person=PersonId(7), name="Sam", text=text, to_bot=to_bot, sent_at=self.world.at
        )
        self.world.heard.append(spoken)
        await self.house.spoke(PLACE, spoken)

    async def starts_again(self) -> None:
        """What the client does at its start: know the rooms, take them up, read back what was missed."""
        await self.house.survey()
        await self.house.take_up()
        missed = [msgspec.structs.replace(one, late=True) for one in self.world.heard]
        await self.house.catch_up(PLACE, missed)

    async def lives(self, seconds: float = 3600) -> None:
        """Until nothing is owed within that time, or until it is killed."""
        until = self.clock.at + timedelta(seconds=seconds)
        for _ in range(CROWDED):
            await self._comes_to_rest()
            if self.fate.dead or not self.clock.ring_next(until):
                break
        else:
            raise AssertionError("it never came to rest")
        self.world.at = self.clock.at

    async def _comes_to_rest(self) -> None:
        quiet = 0
        while quiet < 3 and not self.fate.dead:
            await asyncio.sleep(0)
            rooms = [*self.house._rooms.values()]
            begun = any(not task.done() for task in self._begun)
            busy = begun or self.house._errands or self.house._opening or not all(room.idle for room in rooms)
            quiet = 0 if busy else quiet + 1

    async def ends(self) -> None:
        """Its tasks are gone, wherever they were."""
        names = ("room", "line", "call", "typing", "wake", "open", "sign", "gather", "silence", "unwanted")
        mine = [task for task in asyncio.all_tasks() if task.get_name().startswith(names)]
        for task in mine:
            task.cancel()
        await asyncio.gather(*mine, *self._begun, return_exceptions=True)
        gc.collect(1)
