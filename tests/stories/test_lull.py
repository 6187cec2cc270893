"""The line after a silence: one, by whoever has a reason to speak, while a person is there; else the reason why not."""

import pytest

from events.decided import SilenceKept, TurnOpened
from tests.stories.panel import listening


@pytest.fixture
def policy():
    return listening(after=300)


async def test_whoever_wants_to_strictly_more_than_the_threshold_says_one_line(panel, company):
    company.wants = {"nolan": 4.2, "warren": 4.0}
    await panel.asks("good evening, Iris")
    await panel.evening(3600)
    assert panel.speakers[1:] == ["Nolan"]


async def test_a_score_that_only_reaches_the_threshold_keeps_silence_with_all_scores(panel, company):
    company.wants = {"nolan": 3.95 / 1.01**2, "warren": 3.9, "iris": 1.0}
    await panel.says("// only humming")
    await panel.evening(600)
    kept = (await panel.all(SilenceKept))[-1]
    assert (panel.speakers, kept.reason) == ([], "below-threshold")
    assert sorted(one.persona for one in kept.considered if one.score) == ["iris", "nolan", "warren"]


async def test_nothing_is_asked_before_the_time_is_up(panel, company):
    await panel.says("// only humming")
    await panel.town.pass_time(299)
    assert company.asked("motivation") == []
    await panel.town.pass_time(2)
    assert len(company.asked("motivation")) == 3


async def test_a_lull_that_nobody_breaks_is_asked_about_again_only_after_a_longer_wait(panel, company):
    await panel.says("// only humming")
    await panel.evening(895)
    assert len(company.asked("motivation")) == 3
    await panel.evening(7200)
    assert len(company.asked("motivation")) == 6


async def test_a_line_after_a_silence_does_not_open_another_silence(panel, company):
    company.wants = {"nolan": 5.0}
    await panel.says("// only humming")
    await panel.evening(7200)
    assert panel.speakers == ["Nolan"]


async def test_when_nobody_has_spoken_for_hours_nothing_happens(panel, company):
    company.wants = {"nolan": 5.0}
    await panel.town.slash("Sam", "panel silence", wish="on", after=60.0)
    await panel.says("// good night")
    await panel.evening(4 * 3600)
    assert (panel.speakers, company.requests) == ([], [])


async def test_typing_puts_the_question_off(panel, company):
    await panel.says("// only humming")
    await panel.town.pass_time(295)
    await panel.town.type_("Sam")
    await panel.town.pass_time(9)
    assert company.requests == []


async def test_another_bot_and_the_settings_do_not_put_it_off(panel, company):
    await panel.says("// only humming")
    await panel.town.pass_time(290)
    await panel.says("Quiz starts!", by="QuizBot")
    await panel.town.slash("Sam", "panel show")
    await panel.town.pass_time(11)
    assert len(company.asked("motivation")) == 3


async def test_who_was_unseated_or_muted_meanwhile_is_not_asked(panel, company):
    await panel.says("// only humming")
    await panel.town.pass_time(299)
    await panel.town.slash("Sam", "panel unseat", persona="warren")
    await panel.town.slash("Sam", "panel mute", persona="iris")
    await panel.town.pass_time(10)
    assert [request.scene.speakers[0].persona for request in company.asked("motivation")] == ["nolan"]


async def test_a_person_who_speaks_while_scores_come_in_is_answered_instead(panel, company):
    company.wants = {"nolan": 5.0}
    company.seconds["motivation"] = 5
    await panel.says("// only humming")
    await panel.town.pass_time(302)
    await panel.asks("what should we plant?")
    assert panel.speakers == ["Iris"]


async def test_switched_off_nobody_speaks_unasked(panel, company):
    company.wants = {"nolan": 5.0}
    await panel.town.slash("Sam", "panel silence", wish="off")
    await panel.says("// only humming")
    await panel.evening(3600)
    assert company.requests == []


async def test_a_stopped_panel_stays_silent_in_a_lull(panel, company):
    company.wants = {"nolan": 5.0}
    await panel.asks("stop")
    await panel.evening(3600)
    assert company.requests == []


async def test_the_scores_say_who_was_chosen_and_who_was_passed_over(panel, company):
    company.wants = {"nolan": 4.5, "warren": 2.0}
    await panel.says("// only humming")
    await panel.evening(600)
    turn = (await panel.all(TurnOpened))[-1]
    answer = await panel.town.slash("Sam", "panel why")
    assert (turn.occasion, "after-silence" in answer.text) == ("silence", True)
    assert "**Nolan** chosen: motivation 4." in answer.text
    assert "**Warren** passed: motivation 2." in answer.text
