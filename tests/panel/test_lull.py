"""The lull in full: what a motivation is made of, what is enough, how a silence backs off, and when it sleeps."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from events.decided import FloorGiven, LineStaged, ModelAsked, MotivationScored, SilenceKept, TurnOpened
from events.heard import PolicySet, RoomWoke
from events.policy import Limits, Policy, Silence
from events.room import Addressed, Utterance
from panel.factors import COHERENCE, DYNAMICS, FAIRNESS, measured
from panel.motivation import CRITERIA
from panel.owed import Ring
from panel.silence import due, wants_to_speak
from tests.panel.evening import (
    RIO,
    SAM,
    Evening,
    a,
    after,
    answer,
    claimed,
    fails,
    given,
    panel_of,
    posted,
    says,
    script,
    the_silence_lasts,
    types,
    wants,
    with_policy,
)

ON = Silence(on=True)
TALK = (says("~ a quiet day"),)
NOBODY_WANTS = (the_silence_lasts, wants(1), wants(1), wants(1))
LONG = Silence(on=True, human_within=86_400.0)


def lull(*steps, silence: Silence = ON) -> Evening:
    return given(*TALK, *steps, policy=with_policy(silence=silence))


def waits(evening: Evening) -> float | None:
    """Minutes from the last event to the next question."""
    when = due(evening.state)
    return None if when is None else (when - evening.state.at).total_seconds() / 60


def knowing(*scores: float, percentile: float | None = 0.9) -> Evening:
    evening = lull(silence=replace(LONG, percentile=percentile))
    evening.state = replace(evening.state, motivations=scores)
    return evening


# --- what a motivation is made of ---


def test_all_that_the_model_gave_is_stored_raw_beside_the_terms_of_code():
    numbers = ", ".join(f'"{name}": {place}.5' for place, name in enumerate(CRITERIA, start=0) if place)
    evening = lull(the_silence_lasts, answer(f'{{"motivation": 3.5, {numbers}, "relevance": 99}}'))
    scored = evening.all(MotivationScored)[0]
    assert scored.raw == 3.5
    assert dict(scored.criteria) == {"information_gap": 1.5, "impact": 2.5, "urgency": 3.5, "originality": 4.5}
    assert dict(scored.terms) == {"coherence": 0.0, "balance": 0.0, "dynamics": 0.0, "fairness": FAIRNESS}
    assert scored.score == round(3.5 * FAIRNESS, 2)


def test_the_score_grows_by_a_hundredth_a_line_of_others():
    evening = given(says("Wren, hi"), script(wren="Open a window."), claimed, posted)
    evening.hear(*(says(f"~ {n}") for n in range(10)))
    wren = measured(evening.state, "wren", 3.0)
    assert wren.terms["fairness"] == pytest.approx(FAIRNESS**10, abs=0.001)


def test_whoever_never_spoke_does_not_pass_every_threshold_in_a_long_talk():
    evening = lull(*(says(f"~ {n}") for n in range(70)))
    scored = measured(evening.state, "wren", 2.0)
    assert (scored.terms["fairness"], wants_to_speak(evening.state, scored.score)) == (round(FAIRNESS**30, 3), False)


def test_whoever_has_talked_a_lot_lately_scores_lower():
    evening = given(says("Wren, hi"), script(wren="Open a window."), claimed, posted, says("~ hm"))
    assert (
        measured(evening.state, "wren", 3.0).terms["balance"] < 0 < measured(evening.state, "bo", 3.0).terms["balance"]
    )


def after_a_line(text: str, to: Addressed) -> Evening:
    evening = lull()
    said = replace(evening.state.talk[0], text=text, to=to)
    evening.state = replace(evening.state, talk=(said,))
    return evening


@pytest.mark.parametrize(
    ("text", "to", "coherence"),
    [
        ("Rio, what do you think?", Addressed(to_human=True), COHERENCE),
        ("Alma, what do you think?", Addressed(forced=("alma",)), COHERENCE),
        ("Wren, what do you think?", Addressed(forced=("wren",)), 0.0),
        ("what do you all think?", Addressed(to_panel=True, to_human=True), 0.0),
        ("Rio, I see.", Addressed(to_human=True), 0.0),
        ("what a day?", Addressed(), 0.0),
    ],
)
def test_a_question_to_somebody_else_is_not_cut_into(text, to, coherence):
    assert measured(after_a_line(text, to).state, "wren", 3.0).terms["coherence"] == coherence


@pytest.mark.parametrize(
    ("people", "dynamics"),
    [((SAM, RIO, SAM), DYNAMICS), ((SAM, SAM, RIO), 0.0), ((SAM, None, SAM), 0.0), ((SAM,), 0.0)],
)
def test_people_who_answer_one_another_need_no_panel(people, dynamics):
    evening = lull()
    first = evening.state.talk[0]
    talk: tuple[Utterance, ...] = tuple(replace(first, person=one, persona=None if one else "bo") for one in people)
    assert measured(replace(evening.state, talk=talk), "wren", 3.0).terms["dynamics"] == dynamics


@pytest.mark.parametrize("raw", [1.0, 3.0, 5.0])
def test_a_score_stays_on_the_scale_whatever_is_added(raw):
    evening = after_a_line("Rio, why?", Addressed(to_human=True))
    assert 1.0 <= measured(evening.state, "wren", raw).score <= 5.0


# --- what is enough ---


@pytest.mark.parametrize(("score", "enough"), [(3.94, False), (3.95, False), (3.96, True)])
def test_the_threshold_is_strict(score, enough):
    assert wants_to_speak(lull().state, score) is enough


TWENTY = tuple(1 + n / 10 for n in range(20))


@pytest.mark.parametrize(("score", "enough"), [(2.7, False), (2.71, True), (2.9, True)])
def test_a_share_of_what_the_room_has_seen_replaces_the_threshold(score, enough):
    assert wants_to_speak(knowing(*TWENTY).state, score) is enough


def test_a_share_of_too_little_is_no_measure():
    assert wants_to_speak(knowing(*TWENTY[:19]).state, 3.0) is False
    assert wants_to_speak(knowing(*TWENTY[:19]).state, 4.0) is True


@pytest.mark.parametrize("percentile", [0.0, 1.0])
def test_the_ends_of_the_scale_are_strict_too(percentile):
    state = knowing(*(2.0,) * 20, percentile=percentile).state
    assert [wants_to_speak(state, score) for score in (1.9, 2.0, 2.1)] == [False, False, True]


def test_this_lulls_own_scores_are_not_what_they_are_measured_against():
    evening = knowing(*(2.0,) * 20, percentile=1.0)
    evening.hear(the_silence_lasts, wants(2.5), wants(2.4)).when(wants(2.3)).then(a(FloorGiven, rule="after-silence"))
    assert evening.state.turn.cues[0].persona == "wren"


def test_a_line_needs_no_share_where_the_policy_has_a_threshold():
    assert wants_to_speak(knowing(*TWENTY, percentile=None).state, 3.0) is False


# --- back-off and sleep ---


def test_each_lull_that_nobody_broke_makes_the_next_wait_longer():
    evening = lull(silence=LONG)
    seen = [waits(evening), waits(evening.hear(*NOBODY_WANTS)), waits(evening.hear(*NOBODY_WANTS))]
    assert seen == [5.0, 10.0, 20.0]


def test_after_repeated_holds_the_panel_sleeps_until_a_person_speaks():
    evening = lull(*NOBODY_WANTS * 3, silence=LONG)
    assert (due(evening.state), evening.state.holds) == (None, 3)
    assert waits(evening.hear(says("~ back"))) == 5.0


def test_a_policy_may_sleep_after_the_first_hold():
    assert due(lull(*NOBODY_WANTS, silence=replace(LONG, sleep_after=1)).state) is None


def test_a_factor_below_one_does_not_hurry():
    assert waits(lull(*NOBODY_WANTS, silence=replace(LONG, back_off=0.1))) == 5.0


@pytest.mark.parametrize("factor", [1e9, 1e308])
def test_no_factor_overflows(factor):
    assert due(lull(*NOBODY_WANTS, silence=replace(LONG, back_off=factor)).state) is None


def test_a_wait_beyond_the_last_persons_patience_is_none():
    evening = lull(*NOBODY_WANTS * 2)
    assert due(evening.state) is None


def test_scorers_that_all_fail_back_off_too():
    assert waits(lull(the_silence_lasts, fails(), fails(), fails(), silence=LONG)) == 10.0


def test_a_restart_keeps_the_back_off():
    evening = lull(*NOBODY_WANTS, silence=LONG)
    before = due(evening.state)
    assert due(evening.hear(after(60), RoomWoke(), PolicySet(policy=evening.state.policy)).state) == before


def test_a_line_ends_the_lull_also_after_holds():
    speaks = (the_silence_lasts, wants(4.5), wants(2), wants(1), script(wren="The light is good."), claimed, posted)
    evening = lull(*NOBODY_WANTS, *speaks, silence=LONG)
    assert (due(evening.state), len(evening.all(LineStaged))) == (None, 1)


def test_a_hand_over_in_vain_does_not_open_the_lull_again():
    asks = (script(wren="Alma, what are you cooking today?"), claimed, posted)
    evening = lull(the_silence_lasts, wants(4.5), wants(2), wants(1), *asks, silence=LONG)
    assert (due(evening.state), evening.state.holds) == (None, 0)


def test_a_line_that_came_to_nothing_is_still_the_one_of_its_lull():
    evening = lull(the_silence_lasts, wants(4.5), wants(2), wants(1), answer("*(silent)*", role="writer"), silence=LONG)
    assert due(evening.state) is None


def test_typing_extends_a_wait_that_has_backed_off():
    evening = lull(*NOBODY_WANTS, after(595), types(), silence=LONG)
    assert waits(evening) == pytest.approx(evening.state.policy.gathering.typing / 60)


def test_quiet_hours_count_at_the_time_of_the_later_question():
    evening = lull(*NOBODY_WANTS, silence=replace(LONG, after=1800.0, quiet_from=13, quiet_until=14))
    assert due(evening.state) is None


# --- who is asked ---


def test_enough_calls_are_left_to_write_the_line():
    policy = Policy(silence=ON, limits=Limits(calls_a_turn=4))
    evening = given(*TALK, the_silence_lasts, seats=panel_of(6), policy=policy)
    assert len(evening.all(ModelAsked)) == 2
    evening.hear(wants(4.9)).when(wants(1)).then(a(FloorGiven, rule="after-silence"), a(ModelAsked, role="writer"))


def test_a_lull_within_a_cap_that_is_used_up_is_not_asked_about():
    policy = Policy(silence=ON, limits=Limits(speakers_a_turn=1))
    evening = given(says("Wren, hi"), script(wren="Open a window."), claimed, posted, policy=policy)
    assert due(evening.state) is None


def test_an_alarm_that_rings_for_an_earlier_question_is_stale():
    evening = lull(silence=LONG)
    first = evening.debts(Ring)[0].since
    evening.hear(*NOBODY_WANTS)
    assert evening.debts(Ring)[0].since != first
    evening.at += timedelta(minutes=1)
    evening.when(the_silence_lasts).then(a(TurnOpened, occasion="silence"))
    assert [one.reason for one in evening.all(SilenceKept)][-1] == "below-threshold"
