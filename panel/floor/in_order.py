"""SillyTavern's list order: every candidate, once each, in seating order."""

from panel.deciding import Deciding
from panel.floor.chosen import Case, after_the_last_speaker, give_to
from panel.floor.strategy import Refusals, Seats, Strategy


def begin(d: Deciding, free: Seats, refused: Refusals) -> None:
    """From the first seat for a person; a scene has one line a turn, so there the list goes on where it stands."""
    seats = [seat.persona.id for seat in free]
    order = after_the_last_speaker(d, free) if d.turn.occasion == "scene" else seats
    give_to(d, "list", order, {persona: Case("in-order") for persona in order}, refused)


LIST = Strategy(name="list", source="SillyTavern, list order", begin=begin)
