"""The one decision function: what a room decides about an input. Each input has a small function of its own."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from events import controls, heard, memories
from events.base import Fact
from events.catalogue import Decided, Heard
from events.room import RoomState
from panel import afterwards, amending, answers, hearing, memory, obligations, orders, redo, reworded, scene, silence
from panel.deciding import Deciding
from panel.settling import settle

__all__ = ["decide"]


def decide(state: RoomState, event: Heard, at: datetime) -> list[Decided]:
    """What follows from an input at a moment (UTC), as facts in order. Pure, total, and free of model calls."""
    d = Deciding(state, event, at)
    rule = RULES.get(type(event))
    if rule is not None:
        for fact in obligations.follow(state, d.state, event, at):
            d.say(fact)
        scene.give_way(d, event)
        rule(d, event)
        settle(d)
        scene.conclude(d, event)
        redo.conclude(d)
    return d.out


def _alarm_rang(d: Deciding, event: heard.AlarmRang) -> None:
    if event.alarm == "gather":
        hearing.gathered(d, event)
    elif event.alarm == "scene":
        scene.rang(d, event)
    elif event.alarm == "summary":
        afterwards.rang(d, event)
    else:
        silence.rang(d, event)


def _something_happened(_: Deciding, _event: Fact) -> None:
    """Nothing to decide of its own; the turn may have come to its end."""


RULES: dict[type[Fact], Callable[[Deciding, Any], None]] = {
    heard.HumanSpoke: hearing.human_spoke,
    heard.HumanTyping: hearing.human_typing,
    heard.HumanEdited: reworded.human_edited,
    heard.HumanErased: hearing.human_erased,
    heard.LineErased: hearing.line_erased,
    heard.CaughtUp: hearing.caught_up,
    heard.AlarmRang: _alarm_rang,
    heard.PanelClosed: orders.panel_closed,
    heard.PersonaUnseated: orders.persona_unseated,
    heard.MuteSet: orders.mute_set,
    heard.PolicySet: orders.policy_set,
    heard.SpeakOrdered: orders.speak_ordered,
    heard.SceneOrdered: scene.ordered,
    heard.StopOrdered: orders.stop_ordered,
    heard.ResumeOrdered: orders.resume_ordered,
    heard.RoomWoke: orders.room_woke,
    heard.TurnAbandoned: orders.turn_abandoned,
    heard.LineFailed: orders.line_failed,
    heard.PostMissed: orders.post_missed,
    heard.DraftHeard: answers.draft_heard,
    heard.ModelAnswered: answers.model_answered,
    heard.ModelFailed: answers.model_failed,
    heard.LinePosted: _something_happened,
    memories.RememberOrdered: memory.remember_ordered,
    memories.MemoryForgotten: memory.forgotten,
    controls.RedoOrdered: redo.redo_ordered,
    controls.ContinueOrdered: redo.continue_ordered,
    controls.SayAsOrdered: amending.say_as_ordered,
    controls.UndoOrdered: amending.undo_ordered,
    controls.RemovalOrdered: amending.removal_ordered,
    controls.LineEdited: amending.line_changed,
    controls.VariantChosen: amending.line_changed,
    controls.LineHidden: amending.line_hidden,
    controls.DirectionSet: amending.direction_set,
    controls.RevisionShown: amending.revision_shown,
}
"""Inputs that lead to decisions. The others only change the room."""
