"""Scenes: the personas talk among themselves, one line a turn, within limits, until a person wants the floor back."""

from datetime import datetime, timedelta

from events import heard
from events.base import Fact, TurnId
from events.decided import PanelRoused, SceneEnded, SceneOpened, TurnEnded, TurnOpened
from events.room import RoomState
from panel import turns
from panel.deciding import Deciding
from panel.floor.given import give_floor
from panel.floor.rest import is_broke
from panel.pace import read_at, typed_at
from panel.parting import parts

MOST_LINES = 20
SHORTEST, LONGEST = 0.5, 60.0
"""Minutes."""


def due(room: RoomState) -> datetime | None:
    """When the scene's alarm rings: for its next line, or for its end while a turn goes on; None without a scene."""
    scene = room.scene
    if scene is None:
        return None
    if room.turn is not None or room.unposted:
        return scene.until
    return min(scene.until, max(read_at(room), typed_at(room, room.last_line_at)))


def ordered(d: Deciding, event: heard.SceneOrdered) -> None:
    """A scene begins, in the place of one that goes on; limits out of bounds are brought within."""
    if not d.state.open or not d.state.unmuted:
        return
    if d.state.scene is not None:
        _end(d, "superseded")
    if d.state.hushed:
        d.say(PanelRoused(reason="ordered"))
    minutes = max(SHORTEST, min(LONGEST, event.minutes))
    lines = max(1, min(MOST_LINES, event.lines))
    d.say(SceneOpened(lines=lines, until=d.at + timedelta(minutes=minutes)))


def rang(d: Deciding, event: heard.AlarmRang) -> None:
    """The next line is due, or the scene's time is up. An alarm for an earlier line, or one put off, is stale."""
    before, when = d.before.scene, due(d.state)
    if before is None or when is None or event.since != before.since or d.at < when:
        return
    if d.at >= before.until:
        _end(d, "deadline")
        return
    turns.open_turn(d, "scene")
    give_floor(d)


def give_way(d: Deciding, event: Fact) -> None:
    """Before anything else: a person who speaks has the floor back, and what is unsent of the scene is withdrawn."""
    if d.state.scene is not None and isinstance(event, heard.HumanSpoke):
        _end(d, "human")


def conclude(d: Deciding, event: Fact) -> None:
    """After everything else: a scene whose lines are used up, or that nobody can go on with, has ended."""
    if d.state.scene is not None and (reason := _over(d, event)):
        _end(d, reason)


def _over(d: Deciding, event: Fact) -> str:
    scene, room = d.state.scene, d.state
    assert scene is not None
    if not room.open:
        return "closed"
    if room.hushed:
        return "stop"
    if not room.unmuted:
        return "muted"
    if why := _came_to_nothing(d, event):
        return why
    if is_broke(room) and room.turn is None and not room.unposted:
        return "budget"
    going_on = room.turn is not None and room.turn.occasion == "scene"
    if scene.left <= 0 and not going_on:
        return "done"
    if isinstance(event, heard.LinePosted) and scene.spoken > 1 and _parted(room):
        return "thanks"
    return ""


def _came_to_nothing(d: Deciding, event: Fact) -> str:
    """Why the scene's turn brought no line, where that is no accident of one line. Such a line is used up instead."""
    scenes = _scene_turns(d)
    if not scenes:
        return ""
    if is_broke(d.state):
        return "budget"
    ended = next((fact for fact in d.out if isinstance(fact, TurnEnded) and fact.turn in scenes), None)
    if ended is None or ended.posted:
        return ""
    if ended.reason == "silence":
        return "silence"
    return "failed" if isinstance(event, heard.ModelFailed | heard.LineFailed) else ""


def _scene_turns(d: Deciding) -> set[TurnId]:
    """The scene's turn that was going on, or was opened by this input."""
    opened = {fact.turn for fact in d.out if isinstance(fact, TurnOpened) and fact.occasion == "scene"}
    turn = d.before.turn
    return opened | {turn.id} if turn is not None and turn.occasion == "scene" else opened


def _parted(room: RoomState) -> bool:
    """The last two lines, of two personas, are nothing but thanks or farewells."""
    last = room.talk[-2:]
    speakers = {said.persona for said in last}
    return len(speakers) == 2 and None not in speakers and all(parts(said.text) for said in last)


def _end(d: Deciding, reason: str) -> None:
    scene = d.state.scene
    assert scene is not None
    if d.state.turn is not None and d.state.turn.occasion == "scene":
        turns.supersede(d, reason)
    d.say(SceneEnded(reason=reason, lines=scene.spoken))
