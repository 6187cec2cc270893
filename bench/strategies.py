"""What each strategy costs on one evening with minds of a fixed pace: model calls, round trips in series, waiting."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from statistics import mean
from time import perf_counter

from msgspec import Struct

from bench.played import GUILD, PEOPLE, PLACE, STREAM, outcomes, play
from bench.report import show
from bench.table_talk import REMARKS, TABLE, TableMinds
from events.asked import Answer, Request, Said, Scene, SceneCard
from events.base import MessageId, PersonaId
from events.decided import Cue, Role
from events.heard import HumanSpoke, PanelOpened, PersonaSeated
from events.policy import Gathering, Pair, Policy, StrategyName
from minds.mind import Piece
from minds.scripted import ScriptedMind
from panel.floor.strategies import STRATEGIES
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
OURS: StrategyName = "producer"


class PacedMind(ScriptedMind):
    """The table's minds, each call as slow as the next; knows when each began and ended."""

    def __init__(self) -> None:
        super().__init__(TableMinds().answer, delay=FIRST_TOKEN)
        self.calls: list[tuple[float, float]] = []

    async def ask(self, request: Request) -> Answer:
        began = perf_counter()
        answer = await super().ask(request)
        await asyncio.sleep(WORD * len(answer.text.split()))
        self.calls.append((began, perf_counter()))
        return answer

    async def stream(self, request: Request) -> AsyncIterator[Piece]:
        began = perf_counter()
        answer = await super().ask(request)
        for piece in self._pieces(answer.text):
            await asyncio.sleep(WORD)
            yield piece
        self.calls.append((began, perf_counter()))
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
    first: float | None
    """Seconds to the first line; None where nobody spoke."""
    last: float | None


def main() -> None:
    """Every strategy, a turn on average; and two engines' ways of having the same speakers speak as ours.

    SillyTavern makes a call for each of them in series; AutoGen a selection and then a reply for each.
    """
    costs = asyncio.run(_measured())
    ours = _seconds(costs[OURS], "last")
    columns = ["", "calls", "trips", "first ms", "last ms", "/ ours", "spoke in"]
    table = [[name, *_row(cost, ours)] for name, cost in costs.items()]
    numbers = {f"{name} {what}": value for name, cost in costs.items() for what, value in _numbers(cost).items()}
    pace = f"{FIRST_TOKEN * 1000:g} ms to the first word of an answer, {WORD * 1000:g} ms for each"
    show(f"A turn, by strategy, over {len(REMARKS)} remarks; {pace}", columns, table, numbers)


async def _measured() -> dict[str, list[Cost]]:
    spoke = [one.spoke for one in outcomes(play(OURS))]
    costs: dict[str, list[Cost]] = {name: await _evening(name) for name in STRATEGIES}
    costs["SillyTavern's way"] = [await _in_series(one, ("writer",)) for one in spoke]
    costs["AutoGen's way"] = [await _in_series(one, ("selector", "writer")) for one in spoke]
    return costs


async def _evening(strategy: StrategyName) -> list[Cost]:
    """A real room; nothing waits for people to read, and nobody rests, since the evening takes seconds."""
    mind, stage, clock = PacedMind(), TimedStage(), SleepClock()
    house = House(Backstage(store=MemoryStore(), mind=mind, stage=stage, clock=clock))
    policy = Policy(
        strategy=strategy,
        gathering=Gathering(window=0.0),
        longest_pause=0.0,
        pair=Pair(line_pause=0.0, rest=0.0, pair_rest=0.0),
    )
    await house.hear(PLACE, PanelOpened(guild=GUILD, place=PLACE, salt="table", policy=policy))
    for persona in TABLE:
        await house.hear(PLACE, PersonaSeated(persona=persona))
    costs: list[Cost] = []
    try:
        room = await house.room(STREAM)
        for number, remark in enumerate(REMARKS, start=1):
            mind.calls.clear()
            stage.times.clear()
            spoken = HumanSpoke(
                message=MessageId(number),
                person=PEOPLE[remark.by],
                name=remark.by,
                text=remark.text,
                sent_at=datetime.now(UTC),
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


async def _in_series(speakers: list[PersonaId], roles: tuple[Role, ...]) -> Cost:
    """These speakers one after the other, each with a call of its own for every role, as those engines do it."""
    mind, posted = PacedMind(), list[float]()
    handed = perf_counter()
    for speaker in speakers:
        for role in roles:
            await mind.ask(_request(role, speaker))
        posted.append(perf_counter())
    return _cost(handed, mind, posted)


def _request(role: Role, speaker: PersonaId) -> Request:
    cast = tuple(SceneCard(id=one.id, name=one.name, summary=one.summary) for one in TABLE)
    schema: dict[str, object] = {"type": "object", "properties": {"next": {"enum": [one.id for one in TABLE]}}}
    scene = Scene(cast=cast, lines=(), speakers=(Cue(persona=speaker, rule=role),), focus=REMARKS[0].text)
    return Request(role=role, messages=(Said("user", REMARKS[0].text),), schema=schema, scene=scene)


def _cost(handed: float, mind: PacedMind, posted: list[float]) -> Cost:
    trips, free_at = 0, handed
    for began, ended in sorted(mind.calls):
        if began >= free_at:  # it waited for what came before
            trips, free_at = trips + 1, ended
    first, last = (posted[0] - handed, posted[-1] - handed) if posted else (None, None)
    return Cost(len(mind.calls), trips, first, last)


def _seconds(costs: list[Cost], which: str) -> float:
    """The mean over the turns in which somebody spoke."""
    return mean(seconds for one in costs if (seconds := getattr(one, which)) is not None)


def _numbers(costs: list[Cost]) -> dict[str, float]:
    return {
        "calls": mean(one.calls for one in costs),
        "round trips": mean(one.trips for one in costs),
        "first ms": _seconds(costs, "first") * 1000,
        "last ms": _seconds(costs, "last") * 1000,
    }


def _row(costs: list[Cost], ours: float) -> list[str]:
    numbers = _numbers(costs)
    spoken = sum(one.first is not None for one in costs)
    return [
        f"{numbers['calls']:.1f}",
        f"{numbers['round trips']:.1f}",
        f"{numbers['first ms']:.0f}",
        f"{numbers['last ms']:.0f}",
        f"{numbers['last ms'] / 1000 / ours:.2f}",
        f"{spoken} of {len(costs)}",
    ]


if __name__ == "__main__":
    main()
