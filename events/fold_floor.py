"""Folds of thoughts, obligations and scenes: how each such fact changes a copy that nobody else has seen."""

from events import decided, heard
from events.fold_turn import change_turn
from events.recorded import Recorded
from events.room import Obligation, RoomState, SceneState, Thought


def thought_formed(room: RoomState, event: decided.ThoughtFormed, _: Recorded) -> None:
    if room.turn is None:
        return
    thought = Thought(
        persona=event.persona,
        text=event.thought,
        speak=event.speak,
        raw=event.raw,
        score=event.score,
        quick=event.quick,
    )
    change_turn(room, thoughts=(*room.turn.thoughts, thought))


def designated(room: RoomState, event: decided.Designated, _: Recorded) -> None:
    if room.turn is not None:
        change_turn(room, designated=(*room.turn.designated, event.source))


def obligation_opened(room: RoomState, event: decided.ObligationOpened, recorded: Recorded) -> None:
    opened = Obligation(
        id=event.obligation,
        pair=event.pair,
        holder=event.holder,
        source=event.source,
        message=event.message,
        by=event.by,
        due=event.due,
        opened_at=recorded.at,
        until=event.until,
        depth=event.depth,
    )
    room.obligations = (*room.obligations, opened)


def obligation_over(room: RoomState, event: decided.ObligationMet | decided.ObligationLapsed, _: Recorded) -> None:
    room.obligations = tuple(one for one in room.obligations if one.id != event.obligation)


def scene_ordered(room: RoomState, event: heard.SceneOrdered, _: Recorded) -> None:
    room.topic = event.topic


def scene_opened(room: RoomState, event: decided.SceneOpened, recorded: Recorded) -> None:
    room.scene = SceneState(left=event.lines, until=event.until, topic=room.topic, since=recorded.version)
    room.topic = ""


def scene_ended(room: RoomState, _event: decided.SceneEnded, _: Recorded) -> None:
    room.scene = None
