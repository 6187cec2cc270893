"""Scenes: one line a turn within limits, and everything that gives the floor back to the people."""

from itertools import pairwise
from random import Random
from string import ascii_lowercase

import pytest
from msgspec.structs import replace

from events import heard
from events.decided import Considered, FloorGiven, LineWithdrawn, ModelAsked, SceneEnded, SceneOpened, SilenceKept
from events.policy import Natural, Policy, Silence
from panel.owed import Ring
from panel.parting import parts
from tests.panel.evening import (
    CAST,
    HOLD,
    Evening,
    a,
    after,
    answer,
    claimed,
    fails,
    given,
    line,
    lines,
    mutes,
    orders,
    posted,
    says,
    the_gathering_ends,
    types,
    unseats,
)

ROBIN = Policy(strategy="round-robin")


def scene(turns: int = 3, *, minutes: float = 10.0, topic: str = "") -> heard.SceneOrdered:
    return heard.SceneOrdered(lines=turns, minutes=minutes, topic=topic)


def the_next_is_due(evening: Evening) -> heard.AlarmRang:
    ring = next(debt for debt in evening.debts(Ring) if debt.alarm == "scene")
    evening.at = max(evening.at, ring.due)
    return heard.AlarmRang(alarm="scene", since=ring.since)


def written(evening: Evening) -> heard.ModelAnswered:
    call = evening.state.calls[0]
    dice = Random(evening.state.version)
    text = " ".join("".join(dice.sample(ascii_lowercase, 6)) for _ in range(5))
    return heard.ModelAnswered(call=call.id, text=lines((call.about[0], text)), model="scripted")


def written_as(text: str):
    return lambda evening: answer(lines((evening.state.calls[0].about[0], text)))(evening)


A_LINE = (the_next_is_due, written, claimed, posted)


def speakers(evening: Evening) -> list[str]:
    return [who for who, _ in evening.said()]


def test_a_scene_opens_with_its_limits_and_owes_its_first_line_at_once():
    evening = given(policy=ROBIN).when(scene(4, minutes=2)).then(a(SceneOpened, lines=4, until=_in(120)))
    assert [debt.due <= evening.at for debt in evening.debts(Ring)] == [True]


def _in(seconds: float):
    return Evening().at + after(seconds)


@pytest.mark.parametrize(
    ("asked", "minutes", "turns", "seconds"),
    [(0, 10, 1, 600), (-3, 0, 1, 30), (10**9, 10**9, 20, 3600), (5, float("nan"), 5, 3600)],
)
def test_limits_out_of_bounds_are_brought_within(asked, minutes, turns, seconds):
    given().when(scene(asked, minutes=minutes)).then(a(SceneOpened, lines=turns, until=_in(seconds)))


def test_it_has_exactly_its_lines_past_the_cap_and_then_owes_nothing():
    evening = given(scene(5), *A_LINE * 5, policy=ROBIN)
    assert speakers(evening) == ["wren", "alma", "bo", "wren", "alma"]
    evening.then(a(SceneEnded, reason="done", lines=5))
    assert evening.debts(Ring) == []


def test_after_it_no_silence_is_asked_about_before_a_person_speaks():
    policy = Policy(strategy="round-robin", silence=Silence(on=True))
    evening = given(says("~ hm"), scene(1), *A_LINE, policy=policy)
    assert evening.debts(Ring) == []
    assert [debt.alarm for debt in evening.when(says("~ hm")).debts(Ring)] == ["silence"]


def test_the_next_line_waits_until_the_last_has_been_read_from_its_delivery_on():
    evening = given(scene(3), *A_LINE, policy=ROBIN)
    (ring,) = evening.debts(Ring)
    text = evening.said()[-1][1]
    assert ring.due - evening.at == after(len(text) / 25)


def test_a_long_line_waits_no_longer_than_the_longest_pause():
    long = " ".join(f"slow{n}" for n in range(80))
    evening = given(scene(3), the_next_is_due, written_as(long), claimed, posted, policy=ROBIN)
    assert evening.debts(Ring)[0].due - evening.at == after(6)


def test_who_types_is_waited_for():
    evening = given(scene(3), *A_LINE, types(), policy=ROBIN)
    assert evening.debts(Ring)[0].due - evening.at == after(10)


def test_an_alarm_for_an_earlier_line_is_stale():
    evening = given(scene(3), *A_LINE, policy=ROBIN)
    evening.when(after(60), heard.AlarmRang(alarm="scene", since=evening.all(heard.AlarmRang)[0].since))
    evening.and_nothing_else()


@pytest.mark.parametrize("text", ["stop", "STOP please", "ok enough, be quiet", "nice", "~ aside", "Bo, you?"])
def test_whatever_a_person_says_ends_it_before_the_next_line_is_sent(text):
    evening = given(scene(), the_next_is_due, written, policy=ROBIN).when(says(text))
    evening.then(LineWithdrawn, a(SceneEnded, reason="human", lines=0))
    assert evening.staged() == []
    assert evening.state.scene is None


def test_a_person_who_speaks_while_a_line_is_written_gets_it_never():
    evening = given(scene(), the_next_is_due, policy=ROBIN).when(says("Bo, you?"))
    evening.then(a(SceneEnded, reason="human"), a(ModelAsked, role="writer", about=("bo",)))
    assert len(evening.state.calls) == 1


def test_the_answer_to_a_person_has_the_cap_of_a_person():
    evening = given(scene(9), *A_LINE * 4, policy=Policy(strategy="list")).when(says("so?"), after(3))
    ring = evening.debts(Ring)[0]
    evening.when(heard.AlarmRang(alarm=ring.alarm, since=ring.since))
    evening.then(FloorGiven)
    assert len(evening.state.turn.cues) == 2


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (heard.StopOrdered(), "stop"),
        (heard.PanelClosed(), "closed"),
        (scene(2), "superseded"),
        (heard.HumanSpoke(message=1, person=1, name="Sam", text="hm", sent_at=Evening().at, late=True), "human"),
    ],
)
def test_orders_end_it_and_withdraw_what_is_unsent(order, reason):
    evening = given(scene(), the_next_is_due, written, policy=ROBIN).when(order)
    evening.then(LineWithdrawn, a(SceneEnded, reason=reason))
    assert evening.state.turn is None


def test_when_all_are_muted_it_has_ended():
    evening = given(scene(), *A_LINE, mutes("wren"), mutes("alma"), policy=ROBIN).when(mutes("bo"))
    evening.then(a(SceneEnded, reason="muted", lines=1))


def test_muting_one_goes_on_without_them_and_takes_no_line_of_another():
    evening = given(scene(9), *A_LINE * 4, the_next_is_due, written, policy=ROBIN)
    evening.when(mutes("wren")).but_never(SceneEnded, LineWithdrawn)
    evening.when(claimed, posted, *A_LINE * 2)
    assert speakers(evening)[-3:] == ["alma", "bo", "alma"]


def test_who_is_alone_goes_on_alone():
    evening = given(scene(3), *A_LINE, unseats("bo"), unseats("alma"), *A_LINE * 2, policy=ROBIN)
    assert speakers(evening) == ["wren", "wren", "wren"]


def test_the_time_is_up_also_while_a_line_is_being_written():
    evening = given(scene(minutes=1), the_next_is_due, policy=ROBIN).when(the_next_is_due)
    evening.then(a(SceneEnded, reason="deadline", lines=0))
    assert (evening.at, evening.state.calls) == (_in(60), ())


def test_the_time_is_up_after_a_restart_that_took_too_long():
    evening = given(scene(minutes=1), *A_LINE, after(3600), heard.RoomWoke(), policy=ROBIN).when(the_next_is_due)
    evening.then(a(SceneEnded, reason="deadline", lines=1))


def test_a_strategy_that_holds_ends_it():
    evening = given(scene(), the_next_is_due, policy=Policy(strategy="producer")).when(answer(HOLD, role="producer"))
    evening.then(SilenceKept, a(SceneEnded, reason="silence", lines=0))


def test_a_budget_that_is_spent_ends_it():
    given(scene(), the_next_is_due, policy=ROBIN).when(fails("budget")).then(a(SceneEnded, reason="budget"))


@pytest.mark.parametrize("strategy", ["producer", "round-robin", "pair", "self-selection"])
def test_once_the_budget_is_spent_a_scene_asks_no_model_and_is_over_at_once(strategy):
    evening = given(says("well"), the_gathering_ends, fails("budget"), policy=Policy(strategy="producer"))
    evening.state = replace(evening.state, policy=Policy(strategy=strategy))
    evening.when(scene()).then(SceneOpened, a(SceneEnded, reason="budget", lines=0)).but_never(ModelAsked)


def test_a_model_that_fails_ends_it():
    given(scene(), the_next_is_due, policy=ROBIN).when(fails("timeout")).then(a(SceneEnded, reason="failed"))


def test_a_channel_that_takes_no_line_ends_it():
    evening = given(scene(), the_next_is_due, written, claimed, policy=ROBIN)
    evening.when(lambda evening: heard.LineFailed(line=line(evening), reason="place-gone"))
    evening.then(a(SceneEnded, reason="failed", lines=0))


def test_a_line_that_cannot_be_used_is_used_up_and_the_next_one_follows():
    evening = given(scene(2), the_next_is_due, written_as(""), written_as(""), policy=ROBIN)
    assert evening.state.scene.left == 1
    evening.when(*A_LINE).then(a(SceneEnded, reason="done", lines=1))


def test_two_farewells_in_a_row_end_it():
    bye = (the_next_is_due, written_as("Good night, then."), claimed, posted)
    thanks = (the_next_is_due, written_as("Thank you, sleep well."), claimed, posted)
    given(scene(9), *A_LINE, *bye, policy=ROBIN).but_never(SceneEnded).when(*thanks).then(
        a(SceneEnded, reason="thanks")
    )


def test_whom_the_last_line_asks_speaks_next_whatever_the_strategy():
    evening = given(scene(), the_next_is_due, written_as("Bo, what do you say to that?"), claimed, posted, policy=ROBIN)
    evening.when(the_next_is_due)
    assert evening.state.turn.cues[0].persona == "bo"


def test_an_order_within_it_is_one_of_its_lines():
    evening = given(scene(2), *A_LINE, orders("wren"), written, policy=ROBIN).when(claimed, posted)
    evening.then(a(SceneEnded, reason="done", lines=2))


def test_a_scene_lifts_the_hush_and_a_panel_without_anybody_has_none():
    assert not given(says("stop"), scene()).state.hushed
    given(*(mutes(one.id) for one in CAST)).when(scene()).and_nothing_else()


def test_the_writer_is_told_the_topic():
    evening = given(scene(topic="the harbour"), the_next_is_due, policy=ROBIN)
    assert "the harbour" in evening.request().messages[-1].text


@pytest.mark.parametrize("strategy", ["natural", "list", "pooled", "manual", "round-robin", "random"])
def test_no_strategy_lets_anybody_speak_twice_in_a_row_or_more_than_one_a_turn(strategy):
    evening = given(scene(12), *A_LINE * 12, policy=Policy(strategy=strategy))
    said = speakers(evening)
    assert len(said) == 12
    assert all(one != other for one, other in pairwise(said))
    assert all(len(given_to.cues) == 1 for given_to in evening.all(FloorGiven))


def test_natural_lets_the_last_speaker_go_on_only_where_the_policy_says_so():
    policy = Policy(strategy="natural", natural=Natural(self_responses=True))
    evening = given(scene(), *A_LINE, the_next_is_due, policy=policy)
    refused = [one for one in evening.state.turn.considered if one.reason == "just-spoke"]
    assert refused == []
    usual = given(scene(), *A_LINE, the_next_is_due, policy=Policy(strategy="natural"))
    last = usual.said()[-1][0]
    assert Considered(persona=last, verdict="refused", reason="just-spoke") in usual.state.turn.considered


@pytest.mark.parametrize(
    "text",
    ["Good night, Alma.", "You're welcome!", "Thanks, everyone. See you tomorrow.", "Danke! Gute Nacht.", "谢谢"],
)
def test_thanks_and_farewells_part(text):
    assert parts(text)


@pytest.mark.parametrize(
    "text",
    ["Thanks to the rain the roses drowned.", "Goodbye is a hard word.", "Thank you, but why?", "Good evening.", ""],
)
def test_what_says_more_does_not_part(text):
    assert not parts(text)
