"""The strategies that ask no model: SillyTavern's four, round robin and random; each explains every candidate."""

from collections import Counter

import pytest
from msgspec.structs import replace

from events.decided import FloorGiven, ModelAsked, SilenceKept
from events.policy import Cooldowns, Limits, Policy, Transitions
from panel.decide import decide
from tests.panel.evening import (
    ALMA,
    BO,
    CAST,
    WREN,
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
QUIET = tuple(replace(one, talkativeness=0.0) for one in CAST)
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


@pytest.mark.parametrize("strategy", [*WITHOUT_A_MODEL, "equal"])
def test_where_nobody_speaks_unasked_a_question_to_the_panel_is_still_answered(strategy):
    given(seats=QUIET, policy=Policy(strategy=strategy)).when(says("anyone awake?")).then(a(FloorGiven, rule=strategy))


@pytest.mark.parametrize("strategy", [*WITHOUT_A_MODEL, "equal"])
def test_where_nobody_speaks_unasked_a_remark_is_not_answered(strategy):
    by(strategy, "it rains, as Bo said", seats=QUIET).then(a(SilenceKept, reason="nobody-may"))


@pytest.mark.parametrize("strategy", ["natural", "list", "pooled", "random", "equal"])
def test_whoever_speaks_unasked_answers_the_panels_question_before_those_who_do_not(strategy):
    seats = (*QUIET[:2], replace(BO, talkativeness=0.01))
    answers = given(seats=seats, policy=Policy(strategy=strategy)).when(says("anyone awake?"))
    assert speakers(answers) == ["bo"]


@pytest.mark.parametrize("strategy", ["natural", "list"])
@pytest.mark.parametrize(
    ("kind", "edges"), [("disallowed", (("p0", "p1"),)), ("allowed", (("p0", "p2"), ("p2", "p3")))]
)
def test_of_several_speakers_each_may_follow_the_one_before(strategy, kind, edges):
    wish = Policy(strategy=strategy, transitions=Transitions(kind=kind, edges=edges), limits=Limits(speakers_a_turn=4))
    evening = given(says("I saw Persona0 and Persona1"), seats=TALKATIVE, policy=wish).when(the_gathering_ends)
    assert speakers(evening) == ["p0", "p2", "p3"]
    assert [one.reason for one in floor(evening).considered if one.verdict == "passed"] == ["may-not-follow"]


def test_list_goes_round_two_that_have_just_talked_to_one_another():
    wish = Policy(strategy="list", cooldowns=Cooldowns(pair=60))
    evening = given(says("so?"), the_gathering_ends, seats=TALKATIVE, policy=wish)
    evening.hear(script(p0="Rain on tin.", p1="Soup, then.", p2="Roses want iron."), *[claimed, posted] * 3)
    assert speakers(evening.when(says("and now?"), the_gathering_ends)) == ["p0", "p2", "p3"]


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


def test_manual_answers_who_calls_the_bot():
    given(says("are you there?", to_bot=True), policy=Policy(strategy="manual")).then(a(FloorGiven, rule="manual"))


def test_manual_lets_an_order_through():
    given(policy=Policy(strategy="manual")).when(orders("bo")).then(a(FloorGiven, rule="ordered"))


@pytest.mark.parametrize("strategy", ["natural", "list", "pooled", "random", "equal", "round-robin"])
def test_whatever_the_dice_say_nobody_is_drawn_who_is_muted_or_speaks_only_when_asked(strategy):
    seats = (replace(WREN, talkativeness=0.0), replace(ALMA, talkativeness=1e-12), BO, *panel_of(1))
    evening = given(mutes("bo"), says("so, what now?"), seats=seats, policy=Policy(strategy=strategy))
    ring = the_gathering_ends(evening)
    rooms = [replace(evening.state, salt=f"salt {number}") for number in range(300)]
    given_to = [fact for room in rooms for fact in decide(room, ring, evening.at) if isinstance(fact, FloorGiven)]
    assert len(given_to) == 300
    assert {cue.persona for fact in given_to for cue in fact.cues} <= {"alma", "p0"}


def test_the_last_resort_is_as_likely_to_be_the_one_as_the_other():
    seats = tuple(replace(one, talkativeness=1e-12) for one in CAST)
    evening = given(says("so, what now?"), seats=seats, policy=Policy(strategy="natural"))
    ring = the_gathering_ends(evening)
    rooms = [replace(evening.state, salt=f"salt {number}") for number in range(300)]
    drawn = Counter(
        cue.persona
        for room in rooms
        for fact in decide(room, ring, evening.at)
        if isinstance(fact, FloorGiven)
        for cue in fact.cues
    )
    assert drawn.keys() == {"wren", "alma", "bo"}
    assert min(drawn.values()) > 70
