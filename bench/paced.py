"""Evenings against minds of a fixed pace, on a real clock: what a turn costs in calls, round trips and waiting."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime
from statistics import mean
from time import perf_counter

from msgspec import Struct

from bench.played import GUILD, PEOPLE, PLACE, STREAM
from events.asked import Answer, Request, Said, Scene, SceneCard
from events.base import MessageId, PersonaId
from events.decided import Cue, Role
from events.heard import HumanSpoke, PanelOpened, PersonaSeated
from events.persona import Persona
from events.policy import Policy
from minds.mind import Piece
from minds.scripted import ScriptedMind
from rooms.backstage import Backstage
from rooms.clocks import SleepClock
from rooms.house import House
from rooms.ports import Line, Posting
from rooms.stages import TextStage
from store.memory import MemoryStore

FIRST_TOKEN = 0.05
"""Seconds before any answer begins."""
WORD = 0.001
"""Seconds for each of its words."""
PACE = f"{FIRST_TOKEN * 1000:g} ms to the first word of an answer, {WORD * 1000:g} ms for each"
ADVICE: Role = "motivation"
"""Nobody waits for it in a turn (`panel.readouts`), so it makes no trip; what it would cost shows in the waiting."""

Words = Callable[[Request], str]


class PacedMind(ScriptedMind):
    """Each call as slow as the next; knows when each began and ended, and what for."""

    def __init__(self, words: Words) -> None:
        super().__init__(words, delay=FIRST_TOKEN)
        self.calls: list[tuple[float, float, Role]] = []

    async def ask(self, request: Request) -> Answer:
        began = perf_counter()
        answer = await super().ask(request)
        await asyncio.sleep(WORD * len(answer.text.split()))
        self.calls.append((began, perf_counter(), request.role))
        return answer

    async def stream(self, request: Request) -> AsyncIterator[Piece]:
        began = perf_counter()
        answer = await super().ask(request)
        for piece in self._pieces(answer.text):
            await asyncio.sleep(WORD)
            yield piece
        self.calls.append((began, perf_counter(), request.role))
        yield answer


class TimedStage(TextStage):
    """Knows when each line was posted."""

    def __init__(self) -> None:
        super().__init__(first_message=1_000_000)
        self.times: list[float] = []

    async def post(self, line: Line) -> Posting:
        self.times.append(perf_counter())
        return await super().post(line)


class Cost(Struct, frozen=True):
    """What one remark cost."""

    calls: int
    trips: int
    """Calls that had to wait for another one, and the first."""
    lines: int
    first: float | None
    """Seconds to the first line; None where nobody spoke."""
    last: float | None


async def evening(
    policy: Policy, cast: Sequence[Persona], said: Sequence[tuple[str, str]], words: Words | PacedMind
) -> list[Cost]:
    """A real room in which these (speaker, text) are said one after the other; what each remark cost."""
    mind = words if isinstance(words, PacedMind) else PacedMind(words)
    stage, clock = TimedStage(), SleepClock()
    house = House(Backstage(store=MemoryStore(), mind=mind, stage=stage, clock=clock))
    await house.hear(PLACE, PanelOpened(guild=GUILD, place=PLACE, salt="table", policy=policy))
    for persona in cast:
        await house.hear(PLACE, PersonaSeated(persona=persona))
    costs: list[Cost] = []
    try:
        room = await house.room(STREAM)
        for number, (by, text) in enumerate(said, start=1):
            mind.calls.clear()
            stage.times.clear()
            spoken = HumanSpoke(
                message=MessageId(number), person=PEOPLE[by], name=by, text=text, sent_at=datetime.now(UTC)
            )
            handed = perf_counter()
            await house.spoke(PLACE, spoken)
            while not room.idle or room.state.turn is not None:  # noqa: ASYNC110 - a room tells nobody that it is done
                await asyncio.sleep(0.001)
            costs.append(_cost(handed, mind, stage.times))
    finally:
        await house.close()
        await clock.close()
    return costs


async def in_series(
    speakers: Sequence[PersonaId], roles: Sequence[Role], cast: Sequence[Persona], text: str, words: Words
) -> Cost:
    """These speakers one after the other, each with a call of its own for every role, as other engines do it."""
    mind, posted = PacedMind(words), list[float]()
    handed = perf_counter()
    for speaker in speakers:
        for role in roles:
            await mind.ask(_request(role, speaker, cast, text))
        posted.append(perf_counter())
    return _cost(handed, mind, posted)


def _request(role: Role, speaker: PersonaId, cast: Sequence[Persona], text: str) -> Request:
    cards = tuple(SceneCard(id=one.id, name=one.name, summary=one.summary) for one in cast)
    schema: dict[str, object] = {"type": "object", "properties": {"next": {"enum": [one.id for one in cast]}}}
    scene = Scene(cast=cards, lines=(), speakers=(Cue(persona=speaker, rule=role),), focus=text)
    return Request(role=role, messages=(Said("user", text),), schema=schema, scene=scene)


def _cost(handed: float, mind: PacedMind, posted: list[float]) -> Cost:
    trips, free_at = 0, handed
    for began, ended, role in sorted(mind.calls):
        if began >= free_at and role != ADVICE:  # it waited for what came before
            trips, free_at = trips + 1, ended
    first, last = (posted[0] - handed, posted[-1] - handed) if posted else (None, None)
    return Cost(len(mind.calls), trips, len(posted), first, last)


# --- as a table ---

COLUMNS = ["", "calls", "trips", "lines", "first ms", "last ms", "/ ours"]


def rows(costs: dict[str, list[Cost]], ours: str) -> list[list[str]]:
    """A row a way: the means of a turn, and how long until all has been said beside ours."""
    base = _seconds(costs[ours], "last")
    return [[name, *_row(cost, base)] for name, cost in costs.items()]


def numbers(costs: dict[str, list[Cost]]) -> dict[str, float]:
    """The same for whoever compares runs."""
    return {f"{name} {what}": value for name, cost in costs.items() for what, value in _means(cost).items()}


def _means(costs: list[Cost]) -> dict[str, float]:
    return {
        "calls": mean(one.calls for one in costs),
        "round trips": mean(one.trips for one in costs),
        "lines": mean(one.lines for one in costs),
        "first ms": _seconds(costs, "first") * 1000,
        "last ms": _seconds(costs, "last") * 1000,
    }


def _seconds(costs: list[Cost], which: str) -> float:
    """The mean over the turns in which somebody spoke."""
    return mean(seconds for one in costs if (seconds := getattr(one, which)) is not None)


def _row(costs: list[Cost], ours: float) -> list[str]:
    calls, trips, lines, first, last = _means(costs).values()
    return [f"{calls:.1f}", f"{trips:.1f}", f"{lines:.1f}", f"{first:.0f}", f"{last:.0f}", f"{last / 1000 / ours:.2f}"]
