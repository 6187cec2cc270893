"""SillyTavern's pooled order: one speaker, drawn from those who have not spoken since a person last did."""

from itertools import takewhile

from panel.deciding import Deciding
from panel.dice import draw
from panel.floor.chosen import Case, die, give_to
from panel.floor.strategy import Refusals, Seats, Strategy


def begin(d: Deciding, free: Seats, refused: Refusals) -> None:
    """Draw from the pool; once everybody has spoken, from all who may."""
    since = takewhile(lambda said: said.person is None, reversed(d.state.talk))
    spoken = {said.persona for said in since}
    dice = {seat.persona.id: draw(d.state, "pooled", seat.persona.id) for seat in free}
    pool = [persona for persona in dice if persona not in spoken] or list(dice)
    drawn = max(pool, key=lambda persona: dice[persona])
    reasons = {persona: "not-drawn" if persona in pool else "spoke-already" for persona in dice}
    reasons[drawn] = "drawn"
    cases = {persona: Case(reasons[persona], die(value)) for persona, value in dice.items()}
    give_to(d, "pooled", (drawn,), cases, refused)


POOLED = Strategy(name="pooled", source="SillyTavern, pooled order", begin=begin)
