"""A writer spoke for a persona that was not staged: its text is cut, and the persona may be given the floor for it."""

from collections.abc import Sequence

from events.decided import Considered, Cue
from events.room import Call
from panel import turns
from panel.deciding import Deciding
from panel.decode import NOT_STAGED, Segment
from panel.floor.filters import remaining, sift

RULE = "was-voiced"


def give_floor(d: Deciding, call: Call, segments: Sequence[Segment]) -> None:
    """Let whom the writer spoke for say it themselves, where the policy wants that: one a call, within the cap.

    The lines that are staged and not written yet come first, and count.
    """
    if d.state.policy.foreign_voices != "trigger" or d.turn.occasion in ("scene", "silence", "redo"):
        return
    unwritten = [cue.persona for cue in d.turn.cues if cue.persona not in d.turn.done]
    had_it = {cue.persona for cue in d.turn.cues}
    free, _ = sift(d.state)
    fit = {seat.persona.id for seat in free} - had_it - set(call.about)
    wanted = [one.persona for one in segments if one.dropped == NOT_STAGED and one.persona in fit]
    if wanted and wanted[0] is not None and remaining(d.state) > len(unwritten):
        why = "the writer spoke for it"
        cue = Cue(persona=wanted[0], rule=RULE, length="short", reason=why)
        turns.give(d, RULE, cue, considered=(Considered(persona=wanted[0], verdict="chosen", reason=why),))
