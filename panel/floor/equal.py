"""Murder Mystery Agents' EQUAL: one speaker, each candidate as likely as the others, whatever was said. No model."""

from panel.deciding import Deciding
from panel.dice import draw
from panel.floor.chosen import Case, die, give_to
from panel.floor.strategy import Refusals, Seats, Strategy


def begin(d: Deciding, free: Seats, refused: Refusals) -> None:
    """One die for all: the notes on the paper disagree whether it drew or rotated."""
    thrown = draw(d.state, "equal")
    chosen = free[int(thrown * len(free))].persona.id
    cases = {
        seat.persona.id: Case("equal-chance" if seat.persona.id == chosen else "not-drawn", die(thrown))
        for seat in free
    }
    give_to(d, "equal", (chosen,), cases, refused)


def after_line(_: Deciding) -> bool:
    """The baseline looks at no line."""
    return False


EQUAL = Strategy(
    name="equal", source="Murder Mystery Agents, EQUAL", begin=begin, designates=False, after_line=after_line
)
