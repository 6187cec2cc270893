"""Screen, diagnose, regenerate: a suspected line is diagnosed, written again once, and then staged or cut; all told."""

import pytest
from msgspec.structs import replace

from events.base import PersonaId
from events.decided import LineCut, LineStaged, ModelAsked, SignGiven, TurnEnded
from events.memories import Whispered
from events.persona import Persona
from events.policy import Limits, Policy, Screening
from events.screening import LineDiagnosed, LineSuspected
from panel.diagnosis import DIRECTIONS
from tests.panel.evening import (
    ALMA,
    BO,
    SAM,
    WREN,
    Evening,
    a,
    answer,
    claimed,
    fails,
    given,
    posted,
    says,
    script,
    stages,
    streams,
    the_gathering_ends,
    with_policy,
)

SAID = "I would open the window and let the cold air in."
AGAIN = "I would open the window and let in the cold air."
NEARLY = "I would open the window and let the cold air in, I think, for a while."
FRESH = "Then put a coat on."


def screened(**bars) -> Policy:
    return with_policy(screen=Screening(**bars))


def asked_again(policy: Policy | None = None) -> Evening:
    """Wren has said her line, and is asked by name once more."""
    return given(says("Wren, hi"), script(wren=SAID), claimed, posted, says("Wren, and now?"), policy=policy)


def staged_again(policy: Policy | None = None) -> Evening:
    """Wren has said her line, and is given the floor without being asked."""
    first = given(says("Wren, hi"), script(wren=SAID), claimed, posted, policy=policy)
    return first.hear(says("what now?"), the_gathering_ends, stages("wren"))


def verdict(*, acquit: bool, instruction: str = "Leave the window out."):
    told = f'{{"evidence": "the window", "acquit": {str(acquit).lower()}, "instruction": "{instruction}"}}'
    return answer(told, role="diagnosis")


# --- by code ---


def test_a_suspected_line_is_diagnosed_and_written_again_with_a_direction():
    evening = asked_again().when(script(wren=AGAIN))
    evening.then(
        a(LineSuspected, persona="wren", text=AGAIN),
        a(LineDiagnosed, what=("own-overlap",), by="code"),
        a(LineCut, reason="own-overlap", final=False),
        a(ModelAsked, role="writer", attempt=2, about=("wren",), complaint="suspected"),
    ).but_never(LineStaged)
    assert "Bring something new, or take another side." in evening.request().messages[2].text


def test_a_trip_is_recorded_with_its_value_and_its_bar():
    evening = asked_again().when(script(wren=AGAIN))
    (trip,) = evening.all(LineSuspected)[0].trips
    assert (trip.meter, trip.bar) == ("own-overlap", 0.5)
    assert trip.value > 0.5


def test_a_better_second_attempt_is_staged():
    asked_again().hear(script(wren=AGAIN)).when(script(wren=FRESH)).then(a(LineStaged, text=FRESH, mended=()))


def test_who_was_not_asked_is_cut_with_the_reason_after_one_attempt_more():
    evening = staged_again().hear(script(wren=AGAIN)).when(script(wren=AGAIN))
    evening.then(LineSuspected, LineDiagnosed, a(LineCut, reason="own-overlap", final=True), TurnEnded)
    evening.but_never(LineStaged, ModelAsked, SignGiven)


def test_who_was_asked_by_name_says_the_better_of_the_two_attempts():
    evening = asked_again().hear(script(wren=NEARLY)).when(script(wren=AGAIN))
    evening.then(LineSuspected, LineDiagnosed, a(LineStaged, text=NEARLY, mended=("suspected",)))
    evening.but_never(SignGiven)


@pytest.mark.parametrize(
    "second", [script(wren=""), script(wren="As an AI language model I can't."), fails("timeout"), answer("{")]
)
def test_a_second_attempt_that_brings_nothing_leaves_the_first_to_who_was_asked(second):
    asked_again().hear(script(wren=NEARLY)).when(second).then(a(LineStaged, text=NEARLY)).but_never(SignGiven)


def test_where_nothing_may_be_written_again_the_first_attempt_counts():
    asked_again(screened(rewrites=0)).when(script(wren=AGAIN)).then(a(LineStaged, text=AGAIN)).but_never(ModelAsked)
    staged_again(screened(rewrites=0)).when(script(wren=AGAIN)).then(a(LineCut, final=True)).but_never(ModelAsked)


def test_two_rewrites_are_two_and_no_more():
    evening = staged_again(screened(rewrites=2)).hear(script(wren=AGAIN)).when(script(wren=AGAIN))
    evening.then(a(ModelAsked, attempt=3)).when(script(wren=AGAIN)).then(a(LineCut, final=True)).but_never(ModelAsked)


def test_the_fuse_of_calls_holds_for_rewrites_too():
    policy = Policy(limits=Limits(calls_a_turn=1))
    evening = asked_again(policy).when(script(wren=AGAIN))
    evening.then(LineSuspected, LineDiagnosed, LineStaged).but_never(ModelAsked)


def test_a_bar_of_nothing_lets_everything_pass():
    policy = screened(own_overlap=0, closings=0)
    asked_again(policy).when(script(wren=AGAIN)).then(a(LineStaged, text=AGAIN)).but_never(LineSuspected)


def test_while_an_answer_streams_a_suspected_line_only_waits():
    whole = f'{{"lines": [{{"speaker": "wren", "text": "{AGAIN}"}}, {{"speaker": "alma", "text": "Soup?"}}]}}'
    evening = given(says("Wren, hi"), script(wren=SAID), claimed, posted, says("Wren and Alma, and now?"))
    evening.when(streams(whole[: whole.index("alma")])).and_nothing_else()
    evening.when(answer(whole)).then(LineSuspected, a(ModelAsked, about=("wren", "alma"), attempt=2))


def test_lines_of_one_turn_are_held_against_each_other():
    same = "A hot dog is clearly a sandwich, it is bread with a filling inside."
    nearly = "A hot dog is clearly a sandwich: it is bread with filling inside."
    other = "Clearly a hot dog is a sandwich, it is bread with a filling inside it."
    evening = given(says("Wren, Alma and Bo, is a hot dog a sandwich?")).when(script(wren=same, alma=nearly, bo=other))
    evening.then(a(LineStaged, persona="wren"), a(LineSuspected, persona="alma"), a(ModelAsked, about=("alma", "bo")))


def test_a_line_that_was_not_heard_is_no_measure():
    late = Persona(id=PersonaId("kim"), name="Kim", card="-")
    evening = given(says("Wren, hi"), script(wren=SAID), claimed, posted, seats=(WREN, ALMA))
    evening.hear(_seats(late), says("Kim, and you?"))
    evening.when(script(kim=AGAIN)).then(a(LineStaged, persona="kim")).but_never(LineSuspected)


def _seats(persona: Persona):
    from events.heard import PersonaSeated

    return PersonaSeated(persona=persona)


# --- agency ---

TOLD = "I hand you the cup. You drink it and say 'delicious!' and leave."


def test_acting_for_a_person_is_counted_and_said_all_the_same():
    evening = given(says("Bo, hi")).when(script(bo=TOLD))
    evening.then(a(LineSuspected, persona="bo"), a(LineDiagnosed, what=(), instruction=""), a(LineStaged, text=TOLD))


def test_where_people_are_to_act_for_themselves_it_is_written_again_once():
    evening = given(says("Bo, hi"), policy=screened(strict_agency=True)).when(script(bo=TOLD))
    evening.then(a(LineDiagnosed, what=("agency",)), a(ModelAsked, attempt=2))
    evening.when(script(bo=TOLD)).then(a(LineStaged, text=TOLD)).but_never(ModelAsked)


# --- secrets ---

HIDER = replace(BO, private="Bo hid the captain's will inside the blue piano.")
RECITED = "All right, I hid the captain's will inside the blue piano."


def test_a_recited_secret_is_never_said_whoever_asks():
    evening = given(says("Bo, where is it?"), seats=(WREN, ALMA, HIDER)).when(script(bo=RECITED))
    evening.then(a(LineDiagnosed, what=("private",)), a(ModelAsked, attempt=2))
    evening.when(script(bo=RECITED)).then(a(LineCut, reason="private", final=True), SignGiven).but_never(LineStaged)


def test_who_does_not_know_a_secret_does_not_say_it_either():
    evening = given(says("Wren, where is it?"), seats=(WREN, ALMA, HIDER))
    evening.when(script(wren="Bo hid the captain's will inside the blue piano!"))
    evening.then(a(LineDiagnosed, what=("leak",)), ModelAsked).but_never(LineStaged)
    assert "blue piano" not in evening.request().messages[2].text.partition("WRITING")[2]


def test_a_whisper_is_not_repeated_aloud():
    whispered = Whispered(person=SAM, name="Sam", text="I hid your birthday cake under the piano.", to=(BO.id,))
    evening = given(whispered, says("Bo, hi")).when(script(bo="Sam hid your birthday cake under the piano."))
    evening.then(a(LineDiagnosed, what=("private",), instruction=DIRECTIONS["private"])).but_never(LineStaged)


def test_a_secret_in_other_words_is_a_matter_of_taste():
    evening = given(says("Bo, where is it?"), seats=(WREN, ALMA, HIDER))
    evening.when(script(bo="Play me something, and listen to the low notes.")).then(LineStaged)


# --- by a model ---

BY_MODEL = screened(diagnosis="model")


def test_a_model_is_shown_the_suspect_and_nothing_is_said_meanwhile():
    evening = asked_again(BY_MODEL).when(script(wren=AGAIN))
    evening.then(LineSuspected, a(ModelAsked, role="diagnosis", about=("wren",))).but_never(LineStaged, LineDiagnosed)
    assert AGAIN in evening.request().messages[2].text


def test_an_acquitted_line_is_staged_as_it_is():
    evening = asked_again(BY_MODEL).hear(script(wren=AGAIN)).when(verdict(acquit=True))
    evening.then(a(LineDiagnosed, what=(), by="model"), a(LineStaged, text=AGAIN, mended=()))


def test_a_models_direction_is_what_the_next_attempt_is_told():
    evening = asked_again(BY_MODEL).hear(script(wren=AGAIN)).when(verdict(acquit=False))
    evening.then(a(LineDiagnosed, what=("own-overlap",), by="model"), a(ModelAsked, role="writer", attempt=2))
    assert "Leave the window out." in evening.request().messages[2].text


@pytest.mark.parametrize(
    "told",
    [
        answer("I think it is fine?", role="diagnosis"),
        answer('{"acquit": "maybe", "instruction": "x", "evidence": ""}', role="diagnosis"),
        answer('{"acquit": false, "instruction": "  ", "evidence": ""}', role="diagnosis"),
        fails("timeout"),
        fails("cannot-decide"),
    ],
)
def test_a_diagnosis_that_fails_is_made_by_code(told):
    evening = asked_again(BY_MODEL).hear(script(wren=AGAIN)).when(told)
    evening.then(a(LineDiagnosed, what=("own-overlap",), by="code"), a(ModelAsked, role="writer"))


def test_a_model_is_not_shown_what_somebody_else_keeps_secret():
    evening = given(says("Wren, where is it?"), seats=(WREN, ALMA, HIDER), policy=BY_MODEL)
    evening.when(script(wren=RECITED.replace("I hid", "Bo hid"))).then(a(LineDiagnosed, what=("leak",), by="code"))


def test_those_who_come_after_an_acquitted_line_are_asked_for():
    evening = given(says("Wren, hi"), script(wren=SAID), claimed, posted, policy=BY_MODEL)
    evening.hear(says("Wren and Alma, and now?"), script(wren=AGAIN, alma="Soup?")).when(verdict(acquit=True))
    evening.then(a(LineStaged, persona="wren"), a(ModelAsked, role="writer", about=("alma",)))


def test_a_new_message_ends_a_diagnosis():
    evening = asked_again(BY_MODEL).hear(script(wren=AGAIN)).when(says("Wren, never mind, what is for lunch?"))
    evening.hear(script(wren="Soup, today."))
    assert evening.staged() == [("wren", "Soup, today.")]
