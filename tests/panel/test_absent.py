"""Somebody of the library who is not seated here is spoken to: heard, staged for one at most, nobody in their place."""

import pytest

from events.base import PersonaId
from events.decided import AddressHeard, FloorGiven, ModelAsked
from events.persona import Persona
from panel.floor.filters import staging_limit
from panel.hearing import elsewhere
from tests.panel.evening import RIO, WREN, Evening, a, given, says, the_gathering_ends

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
