"""A spent budget: said once, then no model is asked before the next day; whoever is named shows a sign."""

from datetime import UTC, datetime, timedelta

import pytest

from events.decided import FloorGiven, ModelAsked, SignGiven, SilenceKept, TurnEnded
from events.heard import ModelFailed, RoomWoke
from panel.owed import Ring
from panel.silence import due
from tests.panel.evening import (
    ATTENTIVE,
    Evening,
    Step,
    a,
    after,
    fails,
    given,
    orders,
    says,
    shown,
    the_gathering_ends,
    the_silence_lasts,
    with_policy,
)

MIDNIGHT = datetime(2026, 12, 1, tzinfo=UTC)
QUESTION = (says("what should we cook?"), the_gathering_ends)


def refuses(retry_after: float | None = None) -> Step:
    """The purse refuses the first open call."""
    return lambda evening: ModelFailed(call=evening.state.calls[0].id, reason="budget", retry_after=retry_after)


def broke(*steps: Step, **more) -> Evening:
    return given(*QUESTION, refuses(), *steps, **more)


def test_a_refused_question_is_silence_and_asks_no_other_model():
    evening = given(*QUESTION).when(refuses())
    evening.then(a(SilenceKept, reason="budget"), a(TurnEnded, reason="silence")).but_never(ModelAsked, FloorGiven)


def test_the_channel_is_told_once():
    evening = given(*QUESTION).when(refuses()).then(a(SignGiven, reason="budget", message=None))
    evening.hear(after(7200), *QUESTION, after(7200), *QUESTION)
    assert len(evening.all(SignGiven)) == 1


@pytest.mark.parametrize("strategy", ["producer", "scored"])
def test_what_nobody_asked_for_asks_no_model_before_midnight(strategy):
    evening = broke(policy=with_policy(strategy=strategy)).when(after(60), *QUESTION)
    evening.then(a(SilenceKept, reason="budget")).but_never(ModelAsked)
    evening.at = MIDNIGHT - timedelta(seconds=3)
    evening.when(*QUESTION).then(a(SilenceKept, reason="budget")).but_never(ModelAsked)


def test_whoever_is_named_shows_that_it_rests_and_no_model_is_asked():
    evening = broke().when(after(60), says("Wren, are you there?", message=77))
    evening.then(FloorGiven, a(SignGiven, reason="resting", persona="wren", message=77), TurnEnded)
    evening.but_never(ModelAsked)


def test_an_order_obeys_the_budget_too():
    broke().when(after(60), orders("bo")).then(a(SignGiven, reason="resting", persona="bo")).but_never(ModelAsked)


def test_a_panel_that_is_asked_shows_that_it_heard():
    evening = broke().when(after(60), says("does anyone here bake?", message=78))
    evening.then(a(SignGiven, reason="budget", message=78), a(SilenceKept, reason="budget")).but_never(ModelAsked)


def test_a_line_that_is_refused_shows_a_sign_and_ends_the_turn():
    evening = given(says("Wren, Alma, hi")).when(refuses())
    evening.then(a(SignGiven, reason="resting", persona="wren"), TurnEnded).but_never(ModelAsked)


def test_the_next_day_is_another():
    evening = broke()
    evening.at = MIDNIGHT
    evening.when(*QUESTION).then(a(ModelAsked, role="producer"))


@pytest.mark.parametrize(("hour", "minute"), [(0, 0), (12, 0), (23, 59)])
def test_without_a_word_from_the_purse_the_day_ends_at_midnight_utc(hour, minute):
    evening = given(*QUESTION)
    evening.at = datetime(2026, 12, 4, hour, minute, tzinfo=UTC)
    assert evening.hear(refuses()).state.broke_until == datetime(2026, 12, 5, tzinfo=UTC)


@pytest.mark.parametrize("hours", [0.5, 11.0, 23.0])
def test_the_purse_knows_when_its_own_day_begins_whatever_the_zone(hours):
    evening = given(*QUESTION, refuses(hours * 3600))
    assert evening.state.broke_until - evening.at == timedelta(hours=hours)


@pytest.mark.parametrize("seconds", [-5.0, 0.0, 1e12])
def test_an_odd_word_from_the_purse_stays_within_a_day(seconds):
    evening = given(*QUESTION, refuses(seconds))
    assert timedelta(0) <= evening.state.broke_until - evening.at <= timedelta(days=1)


def test_a_restart_may_have_brought_another_budget():
    broke(RoomWoke()).when(after(60), *QUESTION).then(a(ModelAsked, role="producer"))


def test_a_restart_on_the_same_day_does_not_tell_it_again():
    evening = broke(after(7200), RoomWoke(), *QUESTION, refuses())
    assert [sign.reason for sign in evening.all(SignGiven)] == ["budget"]


def test_each_day_that_is_spent_is_told():
    evening = broke(shown, after(86_400), *QUESTION, refuses())
    assert [sign.reason for sign in evening.all(SignGiven)] == ["budget"] * 2


def test_another_failure_is_no_spent_budget():
    given(*QUESTION, fails("rate-limited")).when(*QUESTION).then(a(ModelAsked, role="producer"))


def test_a_silence_is_not_asked_about():
    evening = broke(after(1), says("~ hm"), policy=ATTENTIVE)
    assert (due(evening.state), evening.debts(Ring)) == (None, [])


def test_a_lull_whose_scorers_are_refused_is_kept_silent():
    evening = given(says("~ a quiet day"), the_silence_lasts, refuses(), refuses(), policy=ATTENTIVE).when(refuses())
    evening.then(a(SilenceKept, reason="nobody-scored"))
    assert [sign.reason for sign in evening.all(SignGiven)] == ["budget"]
