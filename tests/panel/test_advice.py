"""Motivation as advice: asked while a turn gathers, told to the producer, never waited for, never more than advice."""

import pytest

from events.decided import FloorGiven, ModelAsked, ModelDropped, MotivationScored, SilenceKept, TurnEnded
from events.heard import ModelAnswered
from events.policy import Gathering, Limits, Policy
from tests.panel.evening import (
    RIO,
    Evening,
    a,
    after,
    answer,
    claimed,
    deletes,
    fails,
    given,
    mutes,
    panel_of,
    posted,
    says,
    script,
    stages,
    the_gathering_ends,
    wants,
    with_policy,
)

ADVISED = with_policy(motivation=True)
REMARK = says("what should we cook?", message=70)


def gathering(*steps, policy: Policy = ADVISED, **more) -> Evening:
    return given(REMARK, *steps, policy=policy, **more)


def brief(evening: Evening) -> str:
    return evening.request().messages[2].text


def test_every_candidate_is_asked_as_soon_as_a_turn_begins_to_gather():
    evening = given(policy=ADVISED).when(REMARK)
    evening.then(*(a(ModelAsked, role="motivation", about=(one,)) for one in ("wren", "alma", "bo")))
    assert evening.state.turn.stage == "gathering"


def test_the_question_is_about_the_newest_message_and_not_about_a_silence():
    asked = brief(gathering())
    assert "The newest message is to nobody in particular. You are Bo (bo)" in asked
    assert "Nobody has said anything" not in asked


def test_the_producer_is_told_what_has_come_in():
    evening = gathering(wants(4), wants(2.5), wants(1)).when(the_gathering_ends)
    evening.then(a(ModelAsked, role="producer")).but_never(ModelDropped)
    assert "wren (Wren Okafor): has not spoken lately; wants to speak: 4.0 of 5" in brief(evening)
    assert "only advice" in brief(evening)


def test_what_has_not_come_in_is_dropped_and_not_waited_for():
    evening = gathering(wants(4)).when(the_gathering_ends)
    evening.then(a(ModelDropped, reason="late"), a(ModelDropped, reason="late"), a(ModelAsked, role="producer"))
    assert brief(evening).count("wants to speak:") == 1


def test_an_answer_that_comes_too_late_changes_nothing():
    evening = gathering()
    late = evening.call().id
    evening.hear(the_gathering_ends).when(ModelAnswered(call=late, text='{"motivation": 5}', model="m"))
    evening.and_nothing_else()


def test_scorers_that_fail_stop_nobody():
    evening = gathering(fails(), answer("no idea"), wants(3)).when(the_gathering_ends)
    evening.then(a(ModelAsked, role="producer"))
    assert [one.reason for one in evening.all(MotivationScored)] == ["timeout", "unreadable", ""]
    assert brief(evening).count("wants to speak:") == 1


def test_advice_is_never_more_than_advice():
    evening = gathering(wants(1), wants(1), wants(5), the_gathering_ends).when(stages("wren"))
    evening.then(a(FloorGiven, rule="producer"), a(ModelAsked, role="writer", about=("wren",)))


def test_a_turn_that_gathers_longer_asks_once():
    evening = gathering(after(1), says("for six", by=RIO))
    assert len(evening.all(ModelAsked)) == 3


def test_an_address_does_not_wait_for_advice():
    evening = gathering().when(says("Wren, you?", by=RIO))
    evening.then(
        ModelDropped, ModelDropped, ModelDropped, a(FloorGiven, rule="addressed"), a(ModelAsked, role="writer")
    )


@pytest.mark.parametrize(
    "policy",
    [
        with_policy(),
        with_policy(motivation=True, strategy="scored"),
        with_policy(motivation=True, gathering=Gathering(window=0.0)),
        with_policy(motivation=True, limits=Limits(calls_a_turn=6)),
    ],
)
def test_nobody_is_asked_where_it_is_not_wanted_or_would_cost_time_or_the_line(policy):
    assert [one for one in gathering(policy=policy).all(ModelAsked) if one.role == "motivation"] == []


@pytest.mark.parametrize(
    "spoken", [says("Rio, lunch?", to_others=True), says("Wren, hi"), says("~ hm"), says("does anyone bake?")]
)
def test_nobody_is_asked_where_it_is_decided_already(spoken):
    evening = given(says("// hm", by=RIO), spoken, policy=ADVISED)
    assert [one for one in evening.all(ModelAsked) if one.role == "motivation"] == []


def test_nobody_is_asked_where_only_one_may_speak():
    assert gathering(seats=panel_of(1)).all(ModelAsked) == []


def test_calls_count_and_enough_are_left_for_the_turn():
    evening = gathering(seats=panel_of(20))
    assert evening.state.turn.calls == 6
    assert evening.state.turn.calls + 6 == evening.state.policy.limits.calls_a_turn


def test_who_was_talked_about_is_asked_before_the_others():
    evening = given(says("I read what Persona19 wrote"), seats=panel_of(20), policy=ADVISED)
    assert ("p19",) in [one.about for one in evening.all(ModelAsked)]


def test_a_candidate_who_is_muted_meanwhile_is_decided_without():
    evening = gathering(mutes("bo"), wants(4), wants(3), wants(5)).when(the_gathering_ends)
    evening.then(a(ModelAsked, role="producer", about=("wren", "alma")))
    assert brief(evening).count("wants to speak:") == 2


def test_words_that_are_taken_back_end_the_questions_about_them():
    gathering().when(deletes(70)).then(ModelDropped, ModelDropped, ModelDropped, a(TurnEnded, reason="source-deleted"))


def test_a_message_after_the_answer_asks_anew():
    turn = (wants(4), wants(2), wants(1), the_gathering_ends, stages("wren"), script(wren="Soup."), claimed, posted)
    evening = gathering(*turn).when(says("and then?"))
    evening.then(a(ModelAsked, role="motivation", about=("wren",)), a(ModelAsked, role="motivation", about=("alma",)))


def test_the_producer_is_told_again_on_a_second_attempt():
    evening = gathering(wants(4), wants(2), wants(1), the_gathering_ends).when(answer("I cannot decide."))
    evening.then(a(ModelAsked, role="producer", attempt=2))
    assert brief(evening).count("wants to speak:") == 3


def test_a_hold_after_advice_is_a_hold():
    hold = '{"hold": true, "reason": "no", "speakers": []}'
    gathering(wants(5), wants(5), wants(5), the_gathering_ends).when(answer(hold)).then(
        a(SilenceKept, reason="producer-holds")
    )
