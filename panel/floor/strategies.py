"""Every strategy by its name: what a policy may choose, and what decides a room's turns."""

from events.policy import StrategyName
from events.room import RoomState
from panel.floor.at_random import RANDOM
from panel.floor.by_producer import PRODUCER
from panel.floor.cssn import CSSN
from panel.floor.equal import EQUAL
from panel.floor.in_order import LIST
from panel.floor.inner_thoughts import INNER_THOUGHTS
from panel.floor.manual import MANUAL
from panel.floor.natural import NATURAL
from panel.floor.pair import PAIR
from panel.floor.pooled import POOLED
from panel.floor.round_robin import ROUND_ROBIN
from panel.floor.scored import SCORED
from panel.floor.selector import SELECTOR
from panel.floor.self_selection import SELF_SELECTION
from panel.floor.strategy import Strategy

STRATEGIES: dict[StrategyName, Strategy] = {
    one.name: one
    for one in (
        PRODUCER,
        SCORED,
        NATURAL,
        LIST,
        POOLED,
        MANUAL,
        ROUND_ROBIN,
        RANDOM,
        EQUAL,
        SELF_SELECTION,
        CSSN,
        INNER_THOUGHTS,
        SELECTOR,
        PAIR,
    )
}


def strategy_of(room: RoomState) -> Strategy:
    """The room's strategy; one that this version does not have is the producer's."""
    return STRATEGIES.get(room.policy.strategy, PRODUCER)
