"""What a moderator is told about a name before it is seated."""
# ruff: noqa: RUF001 -- look-alikes and other alphabets are what is tested

import pytest

from events.base import PersonaId
from events.persona import Persona
from panel.address import seating_warnings


def persona(slug: str, name: str, *aliases: str) -> Persona:
    return Persona(id=PersonaId(slug), name=name, card="", aliases=aliases)


SEATED = (persona("wren", "Wren Okafor"), persona("alma", "Alma Reyes", "Al", "the captain"), persona("mio", "ミオ"))


@pytest.mark.parametrize(
    ("new", "words"),
    [
        (persona("new", "Wren Okafor"), "nobody can tell them apart"),
        (persona("new", "WREN  okafor"), "nobody can tell them apart"),
        (persona("new", "Nolan", "al"), "nobody can tell them apart"),
        (persona("new", "ﾐｵ"), "nobody can tell them apart"),
        (persona("new", "Wren Lind"), "“wren” means both"),
        (persona("new", "Captain"), "“captain” means both"),
        (persona("new", "Wrеn Okafor"), "looks like “Wren Okafor”"),
        (persona("new", "Wrеn Okafor"), "mixes alphabets"),
        (persona("new", "AI"), "looks like “Al”"),
        (persona("new", "Hope"), "everyday word"),
        (persona("new", "The Will"), "everyday word"),
        (persona("new", "Ele"), "everyday word"),
        (persona("new", "包"), "single character"),
        (persona("new", "🌧️"), "has no letters"),
        (persona("new", "No\u200blan"), "invisible characters"),
    ],
)
def test_a_troublesome_name_is_named_with_its_trouble(new, words):
    assert words in " ".join(seating_warnings(new, SEATED))


@pytest.mark.parametrize("name", ["Nolan Pierce", "Inès", "王芳", "София", "Papillon 🦋", "👩‍🚀 Vera", "O'Brien"])
def test_an_ordinary_name_warns_of_nothing(name):
    assert seating_warnings(persona("new", name), SEATED) == ()


def test_a_persona_does_not_collide_with_its_own_earlier_card():
    assert seating_warnings(persona("wren", "Wren Okafor", "Wrenny"), SEATED) == ()
