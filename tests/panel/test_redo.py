"""Lines that are written again, or gone on from: the same persona and place, what is known, and what ends it."""

import pytest

from events.base import LineId, MessageId
from events.controls import ContinueOrdered, LineRevised, RedoOrdered, RevisionShown
from events.decided import (
    FloorGiven,
    LineCut,
    LineStaged,
    ModelAsked,
    ModelDropped,
    PanelRoused,
    SignGiven,
    TurnEnded,
    TurnOpened,
)
from events.heard import StopOrdered
from panel.owed import Post, Revise
from panel.redo import hindrance
from tests.panel.evening import (
    KIT,
    RIO,
    a,
    after,
    answer,
    deletes,
    fails,
    given,
    lines,
    mutes,
    posted,
    says,
    unseats,
)

OLD, NEW = "Grey paint, and two coats of it.", "White, so that the boats find home."


def talked():
    """Sam asked Wren by name, and was answered; then Alma was asked, and answered."""
    return given(
        says("Wren, which paint?", message=7),
        answer(lines(("wren", OLD))),
        posted,
        says("Alma, and the bread?", message=8),
        answer(lines(("alma", "Rye, with a crust that fights back."))),
        posted,
    )


def line_of(evening, persona):
    return next(said.line for said in reversed(evening.state.talk) if said.persona == persona)


def redo(persona="wren", **more):
    return lambda evening: RedoOrdered(line=line_of(evening, persona), by=RIO, **more)


def goes_on(persona="wren"):
    return lambda evening: ContinueOrdered(line=line_of(evening, persona), persona=persona, by=RIO)


def shown(evening):
    revision = evening.debts(Revise)[0].revision
    return RevisionShown(line=revision.line, since=revision.since, messages=revision.messages)


def not_shown(evening):
    revision = evening.debts(Revise)[0].revision
    return RevisionShown(line=revision.line, since=revision.since, shown=False)


# --- writing a line again ---


def test_a_line_is_written_again_by_its_persona_in_a_turn_of_its_own():
    talked().when(redo()).then(
        a(TurnOpened, occasion="redo"), a(FloorGiven, rule="redo"), a(ModelAsked, role="writer", about=("wren",))
    )


def test_its_writer_knows_nothing_that_was_said_later():
    request = talked().hear(redo()).request()
    prompt = "\n".join(said.text for said in request.messages)
    assert ("which paint?" in prompt, OLD in prompt, "bread" in prompt) == (True, False, False)


def test_its_writer_is_told_to_answer_what_the_old_line_answered():
    request = talked().hear(redo()).request()
    assert (request.scene.focus, "by Sam" in request.messages[-1].text) == ("Wren, which paint?", True)


def test_the_new_text_takes_the_place_of_the_old_one_and_is_owed_to_the_channel():
    evening = talked().hear(redo(), answer(lines(("wren", NEW))))
    evening.then(a(LineRevised, text=NEW), a(TurnEnded, reason="done"))
    assert evening.said()[0] == ("wren", NEW)
    assert [debt.revision.text for debt in evening.debts(Revise)] == [NEW]


def test_both_texts_are_kept_as_variants():
    assert talked().hear(redo(), answer(lines(("wren", NEW)))).state.talk[1].variants == (OLD, NEW)


def test_the_next_prompt_holds_the_new_text_alone():
    evening = talked().hear(redo(), answer(lines(("wren", NEW))), shown, says("Wren, sure?"))
    prompt = "\n".join(said.text for said in evening.request().messages)
    assert (NEW in prompt, OLD in prompt) == (True, False)


def test_as_a_new_line_it_is_posted_below_and_the_old_one_stays():
    evening = talked().hear(redo(as_new=True), answer(lines(("wren", NEW))))
    evening.then(a(LineStaged, persona="wren", text=NEW))
    evening.hear(posted)
    assert (evening.said()[0], evening.said()[-1]) == (("wren", OLD), ("wren", NEW))


def test_nobody_answers_a_line_that_was_written_again():
    evening = talked().hear(redo(as_new=True), answer(lines(("wren", "Alma, what do you say?"))), posted)
    assert (evening.state.turn, evening.state.calls) == (None, ())


def test_a_muted_persona_writes_its_line_again():
    talked().hear(mutes("wren")).when(redo()).then(a(ModelAsked, about=("wren",)))


def test_the_hush_stays_where_a_line_is_written_again():
    talked().hear(StopOrdered()).when(redo()).then(ModelAsked).but_never(PanelRoused)


# --- what may not be written again ---


def test_a_line_that_nobody_knows_changes_nothing():
    talked().when(RedoOrdered(line=LineId("10.999"))).and_nothing_else()


def test_a_second_order_changes_nothing_while_the_first_goes_on():
    talked().hear(redo()).when(redo("alma")).and_nothing_else()


def test_a_line_whose_new_text_is_not_shown_yet_is_busy():
    talked().hear(redo(), answer(lines(("wren", NEW)))).when(redo()).and_nothing_else()


def test_nothing_is_written_for_who_has_left():
    evening = talked().hear(unseats("wren"))
    assert hindrance(evening.state, line_of(evening, "wren")) == "unseated"
    evening.when(redo()).and_nothing_else()


# --- what was written for it ---


def test_the_old_text_once_more_is_not_taken():
    talked().hear(redo()).when(answer(lines(("wren", OLD)))).then(
        a(LineCut, reason="exact-repeat"), a(ModelAsked, attempt=2)
    ).but_never(LineRevised)


def test_a_text_that_it_had_before_is_not_taken_either():
    evening = talked().hear(redo(), answer(lines(("wren", NEW))), shown, redo())
    evening.when(answer(lines(("wren", OLD)))).then(a(LineCut, reason="exact-repeat"))


def test_a_text_may_resemble_the_one_that_it_replaces():
    talked().hear(redo()).when(answer(lines(("wren", OLD.replace("Grey", "White"))))).then(LineRevised)


def test_a_redo_that_fails_leaves_the_line_and_shows_on_it():
    evening = talked().hear(redo()).when(fails("timeout"))
    line = evening.state.talk[1]
    evening.then(a(TurnEnded, reason="failed"), a(SignGiven, reason="not-redone", message=line.message))
    assert (line.text, len(evening.all(SignGiven))) == (OLD, 1)


# --- what ends it ---


def test_who_speaks_meanwhile_is_answered_first_and_then_it_is_taken_up_again():
    evening = talked().hear(redo(), says("Alma, do you bake today?", by=KIT, message=9))
    evening.then(ModelDropped, a(TurnEnded, reason="superseded"), a(ModelAsked, about=("alma",)))
    evening.hear(answer(lines(("alma", "Before sunrise, as every day of the week."))))
    evening.when(posted).then(a(TurnEnded, reason="done"), a(TurnOpened, occasion="redo"), ModelAsked)
    evening.when(answer(lines(("wren", NEW)))).then(a(LineRevised, text=NEW))


def test_who_spoke_meanwhile_is_not_answered_by_the_persona_that_was_to_write_again():
    evening = talked().hear(redo(), says("Alma, do you bake today?", by=KIT, message=9))
    assert [cue.persona for cue in evening.state.turn.cues] == ["alma"]


def test_a_stop_ends_it_for_good():
    evening = talked().hear(redo(), StopOrdered())
    assert (evening.state.turn, evening.state.put_off) == (None, None)


def test_it_is_over_when_the_line_is_deleted():
    evening = talked().hear(redo())
    evening.when(lambda one: erased(one, "wren")).then(a(TurnEnded, reason="line-gone"))
    assert (evening.state.turn, evening.state.calls) == (None, ())


def erased(evening, persona):
    from events.heard import LineErased

    return LineErased(message=next(said.message for said in evening.state.talk if said.persona == persona))


def test_it_goes_on_without_the_words_that_were_taken_back():
    evening = talked().hear(redo(), deletes(7))
    evening.then(ModelDropped, ModelAsked)
    assert "which paint" not in "\n".join(said.text for said in evening.request().messages)


def test_a_change_that_the_channel_does_not_show_did_not_happen():
    evening = talked().hear(redo(), answer(lines(("wren", NEW))))
    evening.when(not_shown).then(a(SignGiven, reason="not-changed"))
    assert evening.said()[0] == ("wren", OLD)


# --- going on ---


def test_the_author_of_a_line_goes_on_from_it():
    evening = talked().hear(goes_on())
    evening.then(a(FloorGiven, rule="continued"), a(ModelAsked, role="writer", about=("wren",)))
    evening.hear(answer(lines(("wren", NEW))))
    assert evening.debts(Post)[0].line.persona == "wren"


def test_what_goes_on_from_a_line_answers_what_that_answered():
    evening = talked().hear(goes_on(), answer(lines(("wren", NEW))), posted)
    assert evening.state.talk[-1].answering == (MessageId(7),)


def test_a_line_is_gone_on_from_by_its_own_author_alone():
    talked().when(lambda evening: ContinueOrdered(line=line_of(evening, "wren"), persona="alma")).and_nothing_else()


def test_going_on_reaches_a_muted_persona_and_lifts_the_hush():
    talked().hear(mutes("wren"), StopOrdered()).when(goes_on()).then(PanelRoused, ModelAsked)


@pytest.mark.parametrize("pause", [0, 600])
def test_an_order_to_go_on_changes_nothing_while_a_turn_goes_on(pause):
    talked().hear(says("what a day"), after(pause)).when(goes_on()).and_nothing_else()


def test_a_mind_that_writes_by_its_own_recipe_is_told_the_texts_that_are_to_be_replaced():
    evening = talked().hear(redo(), answer(lines(("wren", NEW))), shown, redo())
    assert [line.text for line in evening.request().scene.held_back] == [OLD, NEW]
