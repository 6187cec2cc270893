"""What is owed: opened for whoever is asked, met by the answer, ended otherwise with a reason; and its marker."""

import pytest
from msgspec.structs import replace

from events.base import MessageId
from events.decided import (
    FloorGiven,
    ModelAsked,
    ObligationLapsed,
    ObligationMet,
    ObligationOpened,
    SilenceKept,
    TurnEnded,
)
from events.heard import LineErased, PanelClosed, StopOrdered
from events.policy import Obligations, Policy
from panel.obligations import owed_by, owes, window
from tests.panel.evening import (
    ALMA,
    BO,
    RIO,
    WREN,
    Evening,
    a,
    after,
    claimed,
    deletes,
    given,
    mutes,
    orders,
    panel_of,
    posted,
    says,
    script,
    stages,
    the_gathering_ends,
    unseats,
)


def owing(**changes) -> Policy:
    return Policy(obligations=Obligations(**changes))


def holders(evening: Evening) -> list[str]:
    return [one.holder for one in evening.state.obligations]


def answers(**said: str) -> tuple:
    """The writer's line, in the channel."""
    return (script(**said), claimed, posted)


FIVE = panel_of(5)

# --- opened ---


def test_whoever_a_person_asks_owes_an_answer():
    given().when(says("Alma, what did you bake?", message=7)).then(
        a(ObligationOpened, pair="wh-question", holder="alma", message=7, by=None, depth=0), FloorGiven
    )


def test_each_of_several_who_are_asked_owes_one():
    assert holders(given(says("Wren and Bo, did you sleep?"))) == ["wren", "bo"]


def test_whoever_is_asked_by_a_reply_owes_an_answer():
    assert holders(given(says("why?", answers="bo"))) == ["bo"]


def test_one_of_two_who_share_a_name_owes_it():
    assert len(holders(given(says("Al, are you in?"), seats=(ALMA, replace(BO, aliases=("Al",)))))) == 1


def test_nothing_is_due_after_a_remark_to_somebody():
    given().when(says("Alma, the bread is out of the oven.")).but_never(ObligationOpened)


def test_a_question_to_nobody_in_particular_is_nobodys_to_answer():
    given().when(says("who baked this?")).but_never(ObligationOpened)


def test_words_marked_as_not_for_the_panel_make_nothing_due():
    given().when(says("~ Alma, who is that?")).but_never(ObligationOpened)


def test_a_persona_whom_a_persona_asks_owes_it_one_pair_deeper():
    evening = given(says("Wren, what now?")).when(*answers(wren="Ask the cook. Alma, what is in the pot?"))
    evening.then(ObligationMet, a(ObligationOpened, pair="wh-question", holder="alma", by="wren", depth=1))


def test_a_call_by_a_persona_is_a_summons_if_nothing_more():
    evening = given(says("Wren, what now?")).when(*answers(wren="Alma would know. @Alma?"))
    evening.then(a(ObligationOpened, pair="summons", holder="alma"))


def test_whoever_answers_by_name_does_not_call():
    evening = given(says("Persona0, what now?"), *answers(p0="Persona1, is it noon?"), seats=FIVE)
    evening.when(*answers(p1="It is well past noon, Persona0.")).then(ObligationMet).but_never(ObligationOpened)


def test_a_persona_that_is_only_talked_about_owes_nothing():
    given(says("Wren, what now?")).when(*answers(wren="As Alma says, rain.")).but_never(ObligationOpened)


def test_pairs_deeper_than_the_policy_allows_weigh_nothing():
    evening = given(says("Persona0, what now?"), seats=FIVE, policy=owing(depth=1))
    evening.hear(*answers(p0="Persona1, is it noon?"))
    evening.when(*answers(p1="Persona2, what does the clock say?")).then(TurnEnded).but_never(ObligationOpened)


# --- met ---


def test_the_holders_line_meets_it_once_it_is_posted():
    evening = given(says("Alma, what did you bake?"), script(alma="Rye bread."), claimed)
    assert holders(evening) == ["alma"]
    evening.when(posted).then(ObligationMet)
    assert holders(evening) == []


def test_another_personas_line_does_not_meet_it():
    evening = given(says("Wren and Bo, did you sleep?")).when(script(wren="Like a log.", bo="Hardly."), claimed, posted)
    assert holders(evening) == ["bo"]


def test_a_question_back_keeps_the_first_open():
    evening = given(says("Alma, what did you bake?")).when(*answers(alma="Which day do you mean?"))
    evening.but_never(ObligationMet)
    assert holders(evening) == ["alma"]


def test_a_question_back_meets_a_greeting():
    given(says("Hello Alma")).when(*answers(alma="How are you?")).then(ObligationMet)


def test_the_answer_to_a_question_back_gives_the_floor_to_whoever_asked_it():
    evening = given(says("Alma, what did you bake?"), *answers(alma="Which day do you mean?"))
    evening.when(says("on sunday."), the_gathering_ends)
    evening.then(a(FloorGiven, rule="designated"), a(ModelAsked, role="writer", about=("alma",)))
    evening.when(*answers(alma="Rye bread, then.")).then(ObligationMet)


def test_a_bystanders_words_are_no_answer_to_a_question_back():
    evening = given(says("Alma, what did you bake?"), *answers(alma="Which day do you mean?"))
    evening.when(says("it rained then.", by=RIO), the_gathering_ends).then(a(ModelAsked, role="producer"))


def test_a_question_back_begins_the_window_anew():
    evening = given(says("Alma, what did you bake?"), after(40), *answers(alma="Which day do you mean?"))
    evening.hear(after(40), says("hm, let me think.", by=RIO))
    assert holders(evening) == ["alma"]


def test_a_question_to_somebody_else_is_no_question_back():
    given(says("Alma, what did you bake?")).when(*answers(alma="Bo, what did we bake?")).then(ObligationMet)


# --- ended otherwise ---


def asked_in_vain(**more) -> Evening:
    """Alma was asked, and no line of hers is to come."""
    return given(says("Alma, what did you bake?", message=7), script(alma=""), script(alma=""), **more)


def test_it_lapses_when_its_window_has_passed():
    evening = asked_in_vain().when(after(46), says("the rain has stopped"))
    evening.then(a(ObligationLapsed, reason="lapsed"))


def test_within_its_window_it_stays():
    assert holders(asked_in_vain().when(after(44), says("the rain has stopped"))) == ["alma"]


def test_it_does_not_lapse_while_its_answer_is_being_written():
    evening = given(says("Alma, what did you bake?")).when(after(300), *answers(alma="Rye bread."))
    assert evening.all(ObligationMet)
    assert not evening.all(ObligationLapsed)


def test_it_is_withdrawn_with_the_message_that_asked():
    asked_in_vain().when(deletes(7)).then(a(ObligationLapsed, reason="withdrawn"))


def test_it_is_withdrawn_with_the_persona_line_that_asked():
    evening = given(says("Wren, what now?"), *answers(wren="Alma, what is in the pot?"))
    asking = evening.state.talk[-1].message
    evening.when(LineErased(message=MessageId(asking))).then(a(ObligationLapsed, reason="withdrawn"))


def test_it_is_passed_when_another_has_answered_and_a_person_goes_on():
    evening = given(mutes("bo"), says("Wren and Bo, did you sleep?"), *answers(wren="Like a log."))
    evening.when(says("good for you")).then(a(ObligationLapsed, reason="passed"))


def test_it_is_not_passed_while_the_holder_is_still_to_speak():
    evening = given(says("Wren and Bo, did you sleep?"), script(wren="Like a log.", bo="Hardly."), claimed, posted)
    evening.when(says("good for you")).but_never(ObligationLapsed)


@pytest.mark.parametrize(
    ("event", "reason"), [(PanelClosed(), "closed"), (StopOrdered(), "closed"), (unseats("alma"), "unseated")]
)
def test_nothing_is_owed_any_more_when(event, reason):
    evening = asked_in_vain().when(event).then(a(ObligationLapsed, reason=reason))
    assert holders(evening) == []


def test_what_an_unseated_persona_asked_is_not_owed_any_more():
    evening = given(says("Wren, what now?"), *answers(wren="Alma, what is in the pot?"))
    evening.when(unseats("wren")).then(a(ObligationLapsed, reason="unseated"))


# --- how long, and how much ---


def test_a_slow_room_waits_longer():
    evening = given()
    for minute in range(6):
        evening.hear(says(f"line {minute} of a slow talk"), the_gathering_ends, after(60))
    assert window(evening.state, of_person=True).total_seconds() > 200


def test_a_quick_room_waits_as_long_as_the_policy_says():
    assert window(given(says("hello")).state, of_person=False).total_seconds() == 30


def test_what_is_owed_to_a_person_comes_before_what_is_owed_to_a_persona():
    evening = asked_in_vain()
    evening.hear(orders("wren"), *answers(wren="Alma, what is in the pot?"))
    assert [one.by for one in evening.state.obligations] == [None, "wren"]
    assert owed_by(evening.state, ALMA.id).by is None
    assert owes(evening.state, ALMA.id) == 1.0


def test_what_is_owed_to_a_persona_weighs_less():
    evening = given(orders("wren"), *answers(wren="Alma, what is in the pot?"))
    assert 0 < owes(evening.state, ALMA.id) < 1


def test_who_owes_nothing_has_no_weight():
    assert owes(asked_in_vain().state, BO.id) == 0.0


# --- handed over, and stranded ---


def test_who_was_asked_earlier_in_the_turn_is_handed_to_when_its_lines_are_said():
    evening = given(says("what a day"), the_gathering_ends, stages("p0", "p1"), seats=FIVE)
    evening.hear(script(p0="Persona3, is it noon?", p1="The roses need water."), claimed, posted)
    evening.when(claimed, posted).then(a(FloorGiven, rule="handed-over"), a(ModelAsked, about=("p3",)))


def test_what_the_cap_strands_stays_owed():
    evening = given(says("Wren, what now?"), seats=(WREN, ALMA))
    evening.when(*answers(wren="Alma, what is in the pot?"))
    evening.then(a(SilenceKept, reason="handed-over-in-vain"), TurnEnded)
    assert holders(evening) == ["alma"]


def test_thanks_for_thanks_end_a_run():
    evening = given(says("Persona0, what now?"), seats=FIVE).hear(*answers(p0="Thank you for the tea, Persona1."))
    evening.when(*answers(p1="Thank you, Persona0.")).then(ObligationMet, TurnEnded).but_never(
        FloorGiven, ObligationOpened
    )


def test_a_farewell_for_a_farewell_ends_a_run():
    evening = given(says("Persona0, what now?"), seats=FIVE).hear(*answers(p0="Good night, Persona1!"))
    evening.when(*answers(p1="Good night, Persona0!")).then(TurnEnded).but_never(FloorGiven)


# --- the marker ---


def brief(evening: Evening) -> str:
    return evening.request().messages[-1].text


def test_the_holders_brief_carries_the_marker_and_the_type_that_is_due():
    text = brief(given(says("Alma, tea or coffee?")))
    assert "(response)" in text
    assert "a choice" in text


def test_without_the_marker_the_brief_says_nothing_of_it():
    assert "(response)" not in brief(given(says("Alma, tea or coffee?"), policy=owing(response_marker=False)))


def test_who_owes_nothing_has_no_marker():
    assert "(response)" not in brief(given(says("Alma, the bread is out of the oven.")))


def who_was_asked(policy: Policy) -> Evening:
    """Alma was asked by Wren, and whether she has the floor for it is the policy's."""
    evening = given(says("Wren, what now?"), policy=policy, seats=(*FIVE, WREN, ALMA, BO))
    evening.hear(*answers(wren="Alma, what is in the pot?"))
    return evening


@pytest.mark.parametrize(
    ("designation", "marker", "handed", "marked"),
    [
        ("off", False, False, False),
        ("off", True, False, True),
        ("rules", False, True, False),
        ("rules", True, True, True),
    ],
)
def test_designation_and_marker_act_alone(designation, marker, handed, marked):
    evening = who_was_asked(owing(designation=designation, response_marker=marker))
    assert any(floor.rule == "handed-over" for floor in evening.all(FloorGiven)) is handed
    assert holders(evening) == ["alma"]
    evening.hear(orders("alma"))
    assert ("(response)" in brief(evening)) is marked


def test_without_designation_what_is_owed_selects_nobody():
    assert owes(who_was_asked(owing(designation="off")).state, ALMA.id) == 0.0
