"""Designation: whom the newest line selects, by rules and by a model; and what goes on when it selects nobody."""

import json

import pytest

from events.decided import (
    Designated,
    FloorGiven,
    ModelAsked,
    ObligationOpened,
    SilenceKept,
    TurnEnded,
)
from events.heard import RoomWoke
from events.policy import Limits, Obligations, Policy
from panel.deciding import Deciding
from panel.designation import designate
from panel.detection import Selected, parse
from tests.panel.evening import (
    ALMA,
    WREN,
    Evening,
    Step,
    a,
    answer,
    claimed,
    deletes,
    fails,
    given,
    mutes,
    orders,
    panel_of,
    posted,
    says,
    script,
    stages,
    the_gathering_ends,
)

BY_MODEL = Policy(obligations=Obligations(designation="model"))
FIVE = panel_of(5)


def selects(to: str, kind: str = "wh-question", *, first: bool = True) -> Step:
    return answer(json.dumps({"first_pair_part": first, "type": kind, "to": to}), role="designation")


def asked_about(text: str = "and you?", **more) -> Evening:
    """A person's message has gathered, and the model is asked whom it selects."""
    return given(says(text), the_gathering_ends, policy=BY_MODEL, **more)


def after_a_line(text: str = "The roses need water.", policy: Policy = BY_MODEL) -> Evening:
    """A persona was asked by name, and its line stands in the channel."""
    return given(says("Persona0, what now?"), script(p0=text), claimed, posted, seats=FIVE, policy=policy)


# --- a person's line ---


def test_where_the_rules_leave_it_open_the_model_is_asked_among_those_who_may():
    given(mutes("bo"), says("and you?"), policy=BY_MODEL).when(the_gathering_ends).then(
        a(ModelAsked, role="designation", about=("wren", "alma"))
    )


def test_by_rules_alone_no_model_is_asked():
    given(says("and you?")).when(the_gathering_ends).then(a(ModelAsked, role="producer"))


def test_an_address_asks_no_model():
    given(policy=BY_MODEL).when(says("Alma, and you?")).then(a(ModelAsked, role="writer"))


def test_the_panel_as_a_whole_asks_no_model_whom():
    given(policy=BY_MODEL).when(says("anyone?")).then(a(ModelAsked, role="producer"))


def test_one_who_may_speak_is_not_asked_about():
    given(says("and you?"), seats=(WREN,), policy=BY_MODEL).when(the_gathering_ends).then(a(ModelAsked, role="writer"))


def test_whom_the_model_finds_selected_has_the_floor_and_owes_the_answer():
    evening = asked_about().when(selects("alma"))
    evening.then(
        a(Designated, holder="alma", pair="wh-question", by="model"),
        a(ObligationOpened, holder="alma", pair="wh-question", by=None),
        a(FloorGiven, rule="designated"),
        a(ModelAsked, role="writer", about=("alma",)),
    )


@pytest.mark.parametrize(
    "text",
    [
        '{"first_pair_part": true, "type": "greeting", "to": "anyone"}',
        '{"first_pair_part": false, "type": "none", "to": "alma"}',
        '{"first_pair_part": true, "type": "request", "to": "sam"}',
        '{"first_pair_part": true, "type": "request", "to": ["alma"]}',
        '{"first_pair_part": "maybe", "type": "request", "to": "alma"}',
        "alma and wren",
        "null",
        "",
    ],
)
def test_an_answer_that_selects_nobody_here_leaves_it_to_the_strategy(text):
    evening = asked_about().when(answer(text, role="designation"))
    evening.then(a(Designated, holder=None), a(ModelAsked, role="producer")).but_never(FloorGiven)


@pytest.mark.parametrize("reason", ["timeout", "unreachable", "nonsense"])
def test_without_an_answer_the_strategy_decides(reason):
    asked_about().when(fails(reason)).then(a(ModelAsked, role="producer"))


def test_a_type_that_is_none_is_a_call():
    asked_about().when(selects("Alma Reyes", "nothing")).then(a(ObligationOpened, holder="alma", pair="summons"))


def test_whoever_is_muted_meanwhile_is_not_selected():
    evening = asked_about().when(mutes("alma"))
    evening.then(a(ModelAsked, role="designation", about=("wren", "bo")))
    evening.when(selects("alma")).then(a(ModelAsked, role="producer"))


def test_a_person_who_goes_on_supersedes_the_question():
    evening = asked_about().when(says("Bo, I mean you"))
    assert [call.role for call in evening.state.calls] == ["writer"]


def test_words_taken_back_are_not_asked_about():
    evening = given(says("and you?", message=3), the_gathering_ends, policy=BY_MODEL).when(deletes(3))
    evening.then(a(TurnEnded, reason="source-deleted"))


def test_the_prompt_names_the_line_and_the_candidates():
    text = asked_about("and you?").request().messages[-1].text
    assert "and you?" in text
    assert "- alma (Alma Reyes)" in text


def test_calls_are_left_for_the_decision_and_the_lines():
    tight = Policy(obligations=BY_MODEL.obligations, limits=Limits(calls_a_turn=2))
    given(says("and you?"), policy=tight).when(the_gathering_ends).then(a(ModelAsked, role="producer"))


# --- a persona's line ---


def test_after_a_personas_line_the_model_is_asked_where_the_rules_leave_it_open():
    evening = after_a_line()
    evening.then(a(ModelAsked, role="designation", about=("p1", "p2", "p3", "p4")))
    evening.when(selects("p3", "assessment")).then(
        a(ObligationOpened, holder="p3", by="p0", depth=1), a(FloorGiven, rule="designated")
    )


def test_a_line_that_selects_nobody_ends_the_turn_of_a_strategy_that_goes_on_with_nothing():
    after_a_line().when(selects("anyone")).then(Designated, a(TurnEnded, reason="done"))


def test_a_line_is_asked_about_once():
    evening = after_a_line().when(selects("anyone"))
    assert len([one for one in evening.all(ModelAsked) if one.role == "designation"]) == 1


def test_a_line_that_addresses_somebody_asks_no_model():
    evening = after_a_line("Persona2, will you water the roses?")
    evening.then(
        a(Designated, holder="p2", by="rules"), a(FloorGiven, rule="handed-over"), a(ModelAsked, role="writer")
    )


def test_a_line_to_a_person_asks_no_model():
    after_a_line("Sam, the roses need water.").then(TurnEnded).but_never(ModelAsked)


def test_nobody_is_asked_about_once_the_cap_is_reached():
    given(says("Wren, what now?"), seats=(WREN, ALMA), policy=BY_MODEL).when(
        script(wren="The roses need water."), claimed, posted
    ).then(TurnEnded).but_never(ModelAsked)


def test_an_order_is_followed_by_whom_its_line_selects():
    evening = given(orders("wren")).when(script(wren="Alma, what is in the pot?"), claimed, posted)
    evening.then(a(FloorGiven, rule="handed-over"))


def test_without_designation_no_line_selects_anybody():
    evening = after_a_line("Persona2, will you water the roses?", Policy(obligations=Obligations(designation="off")))
    evening.then(ObligationOpened, TurnEnded).but_never(FloorGiven, SilenceKept)


# --- for strategies ---


def deciding(evening: Evening) -> Deciding:
    """The room as a strategy sees it at its next input."""
    return Deciding(evening.state, RoomWoke(), evening.at)


def test_a_strategy_learns_that_a_call_is_open():
    assert designate(deciding(asked_about())) == "asked"


def test_outside_of_a_turn_nobody_is_selected():
    assert designate(deciding(given(policy=BY_MODEL))) == "nobody"


@pytest.mark.parametrize("named", ["alma", "Alma Reyes", "`ALMA`", " alma. "])
def test_a_name_in_another_dress_is_the_same_candidate(named):
    evening = asked_about()
    text = json.dumps({"first_pair_part": True, "type": "choice", "to": named})
    assert parse(evening.state, evening.call(), text) == Selected(pair="choice", holder="alma")


def test_a_staging_is_not_asked_about_before_it_is_said():
    evening = given(says("what a day"), the_gathering_ends, seats=FIVE, policy=BY_MODEL)
    evening.hear(selects("anyone"), stages("p0", "p1"))
    evening.when(script(p0="The roses need water.", p1="And the beans need poles."), claimed, posted)
    evening.but_never(ModelAsked)
    evening.when(claimed, posted).then(a(ModelAsked, role="designation"))
