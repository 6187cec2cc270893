"""The pair's floor: a talk begins only with a plain yes, alternates between the two, and always ends."""

import msgspec
import pytest

from events.decided import FloorGiven, ModelAsked, SilenceKept
from events.heard import AlarmRang, SceneOrdered
from events.persona import Persona
from events.policy import Limits, Pair, Transitions
from panel import initiation
from panel.owed import Post, Ring
from tests.panel.evening import (
    a,
    after,
    answer,
    claimed,
    fails,
    given,
    mutes,
    panel_of,
    posted,
    says,
    script,
    the_gathering_ends,
    unseats,
    with_policy,
)

PAIR = with_policy(strategy="pair")
YES = answer('{"reason": "she knows ovens", "initiate": true}', role="initiation")
TALK = [
    ("p0", "Bread is best warm."),
    ("p1", "Mine was burnt on Monday."),
    ("p0", "Then the oven lies to you."),
    ("p1", "It came with the house, from an aunt."),
    ("p0", "Aunts keep their thermometers to themselves."),
    ("p1", "She kept everything, also the tins."),
    ("p0", "A tin decides half of the crust."),
    ("p1", "Mine has a dent like a small moon."),
]


def asked(*before, policy=PAIR, seats=5):
    return given(*before, says("it rains"), the_gathering_ends, seats=panel_of(seats), policy=policy)


def line(persona, text):
    return (script(**{persona: text}), claimed, posted)


def test_one_model_is_asked_once_whether_a_talk_begins():
    evening = asked().then(a(ModelAsked, role="initiation"))
    assert len(evening.state.calls) == 1


@pytest.mark.parametrize(
    "text",
    ["", "yes", "{}", "null", '{"initiate": "yes"}', '{"initiate": 1}', '{"initiate": null}', '{"initiate": true'],
)
def test_whatever_is_not_plainly_true_is_a_no(text):
    assert initiation.parse(text).initiates is False
    asked().when(answer(text)).then(a(SilenceKept, reason="nobody-initiates"))


def test_a_model_that_fails_starts_no_talk():
    asked().when(fails()).then(a(SilenceKept, reason="nobody-initiates"))


def test_the_two_alternate():
    evening = asked().hear(YES, *line("p0", "Bread is best warm.")).then(a(FloorGiven, rule="pair"))
    evening.hear(*line("p1", "Mine was burnt on Monday.")).then(a(FloorGiven, rule="pair"))
    evening.hear(*line("p0", "Then the oven lies to you."))
    assert [persona for persona, _ in evening.said()] == ["p0", "p1", "p0"]


@pytest.mark.parametrize(("seats", "lines", "why"), [(3, 2, "cap"), (5, 4, "cap"), (10, 8, "lines"), (20, 8, "lines")])
def test_a_talk_has_its_own_number_of_lines_and_never_more_than_the_cap(seats, lines, why):
    evening = asked(seats=seats).hear(YES, *(step for turn in TALK[:lines] for step in line(*turn)))
    evening.then(a(SilenceKept, reason=f"talk-over-{why}"))
    assert evening.said() == TALK[:lines]
    assert evening.state.turn is None


def test_the_speakers_of_a_turn_bound_no_talk_of_two():
    policy = with_policy(strategy="pair", limits=Limits(speakers_a_turn=1))
    evening = asked(policy=policy).hear(YES, *line("p0", "Bread is best warm."))
    evening.then(a(FloorGiven, rule="pair"))


@pytest.mark.parametrize(("line_pause", "seconds"), [(2.0, 2.0), (5.0, 5.0), (0.0, 0.76)])
def test_a_short_line_of_the_one_is_followed_after_the_pause_of_a_pair(line_pause, seconds):
    policy = with_policy(strategy="pair", pair=Pair(line_pause=line_pause))
    evening = asked(policy=policy).hear(YES, *line("p0", "Bread is best warm."), script(p1="Mine was burnt."))
    assert evening.debts(Post)[0].due - evening.at == after(seconds)


def test_a_long_line_of_the_one_is_given_the_time_that_it_takes_to_read():
    evening = asked().hear(YES, *line("p0", "Bread is best warm, with butter and a pinch of salt, I always say so."))
    evening.hear(script(p1="Mine was burnt."))
    assert after(2) < evening.debts(Post)[0].due - evening.at <= after(6)


def test_elsewhere_the_pause_of_a_pair_holds_nothing_up():
    policy = with_policy(strategy="list", pair=Pair(line_pause=30.0))
    evening = given(says("it rains"), the_gathering_ends, policy=policy)
    evening.hear(script(wren="Rain on tin.", alma="Soup, then."), claimed, posted)
    assert evening.debts(Post)[0].due - evening.at < after(1)


def test_the_lines_of_the_policy_end_a_talk():
    evening = asked(policy=with_policy(strategy="pair", pair=Pair(lines=2))).hear(
        YES, *line("p0", "Bread is best warm."), *line("p1", "Mine was burnt on Monday.")
    )
    evening.then(a(SilenceKept, reason="talk-over-lines"))
    assert evening.state.turn is None


def test_a_farewell_ends_a_talk():
    evening = asked().hear(YES, *line("p0", "Good night."))
    evening.then(a(SilenceKept, reason="talk-over-farewell"))


def test_a_partner_who_is_muted_meanwhile_ends_the_talk():
    asked().hear(YES, mutes("p1"), *line("p0", "Bread is best warm.")).then(a(SilenceKept, reason="talk-over-muted"))


def test_a_partner_who_leaves_meanwhile_ends_the_talk():
    asked().hear(YES, unseats("p1"), *line("p0", "Bread is best warm.")).then(a(SilenceKept, reason="talk-over-absent"))


def test_a_talk_begins_with_somebody_who_may_follow():
    graph = Transitions(edges=(("p0", "p1"), ("p0", "p2")))
    assert asked(policy=with_policy(strategy="pair", transitions=graph)).call().about == ("p0", "p3")


def test_where_nobody_may_follow_anybody_no_talk_begins_unasked():
    graph = with_policy(strategy="pair", transitions=Transitions(kind="allowed", edges=(("p0", "p0"),)))
    asked(policy=graph).then(a(SilenceKept, reason="may-not-follow")).but_never(ModelAsked)
    given(seats=panel_of(5), policy=graph).when(says("anyone know a good bakery?")).then(a(FloorGiven, rule="pair"))


def test_a_line_that_is_never_written_ends_the_talk():
    evening = asked().hear(YES, *line("p0", "Bread is best warm."), fails())
    assert evening.state.turn is None


def test_whoever_is_talked_about_begins():
    evening = given(says("I read what Persona3 wrote"), the_gathering_ends, seats=panel_of(5), policy=PAIR)
    assert evening.call().about[0] == "p3"


def test_after_a_talk_both_rest_and_then_others_are_quiet_longer():
    talk = (says("it rains"), the_gathering_ends, YES, *line("p0", "Bread is best warm."), *line("p1", "Burnt again."))
    evening = given(*talk, says("so"), the_gathering_ends, seats=panel_of(5), policy=PAIR)
    assert evening.call().about == ("p2", "p3")


@pytest.mark.parametrize(("seconds", "about"), [(5, ()), (30, ("p2", "p0")), (61, ("p2", "p0"))])
def test_one_rests_shortly_after_a_talk_with_anybody(seconds, about):
    talk = (says("it rains"), the_gathering_ends, YES, *line("p0", "Bread is best warm."), *line("p1", "Burnt again."))
    evening = given(*talk, says("~"), after(seconds), says("so"), mutes("p3"), seats=panel_of(4), policy=PAIR)
    evening.hear(the_gathering_ends)
    assert tuple(persona for call in evening.state.calls for persona in call.about) == about


@pytest.mark.parametrize(("seconds", "asked_of"), [(30, 0), (61, 1)])
def test_the_same_two_rest_longer(seconds, asked_of):
    shy = tuple(Persona(id=f"shy{n}", name=f"Shy{n}", card="-", talkativeness=0.0) for n in range(2))
    talk = (says("it rains"), the_gathering_ends, YES, *line("p0", "Bread is best warm."), *line("p1", "Burnt again."))
    evening = given(*talk, says("so"), after(seconds), the_gathering_ends, seats=(*panel_of(2), *shy), policy=PAIR)
    assert len(evening.state.calls) == asked_of


def test_in_a_scene_the_two_alternate():
    evening = given(SceneOrdered(lines=6), the_scene_goes_on, seats=panel_of(3), policy=PAIR)
    evening.hear(*line("p0", "Bread is best warm."), the_scene_goes_on, *line("p1", "Mine was burnt on Monday."))
    evening.hear(the_scene_goes_on, *line("p0", "Then the oven lies."), the_scene_goes_on).then(
        a(FloorGiven, rule="pair")
    )
    assert [cue.persona for cue in evening.state.turn.cues] == ["p1"]


def test_in_a_scene_another_talk_begins_with_a_question_when_one_is_over():
    short = with_policy(strategy="pair", pair=Pair(lines=2))
    evening = given(SceneOrdered(lines=6), the_scene_goes_on, seats=panel_of(4), policy=short)
    evening.hear(*line("p0", "Bread is best warm."), the_scene_goes_on, *line("p1", "Mine was burnt on Monday."))
    evening.hear(the_scene_goes_on).then(a(ModelAsked, role="initiation", about=("p2", "p3")))


def the_scene_goes_on(evening):
    ring = next(debt for debt in evening.debts(Ring) if debt.alarm == "scene")
    evening.at = max(evening.at, ring.due)
    return AlarmRang(alarm="scene", since=ring.since)


def test_a_panel_that_was_asked_speaks_without_the_question():
    given(seats=panel_of(5), policy=PAIR).when(says("anyone know a good bakery?")).then(a(FloorGiven, rule="pair"))


def test_where_no_line_is_left_for_an_answer_no_talk_begins():
    evening = given(says("it rains"), seats=panel_of(2), policy=PAIR).when(the_gathering_ends)
    evening.then(a(SilenceKept, reason="no-line-for-an-answer")).but_never(ModelAsked)


def test_the_reason_in_the_models_own_words_is_kept_apart():
    given_floor = asked().hear(YES).all(FloorGiven)[-1]
    assert "she knows ovens" in given_floor.words
    assert "ovens" not in str(msgspec.structs.replace(given_floor, words=""))
