"""What moderators, the platform and the operator do to a room: close, mute, order, stop; and waking up."""

from datetime import timedelta

from events import heard
from events.base import PersonaId
from events.decided import Cue, LineCut, LineWithdrawn, ModelDropped, PanelRoused
from panel import turns
from panel.deciding import Deciding
from panel.hearing import hush

NOTICES = frozenset(
    ("no-webhook-permission", "too-many-webhooks", "place-gone", "refused-name", "automod", "cannot-send", "locked")
)
"""Failures that a moderator can mend: worth a notice, once an hour."""


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


def _silence(d: Deciding, persona: PersonaId, reason: str) -> None:
    """Withdraw a persona's unsent line, and give up its part of the turn; a call for it alone is dropped."""
    turns.drop_unsent(d, reason, of=persona)
    turn = d.state.turn
    if turn is None or persona in turn.done or all(cue.persona != persona for cue in turn.cues):
        return
    d.say(LineCut(turn=turn.id, persona=persona, reason=reason, final=True))
    for call in d.state.calls:
        if call.about == (persona,):
            d.say(ModelDropped(call=call.id, reason=reason))


def speak_ordered(d: Deciding, event: heard.SpeakOrdered) -> None:
    """An explicit order goes past selection, gathering, mute and cap; it takes the place of the current turn."""
    if not d.state.open or d.state.seat(event.persona) is None:
        return
    if d.state.turn is not None:
        turns.supersede(d, "superseded")
    if d.state.hushed:
        d.say(PanelRoused(reason="ordered"))
    turns.open_turn(d, "order")
    turns.give(d, "ordered", Cue(persona=event.persona, rule="ordered", forced=True))


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
    if event.reason in NOTICES:
        turns.show_sign(d, event.reason, notice=True)
    elif line.forced:
        turns.show_sign(d, "failed", persona=line.persona)
    turn = d.state.turn
    if turn is not None and turn.id == line.turn:
        turns.supersede(d, "failed")
