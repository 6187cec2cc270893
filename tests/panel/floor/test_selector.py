"""The selector's floor: one clear name, exact complaints, and a fallback that never picks whoever has just spoken."""

import msgspec
import pytest

from events.decided import FloorGiven, ModelAsked, SilenceKept
from events.persona import Persona
from events.policy import Selector
from panel import selecting
from tests.panel.evening import (
    ALMA,
    BO,
    WREN,
    a,
    answer,
    claimed,
    fails,
    given,
    limits,
    mutes,
    posted,
    says,
    script,
    the_gathering_ends,
    with_policy,
)

SELECTOR = with_policy(strategy="selector")
OWL = Persona(id="night_owl", name="Night Owl", card="-")
ANNA = Persona(id="anna", name="Anna", card="-")
ANNA_LEE = Persona(id="anna_lee", name="Anna Lee", card="-")


def asked(*, seats=(WREN, ALMA, BO), policy=SELECTOR, before=()):
    return given(*before, says("what should we cook?"), the_gathering_ends, seats=seats, policy=policy)


def read(text, **more):
    evening = asked(**more)
    return selecting.parse(evening.state, evening.call(), text)


@pytest.mark.parametrize(
    "text",
    [
        '{"next": "wren"}',
        '```json\n{"next": "Wren Okafor"}\n```',
        '{"next": ["wren"]}',
        '{"Next": "WREN "}',
        " wren ",
        '"Wren"',
        "Role: Wren Okafor",
        "WREN.",
        "**Wrenny**",
        "<think>Alma, or Bo?</think>wren",
        "I choose Wren.",
    ],
)
def test_noise_around_one_name_does_not_hide_it(text):
    assert read(text) == ("wren", "")


@pytest.mark.parametrize("text", ["night\\_owl", "Night Owl", "night owl", "NIGHT_OWL"])
def test_an_underscore_is_a_space_escaped_or_not(text):
    assert read(text, seats=(OWL, WREN)) == ("night_owl", "")


@pytest.mark.parametrize(
    ("text", "violation"),
    [
        ("I choose Wren because Alma spoke", "it named alma, wren, and exactly one may speak"),
        ('{"next": ["bo", "alma"]}', "it named alma, bo, and exactly one may speak"),
        ("", "it named nobody"),
        ('{"next": ""}', "it named nobody"),
        ('{"next": null}', "it named nobody"),
        ("I cannot decide", "nobody on the panel goes by what it said"),
        ('{"next": "gandalf"}', "nobody on the panel goes by what it said"),
        ("not Wren", "it named wren without choosing clearly"),
        ('{"next": "wren', "it was not the JSON object that was asked for"),
    ],
)
def test_each_violation_is_told_exactly(text, violation):
    assert read(text) == (None, f"{violation}; answer with one of wren, alma, bo")


def test_somebody_who_is_seated_and_no_candidate_is_told_apart():
    assert read("Bo", before=(mutes("bo"),)) == (
        None,
        "it named bo, who may not speak now; answer with one of wren, alma",
    )


def test_a_name_inside_a_longer_name_is_one_name():
    assert read("Anna Lee", seats=(ANNA, ANNA_LEE)) == ("anna_lee", "")


def test_a_longer_name_of_a_muted_persona_is_not_the_shorter_one():
    assert read("Anna Lee", seats=(ANNA, ANNA_LEE, BO), before=(mutes("anna_lee"),))[0] is None


def test_an_id_is_clear_where_a_name_is_shared():
    twin = msgspec.structs.replace(BO, id="bo-2")
    assert read('{"next": "bo"}', seats=(BO, twin, WREN)) == ("bo", "")


def test_the_model_is_asked_among_the_candidates_only():
    evening = asked(before=(mutes("bo"),))
    assert evening.call().about == ("wren", "alma")
    assert evening.request().schema["properties"]["next"]["enum"] == ["wren", "alma"]
    assert "roses" not in str(evening.request().messages)


def test_the_talk_that_it_is_shown_is_short():
    policy = with_policy(strategy="selector", selector=Selector(lines=2))
    evening = asked(policy=policy, before=tuple(says(f"~ {n}", message=100 + n) for n in range(9)))
    assert evening.request().messages[1].text.splitlines()[1:] == ["Sam: ~ 8", "Sam: what should we cook?"]


def test_whoever_is_named_has_the_floor_alone():
    evening = asked().when(answer('{"next": "bo"}')).then(a(FloorGiven, rule="selector"), a(ModelAsked, role="writer"))
    assert [cue.persona for cue in evening.state.turn.cues] == ["bo"]


def test_an_address_asks_no_selector():
    given(policy=SELECTOR).when(says("Wren?")).then(a(ModelAsked, role="writer"))


def test_it_is_asked_again_with_the_violation_as_often_as_the_policy_says():
    evening = asked().when(answer("")).then(a(ModelAsked, role="selector", attempt=2))
    evening.when(answer("I cannot decide")).then(a(ModelAsked, role="selector", attempt=3))
    evening.when(answer("Alma or Bo")).then(a(FloorGiven, rule="fallback"))


@pytest.mark.parametrize("reason", ["timeout", "server", "cannot-decide", "nonsense"])
def test_a_model_that_does_not_answer_is_not_waited_for_twice(reason):
    evening = asked().when(fails(reason)).then(a(FloorGiven, rule="fallback"))
    assert evening.all(FloorGiven)[-1].considered[0].reason == f"selector-{reason}"


def test_the_same_evening_always_falls_back_to_the_same_one():
    picks = {asked().hear(fails()).state.turn.cues for _ in range(100)}
    assert len(picks) == 1


@pytest.mark.parametrize(("spoke", "follows"), [("wren", "alma"), ("alma", "bo"), ("bo", "wren")])
def test_the_fallback_is_the_next_seat_and_never_the_last_speaker(spoke, follows):
    line = (says("hi", answers=spoke), script(**{spoke: "Bread first, I say."}), claimed, posted)
    evening = asked(before=line).hear(fails())
    assert [cue.persona for cue in evening.state.turn.cues] == [follows]


def test_one_candidate_is_not_worth_a_question():
    asked(before=(mutes("bo"), mutes("alma"))).then(a(FloorGiven, rule="only-candidate")).but_never(SilenceKept)


def test_a_call_is_left_for_the_writer():
    policy = msgspec.structs.replace(limits(calls_a_turn=2), strategy="selector")
    asked(policy=policy).when(answer("")).then(a(FloorGiven, rule="fallback"), a(ModelAsked, role="writer"))
