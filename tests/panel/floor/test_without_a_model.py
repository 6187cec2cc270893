"""The strategies that ask no model: SillyTavern's four, round robin and random; each explains every candidate."""

from collections import Counter

import pytest
from msgspec.structs import replace

from events.decided import FloorGiven, ModelAsked, SilenceKept
from events.policy import Limits, Policy
from tests.panel.evening import (
    CAST,
    Evening,
    a,
    claimed,
    given,
    mutes,
    orders,
    panel_of,
    posted,
    says,
    script,
    the_gathering_ends,
)

WITHOUT_A_MODEL = ("natural", "list", "pooled", "round-robin", "random")
TALKATIVE = tuple(replace(one, talkativeness=1.0) for one in panel_of(4))


def by(strategy: str, text: str = "so, what now?", seats=CAST, **limits: int) -> Evening:
    policy = Policy(strategy=strategy, limits=Limits(**limits))
    return given(says(text), seats=seats, policy=policy).when(the_gathering_ends)


def floor(evening: Evening) -> FloorGiven:
    return evening.all(FloorGiven)[-1]


def speakers(evening: Evening) -> list[str]:
    return [cue.persona for cue in floor(evening).cues]


@pytest.mark.parametrize("strategy", WITHOUT_A_MODEL)
def test_every_candidate_has_a_verdict_and_a_reason(strategy):
    given_to = floor(by(strategy))
    chosen = {one.persona for one in given_to.considered if one.verdict == "chosen"}
    assert {one.persona for one in given_to.considered} == {"wren", "alma", "bo"}
    assert chosen == {cue.persona for cue in given_to.cues}
    assert all(one.reason for one in given_to.considered)


@pytest.mark.parametrize("strategy", WITHOUT_A_MODEL)
def test_no_model_is_asked_but_for_the_lines(strategy):
    assert {one.role for one in by(strategy).all(ModelAsked)} == {"writer"}


@pytest.mark.parametrize("strategy", [*WITHOUT_A_MODEL, "manual"])
def test_an_address_never_reaches_a_strategy(strategy):
    given(policy=Policy(strategy=strategy)).when(says("Bo, and you?")).then(a(FloorGiven, rule="addressed"))


@pytest.mark.parametrize("strategy", ["natural", "pooled", "random"])
def test_the_dice_are_kept(strategy):
    assert all(one.score is not None and 0 <= one.score < 1 for one in floor(by(strategy)).considered)


@pytest.mark.parametrize("strategy", ["natural", "list"])
def test_no_more_speak_than_the_policy_and_the_cap_allow(strategy):
    assert len(speakers(by(strategy, seats=TALKATIVE, speakers_a_turn=2))) == 2
    evening = by(strategy, seats=TALKATIVE, speakers_a_turn=9)
    assert len(speakers(evening)) == 3
    assert [one.reason for one in floor(evening).considered].count("above-the-limit") == 1


def test_natural_lets_the_mentioned_speak_first_in_the_order_of_the_text():
    seats = tuple(replace(one, talkativeness=0.01) for one in CAST)
    assert speakers(by("natural", "I saw Bo and Wrenny at the market", seats=seats)) == ["bo", "wren"]


def test_natural_takes_no_everyday_word_for_a_name():
    seats = (*(replace(one, talkativeness=0.01) for one in CAST), replace(CAST[0], id="n", name="The Narrator"))
    reasons = {one.persona: one.reason for one in floor(by("natural", "the rain again", seats=seats)).considered}
    assert reasons["n"] != "mentioned"


def test_natural_draws_somebody_when_no_die_was_beaten_but_never_one_of_talkativeness_0():
    seats = (replace(CAST[0], talkativeness=0.0), *(replace(one, talkativeness=1e-9) for one in CAST[1:]))
    drawn = Counter(speakers(by("natural", f"rain {day}", seats=panel(seats, day)))[0] for day in range(40))
    assert set(drawn) == {"alma", "bo"}


def panel(seats, day: int):
    """The same panel, whose dice fall otherwise."""
    return (*seats, *(replace(CAST[2], id=f"mute{n}", talkativeness=0.0) for n in range(day % 20)))


def test_list_goes_by_the_seats():
    assert speakers(by("list")) == ["wren", "alma"]


def test_pooled_and_random_choose_one():
    assert [len(speakers(by(strategy))) for strategy in ("pooled", "random")] == [1, 1]


def test_round_robin_goes_on_after_the_last_speaker_and_skips_the_muted():
    first = by("round-robin").when(script(wren="Rain on tin."), claimed, posted)
    again = first.when(mutes("alma"), says("and now?"), the_gathering_ends)
    assert speakers(again) == ["bo"]


def test_round_robin_begins_anew_when_the_last_speaker_has_left():
    evening = given(orders("bo"), script(bo="Roses want iron."), claimed, posted, policy=Policy(strategy="round-robin"))
    assert speakers(evening.when(says("and now?"), the_gathering_ends)) == ["wren"]


@pytest.mark.parametrize("seats", [CAST, CAST[:1]])
def test_manual_gives_nobody_the_floor_for_what_a_person_writes(seats):
    by("manual", seats=seats).then(a(SilenceKept, reason="manual")).but_never(FloorGiven)


def test_manual_lets_an_order_through():
    given(policy=Policy(strategy="manual")).when(orders("bo")).then(a(FloorGiven, rule="ordered"))
