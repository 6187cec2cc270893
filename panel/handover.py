"""A persona's line that addresses another persona: one hop at a time, within the cap."""

from events.base import PersonaId
from events.decided import Considered, Cue, FloorGiven, SilenceKept
from panel.address import resolve
from panel.deciding import Deciding
from panel.floor.filters import sift


def hand_over(d: Deciding) -> bool:
    """Give the floor to whom the last line addressed. False when nobody was, or nobody may.

    A line after a silence hands nothing over: it is the one line of its lull. A hand-over that is stranded, by that or
    by the cap, is recorded, so that it can be shown.
    """
    turn = d.turn
    last = next((said for said in reversed(d.state.talk) if said.persona), None)
    if last is None or last.version <= turn.opened:
        return False
    seated = [seat.persona for seat in d.state.seats]
    asked = resolve(last.text, seated, speaker=last.persona).forced
    spoken = {cue.persona for cue in turn.cues}
    asked = tuple(persona for persona in asked if persona not in spoken)
    if not asked:
        return False
    free, refused = sift(d.state)
    may = asked if turn.occasion != "silence" else ()
    for persona in may:
        if any(seat.persona.id == persona for seat in free):
            cue = Cue(persona=persona, rule="handed-over", reason=f"asked by {last.persona}", length="short")
            d.say(FloorGiven(turn=turn.id, rule="handed-over", cues=(cue,)))
            return True
    _stranded(d, asked, refused)
    return False


def _stranded(d: Deciding, asked: tuple[PersonaId, ...], refused: tuple[Considered, ...]) -> None:
    considered = tuple(one for one in refused if one.persona in asked)
    d.say(SilenceKept(turn=d.turn.id, reason="handed-over-in-vain", considered=considered))
