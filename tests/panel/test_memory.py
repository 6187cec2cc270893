"""Memories: kept by order and by note, forgotten, and gone with what they stem from."""

import pytest

from events import memories
from events.base import MemoryId, PersonaId, Version
from events.decided import LineStaged, ModelAsked, ModelDropped
from events.heard import LineErased, PanelClosed
from events.memories import MemoryForgotten, MemoryKept, NotePinned, NoteUnpinned, Recalled, RememberOrdered
from events.policy import Remembering
from tests.panel.evening import (
    BO,
    WREN,
    Evening,
    a,
    after,
    answer,
    claimed,
    deletes,
    given,
    posted,
    says,
    script,
    unseats,
    with_policy,
)

BOAT = "Sam's boat is called Perdita."


def remembers(persona: str, text: str = BOAT, **more: object) -> RememberOrdered:
    return RememberOrdered(persona=PersonaId(persona), text=text, **more)  # type: ignore[arg-type] - as the test has it


def noting(**lines: tuple[str, str]):
    """The writer answers with a line and a note each."""
    said = ", ".join(
        f'{{"speaker": "{who}", "text": "{text}", "note": "{note}"}}' for who, (text, note) in lines.items()
    )
    return answer(f'{{"lines": [{said}]}}', role="writer")


def texts(evening: Evening) -> list[str]:
    return [memory.text for memory in evening.state.memories]


# --- by order ---


def test_what_somebody_tells_a_persona_to_remember_is_kept_as_told():
    told = {"about": "Sam", "audience": "some", "shared": (BO.id,), "importance": 8}
    given().when(remembers("wren", **told)).then(a(MemoryKept, owner=WREN.id, text=BOAT, how="order", **told))


def test_a_memory_is_named_after_the_version_that_keeps_it_and_knows_its_source():
    evening = given(remembers("wren"))
    memory = evening.state.memories[0]
    assert (memory.id, memory.source) == (f"m{evening.state.version}", evening.state.version - 1)


@pytest.mark.parametrize(("given_", "kept"), [(0, 1), (99, 10), (float("nan"), 5), (7.5, 7.5)])
def test_importance_is_brought_within_one_to_ten(given_: float, kept: float):
    given().when(remembers("wren", importance=given_)).then(a(MemoryKept, importance=kept))


def test_shared_with_nobody_here_it_is_the_owners_alone():
    evening = given(unseats("bo")).when(remembers("wren", audience="some", shared=(BO.id, WREN.id)))
    evening.then(a(MemoryKept, audience="owner", shared=()))


def test_a_long_memory_is_cut_at_a_word_and_is_one_line():
    given().when(remembers("wren", "word\nword " * 100)).then(a(MemoryKept, text="word " * 78 + "word…"))


@pytest.mark.parametrize("order", [remembers("gus"), remembers("wren", "  \n ")])
def test_who_is_not_seated_and_what_has_no_words_is_not_kept(order: RememberOrdered):
    given().when(order).and_nothing_else()


def test_a_closed_panel_keeps_nothing():
    given(PanelClosed()).when(remembers("wren")).and_nothing_else()


def test_it_opens_no_turn():
    assert given(remembers("wren")).state.turn is None


def test_of_too_many_the_least_important_goes():
    evening = given(
        remembers("wren", "one", importance=5),
        remembers("wren", "two", importance=2),
        remembers("wren", "three", importance=9),
        policy=with_policy(memory=Remembering(most=2)),
    )
    assert texts(evening) == ["one", "three"]


# --- by note ---


def test_a_note_that_comes_with_a_line_is_kept_by_its_speaker_with_the_message_as_its_source():
    evening = given(says("Wren, my boat is called Perdita."))
    source = evening.state.talk[-1].version
    evening.when(noting(wren=("A fine name.", BOAT)))
    evening.then(LineStaged, a(MemoryKept, owner=WREN.id, text=BOAT, source=source, how="note", audience="owner"))


@pytest.mark.parametrize(
    ("line", "note"),
    [("A fine name.", ""), ("A fine name.", "   "), ("*(silent)*", BOAT)],
    ids=["empty", "blank", "of a line that is not said"],
)
def test_no_note_is_kept(line: str, note: str):
    given(says("Wren, my boat is called Perdita.")).when(noting(wren=(line, note))).but_never(MemoryKept)


def test_a_note_of_another_shape_is_none():
    said = '{"lines": [{"speaker": "wren", "text": "A fine name.", "note": ["Perdita"]}]}'
    given(says("Wren, hi")).when(answer(said, role="writer")).then(LineStaged).but_never(MemoryKept)


def test_where_the_policy_wants_no_notes_none_is_asked_for_nor_kept():
    evening = given(says("Wren, hi"), policy=with_policy(memory=Remembering(notes=False)))
    assert "note" not in evening.request().messages[-1].text
    evening.when(noting(wren=("A fine name.", BOAT))).then(LineStaged).but_never(MemoryKept)


def test_the_writer_is_asked_for_a_note_in_words_and_in_the_schema():
    request = given(says("Wren, hi")).request()
    assert '"note"' in request.messages[-1].text
    assert request.schema is not None
    assert request.schema["properties"]["lines"]["items"]["required"] == ["speaker", "text", "note"]  # type: ignore[index]


def test_what_its_owner_has_in_mind_already_is_not_noted_again():
    evening = given(remembers("wren"), says("Wren, my boat is called Perdita."))
    evening.when(noting(wren=("A fine name.", BOAT))).but_never(MemoryKept)


def test_in_a_prompt_that_held_anothers_secret_nobody_notes_anything():
    evening = given(remembers("bo", "I dug up the roses."), says("Wren and Bo, who dug up the roses?"))
    evening.when(noting(wren=("Not me, I was forging.", "Bo dug up the roses."), bo=("Somebody did, at night.", "")))
    evening.then(LineStaged, LineStaged).but_never(MemoryKept)


# --- forgetting ---


def test_what_is_forgotten_is_gone():
    evening = given(remembers("wren"), remembers("wren", "two"))
    evening.hear(MemoryForgotten(memories=(evening.state.memories[0].id,)))
    assert texts(evening) == ["two"]


def test_a_writer_that_was_just_told_is_asked_again_without_it():
    evening = given(remembers("wren"), says("Wren, what is my boat called?"))
    evening.when(MemoryForgotten(memories=(evening.state.memories[0].id,)))
    evening.then(ModelDropped, a(ModelAsked, role="writer", about=(WREN.id,)))
    assert evening.state.turn is not None
    assert evening.state.turn.table == ()


def test_forgetting_what_nobody_was_told_of_disturbs_nobody():
    evening = given(says("Wren, hi"), remembers("wren"))
    evening.when(MemoryForgotten(memories=(evening.state.memories[0].id,))).and_nothing_else()


def test_deleting_the_message_takes_the_note_that_stems_from_it():
    evening = given(says("Wren, my boat is called Perdita.", message=77), noting(wren=("A fine name.", BOAT)))
    evening.hear(claimed, posted, deletes(77))
    assert texts(evening) == []


def test_deleting_another_message_leaves_the_note():
    evening = given(says("// only humming", message=76), says("Wren, my boat is called Perdita.", message=77))
    evening.hear(noting(wren=("A fine name.", BOAT)), claimed, posted, deletes(76))
    assert texts(evening) == [BOAT]


def test_deleting_a_personas_line_takes_what_stems_from_that():
    evening = given(says("Wren, hi"), script(wren="The kiln is at nine hundred degrees."), claimed, posted)
    line = evening.state.talk[-1]
    kept = MemoryKept(memory=MemoryId("m99"), owner=BO.id, text="It is hot.", source=line.version)
    evening._fold(kept, Version(1))
    assert line.message is not None
    evening.hear(LineErased(message=line.message))
    assert texts(evening) == []


# --- notes, whispers, sight: they only change the room ---


@pytest.mark.parametrize(
    "event",
    [
        NotePinned(text="We meet at nine."),
        NoteUnpinned(note=Version(3)),
        memories.Whispered(person=1, name="Sam", text="psst", to=(WREN.id,)),  # type: ignore[arg-type] - an id
        memories.BlindSet(persona=WREN.id, blind=True),
    ],
    ids=lambda event: type(event).__name__,
)
def test_nothing_follows_from_it(event: memories.NotePinned):
    given().when(event).and_nothing_else()


def test_a_pinned_note_lies_on_the_table_in_every_turn_until_it_is_taken_down():
    evening = given(NotePinned(text="We meet at nine."))
    note = evening.state.notes[0].id
    evening.when(says("Wren, when do we meet?")).then(Recalled)
    assert evening.state.turn is not None
    assert [laid.item for laid in evening.state.turn.table] == [f"note:{note}"]
    evening.hear(script(wren="At nine, as ever."), claimed, posted, NoteUnpinned(note=note), after(60))
    evening.when(says("Wren, when?")).but_never(Recalled)
