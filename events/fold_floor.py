"""Folds of scores, thoughts, obligations and scenes: how each such fact changes a copy that nobody else has seen."""

from msgspec.structs import replace

from events import decided, heard
from events.base import ERASED
from events.decided import Considered
from events.fold_talk import change_seat
from events.fold_turn import change_turn
from events.recorded import Recorded
from events.room import Obligation, RoomState, SceneState, Thought

OWN_THOUGHTS = 5
"""Of its own earlier thoughts a persona keeps so many (Murder Mystery Agents' short-term history)."""
KNOWN_SCORES = 100
"""Motivation scores that a room keeps, for a percentile."""


def motivation_scored(room: RoomState, event: decided.MotivationScored, _: Recorded) -> None:
    """A score counts for this turn, and for what is usual in this room."""
    if room.turn is None:
        return
    score = Considered(
        persona=event.persona,
        verdict="passed",
        reason=event.reason or "motivation",
        score=None if event.raw is None else event.score,
    )
    change_turn(room, scores=(*room.turn.scores, score))
    if event.raw is not None:
        room.motivations = (*room.motivations[1 - KNOWN_SCORES :], event.score)


def thought_formed(room: RoomState, event: decided.ThoughtFormed, _: Recorded) -> None:
    """A thought counts for this turn."""
    if room.turn is None:
        return
    thought = Thought(
        persona=event.persona,
        text=event.thought,
        speak=event.speak,
        raw=event.raw,
        score=event.score,
        quick=event.quick,
        reason=event.reason,
    )
    change_turn(room, thoughts=(*room.turn.thoughts, thought))
    seat = room.seat(event.persona)
    if event.thought == ERASED:
        room.erased += 1
    elif event.thought and seat is not None:
        change_seat(room, event.persona, thoughts=(*seat.thoughts, event.thought)[-OWN_THOUGHTS:])


def designated(room: RoomState, event: decided.Designated, _: Recorded) -> None:
    """This line has been looked at."""
    if room.turn is not None:
        change_turn(room, designated=(*room.turn.designated, event.source))


def obligation_opened(room: RoomState, event: decided.ObligationOpened, recorded: Recorded) -> None:
    """An answer is due from now on."""
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
    """It is not due any more."""
    room.obligations = tuple(one for one in room.obligations if one.id != event.obligation)


def scene_ordered(room: RoomState, event: heard.SceneOrdered, _: Recorded) -> None:
    """The topic waits for the scene to open."""
    room.topic = event.topic


def scene_opened(room: RoomState, event: decided.SceneOpened, recorded: Recorded) -> None:
    """The personas have so many lines to say."""
    room.scene = SceneState(left=event.lines, until=event.until, topic=room.topic, since=recorded.version)
    room.topic = ""


def scene_ended(room: RoomState, event: decided.SceneEnded, _: Recorded) -> None:
    """The floor is the people's: a scene is not followed by a line after a silence before one of them speaks."""
    room.scene = None
    if event.reason != "human":
        room.lull = replace(room.lull, spent=True)
