"""A person edits a message: before it is answered the new words count, afterwards they only reach later prompts."""

import pytest

from events.decided import (
    FloorGiven,
    LineWithdrawn,
    ModelAsked,
    ModelDropped,
    ObligationLapsed,
    PanelHushed,
    TurnOpened,
)
from tests.panel.evening import (
    after,
    answer,
    claimed,
    deletes,
    edits,
    given,
    orders,
    posted,
    says,
    script,
    staging,
    the_gathering_ends,
)

ASKED = says("Alma, what about ferns?", message=7)
LONG = "I would open a window and wait."


def cues(evening):
    return tuple(cue.persona for cue in evening.state.turn.cues)


# --- before anybody has answered ---


@pytest.mark.parametrize(
    ("words", "speakers"),
    [
        ("Bo, what about ferns?", ("bo",)),
        ("Bo and Alma, what about ferns?", ("bo", "alma")),
        ("Alma, what about moss?", ("alma",)),
        ("what about ferns?", ()),
        ("what did Alma say about ferns?", ()),
    ],
)
def test_whom_a_message_addresses_is_counted_anew(words, speakers):
    assert cues(given(ASKED).when(edits(7, words))) == speakers


def test_a_name_that_is_edited_in_while_the_turn_gathers_ends_the_gathering():
    given(says("what about ferns?", message=7)).when(edits(7, "Alma, what about ferns?")).then(FloorGiven, ModelAsked)


@pytest.mark.parametrize("steps", [(), (the_gathering_ends,), (the_gathering_ends, answer(staging("bo", "alma")))])
def test_the_prompt_holds_the_new_words_alone(steps):
    evening = given(says("what about ferns?", message=7), *steps).when(edits(7, "what about moss?"), the_gathering_ends)
    prompt = evening.request().messages[-1].text + evening.request().messages[1].text
    assert ("moss" in prompt, "ferns" in prompt) == (True, False)


def test_a_line_that_was_written_for_the_old_words_is_withdrawn():
    given(ASKED, script(alma=LONG)).when(edits(7, "Bo, what about ferns?")).then(LineWithdrawn, FloorGiven)


def test_an_answer_that_nobody_asks_for_any_more_is_owed_no_more():
    evening = given(ASKED).when(edits(7, "what about ferns?"))
    evening.then(ObligationLapsed, ModelDropped)
    assert evening.state.obligations == ()


def test_what_a_reply_said_beside_the_words_holds():
    evening = given(says("what about ferns?", message=7, answers="alma")).when(edits(7, "what about moss?"))
    assert cues(evening) == ("alma",)


def test_what_a_role_said_beside_the_words_holds():
    evening = given(says("hello", message=7, roles=("bo",))).when(edits(7, "hello there"))
    assert cues(evening) == ("bo",)


def test_another_message_of_the_turn_still_calls_upon_its_persona():
    evening = given(says("Bo, ferns?", message=6), after(0.1), ASKED).when(edits(7, "what about ferns?"))
    assert cues(evening) == ("bo",)


def test_a_stop_that_is_edited_in_hushes_the_panel():
    evening = given(ASKED).when(edits(7, "stop")).then(PanelHushed)
    assert evening.state.turn is None


def test_a_message_that_becomes_an_aside_is_answered_by_nobody():
    evening = given(ASKED).when(edits(7, "~ Alma knows nothing of this"))
    assert (evening.state.turn, evening.state.calls) == (None, ())


def test_however_often_somebody_edits_the_turn_begins_in_time():
    steps = [step for n in range(1, 6) for step in (after(1.9), edits(7, "ferns" + "?" * n))]
    evening = given(says("ferns", message=7), *steps)
    assert evening.state.turn.until <= evening.at


# --- afterwards, and what is no change ---


def test_words_that_discord_repeats_change_nothing():
    given(ASKED).when(edits(7, "Alma, what about ferns?")).and_nothing_else()


def test_once_a_line_stands_the_rest_is_only_written_from_the_new_words():
    said = script(alma=LONG)
    evening = given(says("Alma and Bo, ferns?", message=7), said, claimed, posted).when(edits(7, "Alma and Bo, moss?"))
    evening.but_never(TurnOpened)
    assert (cues(evening), "moss" in evening.request().messages[1].text) == (("alma", "bo"), True)


def test_an_answered_message_that_is_edited_opens_no_turn():
    evening = given(ASKED, script(alma=LONG), claimed, posted)
    evening.when(edits(7, "Bo, what about ferns?")).and_nothing_else()


# --- taken back altogether ---


def test_who_was_called_upon_only_by_a_message_that_is_deleted_need_not_answer_the_others():
    evening = given(says("so", message=6), ASKED).when(deletes(7))
    assert (evening.state.turn.addressed.forced, evening.state.turn.stage) == ((), "gathering")


def test_an_order_stands_though_the_message_is_deleted_that_was_to_be_answered_after_it():
    evening = given(ASKED, orders("bo", "moss")).when(deletes(7))
    assert (evening.call().about, evening.state.turn.occasion) == (("bo",), "order")


def test_who_is_called_upon_by_what_stays_still_answers():
    evening = given(says("Bo, ferns?", message=6), after(0.1), ASKED).when(deletes(7))
    assert cues(evening) == ("bo",)
