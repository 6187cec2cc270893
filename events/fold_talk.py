"""Folds of panels, seats and talk: how each such fact changes a copy of the room that nobody else has seen."""

from datetime import timedelta
from functools import cache
from typing import Any

from msgspec.structs import replace

from events import decided, heard
from events.base import EPOCH, ERASED, MessageId, PersonaId, Version
from events.decided import Cue
from events.recorded import Recorded
from events.room import WINDOW, WINDOW_STEP, Addressed, Lull, RoomState, Seat, Utterance

NOBODY = Addressed()

# --- panels and seats ---


def panel_opened(room: RoomState, event: heard.PanelOpened, _: Recorded) -> None:
    room.open = True
    room.guild = event.guild
    room.place = event.place
    room.parent = event.parent
    room.salt = event.salt
    room.policy = event.policy
    room.seats = ()
    room.turn = None
    room.calls = ()
    room.unposted = ()
    room.obligations = ()
    room.scene = None
    room.revisions = ()
    room.removals = ()
    room.put_off = None
    room.hushed = False


def panel_closed(room: RoomState, _event: heard.PanelClosed, _: Recorded) -> None:
    room.open = False


def seated(room: RoomState, event: heard.PersonaSeated, recorded: Recorded) -> None:
    seats = [seat for seat in room.seats if seat.persona.id != event.persona.id]
    at = len(seats) if event.position is None else event.position
    seats.insert(at, Seat(persona=event.persona, seated_at=recorded.version))
    room.seats = tuple(seats)


def unseated(room: RoomState, event: heard.PersonaUnseated, _: Recorded) -> None:
    room.seats = tuple(seat for seat in room.seats if seat.persona.id != event.persona)


def seat_moved(room: RoomState, event: heard.SeatMoved, _: Recorded) -> None:
    seat = room.seat(event.persona)
    if seat is not None:
        seats = [other for other in room.seats if other is not seat]
        seats.insert(event.position, seat)
        room.seats = tuple(seats)


def revised(room: RoomState, event: heard.PersonaRevised, _: Recorded) -> None:
    change_seat(room, event.persona.id, persona=event.persona)


def mute_set(room: RoomState, event: heard.MuteSet, _: Recorded) -> None:
    change_seat(room, event.persona, muted=event.muted)


def change_seat(room: RoomState, of: PersonaId, **changes: Any) -> None:
    room.seats = tuple([replace(seat, **changes) if seat.persona.id == of else seat for seat in room.seats])


def policy_set(room: RoomState, event: heard.PolicySet, _: Recorded) -> None:
    if room.turn is not None and event.policy.strategy != room.policy.strategy:
        room.turn = replace(room.turn, thoughts=())  # they were scored for another strategy
    room.policy = event.policy


# --- talk ---


def human_spoke(room: RoomState, event: heard.HumanSpoke, recorded: Recorded) -> None:
    at = event.sent_at if event.late else recorded.at
    room.ai_run = 0
    room.holds = 0
    room.typing_until = EPOCH
    room.last_human_at = max(room.last_human_at, at)
    room.last_message = newest(room.last_message, event.message)
    room.lull = Lull(since=recorded.version, since_at=max(room.lull.since_at, at))
    if event.text == ERASED:
        room.erased += 1
        return
    text = " ".join((event.text, *event.attached)).strip() if event.attached else event.text
    add_to_talk(
        room,
        Utterance(
            version=recorded.version,
            at=event.sent_at,
            name=event.name,
            text=text,
            message=event.message,
            person=event.person,
            answers=event.answers,
            late=event.late,
            heard_by=hearers(room),
        ),
    )


def hearers(room: RoomState) -> tuple[PersonaId, ...]:
    """Who hears what is said aloud now: everybody who is seated and not blind."""
    now = tuple([seat.persona.id for seat in room.seats if not seat.blind])
    last = room.talk[-1].heard_by if room.talk else ()
    return last if last == now else now  # one tuple for a whole evening, not one a line


def add_to_talk(room: RoomState, utterance: Utterance) -> None:
    talk = room.talk + (utterance,)  # noqa: RUF005 - one copy of a long tuple, where unpacking makes two
    if len(talk) > WINDOW + WINDOW_STEP and not room.calls:  # what an open call was told must not move away
        talk = talk[WINDOW_STEP:]
    room.talk = talk


def newest(known: MessageId | None, message: MessageId) -> MessageId:
    return message if known is None or message > known else known


def caught_up(room: RoomState, event: heard.CaughtUp, _: Recorded) -> None:
    room.last_message = newest(room.last_message, event.until)


def human_edited(room: RoomState, event: heard.HumanEdited, _: Recorded) -> None:
    change_said(room, event.message, text=event.text)
    room.erased += event.text == ERASED


def change_said(room: RoomState, message: MessageId, **changes: Any) -> None:
    """Change one line of the talk: nearly always one of the last."""
    for back, said in enumerate(reversed(room.talk), start=1):
        if said.message == message:
            talk = list(room.talk)
            talk[-back] = replace(said, **changes)
            room.talk = tuple(talk)
            return


def human_erased(room: RoomState, event: heard.HumanErased, _: Recorded) -> None:
    forget(room, event.messages)


def line_erased(room: RoomState, event: heard.LineErased, _: Recorded) -> None:
    if any(event.message in one.messages[1:] for one in room.revisions):
        _shorten(room, event.message)  # its new words need fewer messages: this one was ours to remove
    else:
        forget(room, (event.message,))


def _shorten(room: RoomState, message: MessageId) -> None:
    room.talk = tuple(
        replace(said, more=tuple(one for one in said.more if one != message)) if message in said.more else said
        for said in room.talk
    )


def forget(room: RoomState, messages: tuple[MessageId, ...]) -> None:
    gone = set(messages)
    lines = {said.version for said in room.talk if said.message in gone or not gone.isdisjoint(said.more)}
    _forget_what_stems_from(room, lines)
    room.talk = tuple(said for said in room.talk if said.message not in gone and gone.isdisjoint(said.more))
    forget_quotes(room)
    room.erased += 1


def forget_quotes(room: RoomState) -> None:
    """What was thought, and what a model said of how a line is to be played, may quote what is gone now."""
    room.seats = tuple(replace(seat, thoughts=()) for seat in room.seats)
    room.talk = tuple(replace(said, cue=_unworded(said.cue)) if said.cue else said for said in room.talk)
    turn = room.turn
    if turn is not None:
        room.turn = replace(
            turn,
            cues=tuple(map(_unworded, turn.cues)),
            thoughts=tuple(replace(one, text="") for one in turn.thoughts),
            stances=tuple((persona, "") for persona, _ in turn.stances),
        )


def _unworded(cue: Cue) -> Cue:
    """How a line was staged, without a model's own words about it: they may quote what is gone."""
    return replace(cue, manner="", reason="") if cue.manner or cue.reason else cue


def _forget_what_stems_from(room: RoomState, lines: set[Version]) -> None:
    """Memories that a line left, where it is still in view; those of older lines are found in the log."""
    stemming = {one.id for one in room.memories if one.source in lines}
    room.memories = tuple(one for one in room.memories if one.id not in stemming)
    if room.turn is not None and stemming:
        room.turn = replace(room.turn, table=tuple(laid for laid in room.turn.table if laid.item not in stemming))


def human_typing(room: RoomState, _event: heard.HumanTyping, recorded: Recorded) -> None:
    room.typing_until = recorded.at + _of_seconds(room.policy.gathering.typing)


@cache
def _of_seconds(seconds: float) -> timedelta:
    """A policy holds few of them, and building one takes longer than all the rest of this fold."""
    return timedelta(seconds=seconds)


def address_heard(room: RoomState, event: decided.AddressHeard, _: Recorded) -> None:
    to = Addressed(
        forced=event.forced,
        rule=event.rule,
        mentioned=event.mentioned,
        absent=event.absent,
        to_panel=event.to_panel,
        to_human=event.to_human,
    )
    change_said(room, event.message, to=to)
    turn = room.turn
    if turn is None or event.turn != turn.id:
        return
    before = turn.addressed
    joined = (
        to
        if before == NOBODY
        else Addressed(
            forced=tuple(dict.fromkeys((*before.forced, *event.forced))),
            rule=before.rule if before.forced or not event.rule else event.rule,
            mentioned=tuple(dict.fromkeys((*before.mentioned, *event.mentioned))),
            absent=tuple(dict.fromkeys((*before.absent, *event.absent))),
            to_panel=before.to_panel or event.to_panel,
            to_human=event.to_human,
        )
    )
    room.turn = replace(turn, addressed=joined, messages=(*turn.messages, event.message))
