"""Inner Thoughts: everybody forms a thought on what was said, and the strongest above a threshold is spoken.

Liu et al., CHI 2025, arXiv 2501.00383. Thresholds are the policy's, never the scorer's; whoever is called by name just
speaks (`floor.given`).
"""

from events.room import Call, RoomState, Thought
from panel import thought, turns
from panel.deciding import Deciding
from panel.dice import draw
from panel.factors import fairness
from panel.floor import thinking
from panel.floor.strategy import Refusals, Seats, Strategy
from panel.handover import hand_over
from panel.thought import HIGHEST, LOWEST


def begin(d: Deciding, free: Seats, _: Refusals) -> None:
    """Everybody who may speak forms a thought."""
    thinking.think(d, free, conclude)


def answered(d: Deciding, call: Call, text: str) -> None:
    """One thought, as fair as its thinker has been quiet; the last one decides."""
    reading = thought.motivation(text)
    thinking.formed(d, call, reading, _fair(d.state, call, reading.score) if reading else 0.0)
    thinking.when_all_have(d, conclude)


def failed(d: Deciding, call: Call, reason: str) -> None:
    """One could not think."""
    thinking.missed(d, call, reason)
    thinking.when_all_have(d, conclude)


def after_line(d: Deciding) -> bool:
    """An allocated turn comes first; a line to nobody is an event to think about."""
    return hand_over(d) or thinking.think_again(d, conclude)


def _fair(room: RoomState, call: Call, score: float) -> float:
    """As fair as the thinker has been quiet, within the scale, in tenths."""
    return round(min(HIGHEST, max(LOWEST, score * fairness(room, call.about[0]))), 1)


def conclude(d: Deciding) -> None:
    """The strongest thought that reaches its bar; else, by chance, the quick reaction of the strongest; else nobody."""
    thoughts = thinking.usable(d)
    deliberate = tuple(one for one in thoughts if not one.quick)
    if not deliberate:
        thinking.nobody_thought(d)
        return
    over = tuple(one for one in deliberate if one.score >= _bar(d, one))
    why = {one.persona: "lower-motivation" if one in over else "below-threshold" for one in deliberate}
    quick = tuple(one for one in thoughts if one.quick)
    if over or thinking.panel_waits(d):
        best = thinking.strongest(d, over or deliberate)
        why[best.persona] = "over-threshold" if over else "panel-asked"
        thinking.speak(d, "inner-thoughts", best, thinking.considered(d, best.persona, why), short=True)
    elif quick and not _anothers(d) and draw(d.state, "quick") < d.state.policy.inner.quick:
        best = thinking.strongest(d, quick)
        why[best.persona] = "quick-reaction"
        thinking.speak(d, "quick-reaction", best, thinking.considered(d, best.persona, why), short=True)
    else:
        turns.keep_silence(d, "below-threshold", thinking.considered(d, None, why))


def _bar(d: Deciding, one: Thought) -> float:
    """One's own turn has none; into another's it is higher than into anybody's."""
    inner = d.state.policy.inner
    if one.persona in _holders(d.state):
        return LOWEST
    return inner.interrupt if _anothers(d) else inner.threshold


def _anothers(d: Deciding) -> bool:
    """The newest line was to a person, or a persona owes an answer for it."""
    to = d.turn.addressed
    return bool(_holders(d.state)) or (to.to_human and not to.to_panel and not d.turn.staged)


def _holders(room: RoomState) -> set[str]:
    newest = room.talk[-1].version if room.talk else None
    return {one.holder for one in room.obligations if one.source == newest}


INNER_THOUGHTS = Strategy(
    name="inner-thoughts",
    source="Inner Thoughts, CHI 2025",
    begin=begin,
    answered=answered,
    failed=failed,
    interrupts=True,
    after_line=after_line,
)
