"""What people do to lines: said for a persona, edited, exchanged, hidden, removed, undone; and directions."""

import pytest

from events.base import LineId, MessageId, PersonaId
from events.controls import (
    DirectionSet,
    LineEdited,
    LineHidden,
    RedoOrdered,
    RemovalOrdered,
    RevisionShown,
    SayAsOrdered,
    UndoOrdered,
    VariantChosen,
)
from events.decided import (
    FloorGiven,
    LineStaged,
    LineUnwanted,
    LineWithdrawn,
    ModelAsked,
    ModelDropped,
    PanelRoused,
    TurnEnded,
)
from events.heard import LineErased, LineRetracted, StopOrdered
from panel.owed import Post, Retract, Revise
from tests.panel.evening import RIO, a, answer, claimed, given, lines, mutes, posted, says, streams, unseats

OLD, EDITED = "Grey paint, and two coats of it.", "Blue, as I said from the first."


def talked():
    """Sam asked Wren by name, and was answered."""
    return given(says("Wren, which paint?", message=7), answer(lines(("wren", OLD))), posted)


def two_of_three():
    """Wren and Alma were asked; Wren's line stands, Alma's is staged."""
    both = lines(("wren", OLD), ("alma", "Red, like the old shutters in the yard."))
    return given(says("Wren and Alma, which paint?", message=7), answer(both), posted)


def spoken(evening):
    return next(said for said in reversed(evening.state.talk) if said.line)


def edits(text, messages=None):
    return lambda evening: LineEdited(
        line=spoken(evening).line, persona="wren", messages=messages or (spoken(evening).message,), text=text, by=RIO
    )


def removes(evening):
    said = spoken(evening)
    return RemovalOrdered(line=said.line, persona=said.persona, messages=(said.message, *said.more), by=RIO)


def says_as(persona="wren", text="I never said grey."):
    return SayAsOrdered(persona=PersonaId(persona), text=text, by=RIO)


def prompt_of(evening):
    return "\n".join(said.text for said in evening.request().messages)


# --- said for a persona ---


def test_a_persona_says_what_a_person_gave_it_and_no_model_is_asked():
    given().when(says_as()).then(
        a(FloorGiven, rule="said-as"), a(LineStaged, persona="wren", text="I never said grey.", by=RIO)
    ).but_never(ModelAsked)


def test_what_was_said_for_a_persona_counts_towards_the_cap():
    evening = given(says("hello"), says_as(), posted)
    assert (evening.state.ai_run, evening.state.turn) == (1, None)


def test_whom_it_calls_by_name_may_answer_as_any_line_of_a_persona_would():
    given(says_as(text="Alma, what do you think?")).when(posted).then(a(ModelAsked, role="writer", about=("alma",)))


def test_while_the_panel_is_hushed_nobody_answers_it():
    evening = given(StopOrdered(), says_as(text="Alma, what do you think?"))
    evening.when(posted).then(a(TurnEnded, reason="done")).but_never(ModelAsked, PanelRoused)


def test_it_goes_before_whoever_was_about_to_answer():
    evening = given(says("Alma, which paint?"), says_as())
    evening.then(ModelDropped, LineStaged, a(ModelAsked, role="writer", about=("alma",)))
    assert evening.staged() == [("wren", "I never said grey.")]


def test_a_muted_persona_may_be_spoken_for():
    given(mutes("wren")).when(says_as()).then(LineStaged)


@pytest.mark.parametrize("text", ["", " \n ", "x" * 1801])
def test_nothing_is_said_where_there_are_no_words_or_too_many(text):
    given().when(says_as(text=text)).and_nothing_else()


def test_nobody_speaks_through_who_is_not_seated():
    given(unseats("wren")).when(says_as()).and_nothing_else()


# --- edited, exchanged ---


def test_the_next_prompt_holds_the_words_that_were_put_there():
    evening = talked().hear(edits(EDITED), says("Wren, sure?"))
    assert (EDITED in prompt_of(evening), OLD in prompt_of(evening)) == (True, False)


def test_an_edit_is_owed_to_the_channel_once():
    evening = talked().hear(edits("Blue?"), edits(EDITED))
    assert [debt.revision.text for debt in evening.debts(Revise)] == [EDITED]


def test_what_is_shown_of_an_earlier_edit_leaves_the_later_one_owed():
    evening = talked().hear(edits("Blue?"))
    first = evening.debts(Revise)[0].revision
    evening.hear(edits(EDITED), RevisionShown(line=first.line, since=first.since, messages=first.messages))
    assert [debt.revision.text for debt in evening.debts(Revise)] == [EDITED]


def test_a_later_edit_knows_the_messages_that_an_earlier_one_left():
    evening = talked().hear(edits("Blue?"))
    first = evening.debts(Revise)[0].revision
    more = (*first.messages, MessageId(first.messages[0] + 1))
    evening.hear(edits(EDITED), RevisionShown(line=first.line, since=first.since, messages=more))
    assert evening.debts(Revise)[0].revision.messages == more


def test_an_earlier_text_comes_back():
    evening = talked().hear(edits(EDITED))
    said = spoken(evening)
    evening.hear(VariantChosen(line=said.line, persona="wren", messages=(said.message,), variant=0, text=OLD))
    assert (spoken(evening).text, spoken(evening).variants) == (OLD, (OLD, EDITED))


def test_a_model_that_was_told_the_old_words_is_asked_again():
    evening = talked().hear(says("Alma, and you?"))
    evening.when(edits(EDITED)).then(ModelDropped, a(ModelAsked, about=("alma",)))
    assert EDITED in prompt_of(evening)


def test_who_edits_a_line_that_is_being_written_again_has_the_last_word():
    evening = talked()
    evening.hear(RedoOrdered(line=spoken(evening).line))
    evening.when(edits(EDITED)).then(ModelDropped, a(TurnEnded, reason="taken-over"))
    assert spoken(evening).text == EDITED


def test_an_edit_of_a_line_of_long_ago_is_owed_all_the_same():
    evening = given(LineEdited(line=LineId("10.3"), persona="wren", messages=(MessageId(70),), text=EDITED))
    assert evening.debts(Revise)[0].revision.messages == (MessageId(70),)


def test_a_message_that_the_new_words_do_not_need_takes_nothing_else_with_it():
    evening = talked().hear(edits("Blue?"))
    first = evening.debts(Revise)[0].revision
    evening.hear(RevisionShown(line=first.line, since=first.since, messages=(*first.messages, MessageId(9001))))
    evening.hear(edits(EDITED, messages=(*first.messages, MessageId(9001))), LineErased(message=MessageId(9001)))
    assert (spoken(evening).text, spoken(evening).more) == (EDITED, ())


# --- hidden ---


def test_a_model_that_knew_a_message_that_is_hidden_now_is_asked_again():
    talked().hear(says("Alma, and you?")).when(LineHidden(message=MessageId(7))).then(ModelDropped, ModelAsked)


def test_hiding_a_message_of_long_ago_asks_nobody():
    talked().hear(says("Alma, and you?")).when(LineHidden(message=MessageId(1))).and_nothing_else()


# --- removed ---


def test_a_line_that_somebody_orders_away_is_unwanted_and_leaves_the_next_prompt():
    evening = talked().when(removes).then(a(LineUnwanted, reason="removed"))
    evening.hear(says("Wren, sure?"))
    assert (len(evening.debts(Retract)), OLD in prompt_of(evening)) == (1, False)


def test_ordered_away_twice_it_goes_once():
    talked().hear(removes).when(
        lambda evening: RemovalOrdered(line=spoken(evening).line, persona="wren", messages=(MessageId(1),))
    ).and_nothing_else()


def test_a_line_of_long_ago_can_be_ordered_away():
    old = RemovalOrdered(line=LineId("10.3"), persona=PersonaId("wren"), messages=(MessageId(70), MessageId(71)))
    evening = given().when(old).then(LineUnwanted)
    assert evening.state.removals[0].messages == (MessageId(70), MessageId(71))


def test_what_is_to_be_removed_is_not_changed_any_more():
    evening = talked().hear(edits(EDITED), removes)
    assert (len(evening.debts(Revise)), len(evening.debts(Retract))) == (0, 1)


def test_once_it_is_gone_nothing_is_owed_about_it():
    evening = talked().hear(edits(EDITED), removes)
    evening.hear(LineRetracted(line=evening.state.unwanted[0]))
    assert (evening.debts(Revise), evening.debts(Retract), evening.state.removals) == ([], [], ())


# --- undone ---


def test_the_last_turn_is_taken_back_what_stands_and_what_is_unsent():
    evening = two_of_three().when(UndoOrdered(by=RIO))
    evening.then(LineWithdrawn, a(TurnEnded, reason="undone"), a(LineUnwanted, reason="undone"))
    assert (evening.debts(Post), len(evening.debts(Retract))) == ([], 1)


def test_all_lines_of_the_last_turn_go_and_none_of_an_earlier_one():
    evening = two_of_three().hear(posted, says("Bo?"), answer(lines(("bo", "Roses want no paint."))), posted)
    evening.hear(says("Wren and Alma, again?"))
    evening.hear(answer(lines(("wren", "Very well, then green."), ("alma", "Green it is, for once."))), posted, posted)
    evening.hear(UndoOrdered())
    assert len(evening.state.unwanted) == 2


def test_a_line_on_its_way_is_removed_once_it_has_arrived():
    evening = given(says("Wren, which paint?"), answer(lines(("wren", OLD))), claimed, UndoOrdered())
    assert evening.debts(Retract) == []
    evening.hear(posted)
    assert len(evening.debts(Retract)) == 1


def test_a_turn_that_is_still_being_written_is_undone_before_anybody_reads_it():
    given(says("Wren, which paint?")).when(UndoOrdered()).then(ModelDropped, a(TurnEnded, reason="undone"))


def test_the_lines_of_a_streamed_answer_go_with_the_rest_of_it():
    evening = given(says("Wren and Alma, which paint?"))
    both = lines(("wren", OLD), ("alma", "Red, like the old shutters in the yard."))
    evening.hear(streams(both[: both.index('{"speaker":"alma"')]), posted)
    evening.when(UndoOrdered()).then(ModelDropped, LineUnwanted)


def test_where_nothing_was_said_nothing_is_undone():
    given(says("hello")).when(UndoOrdered()).and_nothing_else()


def test_what_is_being_undone_is_not_undone_again():
    two_of_three().hear(UndoOrdered()).when(UndoOrdered()).and_nothing_else()


# --- directed ---


def test_a_direction_holds_for_the_line_that_is_being_written():
    given(says("Wren, which paint?")).when(DirectionSet(text="shorter", turns=2, by=RIO)).then(
        ModelDropped, a(ModelAsked, role="writer")
    )


def test_a_direction_on_a_quiet_room_asks_nobody():
    given().when(DirectionSet(text="shorter", by=RIO)).and_nothing_else()
