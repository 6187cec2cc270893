"""What each strategy costs on one evening with minds of a fixed pace: model calls, round trips in series, waiting."""

import asyncio

from bench.paced import COLUMNS, PACE, Cost, evening, in_series, numbers, rows
from bench.played import outcomes, play
from bench.report import show
from bench.table_talk import REMARKS, TABLE, TableMinds
from events.base import PersonaId
from events.decided import Role
from events.policy import Gathering, Pair, Policy, StrategyName
from panel.floor.strategies import STRATEGIES

OURS: StrategyName = "producer"
SAID = tuple((remark.by, remark.text) for remark in REMARKS)


def main() -> None:
    """Every strategy, a turn on average; and two engines' ways of having the same speakers speak as ours.

    SillyTavern makes a call for each of them in series; AutoGen a selection and then a reply for each.
    """
    costs = asyncio.run(_measured())
    show(f"A turn, by strategy, over {len(REMARKS)} remarks; {PACE}", COLUMNS, rows(costs, OURS), numbers(costs))


async def _measured() -> dict[str, list[Cost]]:
    spoke = [one.spoke for one in outcomes(play(OURS))]
    await _evening(OURS)  # the first time that a prompt is rendered is the slowest
    costs: dict[str, list[Cost]] = {name: await _evening(name) for name in STRATEGIES}
    costs["SillyTavern's way"] = [await _in_series(one, ("writer",)) for one in spoke]
    costs["AutoGen's way"] = [await _in_series(one, ("selector", "writer")) for one in spoke]
    return costs


async def _evening(strategy: StrategyName) -> list[Cost]:
    """Nothing waits for people to read, and nobody rests, since the evening takes seconds."""
    policy = Policy(
        strategy=strategy,
        gathering=Gathering(window=0.0),
        longest_pause=0.0,
        pair=Pair(line_pause=0.0, rest=0.0, pair_rest=0.0),
    )
    return await evening(policy, TABLE, SAID, TableMinds().answer)


async def _in_series(speakers: list[PersonaId], roles: tuple[Role, ...]) -> Cost:
    return await in_series(speakers, roles, TABLE, REMARKS[0].text, TableMinds().answer)


if __name__ == "__main__":
    main()
