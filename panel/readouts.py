"""Motivations as readouts: asked and scored, in a silence as what decides, and while a turn gathers as advice.

In a turn they run while people may still be writing, so nobody waits for them: the producer is told what has come in by
the time that it is asked, and the rest is dropped.
"""

from events.decided import ModelDropped, MotivationScored
from events.room import Call, Seat
from panel import factors, motivation
from panel.deciding import Deciding
from panel.floor.filters import sift
from panel.floor.rest import is_broke

KEPT_FOR_THE_TURN = 6
"""Calls of a turn that advice must leave: three stagings, two tries of the lines, and a hand-over."""
KEPT_FOR_A_LINE = 2


def ask_ahead(d: Deciding) -> None:
    """Ask each candidate of a turn that has just begun to gather, where the producer is to be told."""
    policy, turn = d.state.policy, d.turn
    wanted = policy.motivation and policy.strategy == "producer" and not turn.addressed.to_human
    if not wanted or turn.calls or is_broke(d.state):
        return
    free, _ = sift(d.state)
    if len(free) > 1:
        ask(d, free, at_most=policy.limits.calls_a_turn - KEPT_FOR_THE_TURN)


def ask_in_a_lull(d: Deciding, free: tuple[Seat, ...]) -> None:
    """Ask everybody who may speak, as far as calls last; one at least."""
    ask(d, free, at_most=max(1, d.state.policy.limits.calls_a_turn - KEPT_FOR_A_LINE))


def ask(d: Deciding, seats: tuple[Seat, ...], *, at_most: int) -> None:
    """One call a persona, side by side: first of all those who were talked about, then the quietest."""
    mentioned = d.turn.addressed.mentioned
    ranked = sorted(seats, key=lambda seat: (seat.persona.id not in mentioned, seat.last_spoke))[: max(0, at_most)]
    for seat in (seat for seat in seats if seat in ranked):
        d.ask("motivation", (seat.persona.id,))


def answered(d: Deciding, call: Call, text: str) -> None:
    """One persona's motivation: raw, and with what code knows."""
    persona = call.about[0]
    wish = motivation.parse(text)
    if wish is None:
        missing(d, call, "unreadable")
        return
    measured = factors.measured(d.state, persona, wish.raw)
    d.say(
        MotivationScored(
            turn=d.turn.id,
            persona=persona,
            raw=wish.raw,
            criteria=tuple(wish.criteria.items()),
            terms=tuple(measured.terms.items()),
            score=measured.score,
        )
    )


def missing(d: Deciding, call: Call, reason: str) -> None:
    """No motivation, and why: one scorer that fails does not stop the others."""
    d.say(MotivationScored(turn=d.turn.id, persona=call.about[0], reason=reason))


def drop_late(d: Deciding) -> None:
    """The floor is decided now: advice that has not come in is not waited for."""
    for call in d.state.calls:
        if call.role == "motivation":
            d.say(ModelDropped(call=call.id, reason="late"))
