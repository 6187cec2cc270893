"""The deterministic floor: visible arithmetic and seeded dice, when no model decides or none could."""

from events.decided import Cue
from panel import turns
from panel.deciding import Deciding
from panel.floor.arithmetic import choose
from panel.floor.filters import sift


def fall_back(d: Deciding, rule: str, likeness: dict[str, float] | None = None) -> None:
    """Give the floor by arithmetic among those who may still speak and were candidates; or keep silence."""
    free, refused = sift(d.state)
    allowed = {persona for call in d.before.calls if call.turn == d.turn.id for persona in call.about}
    allowed |= {thought.persona for thought in d.turn.thoughts}
    free = tuple(seat for seat in free if not allowed or seat.persona.id in allowed)
    if not free:
        turns.keep_silence(d, "nobody-may", refused)
        return
    speakers, considered = choose(d.state, free, likeness or {})
    if not speakers:
        turns.keep_silence(d, rule, (*considered, *refused))
        return
    cues = tuple(Cue(persona=persona, rule=rule, length="short") for persona in speakers)
    turns.give(d, rule, *cues, considered=(*considered, *refused))
