"""The life of a turn: gathering, bursts, typing, what supersedes it, what is carried, and how it ends."""

import pytest

from events.decided import (
    AddressHeard,
    FloorGiven,
    LineStaged,
    LineWithdrawn,
    ModelAsked,
    ModelDropped,
    SilenceKept,
    TurnEnded,
    TurnGathers,
    TurnOpened,
)
from events.heard import AlarmRang, HumanSpoke
from panel.hearing import is_stop
from tests.panel.evening import (
    RIO,
    Policy,
    a,
    after,
    answer,
    claimed,
    given,
    missed,
    posted,
    says,
    script,
    stages,
    the_gathering_ends,
    types,
)

# --- gathering ---


def test_a_thought_typed_in_four_messages_is_one_turn():
    evening = given(says("so"), after(1), says("about the trip"), after(1), says("do we"), after(1))
    evening.when(says("take the train or drive?"), the_gathering_ends)
    assert len(evening.all(TurnOpened)) == 1
    assert len(evening.state.turn.messages) == 4
    assert (
        "Sam: so\nSam: about the trip\nSam: do we\nSam: take the train or drive?" in evening.request().messages[1].text
    )


def test_nothing_is_asked_before_the_gathering_ends():
    given(says("what should we cook?")).then(TurnOpened, AddressHeard).but_never(ModelAsked, FloorGiven)


def test_the_gathering_ends_a_while_after_the_last_message():
    evening = given(says("so"), after(1.5), says("about the trip"))
    assert (evening.state.turn.until - evening.at).total_seconds() == 2.0


def test_however_busy_the_room_is_a_turn_starts_in_time():
    evening = given(
        says("a"), after(1.9), says("b"), after(1.9), says("c"), after(1.9), says("d"), after(1.9), says("e")
    )
    assert (evening.state.turn.until - evening.state.turn.opened_at).total_seconds() == 8.0


def test_typing_of_anybody_prolongs_the_gathering():
    given(says("what should we cook?")).when(after(1), types(RIO)).then(a(TurnGathers, reason="typing"))


def test_typing_cannot_prolong_it_for_ever():
    evening = given(says("so"), *(step for _ in range(9) for step in (after(1.9), types(RIO))))
    assert (evening.state.turn.until - evening.state.turn.opened_at).total_seconds() == 16.0


def test_an_address_flushes_the_gathering():
    given(says("so"), says("about the trip")).when(says("Wren, do we drive?")).then(
        FloorGiven, a(ModelAsked, role="writer", about=("wren",))
    )


def test_an_alarm_for_an_earlier_gathering_changes_nothing():
    evening = given(says("so"))
    stale = AlarmRang(alarm="gather", since=evening.state.turn.gathers)
    evening.when(after(1), says("about the trip"), after(9), stale).and_nothing_else()


def test_an_alarm_that_rings_too_early_changes_nothing():
    evening = given(says("so"))
    evening.when(after(1), AlarmRang(alarm="gather", since=evening.state.turn.gathers)).and_nothing_else()


# --- superseding ---


def test_a_persons_line_beats_what_is_unsent():
    given(says("Wren, Alma, and?"), script(wren="Open a window.", alma="In this cold?"), claimed, posted).when(
        says("never mind that")
    ).then(a(LineWithdrawn, reason="superseded"), a(TurnEnded, reason="superseded", posted=1), TurnOpened)


def test_an_answer_that_is_being_written_is_dropped_for_a_newer_line():
    evening = given(says("Wren, hi")).when(says("Wren, why is it cold?"))
    evening.then(a(ModelDropped, reason="superseded"), TurnEnded, TurnOpened, FloorGiven, ModelAsked)
    assert len(evening.state.calls) == 1


def test_the_answer_to_a_superseded_call_is_not_used():
    evening = given(says("Wren, hi"))
    late = answer('{"lines": [{"speaker": "wren", "text": "Too late."}]}')(evening)
    evening.when(says("never mind"), late).and_nothing_else()


def test_who_was_asked_and_could_not_answer_yet_is_still_owed():
    given(says("Wren, hi")).when(says("it is cold", by=RIO), the_gathering_ends).then(
        a(FloorGiven, rule="carried"), a(ModelAsked, role="writer", about=("wren",))
    )


def test_who_has_answered_is_owed_nothing_more():
    evening = given(says("Wren, Alma, and?"), script(wren="Open a window.", alma="In this cold?"), claimed, posted)
    evening.when(says("it is cold", by=RIO))
    assert evening.state.turn.addressed.forced == ("alma",)


def test_a_line_that_has_left_counts_as_delivered():
    evening = given(says("Wren, hi"), script(wren="Open a window."), claimed).when(says("it is cold", by=RIO))
    assert evening.state.turn.addressed.forced == ()


def test_a_question_to_the_panel_stays_one_when_its_author_goes_on():
    evening = given(says("does anyone here know a bakery?")).when(says("near the station"))
    assert evening.state.turn.addressed.to_panel
    assert len(evening.state.turn.messages) == 2


def test_a_persona_whose_old_line_is_on_its_way_is_still_owed_for_the_new_one():
    evening = given(says("Wren, hi"), script(wren="Open a window."), claimed, says("Wren, why?"))
    evening.when(says("it is cold", by=RIO))
    assert evening.state.turn.addressed.forced == ("wren",)


def test_a_lost_line_of_an_earlier_turn_is_not_sent_any_more():
    given(says("Wren, hi"), script(wren="Open a window."), claimed, says("never mind")).when(missed).then(
        a(LineWithdrawn, reason="moved-on")
    )


def test_what_was_told_of_a_lost_line_is_asked_again_without_it():
    evening = given(says("Wren, hi"), script(wren="Open a window."), claimed, says("Alma, and you?"))
    assert "Open a window." in evening.request().messages[1].text
    evening.when(missed).then(ModelDropped, ModelAsked)
    assert "Open a window." not in evening.request().messages[1].text


def test_a_lost_line_of_this_turn_is_owed_again():
    evening = given(says("Wren, hi"), script(wren="Open a window."), claimed).when(missed)
    evening.and_nothing_else()
    assert evening.state.unposted[0].started is None


# --- ends ---


def test_a_turn_ends_when_its_last_line_stands_in_the_channel():
    given(says("Wren, hi"), script(wren="Open a window."), claimed).when(posted).then(
        a(TurnEnded, reason="done", posted=1)
    )


def test_a_message_to_another_person_is_answered_by_nobody():
    given().when(says("that was great", to_others=True), the_gathering_ends).then(
        a(SilenceKept, reason="to-somebody-else"), a(TurnEnded, reason="silence")
    )


def test_an_aside_is_heard_and_not_answered():
    evening = given().when(says("~ back in five")).then(a(SilenceKept, reason="aside"))
    evening.but_never(TurnOpened)
    assert evening.state.talk[-1].text == "~ back in five"


def test_each_message_opens_at_most_one_turn():
    evening = given(says("Wren, hi"), says("and Alma, hi"), says("so"), the_gathering_ends, script(wren="Yes, hello."))
    opened = [one.cause for one in evening.log if isinstance(one.event, TurnOpened)]
    assert len(opened) == len(set(opened)) <= len(evening.all(HumanSpoke))


# --- stop ---


@pytest.mark.parametrize(
    "text",
    [
        "stop",
        "STOP please",
        "ok enough, be quiet",
        "Stop!",
        "stop, Wren",
        "Bo, be quiet please",
        "\uff33\uff34\uff2f\uff30",
        "stop stop stop",
        "enough, thank you all",
        "could you please be quiet now?",
        "Wren and Bo, stop talking!",
    ],
)
def test_a_whole_message_that_asks_for_quiet_hushes_the_panel(text):
    evening = given(says("Wren, hi")).when(says(text))
    assert evening.state.hushed
    assert evening.state.turn is None
    evening.but_never(LineStaged, ModelAsked)


@pytest.mark.parametrize(
    "text",
    ["don't stop", "the bus stop is near", "stop by the bakery", "please", "a quiet one", "can you", "thanks, Bo"],
)
def test_a_stop_word_inside_a_sentence_stops_nothing(text):
    assert not is_stop(text, Policy())


@pytest.mark.parametrize("text", ["Cut it out!", "silence, please", "\U0001f6d1", " \u270b ", "Halt."])
def test_people_stop_a_panel_in_many_words_and_with_a_sign(text):
    assert is_stop(text, Policy())


def test_a_stop_word_may_be_of_any_script():
    assert is_stop("रुको!", Policy(stop_words=("रुको",)))
    assert not is_stop("", Policy(stop_words=("",)))


def test_the_panel_stays_hushed_until_somebody_addresses_it():
    evening = given(says("stop"), says("what should we cook?"))
    assert evening.state.turn is None
    evening.when(says("Wren, what should we cook?"))
    assert not evening.state.hushed


def test_a_producers_staging_for_a_hushed_panel_is_dropped():
    evening = given(says("what should we cook?"), the_gathering_ends)
    staged = stages("wren")(evening)
    evening.when(says("stop"), staged).and_nothing_else()
