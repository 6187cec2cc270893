"""Somebody of the library who is not seated here is spoken to: heard, staged for one at most, nobody in their place."""

import pytest

from events.base import PersonaId
from events.decided import AddressHeard, FloorGiven, ModelAsked, SignGiven
from events.heard import HumanSpoke
from events.persona import Persona
from events.policy import Policy
from panel.floor.filters import staging_limit
from panel.hearing import elsewhere
from tests.panel.evening import (
    HOLD,
    RIO,
    WREN,
    Evening,
    a,
    answer,
    given,
    mutes,
    says,
    script,
    stages,
    the_gathering_ends,
)

ZED = Persona(id=PersonaId("zed"), name="Zed", card="Zed mends clocks.")


def asks(text: str):
    return says(text, elsewhere=(PersonaId("zed"),))


def known_in(evening: Evening, text: str, *library: Persona) -> tuple[str, ...]:
    return elsewhere(evening.state, says(text)(evening), library or (WREN, ZED))


def test_who_is_asked_for_and_not_here_is_recorded_and_nobody_is_forced():
    evening = given().when(asks("Zed, are you there?"))
    evening.then(a(AddressHeard, absent=("zed",), forced=())).but_never(FloorGiven)


def test_only_one_may_say_so_and_the_producer_is_told_who_was_asked_for():
    evening = given(asks("Zed, are you there?"), the_gathering_ends)
    assert (evening.call().most, staging_limit(evening.state, 3)) == (1, 1)
    assert "Not here, but spoken to: zed" in evening.request().messages[-1].text


def test_where_the_panel_is_asked_too_it_may_answer_as_ever():
    evening = given(asks("Zed, are you there? What do you all think?"))
    assert staging_limit(evening.state, 3) == staging_limit(given(says("What do you all think?")).state, 3)


def test_whoever_is_here_and_named_beside_them_is_forced():
    given().when(asks("Zed and Wren, are you there?")).then(a(AddressHeard, absent=("zed",), forced=("wren",)))


def test_who_has_sat_down_meanwhile_is_not_absent():
    evening = given(seats=(WREN, ZED)).when(asks("Zed, are you there?"))
    evening.then(a(AddressHeard, absent=(), forced=("zed",)), ModelAsked)


@pytest.mark.parametrize("text", ["Zed, hello", "hey zed", "what do you think, Zed?", "@zed soup"])
def test_of_a_library_those_are_elsewhere_who_are_spoken_to(text):
    assert known_in(given(), text) == ("zed",)


@pytest.mark.parametrize("text", ["where is Zed?", "Zed\u2019s clock", "I met Zed", "Wren, hello"])
def test_who_is_talked_about_or_sits_here_is_not(text):
    assert known_in(given(), text) == ()


def test_a_person_of_that_name_is_meant_first():
    assert known_in(given(says("evening", by=RIO, name="Zed")), "Zed, hello") == ()


def test_whoever_sits_here_is_meant_before_a_namesake_elsewhere():
    assert known_in(given(), "Bo, hello", Persona(id=PersonaId("bo-two"), name="Bo", card="-")) == ()


def asked_in_vain(*steps: object) -> list[SignGiven]:
    """The signs of a turn whose producer holds."""
    return given(*steps, the_gathering_ends, answer(HOLD)).all(SignGiven)


def test_who_asked_is_shown_that_nobody_of_that_name_sits_here():
    (sign,) = asked_in_vain(asks("Zed, are you there?"))
    assert (sign.reason, sign.persona) == ("absent", "zed")


def test_the_sign_is_on_the_message_that_asked():
    evening = given(asks("Zed, are you there?"), says("hello?"), the_gathering_ends, answer(HOLD))
    assert evening.all(SignGiven)[0].message == evening.all(HumanSpoke)[0].message


@pytest.mark.parametrize("strategy", ["manual", "producer"])
def test_whatever_decides_a_silence_says_so(strategy):
    evening = given(policy=Policy(strategy=strategy)).when(asks("Zed, are you there?"), the_gathering_ends)
    signs = evening.hear(*([answer(HOLD)] if strategy == "producer" else [])).all(SignGiven)
    assert [sign.reason for sign in signs] == ["absent"]


def test_a_silence_in_which_nobody_was_called_for_shows_nothing():
    assert asked_in_vain(says("nice weather")) == []


def test_where_somebody_says_it_there_is_no_sign():
    evening = given(asks("Zed, are you there?"), the_gathering_ends, stages("bo"), script(bo="She went home."))
    assert evening.all(SignGiven) == []


def test_whoever_is_muted_and_asked_too_has_the_sign():
    evening = given(mutes("wren"), asks("Zed and Wren, are you there?"))
    assert [sign.reason for sign in evening.all(SignGiven)] == ["muted"]
