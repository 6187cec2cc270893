"""SillyTavern's manual order: what a person writes gives nobody the floor, but an address and `/panel speak` do.

A mention of the bot calls the panel, which must answer: one of those who may does, by arithmetic.
"""

from events.decided import Considered
from panel import turns
from panel.deciding import Deciding
from panel.floor.at_random import draw_one
from panel.floor.fallback import fall_back
from panel.floor.strategy import Refusals, Seats, Strategy


def begin(d: Deciding, free: Seats, refused: Refusals) -> None:
    """Nobody; in a scene, which somebody asked for, one at random; one, too, where the bot was called."""
    if d.turn.occasion == "scene":
        draw_one(d, "manual", free, refused)
        return
    if d.turn.addressed.rule == "mention":
        fall_back(d, "manual")
        return
    passed = tuple(Considered(persona=seat.persona.id, verdict="passed", reason="not-asked") for seat in free)
    turns.keep_silence(d, "manual", (*passed, *refused))


MANUAL = Strategy(name="manual", source="SillyTavern, manual order", begin=begin, of_one=True)
