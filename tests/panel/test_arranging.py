"""Who writes whose lines: together, alone, or alone only with something to hide; and what an exam's number decides."""

import pytest
from msgspec.structs import replace

from events.base import PersonaId
from events.controls import WriterMeasured
from events.decided import LineStaged, ModelAsked
from events.memories import Whispered
from events.policy import Policy
from panel.arranging import effective
from tests.panel.evening import ALMA, BO, CAST, SAM, WREN, Evening, a, given, says, script

EVERYBODY = "Bo, Wren and Alma, who has seen my hat?"
KEEPER = replace(WREN, private="Wren hid the hat.")


def asked(evening: Evening) -> list[tuple[str, ...]]:
    """For whom the writer was asked, call by call."""
    return [call.about for call in evening.all(ModelAsked) if call.role == "writer"]


def policy(arrangement: str) -> Policy:
    return Policy(arrangement=arrangement)  # type: ignore[arg-type]  # one of the four, by its name


def test_one_call_writes_everybody_who_is_staged():
    given(says(EVERYBODY)).then(a(ModelAsked, role="writer", about=("bo", "wren", "alma"), arranged="one"))


def test_each_line_can_have_a_call_of_its_own():
    evening = given(says(EVERYBODY), policy=policy("each"))
    evening.then(a(ModelAsked, about=("bo",), arranged="each"))
    evening.when(script(bo="I saw it on the chair."))
    evening.then(LineStaged, a(ModelAsked, about=("wren",)))


def test_the_next_call_of_a_turn_does_not_wait_for_the_post():
    evening = given(says(EVERYBODY), policy=policy("each")).when(script(bo="On the chair."))
    assert (len(evening.staged()), asked(evening)) == (1, [("bo",), ("wren",)])


def test_a_panel_without_secrets_shares_one_call_when_split():
    given(says(EVERYBODY), policy=policy("split")).then(a(ModelAsked, about=("bo", "wren", "alma"), arranged="split"))


def test_who_has_something_to_hide_writes_alone_and_in_its_place():
    evening = given(says(EVERYBODY), seats=(KEEPER, ALMA, BO), policy=policy("split"))
    evening.when(script(bo="On the chair."), script(wren="What hat?"))
    assert asked(evening) == [("bo",), ("wren",), ("alma",)]


def test_the_rest_stays_together_behind_the_one_with_a_secret():
    evening = given(says("Wren, Alma and Bo, who has seen my hat?"), seats=(KEEPER, ALMA, BO), policy=policy("split"))
    evening.when(script(wren="What hat?"))
    assert asked(evening) == [("wren",), ("alma", "bo")]


def test_a_whisper_sets_its_hearer_apart():
    whisper = Whispered(person=SAM, name="Sam", text="It is under the sink.", to=(PersonaId("wren"),))
    evening = given(whisper, says("Wren, Alma and Bo, who has seen my hat?"), policy=policy("split"))
    evening.then(a(ModelAsked, about=("wren",), arranged="split: wren knows what the others do not"))


@pytest.mark.parametrize(
    ("at_most", "arranged"),
    [(0.0, "one"), (0.02, "one"), (0.1, "split"), (0.2, "split"), (0.21, "each")],
)
def test_auto_goes_by_what_the_leak_exam_found_for_this_model(at_most: float, arranged: str):
    measured = WriterMeasured(model="small", leaks=0.0, trials=40, at_most=at_most)
    evening = given(measured, policy=policy("auto"))
    assert effective(evening.state)[0] == arranged


def test_auto_says_in_the_log_why():
    measured = WriterMeasured(model="small", leaks=0.5, trials=40, at_most=0.65)
    evening = given(measured, says(EVERYBODY), policy=policy("auto"))
    evening.then(a(ModelAsked, arranged="each; auto: small leaked 50.0% of 40, surely at most 65.0%"))


def test_a_model_that_was_never_measured_is_not_trusted_with_secrets():
    arranged, why = effective(given(seats=CAST, policy=policy("auto")).state)
    assert (arranged, "leak exam" in why) == ("split", True)
