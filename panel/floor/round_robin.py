"""AutoGen's round robin: the next in seating order after the last speaker."""

from panel.deciding import Deciding
from panel.floor.chosen import Case, after_the_last_speaker, give_to
from panel.floor.strategy import Refusals, Seats, Strategy


def begin(d: Deciding, free: Seats, refused: Refusals) -> None:
    """The next who may; a last speaker who has left leaves no place to go on from, so the first seat is next."""
    order = after_the_last_speaker(d, free)
    cases = {persona: Case("next" if persona == order[0] else "later") for persona in order}
    give_to(d, "round-robin", order[:1], cases, refused)


ROUND_ROBIN = Strategy(name="round-robin", source="AutoGen, round robin", begin=begin)
