"""What becomes of a line that may be said: staged, or suspected, diagnosed, written again, and at last staged or cut.

Every step is a fact, so that nothing is rewritten silently. Meters and bars are in `meters` and `suspicion`; the words
of a diagnosis in `diagnosis`; what may not be said at all in `screen`.
"""

from typing import Final

from events.base import CallId, PersonaId
from events.decided import Cue, LineCut, LineStaged
from events.room import Call, Suspect
from events.screening import LineDiagnosed, LineSuspected
from panel import redo, turns
from panel.deciding import Deciding
from panel.diagnosis import Diagnosis, by_code, by_model, is_arguable, pending
from panel.suspicion import excess, suspicions, trips

SUSPECTED: Final = "suspected"
"""The complaint of a call that writes a suspected line again: what to do differently is told by the turn's suspects."""
HELD: Final = "held"
"""A line waits: for its diagnosis, or to be written again."""
NEVER_SAID: Final = frozenset(("leak", "private"))
"""Faults with which no line is staged, whoever asked for it: a secret cannot be taken back, silence can be mended."""


def accept(d: Deciding, call: Call, persona: PersonaId, text: str, cut: tuple[str, ...], *, last: bool) -> str:
    """Stage a line that may be said, or suspect it. Returns the reason where it is not staged now.

    While an answer streams (not `last`) a suspected line only waits: judged too early, the rest would be lost.
    """
    cue = cue_of(d, persona)
    found = suspicions(d.state, persona, text, cue)
    if not found:
        _stage(d, call.id, persona, text, cut)
        return ""
    if not last:
        return SUSPECTED
    d.say(LineSuspected(turn=d.turn.id, call=call.id, persona=persona, text=text, trips=trips(found)))
    bars = d.state.policy.screen
    asked = bars.diagnosis == "model" and is_arguable(found, strict_agency=bars.strict_agency)
    if asked and d.turn.calls < d.state.policy.limits.calls_a_turn:
        d.ask("diagnosis", (persona,), attempt=call.attempt)
        return HELD
    return _judge(d, call, by_code(found, strict_agency=bars.strict_agency), unsettled(d, call), cut)


def diagnosis_answered(d: Deciding, call: Call, text: str) -> None:
    """A model has looked at a suspected line. What cannot be read is no diagnosis."""
    suspect = pending(d.state, call.about[0])
    told = by_model(text, suspect) if suspect else None
    if told is None:
        diagnosis_missing(d, call)
    else:
        _judge(d, call, told, call.about, by_a_model=True)


def diagnosis_missing(d: Deciding, call: Call) -> None:
    """No model's diagnosis: the meters' own counts."""
    persona = call.about[0]
    suspect = pending(d.state, persona)
    if suspect is not None:
        found = suspicions(d.state, persona, suspect.text, cue_of(d, persona))
        _judge(d, call, by_code(found, strict_agency=d.state.policy.screen.strict_agency), call.about)


def give_up(d: Deciding, call: Call, persona: PersonaId, reason: str, *, sign: str = "failed") -> None:
    """No further attempt: who was asked by name says the better of the lines that were merely suspected; else nothing.

    A person who asked is worse served by a sign of failure than by a line that repeats itself.
    """
    fit = [one for one in _attempts(d, call, persona) if not NEVER_SAID.intersection(one.what or ())]
    if not fit or not cue_of(d, persona).forced:
        turns.give_up(d, persona, reason, sign=sign)
        return
    best = min(reversed(fit), key=excess)  # of equals the later one, which was written with a direction
    _stage(d, best.call, persona, best.text, (SUSPECTED,))


def cue_of(d: Deciding, persona: PersonaId) -> Cue:
    """How the persona was staged in this turn."""
    found = next((cue for cue in d.turn.cues if cue.persona == persona), None)
    return found or Cue(persona=persona, rule="")


def unsettled(d: Deciding, call: Call) -> tuple[PersonaId, ...]:
    """Whom a call is to be asked for again."""
    return tuple(persona for persona in call.about if call.role != "writer" or persona not in d.turn.done)


def _judge(
    d: Deciding,
    call: Call,
    told: Diagnosis,
    about: tuple[PersonaId, ...],
    cut: tuple[str, ...] = (),
    *,
    by_a_model: bool = False,
) -> str:
    """Record the diagnosis of the pending suspect, and act on it. Returns the reason where the line is not staged."""
    suspect = _pending_of(d, about)
    persona = suspect.persona
    d.say(
        LineDiagnosed(
            turn=d.turn.id,
            call=suspect.call,
            persona=persona,
            what=told.what,
            evidence=told.evidence,
            instruction=told.instruction,
            by="model" if by_a_model else "code",
        )
    )
    if not told.what:
        _stage(d, suspect.call, persona, suspect.text, cut)
        return ""
    limits, bars = d.state.policy.limits, d.state.policy.screen
    if len(_attempts(d, call, persona)) <= bars.rewrites and d.turn.calls < limits.calls_a_turn:
        d.say(LineCut(turn=d.turn.id, call=suspect.call, persona=persona, reason=told.what[0]))
        d.ask("writer", about, attempt=call.attempt + 1, complaint=SUSPECTED)
        return HELD
    give_up(d, call, persona, told.what[0])
    return told.what[0]


def _pending_of(d: Deciding, about: tuple[PersonaId, ...]) -> Suspect:
    found = next((one for persona in about if (one := pending(d.state, persona))), None)
    assert found is not None
    return found


def _attempts(d: Deciding, call: Call, persona: PersonaId) -> tuple[Suspect, ...]:
    """The lines of this persona that were found at fault since it was first asked for this one."""
    guilty = [one for one in d.turn.suspects if one.persona == persona and one.what and one.text]
    return tuple(guilty[-call.attempt :])


def _stage(d: Deciding, call: CallId, persona: PersonaId, text: str, cut: tuple[str, ...]) -> None:
    staged = LineStaged(
        line=d.new_line(),
        turn=d.turn.id,
        persona=persona,
        text=text,
        call=call,
        position=d.turn.staged,
        mended=cut,
    )
    d.say(redo.in_place(d, staged))
