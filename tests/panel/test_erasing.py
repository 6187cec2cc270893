"""Words that are taken back: what would answer them is cancelled, and no later prompt holds them."""

from events.base import ERASED
from events.decided import (
    FloorGiven,
    LineStaged,
    LineUnwanted,
    LineWithdrawn,
    ModelAsked,
    ModelDropped,
    TurnEnded,
    TurnOpened,
)
from events.heard import HumanEdited, HumanSpoke, LineErased
from panel.owed import Retract
from tests.panel.evening import (
    RIO,
    a,
    claimed,
    deletes,
    given,
    missed,
    posted,
    says,
    script,
    the_gathering_ends,
    with_policy,
)

ADDRESS = says("Wren, my address is 12 Fern Rd", message=7)
ANSWERED = (ADDRESS, script(wren="Fern Rd is lovely."), claimed, posted)
REMOVING = with_policy(on_delete="remove")


def prompt(evening) -> str:
    return "\n".join(said.text for said in evening.request().messages)


def test_an_answer_to_words_that_are_taken_back_is_cancelled_while_it_is_written():
    evening = given(ADDRESS).when(deletes(7))
    evening.then(a(ModelDropped, reason="source-deleted"), a(TurnEnded, reason="source-deleted"))
    assert evening.state.turn is None


def test_a_staged_answer_to_them_is_withdrawn():
    given(ADDRESS, script(wren="Fern Rd is lovely.")).when(deletes(7)).then(a(LineWithdrawn, reason="source-deleted"))


def test_deleted_words_are_in_no_later_prompt():
    evening = given(ADDRESS, deletes(7), says("Alma, hi"))
    assert "Fern" not in prompt(evening)


def test_words_that_are_deleted_after_the_answer_are_in_no_later_prompt():
    evening = given(ADDRESS, script(wren="Lovely street."), claimed, posted, deletes(7), says("Alma, hi"))
    assert "Fern" not in prompt(evening)
    assert "Lovely street." in prompt(evening)


def test_a_posted_answer_stays_where_the_policy_leaves_it():
    given(*ANSWERED).when(deletes(7)).but_never(LineUnwanted)


def test_a_posted_answer_is_removed_where_the_policy_says_so():
    evening = given(*ANSWERED, policy=REMOVING).when(deletes(7))
    evening.then(LineUnwanted)
    assert len(evening.debts(Retract)) == 1
    assert "Fern" not in prompt(evening.hear(says("Alma, hi")))


def test_an_answer_that_has_left_is_removed_once_it_stands_there():
    evening = given(ADDRESS, script(wren="Fern Rd is lovely."), claimed, policy=REMOVING).when(deletes(7))
    evening.then(LineUnwanted)
    assert evening.debts(Retract) == []
    assert len(evening.hear(posted).debts(Retract)) == 1


def test_an_answer_that_had_left_and_never_arrived_needs_no_removal():
    evening = given(ADDRESS, script(wren="Fern Rd is lovely."), claimed, deletes(7), missed, policy=REMOVING)
    assert evening.debts(Retract) == []


def test_a_line_is_unwanted_once():
    given(*ANSWERED, deletes(7), policy=REMOVING).when(deletes(7)).but_never(LineUnwanted)


def test_what_others_said_in_the_same_turn_is_still_answered():
    evening = given(says("I live in Fern Rd", message=7), says("Wren, is it cold there?", by=RIO)).when(deletes(7))
    evening.then(a(TurnEnded, reason="source-deleted"), TurnOpened, FloorGiven, a(ModelAsked, about=("wren",)))
    assert "Fern" not in prompt(evening)


def test_who_has_answered_the_rest_does_not_answer_it_again():
    asked = says("Wren and Alma, is it cold there?", by=RIO)
    evening = given(says("I live in Fern Rd", message=7), asked, script(wren="Yes, bring a coat.", alma="Never."))
    evening.hear(claimed, posted).when(deletes(7)).then(a(ModelAsked, about=("alma",)))


def test_a_model_that_was_just_told_what_is_gone_is_asked_again_without_it():
    evening = given(says("~ I live in Fern Rd", message=7), says("Wren, hi"))
    assert "Fern" in prompt(evening)
    evening.when(deletes(7)).then(a(ModelDropped, reason="words-gone"), a(ModelAsked, about=("wren",)))
    assert "Fern" not in prompt(evening)


def test_deleting_what_no_prompt_held_changes_nothing():
    given(says("Wren, hi")).when(deletes(99)).and_nothing_else()


def test_a_line_of_ours_that_somebody_removed_is_in_no_later_prompt():
    evening = given(ADDRESS, script(wren="Fern Rd is lovely."), claimed, posted, says("Alma, hi"))
    message = next(said.message for said in evening.state.talk if said.persona)
    evening.when(LineErased(message=message)).then(ModelDropped, ModelAsked)
    assert "lovely" not in prompt(evening)


def test_an_edit_changes_what_later_prompts_hold():
    evening = given(ADDRESS, HumanEdited(message=7, text="Wren, hello"), says("Alma, hi"))
    assert "Fern" not in prompt(evening)
    assert "Sam: Wren, hello" in prompt(evening)


def test_words_that_were_blanked_in_the_log_are_in_no_prompt_after_a_restart():
    blanked = HumanSpoke(message=8, person=1, name=ERASED, text=ERASED, sent_at=given().at)
    assert ERASED not in prompt(given(blanked, says("Alma, hi")))


def test_deleting_part_of_a_thought_before_anybody_was_asked_keeps_the_rest():
    evening = given(says("so", message=7), says("what should we cook?")).when(deletes(7))
    evening.hear(the_gathering_ends)
    assert evening.call().role == "producer"
    assert evening.all(LineStaged) == []
