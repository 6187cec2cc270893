"""The fold: a room's state after one more event, and after a whole stream. Total, so that any log can be folded."""

from collections.abc import Callable, Iterable
from copy import copy
from typing import Any

from events import controls, decided, heard, memories, screening
from events import fold_floor as floor
from events import fold_lines as lines
from events import fold_memory as memory
from events import fold_talk as talk
from events import fold_turn as turn
from events.base import Fact
from events.recorded import Recorded
from events.room import RoomState


def evolve(state: RoomState, recorded: Recorded) -> RoomState:
    """The room after one more event; the room before it stays as it was."""
    room = copy(state)
    _apply(room, (recorded,))
    return room


def _apply(room: RoomState, events: Iterable[Recorded]) -> None:
    for recorded in events:
        event = recorded.event
        room.version = recorded.version
        room.at = recorded.at
        FOLDS[type(event)](room, event, recorded)


class Projector:
    """Folds a stream, from the beginning or from a state already reached."""

    def __init__(self, stream: str, state: RoomState | None = None) -> None:
        self.state = state or RoomState(stream=stream)

    def fold(self, events: Iterable[Recorded]) -> RoomState:
        """The state after these events, which follow on from the state so far; it is copied once, not once an event."""
        room = copy(self.state)
        _apply(room, events)
        self.state = room
        return room


FOLDS: dict[type[Fact], Callable[[RoomState, Any, Recorded], None]] = {
    heard.PanelOpened: talk.panel_opened,
    heard.PanelClosed: talk.panel_closed,
    heard.PersonaSeated: talk.seated,
    heard.PersonaUnseated: talk.unseated,
    heard.SeatMoved: talk.seat_moved,
    heard.PersonaRevised: talk.revised,
    heard.MuteSet: talk.mute_set,
    heard.PolicySet: talk.policy_set,
    heard.HumanSpoke: talk.human_spoke,
    heard.CaughtUp: talk.caught_up,
    heard.HumanEdited: talk.human_edited,
    heard.HumanErased: talk.human_erased,
    heard.HumanTyping: talk.human_typing,
    heard.DraftHeard: turn.draft_heard,
    heard.ModelAnswered: turn.call_over,
    heard.ModelFailed: turn.model_failed,
    heard.PostStarted: turn.post_started,
    heard.LinePosted: turn.line_posted,
    heard.PostMissed: turn.post_missed,
    heard.LineErased: talk.line_erased,
    heard.LineRetracted: lines.line_retracted,
    heard.SignShown: turn.sign_shown,
    heard.SpeakOrdered: turn.speak_ordered,
    heard.SceneOrdered: floor.scene_ordered,
    heard.StopOrdered: turn.unchanged,
    heard.ResumeOrdered: turn.unchanged,
    heard.LineFailed: turn.unchanged,
    heard.AlarmRang: turn.alarm_rang,
    memories.RememberOrdered: turn.unchanged,
    memories.MemoryForgotten: memory.memory_forgotten,
    memories.NotePinned: memory.note_pinned,
    memories.NoteUnpinned: memory.note_unpinned,
    memories.Whispered: memory.whispered,
    memories.BlindSet: memory.blind_set,
    controls.RedoOrdered: turn.unchanged,
    controls.ContinueOrdered: turn.unchanged,
    controls.VariantChosen: lines.line_edited,
    controls.LineEdited: lines.line_edited,
    controls.LineHidden: lines.line_hidden,
    controls.RemovalOrdered: lines.removal_ordered,
    controls.SayAsOrdered: turn.unchanged,
    controls.UndoOrdered: turn.unchanged,
    controls.DirectionSet: lines.direction_set,
    controls.RevisionShown: lines.revision_shown,
    controls.WriterMeasured: lines.writer_measured,
    heard.RoomWoke: turn.room_woke,
    heard.TurnAbandoned: turn.unchanged,
    decided.TurnOpened: turn.turn_opened,
    decided.TurnGathers: turn.turn_gathers,
    decided.AddressHeard: talk.address_heard,
    decided.FloorGiven: turn.floor_given,
    decided.ModelAsked: turn.model_asked,
    decided.ModelDropped: turn.call_over,
    decided.LineStaged: turn.line_staged,
    decided.LineCut: turn.line_cut,
    decided.MotivationScored: floor.motivation_scored,
    decided.ThoughtFormed: floor.thought_formed,
    decided.Designated: floor.designated,
    decided.ObligationOpened: floor.obligation_opened,
    decided.ObligationMet: floor.obligation_over,
    decided.ObligationLapsed: floor.obligation_over,
    decided.SceneOpened: floor.scene_opened,
    decided.SceneEnded: floor.scene_ended,
    decided.LineWithdrawn: lines.line_withdrawn,
    decided.LineUnwanted: lines.line_unwanted,
    decided.SignGiven: turn.sign_given,
    decided.TurnEnded: turn.turn_ended,
    decided.PanelHushed: turn.hushed,
    decided.PanelRoused: turn.roused,
    decided.SilenceKept: turn.silence_kept,
    decided.FuseBlown: turn.unchanged,
    memories.MemoryKept: memory.memory_kept,
    memories.Recalled: memory.recalled,
    memories.StanceTaken: memory.stance_taken,
    controls.LineRevised: lines.line_revised,
    screening.LineSuspected: lines.line_suspected,
    screening.LineDiagnosed: lines.line_diagnosed,
}
"""One fold a kind; a test holds that none is missing."""
