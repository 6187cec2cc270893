"""Taking lines from a writer's answer: decoded, screened and staged in order, or asked for once more, or given up."""

from collections.abc import Sequence

from events.base import PersonaId
from events.decided import LineCut
from events.persona import Persona
from events.room import Call
from panel import judging, memory, redo, voiced
from panel.deciding import Deciding
from panel.decode import Segment, complete_lines, lines_in
from panel.screen import screen
from panel.suspicion import STAGED_WORDS

REWRITES = 2
"""A line that cannot be said is written again at most once."""
CHOICES = frozenset(("silence-text", "deferral"))
"""A persona that was not asked may decline; that is no fault."""


def take_draft(d: Deciding, call: Call, so_far: str, position: int) -> None:
    """Stage what is complete of an answer that still streams; `position` is that of its last complete segment."""
    segments = complete_lines(so_far, _staged(d, call), cast=_cast(d), humans=_people(d))
    _take(d, call, segments[: position + 1], last=False)


def take_answer(d: Deciding, call: Call, text: str, *, whole: bool) -> None:
    """Stage what is left of an answer. One that was cut off (not `whole`) counts up to its last complete segment."""
    read = lines_in if whole else complete_lines
    _take(d, call, read(text, _staged(d, call), cast=_cast(d), humans=_people(d)), last=True)


def _take(d: Deciding, call: Call, segments: Sequence[Segment], *, last: bool) -> None:
    """Stage what is new of an answer, in the staged order; at its end, settle who is missing."""
    written: dict[PersonaId, str] = {}
    notes: dict[PersonaId, str] = {}
    for place, segment in enumerate(segments):
        dropped = segment.dropped or ("second-line" if segment.persona in written else "")
        if segment.persona is not None and not dropped:
            written[segment.persona] = segment.text
            notes[segment.persona] = segment.note
        elif dropped and place >= call.heard:
            d.say(_cut(d, call, segment.persona, dropped, len(segment.text)))
    for persona in call.about:
        if persona in d.turn.done:
            continue
        reason = _screened(d, call, persona, written[persona], last=last) if persona in written else "missing"
        if not reason:
            memory.note(d, call, persona, notes[persona])
        if reason and not last:
            return  # an earlier speaker's line comes first; the end of the answer settles it
        if reason == judging.HELD or (reason and _write_again(d, call, persona, reason)):
            return
    if last:
        voiced.give_floor(d, call, segments)


def _screened(d: Deciding, call: Call, persona: PersonaId, text: str, *, last: bool) -> str:
    """Screen a line and stage it. Returns the reason where it is held back."""
    seat = d.state.seat(persona)
    if seat is None:
        return "unseated"
    cue = judging.cue_of(d, persona)
    verdict = screen(
        text,
        persona=seat.persona,
        limit=d.state.policy.limits.characters,
        words=d.state.policy.screen.longer * STAGED_WORDS[cue.length] or None,
        forced=cue.forced,
    )
    if reason := verdict.rejected or redo.said_before(d.state, verdict):
        return reason
    return judging.accept(d, call, persona, verdict.text, verdict.cut, last=last)


def _write_again(d: Deciding, call: Call, persona: PersonaId, reason: str) -> bool:
    """Ask once more for this line and those after it, or give it up. True when it was asked for again."""
    if persona in d.turn.done:
        return False
    declined = reason in CHOICES and not judging.cue_of(d, persona).forced
    if call.attempt >= REWRITES or declined or d.turn.calls >= d.state.policy.limits.calls_a_turn:
        judging.give_up(d, call, persona, reason)
        return False
    d.say(_cut(d, call, persona, reason, 0))
    d.ask("writer", judging.unsettled(d, call), attempt=call.attempt + 1, complaint=reason, arranged=call.arranged)
    return True


def _cut(d: Deciding, call: Call, persona: PersonaId | None, reason: str, characters: int) -> LineCut:
    return LineCut(turn=d.turn.id, call=call.id, persona=persona, reason=reason, characters=characters)


def _staged(d: Deciding, call: Call) -> list[Persona]:
    return [seat.persona for persona in call.about if (seat := d.state.seat(persona)) is not None]


def _cast(d: Deciding) -> list[Persona]:
    return [seat.persona for seat in d.state.seats]


def _people(d: Deciding) -> list[str]:
    return list(dict.fromkeys(said.name for said in d.state.talk if said.person))
