"""What a moderator is told about a name before it is seated."""
# ruff: noqa: RUF001 -- look-alikes and other alphabets are what is tested

import pytest

from events.base import PersonaId
from events.persona import Persona
from panel.address import seating_warnings
from panel.seating import called_like, shared_aliases


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


@pytest.mark.parametrize(
    ("new", "other", "called"),
    [
        (persona("new", "Nolan", "Al"), persona("alma", "Alma Reyes", "Al"), "al"),
        (persona("new", "Nolan", "Alma"), persona("alma", "Alma Reyes"), "alma"),
        (persona("new", "Nolan", "reyes"), persona("alma", "Alma Reyes"), "reyes"),
        (persona("new", "Alma Reyes"), persona("nolan", "Nolan", "Alma"), "alma"),
        (persona("new", "Captain"), persona("alma", "Alma", "the captain"), "captain"),
        (persona("new", "Nolan", "the Captain"), persona("alma", "Alma", "captain"), "captain"),
        (persona("new", "Nolan", "★ Al ★"), persona("alma", "Alma", "Al"), "al"),
        (persona("new", "Nolan", "Zoe"), persona("zoe", "Zoë"), "zoe"),
        (persona("new", "Nolan", "ｶﾋﾟﾀﾝ"), persona("alma", "Alma", "カピタン"), "カピタン"),
        (persona("new", "Nolan", "Hope"), persona("hope", "Hope Lind"), "hope"),
        (persona("new", "Nolan", "🌧️"), persona("rain", "🌧️"), "🌧"),
    ],
)
def test_an_alias_that_calls_somebody_else_too_is_taken(new, other, called):
    assert called in shared_aliases(new, other)
    assert called in shared_aliases(other, new)


@pytest.mark.parametrize(
    ("new", "other"),
    [
        (persona("voss", "Anna Voss"), persona("lind", "Anna Lind")),
        (persona("voss", "Anna Voss", "Anna"), persona("lind", "Anna Lind", "Anna", "Annie")),
        (persona("mira", "Mira"), persona("mira-2", "Mira")),
        (persona("new", "Captain Ahab"), persona("alma", "Alma", "the captain")),
        (persona("new", "Nolan", "Ali"), persona("alma", "Alma", "Al")),
        (persona("new", "Nolan", "Аl"), persona("alma", "Alma", "Al")),
    ],
)
def test_a_shared_first_name_a_title_or_another_spelling_takes_no_alias(new, other):
    assert shared_aliases(new, other) == ()


@pytest.mark.parametrize(
    ("name", "like"),
    [
        ("Wren Okafor", "wren"),
        ("wren", "wren"),
        ("Ｗｒｅｎ", "wren"),
        ("★ Wren ★", "wren"),
        ("Wrеn", "wren"),
        ("W\u200bren", "wren"),
        ("The Captain", "alma"),
        ("AL", "alma"),
        ("AI", "alma"),
        ("ﾐｵ", "mio"),
    ],
)
def test_a_member_who_is_called_like_a_persona_is_noticed(name, like):
    assert called_like(name, SEATED) == (like,)


@pytest.mark.parametrize("name", ["Sam", "Wrenford", "Sam Okafor-Wren", "Almanac", "", "🌧️", "@wren fan"])
def test_a_member_with_a_name_of_their_own_is_not(name):
    assert called_like(name, SEATED) == ()
