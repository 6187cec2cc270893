"""Summaries: once a talk has come to rest, whoever spoke in it sums it up for itself, once, and nobody hears of it."""

from typing import Any

import pytest

from events import memories
from events.base import Version
from events.decided import ModelAsked, ModelDropped, TurnEnded, TurnOpened
from events.heard import AlarmRang, PanelClosed, PolicySet, StopOrdered
from events.memories import MemoryForgotten, MemoryKept
from events.policy import Policy, Remembering
from panel.afterwards import due
from panel.owed import Ring
from panel.summary import parse
from tests.panel.evening import (
    ALMA,
    BO,
    SAM,
    WREN,
    Evening,
    a,
    after,
    answer,
    claimed,
    fails,
    given,
    posted,
    says,
    script,
    types,
    unseats,
    with_policy,
)

WISHED = Remembering(summary=True, notes=False, after=600)
LINES = {"wren": "The kiln is warm.", "alma": "Soup is on the stove."}


def talk(*steps: Any, policy: Policy | None = None) -> Evening:
    """Two have spoken."""
    spoke = (says("Wren and Alma, hello!"), script(**LINES), claimed, posted, claimed, posted)
    return given(*spoke, *steps, policy=policy or with_policy(memory=WISHED))


def it_rests(evening: Evening) -> AlarmRang:
    ring = next(debt for debt in evening.debts(Ring) if debt.alarm == "summary")
    evening.at = max(evening.at, ring.due)
    return AlarmRang(alarm="summary", since=ring.since)


def sums_up(text: str, importance: object = 6) -> Any:
    return answer(f'{{"summary": "{text}", "importance": {importance}}}', role="summary")


def seconds_until(evening: Evening) -> float | None:
    when = due(evening.state)
    return None if when is None else (when - evening.at).total_seconds()


# --- when ---


def test_a_talk_has_come_to_rest_once_it_has_been_quiet_for_so_long():
    assert seconds_until(talk(after(100))) == 500


def test_a_further_line_puts_it_off():
    assert seconds_until(talk(after(100), says("// humming"))) == 600


def test_typing_puts_it_off():
    policy = with_policy(memory=Remembering(summary=True, after=5))
    assert seconds_until(talk(says("// hm"), after(4), types(), policy=policy)) in {1, 10}


@pytest.mark.parametrize(
    "steps",
    [(StopOrdered(),), (PanelClosed(),), (unseats("wren"), unseats("alma")), (says("what now?"),)],
    ids=["hushed", "closed", "nobody left who spoke", "a turn goes on"],
)
def test_it_is_not_summed_up(steps: tuple[Any, ...]):
    assert seconds_until(talk(*steps)) is None


def test_by_default_nothing_is_summed_up():
    assert seconds_until(talk(policy=Policy())) is None


def test_people_alone_among_themselves_leave_nobody_anything_to_sum_up():
    assert seconds_until(given(says("~ just us"), policy=with_policy(memory=WISHED))) is None


def test_a_spent_budget_puts_it_off_until_the_next_day():
    evening = talk(says("Bo, hi"), fails("budget"))
    left = seconds_until(evening)
    assert left is not None
    assert left > 3600


# --- what ---


def test_each_that_spoke_is_asked_and_nobody_else():
    evening = talk().when(it_rests)
    evening.then(a(TurnOpened, occasion="summary"))
    assert [(call.role, call.about) for call in evening.state.calls] == [
        ("summary", (WREN.id,)),
        ("summary", (ALMA.id,)),
    ]


def test_what_it_answers_is_kept_by_it_alone_and_the_last_answer_ends_it():
    evening = talk(it_rests).when(sums_up("I met Sam, who is kind."))
    evening.then(a(MemoryKept, owner=WREN.id, audience="owner", how="summary", importance=6)).but_never(TurnEnded)
    evening.when(sums_up("Sam likes soup.")).then(a(MemoryKept, owner=ALMA.id), a(TurnEnded, reason="done", posted=0))


@pytest.mark.parametrize(("told", "kept"), [(0, 1), (11, 10), (-3.5, 1), ('"much"', 5), ("true", 5), (8.5, 8.5)])
def test_importance_is_brought_within_one_to_ten(told: object, kept: float):
    talk(it_rests).when(sums_up("I met Sam.", told)).then(a(MemoryKept, importance=kept))


@pytest.mark.parametrize("text", ['{"summary": "", "importance": 1}', "I will remember it all", '{"summary": 3}'])
def test_where_nothing_is_worth_keeping_nothing_is_kept(text: str):
    talk(it_rests).when(answer(text, role="summary")).but_never(MemoryKept)


def test_one_summary_that_fails_does_not_stop_the_other():
    evening = talk(it_rests).when(fails()).but_never(MemoryKept, TurnEnded)
    evening.when(sums_up("Sam likes soup.")).then(a(MemoryKept, owner=ALMA.id), TurnEnded)


def test_a_persona_that_is_unseated_meanwhile_keeps_nothing_and_the_other_does():
    evening = talk(it_rests).when(unseats("wren")).then(a(ModelDropped, reason="unseated")).but_never(TurnEnded)
    evening.when(sums_up("Sam likes soup.")).then(a(MemoryKept, owner=ALMA.id), TurnEnded)


def test_the_last_that_is_unseated_ends_it():
    talk(it_rests, unseats("wren")).when(unseats("alma")).then(TurnEnded).but_never(ModelAsked)


def test_it_is_told_only_what_the_persona_heard_since_the_last_summary():
    whisper = memories.Whispered(person=SAM, name="Sam", text="psst, the oven", to=(ALMA.id,))
    evening = talk(it_rests, sums_up("I met Sam."), sums_up("Sam likes soup."), after(9_000))
    evening.hear(
        says("Wren, and today?"), script(wren="Today I glaze."), claimed, posted, whisper, after(900), it_rests
    )
    held = "\n".join(said.text for said in evening.request().messages)
    assert [("hello!" in held, "and today?" in held, "psst" in held, "Sam likes soup" in held)] == [
        (False, True, False, False)
    ]


# --- once ---


def test_once_a_talk():
    evening = talk(it_rests, sums_up("I met Sam."), sums_up("Sam likes soup."), after(9_000))
    assert seconds_until(evening) is None


def test_failed_altogether_it_is_not_tried_again_before_somebody_speaks():
    evening = talk(it_rests, fails(), fails(), after(9_000))
    assert seconds_until(evening) is None


def test_after_more_was_said_there_is_another():
    evening = talk(it_rests, sums_up("I met Sam."), sums_up("Sam likes soup."))
    evening.hear(says("Bo, hi"), script(bo="The roses are in."), claimed, posted).when(it_rests)
    assert [call.about for call in evening.state.calls] == [(BO.id,)]


def test_a_person_who_speaks_meanwhile_has_the_floor_and_the_whole_talk_is_summed_up_later():
    evening = talk(it_rests).when(says("Bo, and you?"))
    evening.then(ModelDropped, ModelDropped, a(TurnEnded, reason="superseded"), a(ModelAsked, role="writer"))
    evening.hear(script(bo="The roses are in."), claimed, posted).when(it_rests)
    assert [call.about for call in evening.state.calls] == [(WREN.id,), (ALMA.id,), (BO.id,)]


def test_an_alarm_for_an_earlier_line_is_stale():
    evening = talk()
    stale = it_rests(evening)
    evening.hear(says("// humming")).when(stale).and_nothing_else()


def test_an_alarm_that_came_to_nothing_does_not_ring_for_ever():
    evening = talk(StopOrdered())
    evening.hear(after(900), AlarmRang(alarm="summary", since=evening.state.talk[-1].version))
    assert not [debt for debt in evening.debts(Ring) if debt.alarm == "summary"]


def test_the_same_is_not_kept_twice():
    evening = talk(it_rests, sums_up("I met Sam at the kiln."), fails())
    evening.hear(says("Wren, hi"), script(wren="Hello again, friend."), claimed, posted, it_rests)
    evening.when(sums_up("I met Sam at the kiln.")).but_never(MemoryKept)


def test_a_strategy_that_is_changed_meanwhile_gives_nobody_the_floor():
    evening = talk(it_rests).when(PolicySet(policy=with_policy(memory=WISHED, strategy="natural")))
    evening.but_never(ModelDropped, TurnEnded)


def test_what_was_forgotten_does_not_come_back_by_it():
    evening = talk(it_rests, sums_up("I met Sam."))
    evening.when(MemoryForgotten(memories=(evening.state.memories[0].id,))).but_never(ModelAsked)


def test_a_summary_reads_the_first_object_whatever_stands_around_it():
    found = parse('Here you go:\n```json\n{"summary": "I met\\n Sam.", "importance": 3}\n```')
    assert found is not None
    assert (found.text, found.importance) == ("I met Sam.", 3.0)


def test_the_alarm_is_for_the_newest_line():
    evening = talk()
    ring = next(debt for debt in evening.debts(Ring) if debt.alarm == "summary")
    assert ring.since == evening.state.talk[-1].version != Version(0)
