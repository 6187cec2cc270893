"""Designation: whether the line just said selects the next speaker, and the floor given to whom it selects.

Sacks, Schegloff & Jefferson 1974, rule 1a: whoever is selected has the right and the duty to speak. By rules first;
where they leave it open and the policy wants it, by a model. People's addresses by name were settled before
(`floor.given`).
"""

from typing import Literal

from events.base import PersonaId
from events.decided import Considered, Cue, Designated, FloorGiven, PairType, SilenceKept
from events.room import Call, Obligation, Seat, Utterance
from panel import obligations
from panel.address import resolve
from panel.deciding import Deciding
from panel.detection import newest_of
from panel.floor.filters import sift

Outcome = Literal["given", "asked", "nobody"]
RESERVED = 2
"""Calls of a turn that a designation leaves for what must follow: a decision, and the lines."""


def designate(d: Deciding, *, rule: str = "designated") -> Outcome:
    """Give the floor to whom the newest line of the turn selects, or ask a model whom it does.

    `given`: somebody has the floor, by this rule. `asked`: a model call is open, and whoever called goes on when its
    answer leaves it open. `nobody`: nobody is selected, or may not speak; a line is asked about once.
    """
    if d.state.policy.obligations.designation == "off":
        return "nobody"
    if any(call.role == "designation" for call in d.state.calls):
        return "asked"
    turn = d.state.turn
    said = newest_of(turn, d.state.talk)
    if said is None or (turn and turn.occasion == "scene" and turn.cues):
        return "nobody"  # the lines of a scene have a turn each, which begins from the line before
    return _by_person(d, said) if said.person else _by_persona(d, said, rule)


def _by_person(d: Deciding, said: Utterance) -> Outcome:
    """A person's line that calls nobody by name: it may answer what a persona asked back."""
    to = said.to
    if to is not None and (to.forced or to.to_panel or to.to_human):
        return "nobody"
    free, _ = sift(d.state)
    first = _asked_back(d, said)
    if first is not None and first.holder in _ids(free):
        _select(d, said, first.holder, first.pair, "rules")
        _give(d, first.holder, "designated", "its question was answered")
        return "given"
    return _ask(d, said, free)


def _asked_back(d: Deciding, said: Utterance) -> Obligation | None:
    """The obligation whose holder asked this person something back, and nobody spoke in between."""
    last = next((one for one in reversed(d.state.talk) if one.version < said.version and one.person is None), None)
    if last is None:
        return None
    for one in reversed(d.state.obligations):
        source = next((line for line in d.state.talk if line.version == one.source), None)
        asker = source.person if source else None
        if one.by is None and one.holder == last.persona and one.source < last.version and asker == said.person:
            return one
    return None


def _by_persona(d: Deciding, said: Utterance, rule: str) -> Outcome:
    """A persona's line: one hop at a time, within the cap, to whom it asked; else to whom an earlier one did.

    A line after a silence selects nobody: it is the one line of its lull. What is stranded, by that or by the cap,
    stays owed, and is recorded.
    """
    open_ones = [one for one in d.state.obligations if one.by is not None]
    here = [one for one in open_ones if one.source == said.version]
    earlier = [one for one in reversed(open_ones) if d.turn.opened < one.source < said.version]
    free, refused = sift(d.state)
    lull = d.turn.occasion == "silence"
    for one in () if lull else (*here, *earlier):
        if one.holder in _ids(free):
            _select(d, said, one.holder, one.pair, "rules")
            _give(d, one.holder, rule, f"asked by {one.by}", length="short")
            return "given"
    if here:
        _stranded(d, said, here, refused)
        return "nobody"
    if lull or obligations.closes(d.state, said) or _to_somebody(d, said):
        return "nobody"
    return _ask(d, said, free)


def _to_somebody(d: Deciding, said: Utterance) -> bool:
    """Spoken to a person by name, or to personas who owe nothing for it (a depth that no longer counts)."""
    people = tuple(dict.fromkeys(one.name for one in d.state.talk if one.person))
    to = resolve(said.text, [seat.persona for seat in d.state.seats], humans=people, speaker=said.persona)
    return bool(to.forced) or to.to_human


def _stranded(d: Deciding, said: Utterance, open_ones: list[Obligation], refused: tuple[Considered, ...]) -> None:
    if said.version in d.turn.designated:
        return
    holders = {one.holder for one in open_ones}
    d.say(Designated(turn=d.turn.id, source=said.version, pair=open_ones[0].pair, holder=open_ones[0].holder))
    considered = tuple(one for one in refused if one.persona in holders)
    d.say(SilenceKept(turn=d.turn.id, reason="handed-over-in-vain", considered=considered))


def _ask(d: Deciding, said: Utterance, free: tuple[Seat, ...]) -> Outcome:
    """Ask the model, once a line, where the policy wants that and more than nothing could come of it."""
    wanted = d.state.policy.obligations.designation == "model" and said.version not in d.turn.designated
    affordable = d.turn.calls + RESERVED < d.state.policy.limits.calls_a_turn
    if not (wanted and affordable and free and any(sign.isalnum() for sign in said.text)):
        return "nobody"
    d.ask("designation", _ids(free))
    return "asked"


def select(d: Deciding, call: Call, pair: PairType | None, holder: PersonaId | None) -> bool:
    """What the model made of the line that it was asked about. True where somebody has the floor for it now."""
    said = newest_of(d.state.turn, [one for one in d.state.talk if one.version < call.asked])
    if said is None:
        return False
    may = holder in call.about and holder in _ids(sift(d.state)[0])
    _select(d, said, holder if may else None, pair, "model")
    if holder is None or not may:
        return False
    for fact in obligations.asked(d.state, said, (holder,), pair or "summons", depth=0 if said.person else 1):
        d.say(fact)
    _give(d, holder, "designated", "")
    return True


def _select(
    d: Deciding, said: Utterance, holder: PersonaId | None, pair: PairType | None, by: Literal["rules", "model"]
) -> None:
    d.say(Designated(turn=d.turn.id, source=said.version, pair=pair, holder=holder, by=by))


def _give(
    d: Deciding, holder: PersonaId, rule: str, reason: str, *, length: Literal["short", "medium"] = "medium"
) -> None:
    cue = Cue(persona=holder, rule=rule, reason=reason, length=length)
    considered = (Considered(persona=holder, verdict="chosen", reason=rule),)
    d.say(FloorGiven(turn=d.turn.id, rule=rule, cues=(cue,), considered=considered))


def _ids(seats: tuple[Seat, ...]) -> tuple[PersonaId, ...]:
    return tuple(seat.persona.id for seat in seats)
