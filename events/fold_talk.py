"""Folds of panels, seats and talk: how each such fact changes the room."""

from datetime import timedelta
from typing import Any

from msgspec.structs import replace

from events import decided, heard
from events.base import EPOCH, ERASED, MessageId, PersonaId
from events.recorded import Recorded
from events.room import WINDOW, WINDOW_STEP, Addressed, Lull, RoomState, Seat, Utterance

# --- panels and seats ---


def panel_opened(state: RoomState, event: heard.PanelOpened, _: Recorded) -> RoomState:
    return replace(
        state,
        open=True,
        guild=event.guild,
        place=event.place,
        parent=event.parent,
        salt=event.salt,
        policy=event.policy,
        seats=(),
        turn=None,
        calls=(),
        unposted=(),
        hushed=False,
    )


def panel_closed(state: RoomState, _event: heard.PanelClosed, _: Recorded) -> RoomState:
    return replace(state, open=False)


def seated(state: RoomState, event: heard.PersonaSeated, recorded: Recorded) -> RoomState:
    seats = [seat for seat in state.seats if seat.persona.id != event.persona.id]
    at = len(seats) if event.position is None else event.position
    seats.insert(at, Seat(persona=event.persona, seated_at=recorded.version))
    return replace(state, seats=tuple(seats))


def unseated(state: RoomState, event: heard.PersonaUnseated, _: Recorded) -> RoomState:
    return replace(state, seats=tuple(seat for seat in state.seats if seat.persona.id != event.persona))


def seat_moved(state: RoomState, event: heard.SeatMoved, _: Recorded) -> RoomState:
    seat = state.seat(event.persona)
    if seat is None:
        return state
    seats = [other for other in state.seats if other is not seat]
    seats.insert(event.position, seat)
    return replace(state, seats=tuple(seats))


def revised(state: RoomState, event: heard.PersonaRevised, _: Recorded) -> RoomState:
    return with_seat(state, event.persona.id, persona=event.persona)


def mute_set(state: RoomState, event: heard.MuteSet, _: Recorded) -> RoomState:
    return with_seat(state, event.persona, muted=event.muted)


def with_seat(state: RoomState, of: PersonaId, **changes: Any) -> RoomState:
    seats = tuple(replace(seat, **changes) if seat.persona.id == of else seat for seat in state.seats)
    return replace(state, seats=seats)


def policy_set(state: RoomState, event: heard.PolicySet, _: Recorded) -> RoomState:
    return replace(state, policy=event.policy)


# --- talk ---


def human_spoke(state: RoomState, event: heard.HumanSpoke, recorded: Recorded) -> RoomState:
    at = event.sent_at if event.late else recorded.at
    state = replace(
        state,
        ai_run=0,
        typing_until=EPOCH,
        last_human_at=max(state.last_human_at, at),
        last_message=newest(state.last_message, event.message),
        lull=Lull(since=recorded.version, since_at=max(state.lull.since_at, at)),
    )
    if event.text == ERASED:
        return replace(state, erased=state.erased + 1)
    text = " ".join((event.text, *event.attached)).strip() if event.attached else event.text
    return with_said(
        state,
        Utterance(
            version=recorded.version,
            at=event.sent_at,
            name=event.name,
            text=text,
            message=event.message,
            person=event.person,
            answers=event.answers,
            late=event.late,
        ),
    )


def with_said(state: RoomState, utterance: Utterance) -> RoomState:
    talk = (*state.talk, utterance)
    if len(talk) > WINDOW + WINDOW_STEP and not state.calls:  # what an open call was told must not move away
        talk = talk[WINDOW_STEP:]
    return replace(state, talk=talk)


def newest(known: MessageId | None, message: MessageId) -> MessageId:
    return message if known is None or message > known else known


def caught_up(state: RoomState, event: heard.CaughtUp, _: Recorded) -> RoomState:
    return replace(state, last_message=newest(state.last_message, event.until))


def human_edited(state: RoomState, event: heard.HumanEdited, _: Recorded) -> RoomState:
    talk = tuple(replace(said, text=event.text) if said.message == event.message else said for said in state.talk)
    return replace(state, talk=talk, erased=state.erased + (event.text == ERASED))


def human_erased(state: RoomState, event: heard.HumanErased, _: Recorded) -> RoomState:
    return forget(state, event.messages)


def line_erased(state: RoomState, event: heard.LineErased, _: Recorded) -> RoomState:
    return forget(state, (event.message,))


def forget(state: RoomState, messages: tuple[MessageId, ...]) -> RoomState:
    talk = tuple(said for said in state.talk if said.message not in messages)
    return replace(state, talk=talk, erased=state.erased + 1)


def human_typing(state: RoomState, _event: heard.HumanTyping, recorded: Recorded) -> RoomState:
    return replace(state, typing_until=recorded.at + timedelta(seconds=state.policy.gathering.typing))


def address_heard(state: RoomState, event: decided.AddressHeard, _: Recorded) -> RoomState:
    to = Addressed(
        forced=event.forced,
        rule=event.rule,
        mentioned=event.mentioned,
        absent=event.absent,
        to_panel=event.to_panel,
        to_human=event.to_human,
    )
    talk = tuple(replace(said, to=to) if said.message == event.message else said for said in state.talk)
    state = replace(state, talk=talk)
    turn = state.turn
    if turn is None or event.turn != turn.id:
        return state
    before = turn.addressed
    joined = Addressed(
        forced=tuple(dict.fromkeys((*before.forced, *event.forced))),
        rule=before.rule or event.rule,
        mentioned=tuple(dict.fromkeys((*before.mentioned, *event.mentioned))),
        absent=tuple(dict.fromkeys((*before.absent, *event.absent))),
        to_panel=before.to_panel or event.to_panel,
        to_human=event.to_human,
    )
    return replace(state, turn=replace(turn, addressed=joined, messages=(*turn.messages, event.message)))
