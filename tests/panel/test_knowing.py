"""Who may know what: who heard a line, whose a memory is, what lies on the table for whom, and who writes apart."""

from typing import Any

import pytest
from msgspec.structs import replace

from events import controls, heard, memories
from events.base import MemoryId, MessageId, PersonaId, TurnId, Version
from events.memories import Laid
from events.persona import Lore
from events.policy import Policy
from events.room import Memory, PinnedNote, RoomState, Turn, Utterance
from panel.knowing import common_of, has_private, heard_all, lines_for, may_know, missed, private_of
from panel.knowing import heard as has_heard
from tests.panel.evening import ALMA, BO, NOON, SAM, WREN, Evening, claimed, given, mutes, posted, says, script

GUS = replace(BO, id=PersonaId("gus"), name="Gus")
PANEL = (WREN.id, ALMA.id, BO.id)


def blinds(persona: PersonaId, *, blind: bool = True) -> memories.BlindSet:
    return memories.BlindSet(persona=persona, blind=blind)


def whispers(text: str, *to: PersonaId) -> memories.Whispered:
    return memories.Whispered(person=SAM, name="Sam", text=text, to=to)


def hears(evening: Evening, *personas: PersonaId) -> list[bool]:
    """Whether each heard the newest line."""
    return [has_heard(evening.state, evening.state.talk[-1], one) for one in personas]


def memory(number: int, owner: PersonaId, **more: Any) -> Memory:
    return Memory(id=MemoryId(f"m{number}"), owner=owner, text=f"memory {number}", **more)


def laid(room: RoomState, *items: str) -> RoomState:
    """The room in a turn with these on the table."""
    table = tuple(Laid(item=item) for item in items)
    turn = Turn(id=TurnId("t1"), occasion="human", opened=Version(1), opened_at=NOON, until=NOON, table=table)
    return replace(room, turn=turn)


def texts(found: list[Any]) -> list[str]:
    return [one.text for one in found]


# --- lines ---


def test_everybody_who_is_seated_hears_what_is_said_aloud():
    assert hears(given(says("~ hi")), *PANEL) == [True, True, True]


def test_a_muted_persona_hears_and_a_blind_one_does_not():
    assert hears(given(mutes("wren"), blinds(ALMA.id), says("~ hi")), *PANEL) == [True, False, True]


def test_who_sees_again_hears_from_then_on():
    evening = given(blinds(ALMA.id), says("~ one"), blinds(ALMA.id, blind=False), says("~ two"))
    assert texts(lines_for(evening.state, evening.state.talk, (ALMA.id,))) == ["~ two"]


def test_who_sits_down_later_did_not_hear_what_was_said_before():
    evening = given(says("~ one"), heard.PersonaSeated(persona=GUS), says("~ two"))
    assert texts(lines_for(evening.state, evening.state.talk, (GUS.id,))) == ["~ two"]
    assert texts(missed(evening.state, evening.state.talk, GUS.id)) == ["~ one"]


def test_who_stood_up_meanwhile_missed_what_was_said_then():
    away = (heard.PersonaUnseated(persona=BO.id), says("~ away"), heard.PersonaSeated(persona=BO))
    evening = given(says("~ one"), *away, says("~ two"))
    assert texts(lines_for(evening.state, evening.state.talk, (BO.id,))) == ["~ one", "~ two"]


def test_a_blind_persona_knows_what_it_said_itself():
    evening = given(blinds(WREN.id), says("Wren, hi"), script(wren="I see nothing."), claimed, posted)
    assert texts(lines_for(evening.state, evening.state.talk, (WREN.id,))) == ["I see nothing."]


def test_a_whisper_is_no_line_of_the_talk_and_only_those_it_was_for_know_it():
    room = given(says("~ hi"), whispers("the key is red", WREN.id)).state
    assert texts(lines_for(room, room.talk, (WREN.id,))) == ["~ hi"] == texts(lines_for(room, room.talk, ()))
    assert texts(private_of(room, (WREN.id,), ())) == ["the key is red"]
    assert private_of(room, (ALMA.id, BO.id), ()) == []


def test_a_hidden_line_was_said_to_nobody():
    hiding = controls.LineHidden(message=MessageId(7))
    room = given(says("~ hi", message=7), says("~ so", message=8), hiding).state
    assert texts(lines_for(room, room.talk, ())) == ["~ so"] == texts(lines_for(room, room.talk, PANEL))


def test_a_line_that_is_being_removed_was_said_to_nobody():
    room = given(says("Wren, hi"), script(wren="I see."), claimed, posted).state
    gone = replace(room, unwanted=(room.talk[-1].line,))
    assert texts(lines_for(gone, gone.talk, PANEL)) == ["Wren, hi"]


def test_a_group_is_shown_what_one_of_them_heard():
    evening = given(blinds(ALMA.id), says("~ hi"))
    assert texts(lines_for(evening.state, evening.state.talk, (ALMA.id, BO.id))) == ["~ hi"]


def test_words_of_a_call_about_the_room_are_for_those_who_heard_it_all():
    room = given(blinds(ALMA.id), says("~ hi")).state
    assert [heard_all(room, room.talk, one) for one in PANEL] == [True, False, True]


def test_lines_without_an_audience_are_known_to_their_author_alone():
    said = Utterance(version=Version(1), at=NOON, name="Wren", text="hm", persona=WREN.id)
    assert [has_heard(given().state, said, one) for one in PANEL] == [True, False, False]


# --- memories and the table ---


@pytest.mark.parametrize(
    ("audience", "shared", "known"),
    [
        ("owner", (), [True, False, False]),
        ("owner", (BO.id,), [True, False, False]),
        ("some", (BO.id,), [True, False, True]),
        ("some", (), [True, False, False]),
        ("room", (), [True, True, True]),
    ],
)
def test_a_memory_is_known_to_its_owner_and_to_its_audience(audience, shared, known):
    kept = memory(1, WREN.id, audience=audience, shared=shared)
    assert [may_know(kept, one) for one in PANEL] == known


def test_what_is_not_on_the_table_is_in_no_brief():
    room = laid(replace(given().state, memories=(memory(1, WREN.id), memory(2, WREN.id))), "m2")
    assert texts(private_of(room, (WREN.id,), room.turn.table)) == ["memory 2"]


def test_owners_are_named_within_the_group_alone():
    shared = memory(1, WREN.id, audience="some", shared=(ALMA.id, BO.id))
    room = laid(replace(given().state, memories=(shared,)), "m1")
    assert [one.owners for one in private_of(room, (ALMA.id, WREN.id), room.turn.table)] == [(WREN.id, ALMA.id)]


def test_notes_open_lore_and_memories_of_the_room_are_everybodys():
    keeper = replace(WREN, lore=(Lore(keys=("clock",), text="The clock is slow."),))
    room = given(seats=(keeper, ALMA)).state
    room = replace(room, notes=(PinnedNote(id=Version(9), text="We meet at nine."),))
    room = laid(replace(room, memories=(memory(1, ALMA.id, audience="room"),)), "note:9", "lore:wren:0", "m1")
    assert texts(common_of(room, room.turn.table)) == ["We meet at nine.", "The clock is slow.", "memory 1"]
    assert private_of(room, PANEL, room.turn.table) == []


def test_private_lore_is_its_owners_alone():
    keeper = replace(WREN, lore=(Lore(keys=("clock",), text="I broke the clock.", private=True),))
    room = laid(given(seats=(keeper, ALMA)).state, "lore:wren:0")
    assert texts(private_of(room, (WREN.id,), room.turn.table)) == ["I broke the clock."]
    assert common_of(room, room.turn.table) == private_of(room, (ALMA.id,), room.turn.table) == []


@pytest.mark.parametrize("item", ["m9", "note:9", "lore:wren:0", "lore:wren:-1", "lore:nobody:0", "lore:", "", "x:y"])
def test_what_is_gone_lies_on_no_table(item):
    room = laid(given().state, item)
    assert common_of(room, room.turn.table) == private_of(room, PANEL, room.turn.table) == []


def test_the_only_persona_of_a_panel_knows_its_secrets():
    room = given(seats=(replace(WREN, private="Owes money."),)).state
    assert texts(private_of(room, (WREN.id,), ())) == ["Owes money."]


# --- who writes apart ---


def test_whoever_has_a_private_card_writes_apart_from_others_and_not_from_itself():
    room = given(seats=(replace(WREN, private="Owes money."), ALMA, BO)).state
    assert has_private(room, WREN.id, PANEL)
    assert not has_private(room, ALMA.id, PANEL)
    assert not has_private(room, WREN.id, (WREN.id,))


def test_what_the_whole_group_knows_keeps_nobody_apart():
    shared = memory(1, WREN.id, audience="some", shared=(ALMA.id,))
    room = laid(replace(given().state, memories=(shared,)), "m1")
    assert not has_private(room, WREN.id, (WREN.id, ALMA.id))
    assert has_private(room, WREN.id, PANEL)


def test_a_whisper_keeps_whom_it_was_for_apart():
    room = given(whispers("the key is red", WREN.id, BO.id)).state
    assert [has_private(room, one, PANEL) for one in PANEL] == [True, False, True]
    assert not has_private(room, WREN.id, (WREN.id, BO.id))


def test_whoever_missed_what_the_others_heard_is_kept_apart():
    room = given(blinds(ALMA.id), says("~ hi")).state
    assert [has_private(room, one, PANEL) for one in PANEL] == [False, True, False]


@pytest.mark.parametrize(("stances", "apart"), [("shown", True), ("kept", False), ("off", False)])
def test_a_stance_that_its_writer_is_shown_keeps_it_apart(stances, apart):
    room = laid(given(policy=Policy(stances=stances)).state)
    room = replace(room, turn=replace(room.turn, stances=((WREN.id, "Blue."),)))
    assert has_private(room, WREN.id, PANEL) is apart
    assert not has_private(room, ALMA.id, PANEL)
