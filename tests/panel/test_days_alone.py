"""Days on which nobody is there: whatever personas want, one line at most, and then nothing is owed."""

from datetime import timedelta

import pytest

from events import heard
from events.policy import Policy, Silence
from panel.floor.rest import is_quiet
from panel.floor.strategies import STRATEGIES
from panel.owed import Ask, Find, Post, Ring, owed
from tests.panel.evening import Evening, claimed, given, lines, posted, says, staging

EAGER, RELUCTANT = '{"motivation": 5.0}', '{"motivation": 1.0}'
DAYS = timedelta(days=3)


def left_alone(evening: Evening, motivation: str) -> list[float]:
    """Every debt of three days is paid when it is due. Returns when somebody spoke, in hours from the beginning."""
    begin, spoke = evening.at, list[float]()
    while debts := [debt for debt in owed(evening.state) if debt.due < begin + DAYS]:
        debt = min(debts, key=lambda one: one.due)
        evening.at = max(evening.at, debt.due)
        match debt:
            case Ask(call=call):
                texts = {
                    "producer": staging("alma"),
                    "motivation": motivation,
                    "initiation": '{"reason": "-", "initiate": true}',
                    "selector": '{"next": "alma"}',
                    "thought": '{"thought": "-", "action": "speak", "importance": 9, "motivation": 5.0}',
                    "writer": lines(
                        *((one, f"Rain on the roof of {one}, number {len(evening.log)}.") for one in call.about)
                    ),
                }
                said = texts.get(call.role, "{}")
                evening.hear(heard.ModelAnswered(call=call.id, text=said, model="scripted"))
            case Post():
                evening.hear(claimed)
            case Find():
                evening.hear(posted)
                spoke.append((evening.at - begin).total_seconds() / 3600)
            case Ring(alarm=alarm, since=since):
                evening.hear(heard.AlarmRang(alarm=alarm, since=since))
            case _:
                raise AssertionError(debt)
    return spoke


def policy(strategy: str = "producer", **silence) -> Policy:
    return Policy(strategy=strategy, silence=Silence(on=True, **silence))


@pytest.mark.parametrize("strategy", sorted(STRATEGIES))
def test_after_a_talk_one_line_breaks_the_silence_and_no_other_follows(strategy):
    evening = given(says("~ I am off, good night all"), policy=policy(strategy))
    assert len(left_alone(evening, EAGER)) == 1


@pytest.mark.parametrize("sleep_after", [1, 3, 50])
def test_personas_that_never_want_to_speak_are_asked_a_few_times_and_then_left_in_peace(sleep_after):
    evening = given(says("~ good night"), policy=policy(sleep_after=sleep_after, human_within=10e6, back_off=1.0))
    assert left_alone(evening, RELUCTANT) == []
    assert evening.state.holds == sleep_after


def test_nobody_speaks_where_the_last_person_left_long_ago():
    evening = given(says("~ good night"), policy=policy(after=3600.0, human_within=1800.0))
    assert left_alone(evening, EAGER) == []


def test_where_the_answer_used_the_cap_up_no_line_follows():
    evening = given(says("so, what now?"), policy=policy("list"))
    assert len(left_alone(evening, EAGER)) == evening.state.cap == 2


@pytest.mark.parametrize(("start", "stop"), [(12, 18), (22, 7), (11, 13)])
def test_no_line_falls_into_quiet_hours(start, stop):
    wish = policy(quiet_from=start, quiet_until=stop, human_within=10e6)
    evening = given(says("~ good night"), policy=wish)
    hours = left_alone(evening, EAGER)
    noon = evening.log[0].at
    assert [hour for hour in hours if is_quiet(wish, noon + timedelta(hours=hour))] == []
