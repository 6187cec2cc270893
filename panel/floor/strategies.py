"""Every strategy by its name: what a policy may choose, and what decides a room's turns."""

from events.policy import StrategyName
from events.room import RoomState
from panel.floor.by_producer import PRODUCER
from panel.floor.scored import SCORED
from panel.floor.strategy import Strategy

STRATEGIES: dict[StrategyName, Strategy] = {one.name: one for one in (PRODUCER, SCORED)}


def strategy_of(room: RoomState) -> Strategy:
    """The room's strategy; one that this version does not have is the producer's."""
    return STRATEGIES.get(room.policy.strategy, PRODUCER)
