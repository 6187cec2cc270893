"""Folds of turns, model calls, lines and signs: how each such fact changes the room."""

from datetime import timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from events import decided, heard
from events.base import ERASED, Fact, LineId, MessageId
from events.decided import Considered, Cue
from events.fold_talk import newest, with_said, with_seat
from events.recorded import Recorded
from events.room import Addressed, Call, OwedSign, RoomState, Turn, Unposted, Utterance

KNOWN_POSTS = 256
"""Posted lines that the state can find by message without asking the log."""

# --- turns ---


def turn_opened(state: RoomState, event: decided.TurnOpened, recorded: Recorded) -> RoomState:
    turn = Turn(
        id=event.turn,
        occasion=event.occasion,
        opened=recorded.version,
        opened_at=recorded.at,
        until=event.until,
        gathers=recorded.version,
        addressed=Addressed(forced=event.carried, rule="carried" if event.carried else ""),
        direction=state.order if event.occasion == "order" else "",
    )
    lull = replace(state.lull, spent=True) if event.occasion == "silence" else state.lull
    return replace(state, turn=turn, turns=state.turns + 1, lull=lull, order="")


def turn_gathers(state: RoomState, event: decided.TurnGathers, recorded: Recorded) -> RoomState:
    return with_turn(state, until=event.until, gathers=recorded.version)


def floor_given(state: RoomState, event: decided.FloorGiven, recorded: Recorded) -> RoomState:
    turn = state.turn
    if turn is None:
        return state
    if turn.occasion == "silence":
        day_ago = recorded.at - timedelta(days=1)
        state = replace(state, wakes=(*(at for at in state.wakes if at > day_ago), recorded.at))
    considered = (*turn.considered, *event.considered)
    return with_turn(state, cues=(*turn.cues, *_worded(event)), rule=event.rule, considered=considered, stage="writing")


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


def with_turn(state: RoomState, **changes: Any) -> RoomState:
    return replace(state, turn=replace(state.turn, **changes)) if state.turn else state


def turn_ended(state: RoomState, event: decided.TurnEnded, _: Recorded) -> RoomState:
    calls = tuple(call for call in state.calls if call.turn != event.turn)
    return replace(state, turn=None, calls=calls)


def hushed(state: RoomState, _event: decided.PanelHushed, _: Recorded) -> RoomState:
    return replace(state, hushed=True)


def roused(state: RoomState, _event: decided.PanelRoused, _: Recorded) -> RoomState:
    return replace(state, hushed=False)


# --- models ---


def model_asked(state: RoomState, event: decided.ModelAsked, recorded: Recorded) -> RoomState:
    call = Call(
        id=event.call,
        asked=recorded.version,
        asked_at=recorded.at,
        turn=event.turn,
        role=event.role,
        about=event.about,
        attempt=event.attempt,
        complaint=event.complaint,
        prompt=event.prompt,
    )
    state = replace(state, calls=(*state.calls, call))
    stage = "writing" if event.role == "writer" else "deciding"
    return with_turn(state, calls=state.turn.calls + 1, stage=stage) if state.turn else state


def draft_heard(state: RoomState, event: heard.DraftHeard, _: Recorded) -> RoomState:
    calls = tuple(replace(call, heard=event.position + 1) if call.id == event.call else call for call in state.calls)
    return replace(state, calls=calls)


def call_over(
    state: RoomState, event: heard.ModelAnswered | heard.ModelFailed | decided.ModelDropped, _: Recorded
) -> RoomState:
    return replace(state, calls=tuple(call for call in state.calls if call.id != event.call))


# --- lines ---


def line_staged(state: RoomState, event: decided.LineStaged, recorded: Recorded) -> RoomState:
    turn = state.turn
    cue = next((cue for cue in turn.cues if cue.persona == event.persona), None) if turn else None
    line = Unposted(
        line=event.line,
        turn=event.turn,
        staged=recorded.version,
        staged_at=recorded.at,
        persona=event.persona,
        text=event.text,
        forced=bool(cue and cue.forced),
        answering=turn.messages if turn else (),
    )
    hour_ago = recorded.at - timedelta(hours=1)
    times = (*(at for at in state.line_times if at > hour_ago), recorded.at)
    state = replace(state, unposted=(*state.unposted, line), line_times=times)
    return with_turn(state, staged=turn.staged + 1, done=(*turn.done, event.persona)) if turn else state


def line_cut(state: RoomState, event: decided.LineCut, _: Recorded) -> RoomState:
    if not event.final or state.turn is None or event.persona is None:
        return state
    return with_turn(state, done=(*state.turn.done, event.persona))


def motivation_scored(state: RoomState, event: decided.MotivationScored, _: Recorded) -> RoomState:
    if state.turn is None:
        return state
    score = Considered(
        persona=event.persona,
        verdict="passed",
        reason=event.reason or "motivation",
        score=None if event.raw is None else event.score,
    )
    return with_turn(state, scores=(*state.turn.scores, score))


def speak_ordered(state: RoomState, event: heard.SpeakOrdered, _: Recorded) -> RoomState:
    return replace(state, order=event.about)


def post_started(state: RoomState, event: heard.PostStarted, recorded: Recorded) -> RoomState:
    return with_line(
        state, event.line, started=recorded.version, started_at=recorded.at, attempt=event.attempt, after=event.after
    )


def post_missed(state: RoomState, event: heard.PostMissed, _: Recorded) -> RoomState:
    return with_line(state, event.line, started=None, started_at=None)


def with_line(state: RoomState, line: LineId, **changes: Any) -> RoomState:
    unposted = tuple(replace(one, **changes) if one.line == line else one for one in state.unposted)
    return replace(state, unposted=unposted)


def line_posted(state: RoomState, event: heard.LinePosted, recorded: Recorded) -> RoomState:
    line = state.waiting(event.line)
    if line is None:
        return state
    seat = state.seat(line.persona)
    message = event.messages[-1]
    spoken = Utterance(
        version=line.staged,
        at=recorded.at,
        name=seat.persona.name if seat else line.persona,
        text=line.text,
        message=event.messages[0],
        persona=line.persona,
        line=line.line,
        answering=line.answering,
    )
    posted = {**state.posted, **dict.fromkeys(event.messages, line.line)}
    if len(posted) > KNOWN_POSTS:
        posted = dict(sorted(posted.items())[-KNOWN_POSTS // 2 :])
    hooks = state.hooks
    if event.hook is not None and (known := hooks.get(event.hook, line.persona)) is not None:
        hooks = {**hooks, event.hook: line.persona if known == line.persona else None}  # None: it is a shared one
    state = with_said(state, spoken) if line.text != ERASED else replace(state, erased=state.erased + 1)
    state = with_seat(
        state, line.persona, last_spoke=recorded.version, last_spoke_at=recorded.at, lines=seat.lines + 1 if seat else 0
    )
    state = replace(
        state,
        unposted=tuple(one for one in state.unposted if one.line != event.line),
        ai_run=state.ai_run + _follows(state, line, event.messages[0]),
        last_line_at=recorded.at,
        last_line_length=len(line.text),
        last_speaker=line.persona,
        last_message=newest(state.last_message, message),
        lull=replace(state.lull, since=recorded.version, since_at=recorded.at),
        posted=posted,
        hooks=hooks,
    )
    return with_turn(state, posted=state.turn.posted + 1) if state.turn and state.turn.id == line.turn else state


def _follows(state: RoomState, line: Unposted, message: MessageId) -> bool:
    """Whether our line stands below what people said: one who spoke while it was on its way may stand below it."""
    meanwhile = (said for said in state.talk if said.person and line.started and said.version > line.started)
    return all(said.message is None or said.message < message for said in meanwhile)


def line_withdrawn(state: RoomState, event: decided.LineWithdrawn, _: Recorded) -> RoomState:
    return replace(
        state,
        unposted=tuple(line for line in state.unposted if line.line != event.line),
        unwanted=tuple(line for line in state.unwanted if line != event.line),
    )


def line_unwanted(state: RoomState, event: decided.LineUnwanted, _: Recorded) -> RoomState:
    return replace(state, unwanted=(*state.unwanted, event.line))


def line_retracted(state: RoomState, event: heard.LineRetracted, _: Recorded) -> RoomState:
    unwanted = tuple(line for line in state.unwanted if line != event.line)
    talk = tuple(said for said in state.talk if said.line != event.line)
    return replace(state, unwanted=unwanted, talk=talk)


# --- signs and alarms ---


def sign_given(state: RoomState, event: decided.SignGiven, recorded: Recorded) -> RoomState:
    sign = OwedSign(version=recorded.version, reason=event.reason, message=event.message, persona=event.persona)
    signed = (*((reason, at) for reason, at in state.signed if reason != event.reason), (event.reason, recorded.at))
    return replace(state, signs=(*state.signs, sign), signed=signed)


def sign_shown(state: RoomState, event: heard.SignShown, _: Recorded) -> RoomState:
    return replace(state, signs=tuple(sign for sign in state.signs if sign.version != event.sign))


def alarm_rang(state: RoomState, event: heard.AlarmRang, recorded: Recorded) -> RoomState:
    """An alarm that has rung is used up: should its lull want another, that is for this event."""
    if event.alarm != "silence" or event.since != state.lull.since:
        return state
    return replace(state, lull=replace(state.lull, since=recorded.version))


def unchanged(state: RoomState, _event: Fact, _: Recorded) -> RoomState:
    return state
