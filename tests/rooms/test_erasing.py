"""Which events hold words that were taken back: memories that stem from them, and what those were made of."""

from events.base import CallId, LineId, MemoryId, MessageId, PersonaId, PersonId, TurnId, Version
from events.decided import LineStaged, ModelAsked
from events.heard import HumanErased, HumanSpoke, LineErased, LinePosted, LineRetracted, ModelAnswered
from events.memories import MemoryForgotten, MemoryKept, NotePinned, NoteUnpinned, RememberOrdered
from events.recorded import Recorded
from events.room import Memory, RoomState
from rooms.erasing import leaves_words, lost, touched
from tests.panel.evening import NOON

WREN = PersonaId("wren")


def a_log(*events: object) -> list[Recorded]:
    """Events in order from version 1; a pair has its cause beside it."""
    paired = [event if isinstance(event, tuple) else (event, None) for event in events]
    return [
        Recorded(guild=1, stream="room-1", version=Version(at), at=NOON, cause=cause, event=event)  # type: ignore[arg-type]
        for at, (event, cause) in enumerate(paired, 1)
    ]


def said(message: int) -> HumanSpoke:
    return HumanSpoke(message=MessageId(message), person=PersonId(1), name="Sam", text="words", sent_at=NOON)


def asked(call: str, since: int, role: str = "writer") -> ModelAsked:
    return ModelAsked(call=CallId(call), turn=TurnId("t"), role=role, prompt="-", since=Version(since))  # type: ignore[arg-type]


def answered(call: str) -> ModelAnswered:
    return ModelAnswered(call=CallId(call), text="words", model="m")


def kept(memory: str, source: int | None = None, how: str = "note") -> MemoryKept:
    return MemoryKept(memory=MemoryId(memory), owner=WREN, text="words", source=source, how=how)  # type: ignore[arg-type]


def deleted(*messages: int) -> HumanErased:
    return HumanErased(messages=tuple(map(MessageId, messages)))


def forgotten(*memories: str) -> MemoryForgotten:
    return MemoryForgotten(memories=tuple(map(MemoryId, memories)))


def test_a_note_goes_with_the_message_that_it_stems_from_and_with_the_answer_that_held_it():
    log = a_log(said(7), asked("c2", 1), answered("c2"), (kept("m4", 1), 3), deleted(7))
    assert touched(log) == (1, 3, 4)


def test_a_note_that_was_written_in_view_of_the_message_goes_with_it():
    log = a_log(said(7), said(8), asked("c3", 1), answered("c3"), (kept("m5", 2), 4), deleted(7))
    assert touched(log) == (1, 4, 5)


def test_what_was_noted_before_the_message_or_out_of_its_sight_stays():
    log = a_log(
        said(6), asked("c2", 1), answered("c2"), (kept("m4", 1), 3), said(7), said(8), asked("c7", 6), answered("c7"),
        (kept("m9", 6), 8), deleted(7),
    )  # fmt: skip
    assert touched(log) == (5,)


def test_a_summary_of_a_talk_that_held_it_goes():
    log = a_log(said(7), said(8), asked("c3", 1, "summary"), answered("c3"), (kept("m5", 2, "summary"), 4), deleted(7))
    assert touched(log) == (1, 4, 5)


def test_an_order_to_remember_stays_whatever_message_is_deleted():
    order = RememberOrdered(persona=WREN, text="words")
    assert touched(a_log(said(7), order, (kept("m3", 2, "order"), 2), deleted(7))) == (1,)


def test_a_line_that_is_deleted_takes_the_summary_that_was_shown_it():
    line = LineStaged(line=LineId("1.1"), turn=TurnId("t"), persona=WREN, text="words", call=CallId("c"), position=0)
    posted = LinePosted(line=LineId("1.1"), messages=(MessageId(9),))
    log = a_log(
        line, (posted, 1), asked("c3", 1, "summary"), answered("c3"), (kept("m5", 1, "summary"), 4),
        LineErased(message=MessageId(9)),
    )  # fmt: skip
    assert touched(log) == (4, 5)


def test_a_line_that_is_removed_by_us_takes_the_summary_that_was_shown_it():
    line = LineStaged(line=LineId("1.1"), turn=TurnId("t"), persona=WREN, text="words", call=CallId("c"), position=0)
    log = a_log(
        line, asked("c2", 1, "summary"), answered("c2"), (kept("m4", 1, "summary"), 3),
        LineRetracted(line=LineId("1.1")),
    )  # fmt: skip
    assert {3, 4} <= set(touched(log))


def test_forgetting_takes_the_memory_and_the_order_that_made_it():
    order = RememberOrdered(persona=WREN, text="words", about="Sam")
    assert touched(a_log(order, (kept("m2", 1, "order"), 1), forgotten("m2"))) == (1, 2)


def test_forgetting_takes_the_models_answer_that_it_came_with():
    log = a_log(said(7), asked("c2", 1), answered("c2"), (kept("m4", 1), 3), forgotten("m4"))
    assert touched(log) == (3, 4)


def test_a_note_that_is_taken_down_goes_and_the_others_stay():
    log = a_log(NotePinned(text="one"), NotePinned(text="two"), NoteUnpinned(note=Version(1)))
    assert touched(log) == (1,)


def test_what_was_blanked_before_is_not_touched_again():
    gone = MemoryKept(memory=MemoryId("m1"), owner=WREN, text="[erased]", about="[erased]")
    assert touched(a_log(gone, forgotten("m1"))) == ()


def test_a_room_learns_which_of_its_memories_lost_their_words():
    memories = (Memory(id=MemoryId("m4"), owner=WREN, text="-"), Memory(id=MemoryId("m9"), owner=WREN, text="-"))
    assert lost((Version(3), Version(9)), RoomState(stream="room-1", memories=memories)) == ("m9",)


def test_forgetting_and_unpinning_leave_words_behind_that_are_to_be_blanked():
    room = RoomState(stream="room-1")
    assert leaves_words(forgotten("m1"), room)
    assert leaves_words(NoteUnpinned(note=Version(1)), room)
    assert not leaves_words(NotePinned(text="one"), room)
