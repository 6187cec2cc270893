"""Two who share a name: exactly one of them answers, by a rule that the talk decides and that is the same each time."""

import pytest

from events.base import PersonaId
from events.decided import FloorGiven, ModelAsked
from events.persona import Persona
from tests.panel.evening import RIO, SAM, Evening, a, claimed, given, orders, posted, says, script

VOSS = Persona(id=PersonaId("voss"), name="Anna Voss", card="Sells lamps.")
LIND = Persona(id=PersonaId("lind"), name="Anna Lind", card="Repairs clocks.")
BO = Persona(id=PersonaId("bo"), name="Bo", card="Bakes.", aliases=("the baker", "カピタン"))
ANNAS = (VOSS, LIND, BO)


def answered(persona: str, by, text: str):
    """This person calls this persona, who answers."""
    name = {"voss": "Voss", "lind": "Lind", "bo": "Bo"}[persona]
    return says(f"{name}, hi", by=by), script(**{persona: text}), claimed, posted


def speaks(evening: Evening) -> tuple[str, ...]:
    return tuple(cue.persona for cue in evening.all(FloorGiven)[-1].cues)


def test_before_anybody_spoke_the_first_seat_is_meant():
    evening = given(seats=ANNAS).when(says("Anna, coffee?"))
    evening.then(a(FloorGiven, rule="shared-name"))
    assert speaks(evening) == ("voss",)


def test_whoever_last_answered_this_person_is_meant_and_not_who_answered_another_since():
    talk = (*answered("lind", SAM, "It ticks again."), *answered("voss", RIO, "That lamp is sold."))
    assert speaks(given(*talk, seats=ANNAS).when(says("Anna, coffee?", by=SAM))) == ("lind",)


def test_whoever_spoke_last_is_meant_by_a_person_whom_neither_answered():
    talk = (orders("voss"), script(voss="That lamp is sold."), claimed, posted)
    more = (orders("lind"), script(lind="It ticks again."), claimed, posted)
    assert speaks(given(*talk, *more, seats=ANNAS).when(says("Anna, coffee?", by=RIO))) == ("lind",)


def test_a_reply_to_one_of_them_means_that_one_whatever_the_rule_would_say():
    evening = given(*answered("voss", SAM, "That lamp is sold."), seats=ANNAS)
    assert speaks(evening.when(says("Anna, sure?", answers="lind"))) == ("lind",)


@pytest.mark.parametrize(("text", "meant"), [("Anna Lind, coffee?", "lind"), ("Voss?", "voss")])
def test_the_part_that_they_do_not_share_decides(text, meant):
    assert speaks(given(*answered("voss", SAM, "Sold."), seats=ANNAS).when(says(text))) == (meant,)


def test_personas_of_the_very_same_name_are_two_and_one_of_them_answers():
    twins = (Persona(id=PersonaId("m1"), name="Mira", card="-"), Persona(id=PersonaId("m2"), name="Mira", card="-"))
    evening = given(orders("m2"), script(m2="It ticks again."), claimed, posted, seats=twins)
    assert speaks(evening.when(says("Mira, hi"))) == ("m2",)


@pytest.mark.parametrize("line", ["Baker, your turn.", "カピタン、どう?", "@the baker, and you?"])
def test_a_persona_calls_by_an_alias_as_people_do(line):
    evening = given(says("Voss, hi"), script(voss=line), claimed, seats=ANNAS).when(posted)
    evening.then(a(FloorGiven, rule="handed-over"), a(ModelAsked, role="writer", about=("bo",)))


def test_a_persona_that_shares_its_name_calls_the_other_one():
    evening = given(says("Voss, hi"), script(voss="Anna, your turn?"), claimed, seats=ANNAS).when(posted)
    evening.then(a(FloorGiven, rule="handed-over"))
    assert speaks(evening) == ("lind",)
