"""One suite for all strategies: what holds for each, whatever its models say."""

import pytest
from msgspec.structs import replace

from events import heard
from events.decided import FloorGiven, LineWithdrawn, ModelAsked, SilenceKept, TurnEnded
from events.policy import Limits, Obligations, Policy
from panel.floor.strategies import STRATEGIES
from tests.panel.evening import (
    ALMA,
    BO,
    CAST,
    RIO,
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

ALL = sorted(STRATEGIES)
THOUGHTFUL = {
    "producer": '{"hold": false, "reason": "", "speakers": [{"persona": "alma"}, {"persona": "bo"}]}',
    "likeness": '{"scores": {"wren": 0.1, "alma": 0.9, "bo": 0.2}}',
    "thought": '{"thought": "Salt.", "action": "speak", "importance": 7, "motivation": 4.5}',
    "motivation": '{"motivation": 2.0}',
    "selector": '{"next": "alma"}',
    "initiation": '{"reason": "soup", "initiate": true}',
    "designation": '{"first_pair_part": false}',
}
"""What helpful models answer, by role."""
USELESS = ("", "null", "I cannot decide", "wren alma bo", '{"next": "nobody"}', "<think>hm")
FAILURES = ("timeout", "server", "refused")
CARD = "Keeps a lighthouse, a diary and four hens on an island that no ferry visits in winter. " * 40
BUDGET = 24_000
"""Characters of a prompt for twenty seats with one long card in full: about 6,000 tokens."""
LINES = {
    "wren": "Rain sounds better on tin.",
    "alma": "Then it wants soup, a thick one.",
    "bo": "My roses drink it either way.",
}


def by(strategy: str, *steps, seats=CAST, **policy) -> Evening:
    return given(*steps, seats=seats, policy=Policy(strategy=strategy, **policy))


def until_written(evening: Evening, text: str | None = None, *, failing: str = "") -> Evening:
    """Models that decide are answered, all in this way, until the writer is asked or nobody is."""
    while calls := [call for call in evening.state.calls if call.role != "writer"]:
        said = THOUGHTFUL[calls[0].role] if text is None else text
        evening.hear(
            heard.ModelFailed(call=calls[0].id, reason=failing)
            if failing
            else heard.ModelAnswered(call=calls[0].id, text=said, model="scripted")
        )
    return evening


def until_staged(evening: Evening) -> Evening:
    """The writer, where it is asked, writes everybody's line."""
    writing = until_written(evening).state.calls
    return evening.hear(script(**{one: LINES[one] for one in writing[0].about})) if writing else evening


def speakers(evening: Evening) -> list[str]:
    return [cue.persona for given_to in evening.all(FloorGiven) for cue in given_to.cues]


# --- an address comes first ---


@pytest.mark.parametrize("strategy", ALL)
def test_whoever_is_called_by_name_speaks_and_no_model_is_asked_whether(strategy):
    seats = (WREN, replace(ALMA, talkativeness=0.0), BO)
    evening = by(strategy, seats=seats).when(says("Alma, what did you mean by that?"))
    evening.then(a(FloorGiven, rule="addressed"))
    assert (speakers(evening), [call.role for call in evening.state.calls]) == (["alma"], ["writer"])


@pytest.mark.parametrize("strategy", ALL)
def test_several_who_are_called_all_speak_once_past_the_cap(strategy):
    assert speakers(by(strategy).when(says("@Alma @Bo @Wren vote"))) == ["alma", "bo", "wren"]


@pytest.mark.parametrize("strategy", ALL)
def test_an_order_goes_past_the_strategy_while_it_is_deciding(strategy):
    evening = by(strategy, says("it rains"), the_gathering_ends).when(orders("bo", "rain"))
    evening.then(a(FloorGiven, rule="ordered"))
    assert [(call.role, call.about) for call in evening.state.calls] == [("writer", ("bo",))]
    assert "rain" in evening.request().messages[-1].text


# --- who may ---


@pytest.mark.parametrize("strategy", ALL)
@pytest.mark.parametrize("text", ["it rains", "anyone know?"])
def test_nobody_who_is_muted_or_speaks_only_when_asked_is_chosen(strategy, text):
    seats = (replace(WREN, talkativeness=0.0), replace(ALMA, talkativeness=0.2), BO)
    evening = until_written(gathered(by(strategy, mutes("bo"), says(text), seats=seats)))
    assert set(speakers(evening)) <= {"alma"}


def gathered(evening: Evening) -> Evening:
    """After the gathering, where there is one: a question to the panel waits for nobody."""
    waits = evening.state.turn is not None and evening.state.turn.stage == "gathering"
    return evening.hear(the_gathering_ends) if waits else evening


@pytest.mark.parametrize("strategy", sorted(set(ALL) - {"manual"}))
def test_whoever_is_muted_before_the_line_is_sent_does_not_speak(strategy):
    evening = until_staged(by(strategy, says("it rains"), the_gathering_ends))
    first = evening.state.unposted[0].persona
    evening.when(mutes(first)).then(LineWithdrawn)
    assert first not in [line.persona for line in evening.state.unposted]


# --- whatever the models say ---


@pytest.mark.parametrize("strategy", ALL)
@pytest.mark.parametrize("text", USELESS)
def test_useless_answers_end_in_a_decision_that_is_the_same_each_time(strategy, text):
    rooms = [until_written(by(strategy, says("what should we cook?"), the_gathering_ends), text) for _ in range(2)]
    decisions = [[*room.all(FloorGiven), *room.all(SilenceKept)] for room in rooms]
    assert decisions[0] == decisions[1] != []


@pytest.mark.parametrize("strategy", ALL)
@pytest.mark.parametrize("reason", FAILURES)
def test_models_that_fail_end_in_a_decision_and_are_not_waited_for_again(strategy, reason):
    evening = until_written(by(strategy, says("what should we cook?"), the_gathering_ends), failing=reason)
    asked = [(one.role, one.about) for one in evening.all(ModelAsked)]
    assert evening.all(FloorGiven) or evening.all(SilenceKept)
    assert len(asked) == len(set(asked))


@pytest.mark.parametrize("strategy", sorted(set(ALL) - {"manual", "pair", "cssn", "self-selection", "inner-thoughts"}))
@pytest.mark.parametrize("reason", FAILURES)
def test_a_question_is_answered_without_the_models_that_choose(strategy, reason):
    evening = until_written(by(strategy, says("what should we cook?"), the_gathering_ends), failing=reason)
    assert speakers(evening)


@pytest.mark.parametrize("strategy", ALL)
@pytest.mark.parametrize("text", [None, *USELESS])
def test_every_candidate_has_a_verdict_with_its_reason(strategy, text):
    evening = until_written(by(strategy, says("what should we cook?"), the_gathering_ends), text)
    decided = [*evening.all(FloorGiven), *evening.all(SilenceKept)][-1]
    assert {one.persona for one in decided.considered} == {"wren", "alma", "bo"}
    assert all(one.reason for one in decided.considered)


# --- twenty seats ---


@pytest.mark.parametrize("strategy", sorted(set(ALL) - {"manual"}))
def test_with_twenty_seats_no_question_is_larger_than_one_line_a_seat_and_the_calls_leave_one_for_the_lines(strategy):
    seats = tuple(replace(one, card=CARD) for one in panel_of(20))
    evening = by(strategy, says("what should we cook?"), the_gathering_ends, seats=seats)
    sizes = [
        sum(len(said.text) for said in evening.request(place).messages) for place in range(len(evening.state.calls))
    ]
    assert max(sizes) <= BUDGET
    assert len(sizes) < evening.state.policy.limits.calls_a_turn


# --- people first ---


@pytest.mark.parametrize("strategy", ALL)
def test_a_person_who_speaks_takes_back_whatever_is_unsent(strategy):
    evening = until_staged(by(strategy, says("it rains"), the_gathering_ends)).hear(says("never mind", by=RIO))
    assert (evening.state.unposted, evening.state.calls) == ((), ())


@pytest.mark.parametrize("strategy", ALL)
def test_a_stop_ends_it_at_every_moment(strategy):
    evening = until_written(by(strategy, says("it rains"), the_gathering_ends)).when(heard.StopOrdered())
    assert (evening.state.turn, evening.state.unposted, evening.state.calls) == (None, (), ())
    evening.when(says("so?")).but_never(FloorGiven, ModelAsked)


# --- personas that call one another ---


@pytest.mark.parametrize("strategy", sorted(set(ALL) - {"equal", "self-selection"}))
@pytest.mark.parametrize(("line", "next_one"), [("Bo would know. @Bo?", ["bo"]), ("As Bo says, rain.", [])])
def test_a_line_that_calls_a_persona_hands_over_and_one_about_it_does_not(strategy, line, next_one):
    evening = by(strategy, says("Alma, it rains")).hear(script(alma=line), claimed, posted)
    assert speakers(evening)[1:] == next_one


@pytest.mark.parametrize("strategy", ALL)
@pytest.mark.parametrize("size", [1, 2, 3, 10])
@pytest.mark.parametrize("designation", ["off", "rules"])
def test_a_chain_of_calls_ends_at_the_cap(strategy, size, designation):
    evening = by(
        strategy,
        says("it rains"),
        the_gathering_ends,
        seats=panel_of(size),
        obligations=Obligations(designation=designation),
    )
    played_out(evening, size)
    assert len(evening.said()) <= max(1, size - 1)
    assert evening.all(TurnEnded)


def played_out(evening: Evening, size: int) -> None:
    """Every writer's line calls the next seat; models that choose choose as they are asked."""
    while evening.state.turn is not None:
        until_written(evening)
        if evening.state.unposted:
            evening.hear(claimed, posted)
        elif evening.state.calls:
            about = evening.state.calls[0].about
            evening.hear(script(**{one: calling_the_next(one, size, len(evening.log)) for one in about}))


def calling_the_next(persona: str, size: int, number: int) -> str:
    return f"{WORDS[number % 7]} {number}{persona}. Persona{(int(persona[1:]) + 1) % size}, you agree?"


WORDS = ("Rain falls", "Bread rises", "Tea cools", "Wood creaks", "Bees sleep", "Tin rusts", "Salt keeps")


@pytest.mark.parametrize("strategy", ["self-selection", "cssn", "inner-thoughts"])
@pytest.mark.parametrize(("speakers_a_turn", "lines"), [(1, 1), (3, 3), (4, 4), (9, 5)])
def test_personas_who_think_after_each_line_go_on_as_long_as_the_policy_and_the_cap_allow(
    strategy, speakers_a_turn, lines
):
    limits = Limits(speakers_a_turn=speakers_a_turn, calls_a_turn=100)
    obligations = Obligations(designation="off")
    remark = (says("it rains"), the_gathering_ends)
    evening = by(strategy, *remark, seats=panel_of(6), limits=limits, obligations=obligations)
    played_out(evening, 6)
    assert len(evening.said()) == lines


@pytest.mark.parametrize("strategy", ["self-selection", "cssn", "inner-thoughts"])
@pytest.mark.parametrize("calls", [3, 5, 12])
def test_thinking_leaves_a_call_for_the_line_that_is_thought_of(strategy, calls):
    remark = (says("it rains"), the_gathering_ends)
    evening = by(strategy, *remark, seats=panel_of(10), limits=Limits(calls_a_turn=calls))
    played_out(evening, 10)
    assert evening.said()
    assert len(evening.all(ModelAsked)) <= calls
