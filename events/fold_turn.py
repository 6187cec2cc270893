"""Folds of turns, model calls, lines and signs: how each such fact changes a copy that nobody else has seen."""

from bisect import bisect_right
from datetime import datetime, timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from events import decided, heard
from events.base import EPOCH, ERASED, Fact, HookId, LineId, MessageId, PersonaId
from events.decided import Cue
from events.fold_talk import add_to_talk, hearers, newest
from events.recorded import Recorded
from events.room import Addressed, Call, Lull, OwedSign, RoomState, Turn, Unposted, Utterance

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)

# --- turns ---


def turn_opened(room: RoomState, event: decided.TurnOpened, recorded: Recorded) -> None:
    room.turn = Turn(
        id=event.turn,
        occasion=event.occasion,
        opened=recorded.version,
        opened_at=recorded.at,
        until=event.until,
        gathers=recorded.version,
        addressed=Addressed(forced=event.carried, rule="carried" if event.carried else ""),
        direction=room.order if event.occasion == "order" else "",
        as_new=event.as_new,
    )
    room.turns += 1
    room.order = ""
    again = next((said for said in room.talk if said.line == event.redoes), None) if event.redoes else None
    if again is not None:  # it answers what the old line answered, from what was known there
        change_turn(room, redoes=event.redoes, slot=again.version, messages=again.answering)
        room.put_off = None
    if event.occasion == "silence":
        room.lull = replace(room.lull, spent=True)


def turn_gathers(room: RoomState, event: decided.TurnGathers, recorded: Recorded) -> None:
    change_turn(room, until=event.until, gathers=recorded.version)


def floor_given(room: RoomState, event: decided.FloorGiven, recorded: Recorded) -> None:
    turn = room.turn
    if turn is None:
        return
    if turn.occasion == "silence":
        day_ago = recorded.at - DAY
        room.holds = 0
        room.wakes = (*(at for at in room.wakes if at > day_ago), recorded.at)
    again = {cue.persona for cue in event.cues}  # who speaks a second time in the turn has one cue: the latest
    room.turn = replace(
        turn,
        cues=(*[cue for cue in turn.cues if cue.persona not in again], *_worded(event)),
        done=tuple([persona for persona in turn.done if persona not in again]),
        rule=event.rule,
        considered=turn.considered + event.considered,
        thoughts=(),
        stage="writing",
    )


def _worded(event: decided.FloorGiven) -> tuple[Cue, ...]:
    """The cues with the model's own words put back, unless these were erased."""
    if not event.words or event.words == ERASED:
        return event.cues
    try:
        words = msgspec.json.decode(event.words, type=list[tuple[str, str]])
    except msgspec.DecodeError:
        return event.cues  # any log can be folded; without its words a cue is still a cue
    pairs = zip(event.cues, words, strict=False)
    return tuple(replace(cue, manner=manner, reason=reason) for cue, (manner, reason) in pairs)


def change_turn(room: RoomState, **changes: Any) -> None:
    if room.turn is not None:
        room.turn = replace(room.turn, **changes)


def turn_ended(room: RoomState, event: decided.TurnEnded, _: Recorded) -> None:
    scene, turn = room.scene, room.turn
    if scene is not None and turn is not None and turn.occasion == "scene" and not event.posted:
        room.scene = replace(scene, left=scene.left - 1)  # a line that came to nothing is used up, or none would end it
    if turn is not None and event.posted and room.directions:
        _spend_directions(room, turn)
    if turn is not None and turn.redoes is not None and event.reason == "superseded":
        room.put_off = (turn.redoes, turn.as_new)
    if turn is not None and turn.occasion == "summary" and event.reason == "done":
        room.rest = replace(room.rest, summed=room.rest.rang)
    room.turn = None
    if room.calls:
        room.calls = tuple([call for call in room.calls if call.turn != event.turn])


def _spend_directions(room: RoomState, turn: Turn) -> None:
    """A director's cue holds for so many turns in which somebody whom it is for was given the floor."""
    spoke = {cue.persona for cue in turn.cues}
    left = (
        replace(one, left=one.left - 1) if one.persona is None or one.persona in spoke else one
        for one in room.directions
    )
    room.directions = tuple(one for one in left if one.left > 0)


def silence_kept(room: RoomState, _event: decided.SilenceKept, recorded: Recorded) -> None:
    """A lull that nobody wanted to break goes on: it may be asked about again, later."""
    turn = room.turn
    if turn is not None and turn.occasion == "silence" and not turn.cues:
        room.holds += 1
        room.lull = Lull(since=recorded.version, since_at=recorded.at)


def hushed(room: RoomState, _event: decided.PanelHushed, _: Recorded) -> None:
    room.hushed = True
    room.put_off = None


def roused(room: RoomState, _event: decided.PanelRoused, _: Recorded) -> None:
    room.hushed = False


# --- models ---


def model_asked(room: RoomState, event: decided.ModelAsked, recorded: Recorded) -> None:
    call = Call(
        id=event.call,
        asked=recorded.version,
        asked_at=recorded.at,
        turn=event.turn,
        role=event.role,
        about=event.about,
        most=event.most,
        owing=event.owing,
        due=event.due,
        attempt=event.attempt,
        complaint=event.complaint,
        arranged=event.arranged,
        prompt=event.prompt,
    )
    room.calls = (*room.calls, call)
    turn = room.turn
    if turn is not None and event.role != "recall":  # that only measures, beside whatever else is asked
        ahead = event.role == "motivation" and turn.occasion != "silence"  # while people still write
        beside = ahead or event.role in {"stance", "diagnosis"}  # the floor is given already
        stage = "writing" if event.role == "writer" else turn.stage if beside else "deciding"
        room.turn = replace(turn, calls=turn.calls + 1, stage=stage)


def draft_heard(room: RoomState, event: heard.DraftHeard, _: Recorded) -> None:
    heard_now = event.position + 1
    room.calls = tuple([replace(call, heard=heard_now) if call.id == event.call else call for call in room.calls])


def call_over(
    room: RoomState, event: heard.ModelAnswered | heard.ModelFailed | decided.ModelDropped, _: Recorded
) -> None:
    room.calls = tuple([call for call in room.calls if call.id != event.call])


def model_failed(room: RoomState, event: heard.ModelFailed, recorded: Recorded) -> None:
    call_over(room, event, recorded)
    if event.reason == "budget":
        room.broke_until = _next_day(recorded.at, event.retry_after)


def _next_day(at: datetime, retry_after: float | None) -> datetime:
    """When the budget begins anew, as whoever keeps it says; else at midnight UTC."""
    midnight = (at + DAY).replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight if retry_after is None else at + min(timedelta(seconds=max(0.0, retry_after)), DAY)


def room_woke(room: RoomState, _event: heard.RoomWoke, _: Recorded) -> None:
    """A restart may have brought another budget: the next call finds out."""
    room.broke_until = EPOCH


# --- lines ---


def line_staged(room: RoomState, event: decided.LineStaged, recorded: Recorded) -> None:
    turn = room.turn
    cues = [cue for cue in turn.cues if cue.persona == event.persona] if turn else []
    cue = cues[0] if cues else None
    line = Unposted(
        line=event.line,
        turn=event.turn,
        staged=recorded.version,
        staged_at=recorded.at,
        persona=event.persona,
        text=event.text,
        forced=bool(cue and cue.forced),
        answering=_answering(room, cue),
        cue=cue,
    )
    old = bisect_right(room.line_times, recorded.at - HOUR)
    room.line_times = room.line_times[old:] + (recorded.at,)  # noqa: RUF005 - one copy of a long tuple, not two
    room.unposted = (*room.unposted, line)
    if turn is not None:
        room.turn = replace(turn, staged=turn.staged + 1, done=(*turn.done, event.persona))


def _answering(room: RoomState, cue: Cue | None) -> tuple[MessageId, ...]:
    """What the turn answers; who goes on from an earlier line answers what that did."""
    if cue is not None and cue.rule == "continued":
        return next((said.answering for said in reversed(room.talk) if said.persona == cue.persona), ())
    return room.turn.messages if room.turn else ()


def line_cut(room: RoomState, event: decided.LineCut, _: Recorded) -> None:
    if event.final and room.turn is not None and event.persona is not None:
        change_turn(room, done=(*room.turn.done, event.persona))


def speak_ordered(room: RoomState, event: heard.SpeakOrdered, _: Recorded) -> None:
    room.order = event.about


def post_started(room: RoomState, event: heard.PostStarted, recorded: Recorded) -> None:
    change_line(
        room, event.line, started=recorded.version, started_at=recorded.at, attempt=event.attempt, after=event.after
    )


def post_missed(room: RoomState, event: heard.PostMissed, _: Recorded) -> None:
    change_line(room, event.line, started=None, started_at=None)


def change_line(room: RoomState, line: LineId, **changes: Any) -> None:
    room.unposted = tuple([replace(one, **changes) if one.line == line else one for one in room.unposted])


def line_posted(room: RoomState, event: heard.LinePosted, recorded: Recorded) -> None:
    line = room.waiting(event.line)
    if line is None:
        return
    seat = room.seat(line.persona)
    room.ai_run += _follows(room, line, event.messages[0])
    if line.text == ERASED:
        room.erased += 1
    else:
        _say(room, line, seat.persona.name if seat else line.persona, event, recorded)
    if seat is not None:
        spoke = replace(seat, last_spoke=recorded.version, last_spoke_at=recorded.at, lines=seat.lines + 1)
        room.seats = tuple([spoke if one is seat else one for one in room.seats])
    room.unposted = tuple([one for one in room.unposted if one is not line])
    _note_the_order(room, line.persona, recorded)
    room.last_line_at = recorded.at
    room.last_line_length = len(line.text)
    room.last_speaker = line.persona
    room.last_message = newest(room.last_message, event.messages[-1])
    room.lull = Lull(since=recorded.version, since_at=recorded.at, spent=room.lull.spent)
    if event.hook is not None:
        _know_the_hook(room, line, event.hook)
    turn = room.turn
    if turn is not None and turn.id == line.turn:
        room.turn = replace(turn, posted=turn.posted + 1)


def _note_the_order(room: RoomState, persona: PersonaId, recorded: Recorded) -> None:
    """Who followed whom, for the cooldown of pairs; and, in a scene, that one of its lines is said."""
    before = room.last_speaker
    if before is not None and before != persona:
        day_ago = recorded.at - DAY
        kept = [one for one in room.follows if one[2] > day_ago and (one[0] != before or one[1] != persona)]
        room.follows = (*kept, (before, persona, recorded.at))
    if room.scene is not None:
        scene = room.scene
        room.scene = replace(scene, left=scene.left - 1, spoken=scene.spoken + 1, since=recorded.version)


def _say(room: RoomState, line: Unposted, name: str, event: heard.LinePosted, recorded: Recorded) -> None:
    said = Utterance(
        version=line.staged,
        at=recorded.at,
        name=name,
        text=line.text,
        message=event.messages[0],
        more=event.messages[1:],
        persona=line.persona,
        line=line.line,
        answering=line.answering,
        heard_by=_hearers(room, line.persona),
        turn=line.turn,
        cue=line.cue,
    )
    add_to_talk(room, said)


def _hearers(room: RoomState, speaker: PersonaId) -> tuple[PersonaId, ...]:
    hearing = hearers(room)
    return hearing if speaker in hearing else (*hearing, speaker)  # who speaks hears itself


def _know_the_hook(room: RoomState, line: Unposted, hook: HookId) -> None:
    known = room.hooks.get(hook, line.persona)
    if known is not None and (hook not in room.hooks or known != line.persona):
        # None: it is a shared one.
        room.hooks = {**room.hooks, hook: line.persona if known == line.persona else None}


def _follows(room: RoomState, line: Unposted, message: MessageId) -> bool:
    """Whether our line stands below what people said: one who spoke while it was on its way may stand below it."""
    for said in reversed(room.talk):
        if line.started is None or said.version <= line.started:
            break
        if said.person and said.message is not None and said.message >= message:
            return False
    return True


# --- signs and alarms ---


def sign_given(room: RoomState, event: decided.SignGiven, recorded: Recorded) -> None:
    sign = OwedSign(version=recorded.version, reason=event.reason, message=event.message, persona=event.persona)
    room.signs = (*room.signs, sign)
    others = ((reason, at) for reason, at in room.signed if reason != event.reason)
    room.signed = (*others, (event.reason, recorded.at))


def sign_shown(room: RoomState, event: heard.SignShown, _: Recorded) -> None:
    room.signs = tuple(sign for sign in room.signs if sign.version != event.sign)


def alarm_rang(room: RoomState, event: heard.AlarmRang, recorded: Recorded) -> None:
    """An alarm that has rung is used up: should its lull want another, that is for this event."""
    if event.alarm == "silence" and event.since == room.lull.since:
        room.lull = replace(room.lull, since=recorded.version)
    if event.alarm == "scene" and room.scene is not None and event.since == room.scene.since:
        room.scene = replace(room.scene, since=recorded.version)
    if event.alarm == "summary":
        room.rest = replace(room.rest, rang=event.since)


def unchanged(_room: RoomState, _event: Fact, _: Recorded) -> None:
    pass
