"""The selector's floor: a model names the one candidate who speaks next; the seating order decides where it cannot."""

from events.base import PersonaId
from events.decided import Considered, Cue
from events.room import Call, RoomState, Seat
from panel import selecting, turns
from panel.deciding import Deciding
from panel.floor.chosen import after_the_last_speaker
from panel.floor.filters import FILTERS, just_spoke, sift
from panel.floor.strategy import Refusals, Seats, Strategy


def begin(d: Deciding, free: Seats, refused: Refusals) -> None:
    """Ask the selector; a single candidate is not worth a question."""
    candidates = _candidates(d.state, free)
    about = tuple(seat.persona.id for seat in candidates)
    if len(about) == 1:
        _give(d, about[0], "only-candidate", candidates, _of_others(refused, candidates))
    else:
        d.ask("selector", about)


def answered(d: Deciding, call: Call, text: str) -> None:
    """A clear answer gives the floor; another is asked for again with what was wrong, while attempts are left."""
    chosen, complaint = selecting.parse(d.state, call, text)
    if chosen is None and _may_ask_again(d, call):
        d.ask("selector", call.about, attempt=call.attempt + 1, complaint=complaint)
        return
    free, refused = sift(d.state)
    candidates = tuple(seat for seat in _candidates(d.state, free) if seat.persona.id in call.about)
    if any(seat.persona.id == chosen for seat in candidates) and chosen is not None:
        _give(d, chosen, "selector", candidates, _of_others(refused, candidates))
    else:
        fall_back(d, call, "unusable" if chosen is None else "may-not-any-more")


def failed(d: Deciding, call: Call, reason: str) -> None:
    """A model that does not answer is not waited for twice."""
    fall_back(d, call, reason)


def fall_back(d: Deciding, call: Call, reason: str) -> None:
    """The next candidate in seating order behind the last speaker: never whoever has just spoken, so never a loop."""
    free, refused = sift(d.state)
    candidates = tuple(seat for seat in free if seat.persona.id in call.about)
    order = after_the_last_speaker(d, candidates)
    if order:
        _give(d, order[0], "fallback", candidates, _of_others(refused, candidates), reason=f"selector-{reason}")
    else:
        turns.keep_silence(d, "nobody-may", refused)


def _candidates(room: RoomState, free: Seats) -> Seats:
    """Who may speak, and who may follow themselves by the policy's repeat rule; in seat order."""
    return tuple(seat for seat in room.seats if seat in free or _may_repeat(seat, room))


def _may_repeat(seat: Seat, room: RoomState) -> bool:
    """Nothing but the last line, which was this persona's own, stands against another one."""
    if seat.persona.id not in room.policy.selector.repeat:
        return False
    return all(rule is just_spoke or rule(seat, room) is None for rule in FILTERS)


def _may_ask_again(d: Deciding, call: Call) -> bool:
    """Attempts are left, and a call for the writer after this one."""
    return call.attempt < d.state.policy.selector.attempts and d.turn.calls + 1 < d.state.policy.limits.calls_a_turn


def _of_others(refused: Refusals, candidates: Seats) -> Refusals:
    among = {seat.persona.id for seat in candidates}
    return tuple(one for one in refused if one.persona not in among)


def _give(d: Deciding, chosen: PersonaId, rule: str, candidates: Seats, refused: Refusals, *, reason: str = "") -> None:
    considered = tuple(
        Considered(
            persona=seat.persona.id,
            verdict="chosen" if seat.persona.id == chosen else "passed",
            reason=(reason or rule) if seat.persona.id == chosen else f"{rule}-passed",
        )
        for seat in candidates
    )
    turns.give(d, rule, Cue(persona=chosen, rule=rule, reason=reason), considered=(*considered, *refused))


SELECTOR = Strategy(
    name="selector",
    source="AutoGen 0.2 and 0.4",
    begin=begin,
    answered=answered,
    failed=failed,
    of_one=True,
)
