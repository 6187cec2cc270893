"""AutoGen's random order: one candidate, each as likely as the others."""

from events.policy import StrategyName
from panel.deciding import Deciding
from panel.dice import draw
from panel.floor.chosen import Case, die, give_to
from panel.floor.strategy import Refusals, Seats, Strategy


def begin(d: Deciding, free: Seats, refused: Refusals) -> None:
    """Draw one."""
    draw_one(d, "random", free, refused)


def draw_one(d: Deciding, rule: StrategyName, free: Seats, refused: Refusals) -> None:
    """Every candidate throws a die, and the highest speaks."""
    dice = {seat.persona.id: draw(d.state, "random", seat.persona.id) for seat in free}
    drawn = max(dice, key=lambda persona: dice[persona])
    cases = {persona: Case("drawn" if persona == drawn else "not-drawn", die(value)) for persona, value in dice.items()}
    give_to(d, rule, (drawn,), cases, refused)


RANDOM = Strategy(name="random", source="AutoGen, random", begin=begin)
