"""What a model's answer leads to: a line is screened and staged; what decides goes to the strategy, or the silence."""

from collections.abc import Sequence

from events import heard
from events.base import PersonaId
from events.decided import Cue, LineCut, LineStaged
from events.persona import Persona
from events.room import Call
from panel import readouts, resting, silence, turns
from panel.deciding import Deciding
from panel.decode import Segment, complete_lines, lines_in
from panel.designated import designation_answered, designation_failed
from panel.floor.strategies import strategy_of
from panel.requests import TOO_LONG
from panel.screen import screen

ATTEMPTS = 3
"""A prompt that was too long is sent smaller at most twice."""
LONGEST_ANSWER = 16_000
"""Characters of an answer that are read: more is a model that ran away."""
REWRITES = 2
"""A line is written again at most once."""
CHOICES = frozenset(("silence-text", "deferral"))
"""A persona that was not asked may decline; that is no fault."""


def draft_heard(d: Deciding, event: heard.DraftHeard) -> None:
    """More of a streamed answer: each line that is complete is staged at once."""
    call = d.before.call(event.call)
    if call is None or d.state.turn is None:
        return
    segments = complete_lines(event.so_far, _staged(d, call), cast=_cast(d), humans=_people(d))
    _take(d, call, segments[: event.position + 1], last=False)


def model_answered(d: Deciding, event: heard.ModelAnswered) -> None:
    """A whole answer, for the role that it was asked in. One that nobody waits for changes nothing."""
    call = d.before.call(event.call)
    if call is None or d.state.turn is None:
        return
    text = event.text[:LONGEST_ANSWER]
    if call.role == "motivation" and d.turn.occasion == "silence":
        silence.motivation_answered(d, call, text)
    elif call.role == "motivation":
        readouts.answered(d, call, text)
    elif call.role == "designation":
        designation_answered(d, call, text)
    elif call.role != "writer":
        strategy_of(d.state).answered(d, call, text)
    else:
        read = complete_lines if event.finish == "length" else lines_in
        segments = read(text, _staged(d, call), cast=_cast(d), humans=_people(d))
        _take(d, call, segments, last=True)


def model_failed(d: Deciding, event: heard.ModelFailed) -> None:
    """No answer: arithmetic decides instead of the producer; a line is written again, or given up with a sign."""
    call = d.before.call(event.call)
    if call is None or d.state.turn is None:
        return
    if event.reason == "budget":
        resting.tell(d)
    if event.reason == "refused-key":
        turns.show_sign(d, "refused-key", notice=True)
    if event.reason == TOO_LONG and call.complaint != TOO_LONG and call.attempt < ATTEMPTS:
        d.ask(call.role, _unsettled(d, call), attempt=call.attempt + 1, complaint=TOO_LONG)
    elif call.role != "writer":
        _nothing_decided(d, call, event.reason)
    elif event.reason in ("nonsense", "filtered", "unreadable") and call.attempt < REWRITES:
        d.ask("writer", _unsettled(d, call), attempt=call.attempt + 1)
    else:
        for persona in call.about:
            turns.give_up(d, persona, event.reason, sign="resting" if event.reason == "budget" else "failed")


def _nothing_decided(d: Deciding, call: Call, reason: str) -> None:
    """A call that was to help with the floor brought nothing."""
    if call.role == "motivation" and d.turn.occasion == "silence":
        silence.motivation_missing(d, call, reason)
    elif call.role == "motivation":
        readouts.missing(d, call, reason)
    elif call.role == "designation":
        designation_failed(d, call)
    elif reason == "budget" and d.turn.stage == "deciding" and not d.turn.cues:
        resting.keep_silent(d)
    else:
        strategy_of(d.state).failed(d, call, reason)


def _take(d: Deciding, call: Call, segments: Sequence[Segment], *, last: bool) -> None:
    """Stage what is new of an answer, in the staged order; at its end, settle who is missing."""
    written: dict[PersonaId, str] = {}
    for place, segment in enumerate(segments):
        dropped = segment.dropped or ("second-line" if segment.persona in written else "")
        if segment.persona is not None and not dropped:
            written[segment.persona] = segment.text
        elif dropped and place >= call.heard:
            d.say(_cut(d, call, segment.persona, dropped, len(segment.text)))
    for persona in call.about:
        if persona in d.turn.done:
            continue
        reason = _stage(d, call, persona, written[persona]) if persona in written else "missing"
        if reason and not last:
            return  # an earlier speaker's line comes first; the end of the answer settles it
        if reason and _write_again(d, call, persona, reason):
            return


def _stage(d: Deciding, call: Call, persona: PersonaId, text: str) -> str:
    """Screen a line and stage it. Returns the reason where it is held back."""
    seat = d.state.seat(persona)
    if seat is None:
        return "unseated"
    cue = _cue(d, persona)
    in_turn = [line.text for line in d.state.unposted]
    recent = [said.text for said in d.state.talk if said.persona != persona or said.persona is None]
    own = [said.text for said in d.state.talk if said.persona == persona]
    verdict = screen(
        text,
        persona=seat.persona,
        recent=[*recent[-12:], *in_turn],
        own_recent=own[-12:],
        limit=d.state.policy.limits.characters,
        forced=cue.forced,
    )
    if verdict.rejected:
        return verdict.rejected
    d.say(
        LineStaged(
            line=d.new_line(),
            turn=d.turn.id,
            persona=persona,
            text=verdict.text,
            call=call.id,
            position=d.turn.staged,
            mended=verdict.cut,
        )
    )
    return ""


def _write_again(d: Deciding, call: Call, persona: PersonaId, reason: str) -> bool:
    """Ask once more for this line and those after it, or give it up. True when it was asked for again."""
    declined = reason in CHOICES and not _cue(d, persona).forced
    if call.attempt >= REWRITES or declined or d.turn.calls >= d.state.policy.limits.calls_a_turn:
        turns.give_up(d, persona, reason)
        return False
    d.say(_cut(d, call, persona, reason, 0))
    d.ask("writer", _unsettled(d, call), attempt=call.attempt + 1, complaint=reason)
    return True


def _unsettled(d: Deciding, call: Call) -> tuple[PersonaId, ...]:
    return tuple(persona for persona in call.about if call.role != "writer" or persona not in d.turn.done)


def _cut(d: Deciding, call: Call, persona: PersonaId | None, reason: str, characters: int) -> LineCut:
    return LineCut(turn=d.turn.id, call=call.id, persona=persona, reason=reason, characters=characters)


def _cue(d: Deciding, persona: PersonaId) -> Cue:
    found = next((cue for cue in d.turn.cues if cue.persona == persona), None)
    return found or Cue(persona=persona, rule="")


def _staged(d: Deciding, call: Call) -> list[Persona]:
    return [seat.persona for persona in call.about if (seat := d.state.seat(persona)) is not None]


def _cast(d: Deciding) -> list[Persona]:
    return [seat.persona for seat in d.state.seats]


def _people(d: Deciding) -> list[str]:
    return list(dict.fromkeys(said.name for said in d.state.talk if said.person))
