"""SillyTavern's natural order: whoever is talked about, then everybody whose talkativeness beats their die.

As it is described in `docs/floor.md`, but names are found by our resolver (whole names, aliases, any script, no common
words), the ban on answering oneself goes by id and also binds the last resort, and a talkativeness of 0 is never drawn
where somebody's is higher: those above 0 are all that the filters leave (`filters.never_unasked`).
"""

from events.base import PersonaId
from panel.address import resolve
from panel.deciding import Deciding
from panel.dice import draw
from panel.floor.chosen import Case, die, give_to
from panel.floor.strategy import Refusals, Seats, Strategy


def begin(d: Deciding, free: Seats, refused: Refusals) -> None:
    """Mentioned ones in the order of the text, then rolled ones in shuffled order; nobody: one at random."""
    dice = {seat.persona.id: draw(d.state, "natural", seat.persona.id) for seat in free}
    mentioned = [persona for persona in _mentioned(d) if persona in dice]
    shuffled = sorted(dice, key=lambda persona: draw(d.state, "order", persona))
    talkative = {seat.persona.id: seat.persona.talkativeness for seat in free}
    rolled = [persona for persona in shuffled if talkative[persona] >= dice[persona]]
    order = list(dict.fromkeys((*mentioned, *rolled)))
    reasons = dict.fromkeys(dice, "did-not-roll")
    reasons |= dict.fromkeys(rolled, "rolled") | dict.fromkeys(mentioned, "mentioned")
    if not order:
        order = [max(shuffled, key=lambda persona: draw(d.state, "last-resort", persona))]
        reasons[order[0]] = "last-resort"
    cases = {persona: Case(reasons[persona], die(value)) for persona, value in dice.items()}
    give_to(d, "natural", order, cases, refused)


def _mentioned(d: Deciding) -> tuple[PersonaId, ...]:
    """Whom the text that is to be answered talks about: the messages of the turn, or in a scene the last line."""
    if d.turn.occasion != "scene" or not d.state.talk:
        return d.turn.addressed.mentioned
    last = d.state.talk[-1]
    found = resolve(last.text, [seat.persona for seat in d.state.seats], speaker=last.persona)
    return (*found.forced, *found.mentioned)


NATURAL = Strategy(name="natural", source="SillyTavern, natural order", begin=begin)
