"""What moderators, the platform and the operator do to a room: close, mute, order, stop; and waking up."""

from datetime import timedelta

from events import heard
from events.base import PersonaId
from events.decided import Cue, LineCut, LineWithdrawn, ModelDropped, PanelRoused
from events.room import Unposted
from panel import afterwards, silence, turns
from panel.deciding import Deciding
from panel.designated import go_on
from panel.hearing import hush

NOTICES = frozenset(
    ("no-webhook-permission", "too-many-webhooks", "place-gone", "refused-name", "automod", "cannot-send", "locked")
)
"""Failures that a moderator can mend: worth a notice, once an hour."""
ORDERED = frozenset(("ordered", "continued", "said-as"))
"""Rules of cues that also reach a muted persona."""


def panel_closed(d: Deciding, _: heard.PanelClosed) -> None:
    """Nothing unsent survives the closing."""
    if d.state.turn is not None:
        turns.supersede(d, "closed")


def persona_unseated(d: Deciding, event: heard.PersonaUnseated) -> None:
    """Who leaves says nothing more."""
    _silence(d, event.persona, "unseated")


def mute_set(d: Deciding, event: heard.MuteSet) -> None:
    """Muting takes effect at once, also on what is staged."""
    if event.muted:
        _silence(d, event.persona, "muted")


def policy_set(d: Deciding, _: heard.PolicySet) -> None:
    """Another strategy decides what is still undecided."""
    turn = d.state.turn
    if turn is None or turn.stage != "deciding" or turn.occasion in ("silence", "summary"):
        return
    if d.state.policy.strategy != d.before.policy.strategy:
        turns.drop_unsent(d, "policy")
        go_on(d)


def _silence(d: Deciding, persona: PersonaId, reason: str) -> None:
    """Withdraw a persona's unsent line, give up its part of the turn, and decide again what it was a candidate for."""
    turns.drop_unsent(d, reason, of=persona)
    turn = d.state.turn
    if turn is None:
        return
    if turn.stage == "deciding":
        _decide_without(d, persona, reason)
        return
    if persona not in turn.done and any(cue.persona == persona for cue in turn.cues):
        turns.give_up(d, persona, reason, sign="muted" if reason == "muted" else "failed")
    _shrink(d)
    for call in d.state.calls:
        if set(call.about) <= set(d.turn.done):
            d.say(ModelDropped(call=call.id, reason=reason))


def _decide_without(d: Deciding, persona: PersonaId, reason: str) -> None:
    asked = [call for call in d.state.calls if persona in call.about]
    for call in asked:
        d.say(ModelDropped(call=call.id, reason=reason))
    if d.turn.occasion == "silence":
        silence.conclude(d)
    elif d.turn.occasion == "summary":
        afterwards.conclude(d)
    elif asked and not d.undecided:  # others may still be thinking
        go_on(d)


def _shrink(d: Deciding) -> None:
    """A panel that became smaller has a smaller cap: what nobody was asked for goes, the last first."""
    turn = d.turn
    if turn.occasion == "scene":
        return  # it has a count of its own
    unsent = {line.persona: line.line for line in d.state.unposted if line.started is None}
    pending = [cue for cue in turn.cues if cue.persona in unsent or cue.persona not in turn.done]
    left = d.state.cap - d.state.ai_run - (len(d.state.unposted) - len(unsent))
    for place, cue in enumerate(pending):
        if place < left or cue.forced:
            continue
        if cue.persona in unsent:
            d.say(LineWithdrawn(line=unsent[cue.persona], reason="cap"))
        else:
            d.say(LineCut(turn=turn.id, persona=cue.persona, reason="cap", final=True))


def speak_ordered(d: Deciding, event: heard.SpeakOrdered) -> None:
    """An explicit order goes past selection, gathering, mute and cap; it takes the place of the current turn.

    Whoever was to answer a person in that turn speaks after the ordered one.
    """
    if not d.state.open or d.state.seat(event.persona) is None:
        return
    if d.state.hushed:
        d.say(PanelRoused(reason="ordered"))
    give_at_once(d, event.persona, "ordered")


def give_at_once(d: Deciding, persona: PersonaId, rule: str) -> None:
    """A turn of this persona in the place of the current one; whom that owes an answer speaks after it."""
    turns.open_instead(d, "order")
    asked = (d.state.seat(other) for other in d.turn.addressed.forced if other != persona)
    also = tuple(seat.persona.id for seat in asked if seat is not None and not seat.muted)
    cues = (Cue(persona=other, rule="carried", forced=True) for other in also)
    turns.give(d, rule, Cue(persona=persona, rule=rule, forced=True), *cues)


def stop_ordered(d: Deciding, _: heard.StopOrdered) -> None:
    """Stop is sticky until somebody addresses the panel, or resumes it."""
    hush(d, "stop")


def resume_ordered(d: Deciding, _: heard.ResumeOrdered) -> None:
    """The panel may speak again, when there is something to answer."""
    if d.state.hushed:
        d.say(PanelRoused(reason="resume"))


def room_woke(d: Deciding, _: heard.RoomWoke) -> None:
    """After a restart the turn goes on, unless the talk has moved on meanwhile."""
    patience = timedelta(seconds=d.state.policy.limits.patience)
    for line in d.state.unposted:
        if line.started is None and d.at - line.staged_at > patience:
            d.say(LineWithdrawn(line=line.line, reason="stale"))
    turn = d.state.turn
    if turn is not None and d.at - turn.opened_at > patience:
        turns.supersede(d, "stale")


def turn_abandoned(d: Deciding, event: heard.TurnAbandoned) -> None:
    """Somebody who operates the program ended a turn."""
    if d.state.turn is not None and d.state.turn.id == event.turn:
        turns.supersede(d, event.reason)


def line_failed(d: Deciding, event: heard.LineFailed) -> None:
    """A line that the platform refuses is withdrawn, and so are those after it: they may refer to it."""
    line = d.state.waiting(event.line)
    if line is None:
        return
    d.say(LineWithdrawn(line=line.line, reason=event.reason))
    turn = d.state.turn
    if event.reason in NOTICES:
        turns.show_sign(d, event.reason, notice=True)
    elif line.forced and (turn is None or turn.redoes is None):  # a redo that fails shows on its line
        turns.show_sign(d, "failed", persona=line.persona)
    if turn is not None and turn.id == line.turn:
        turns.supersede(d, "failed")
    else:
        turns.ask_again(d, "line-failed")


def post_missed(d: Deciding, event: heard.PostMissed) -> None:
    """A line that did not arrive is owed again, unless the talk has moved on, or its persona may not speak now."""
    line = d.state.waiting(event.line)
    turn = d.state.turn
    if line is None or (turn is not None and turn.id == line.turn and _may(d, line)):
        return
    d.say(LineWithdrawn(line=line.line, reason="moved-on"))
    turns.ask_again(d, "line-missed")


def _may(d: Deciding, line: Unposted) -> bool:
    seat = d.state.seat(line.persona)
    ordered = d.turn.redoes is not None or any(
        cue.persona == line.persona and cue.rule in ORDERED for cue in d.turn.cues
    )
    return seat is not None and (ordered or not seat.muted)
