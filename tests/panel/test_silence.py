"""The line after a silence: when it is due, who is asked, who speaks, and that it is one a lull."""

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from events.decided import FloorGiven, LineStaged, ModelAsked, ModelDropped, MotivationScored, SilenceKept, TurnOpened
from events.heard import AlarmRang, PolicySet, ResumeOrdered, RoomWoke
from events.policy import Silence
from panel.owed import Post, Ring
from panel.silence import due
from tests.panel.evening import (
    ATTENTIVE,
    NOON,
    Evening,
    a,
    after,
    answer,
    claimed,
    fails,
    given,
    mutes,
    posted,
    says,
    script,
    the_gathering_ends,
    the_silence_lasts,
    types,
    unseats,
    wants,
    with_policy,
)

TALK = (says("~ a quiet day"),)
"""Said to nobody: a lull begins."""
ONE_SPEAKS = (wants(4.5), wants(2), wants(1), script(wren="The light is good today."))


def lull(*steps, silence: Silence = ATTENTIVE.silence) -> Evening:
    return given(*TALK, *steps, policy=with_policy(silence=silence))


def minutes_until(evening: Evening) -> float | None:
    when = due(evening.state)
    return None if when is None else (when - NOON).total_seconds() / 60


# --- when ---


def test_it_is_off_until_somebody_turns_it_on():
    assert due(given(*TALK).state) is None


def test_it_is_due_a_while_after_the_last_word():
    assert minutes_until(lull()) == 5.0


def test_a_restart_neither_loses_nor_doubles_it():
    assert minutes_until(lull(after(200), RoomWoke())) == 5.0


def test_a_mute_an_unseating_or_a_setting_does_not_put_it_off():
    assert minutes_until(lull(after(290), mutes("wren"), unseats("bo"), PolicySet(policy=ATTENTIVE))) == 5.0


def test_a_panel_that_is_muted_whole_is_not_asked():
    assert due(lull(mutes("wren"), mutes("alma"), mutes("bo")).state) is None


def test_another_word_begins_another_lull():
    assert minutes_until(lull(after(60), says("~ still here"))) == 6.0


def test_typing_puts_it_off():
    assert minutes_until(lull(after(295), types())) == pytest.approx(305 / 60)


def test_an_alarm_that_typing_has_put_off_is_stale_and_the_next_one_is_another():
    evening = lull()
    first = evening.debts(Ring)[0].since
    evening.when(after(299), types(), after(1), AlarmRang(alarm="silence", since=first)).and_nothing_else()
    assert evening.debts(Ring)[0].since != first
    evening.when(the_silence_lasts).then(a(TurnOpened, occasion="silence"))


def test_an_alarm_for_an_earlier_lull_is_stale():
    evening = lull()
    first = evening.debts(Ring)[0].since
    evening.when(after(200), says("~ oh"), after(100), AlarmRang(alarm="silence", since=first)).and_nothing_else()


def test_a_hushed_panel_is_not_asked_until_it_is_resumed():
    evening = lull(says("stop"))
    assert due(evening.state) is None
    assert due(evening.hear(ResumeOrdered()).state) is not None


def test_it_is_not_due_where_the_cap_is_used_up():
    evening = given(says("Wren, Alma, hi"), script(wren="Open a window.", alma="In this cold?"), policy=ATTENTIVE)
    assert due(evening.hear(claimed, posted, claimed, posted).state) is None


def test_it_is_not_due_where_nobody_has_been_for_long():
    assert due(lull(silence=Silence(on=True, after=7200.0)).state) is None


@pytest.mark.parametrize(
    ("start", "stop", "hour", "allowed"),
    [
        (22, 7, 21, True),
        (22, 7, 22, False),
        (22, 7, 3, False),
        (22, 7, 7, True),
        (1, 5, 3, False),
        (1, 5, 5, True),
        (3, 3, 3, True),
        (None, 5, 3, True),
    ],
)
def test_quiet_hours_may_go_past_midnight(start, stop, hour, allowed):
    state = lull(silence=Silence(on=True, quiet_from=start, quiet_until=stop)).state
    at = datetime(2026, 12, 1, hour, 10, tzinfo=UTC)
    state = replace(state, last_human_at=at, lull=replace(state.lull, since_at=at))
    assert (due(state) is not None) is allowed


def test_an_alarm_that_rings_late_into_the_quiet_hours_is_kept_silent():
    evening = lull(silence=Silence(on=True, quiet_from=13, quiet_until=14))
    ring = the_silence_lasts(evening)
    evening.when(after(3600), ring).then(a(SilenceKept, reason="nobody-about")).but_never(ModelAsked)


# --- who ---


def test_everybody_who_may_speak_is_asked_how_much_it_wants_to():
    evening = lull().when(the_silence_lasts)
    evening.then(*(a(ModelAsked, role="motivation", about=(one,)) for one in ("wren", "alma", "bo")))


def test_the_strongest_above_the_threshold_speaks_one_short_line():
    evening = lull(the_silence_lasts, wants(4.0), wants(4.6)).when(wants(1.0))
    evening.then(a(FloorGiven, rule="after-silence"), a(ModelAsked, role="writer", about=("alma",)))
    assert evening.state.turn.cues[0].length == "short"


def test_the_threshold_itself_is_not_enough():
    evening = lull(the_silence_lasts, wants(1), wants(1), silence=Silence(on=True, threshold=4.04))
    evening.when(wants(4.0)).then(a(MotivationScored, score=4.04), a(SilenceKept, reason="below-threshold"))


def test_scores_are_kept_raw_whatever_the_threshold():
    evening = lull(the_silence_lasts, wants(2.25)).then(a(MotivationScored, persona="wren", raw=2.25))
    assert evening.all(MotivationScored)[0].score > 2.25


def test_a_score_never_leaves_the_scale():
    evening = lull(the_silence_lasts, wants(5))
    assert evening.all(MotivationScored)[0].score == 5.0


@pytest.mark.parametrize("text", ["0", "9", '"high"', "true", "1e999", "null"])
def test_what_is_no_number_on_the_scale_is_no_score(text):
    evening = lull(the_silence_lasts).when(wants(text))
    evening.then(a(MotivationScored, raw=None, reason="unreadable"))


def test_one_scorer_that_fails_does_not_stop_the_others():
    evening = lull(the_silence_lasts, fails(), answer("no idea")).when(wants(4.5))
    evening.then(a(FloorGiven, rule="after-silence"))
    assert evening.state.turn.cues[0].persona == "bo"


def test_where_no_scorer_answers_nobody_speaks():
    lull(the_silence_lasts, fails(), fails()).when(fails()).then(a(SilenceKept, reason="nobody-scored"))


def test_whoever_is_muted_while_it_is_asked_does_not_speak():
    evening = lull(the_silence_lasts, wants(4.9), mutes("wren"), wants(2)).when(wants(1))
    evening.then(SilenceKept).but_never(FloorGiven)


def test_the_question_to_whoever_is_unseated_meanwhile_is_dropped():
    lull(the_silence_lasts, wants(1), wants(1)).when(unseats("bo")).then(ModelDropped, SilenceKept)


# --- one a lull ---


def test_a_lull_is_asked_about_once_at_a_time():
    assert due(lull(the_silence_lasts).state) is None


def test_one_line_and_then_nobody_until_a_person_speaks():
    evening = lull(the_silence_lasts, *ONE_SPEAKS, claimed, posted)
    assert evening.said() == [("wren", "The light is good today.")]
    assert due(evening.hear(after(3 * 86_400)).state) is None
    assert due(evening.hear(says("~ back")).state) is not None


def test_a_line_after_a_silence_hands_nothing_over():
    written = script(wren="Alma, what are you cooking today?")
    evening = lull(the_silence_lasts, wants(4.5), wants(2), wants(1), written, claimed).when(posted)
    evening.then(a(SilenceKept, reason="handed-over-in-vain")).but_never(ModelAsked)


def test_the_lines_a_day_are_counted():
    wish = Silence(on=True, wake_budget=1)
    evening = lull(the_silence_lasts, *ONE_SPEAKS, claimed, posted, says("~ oh"), silence=wish)
    assert due(evening.state) is None


def test_a_person_who_speaks_ends_the_question():
    evening = lull(the_silence_lasts).when(says("so, lunch?"))
    evening.then(ModelDropped, ModelDropped, ModelDropped, a(TurnOpened, occasion="human"))


def test_an_unasked_line_waits_for_somebody_who_types():
    evening = lull(the_silence_lasts, *ONE_SPEAKS, types())
    assert evening.debts(Post)[0].due == evening.state.typing_until


def test_an_ordinary_evening_stays_one_question_a_lull():
    evening = given(says("what should we cook?"), the_gathering_ends, policy=ATTENTIVE)
    assert due(evening.state) is None
    assert evening.all(LineStaged) == []
