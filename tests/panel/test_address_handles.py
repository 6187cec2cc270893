"""Handles, names with signs, and clauses after a bare name: who is spoken to where no comma says so."""

import pytest

from events.base import PersonaId
from events.persona import Persona
from panel.address import resolve

CAST = tuple(
    Persona(id=PersonaId(name), name=name, card="")
    for name in ("max_82", "fennel", "Wren", "McCoy", "Odd Job", "|Long|", "Kit{K}", "El", "oh_well")
)


@pytest.mark.parametrize(
    ("text", "forced"),
    [
        ("max_82 the disk is full", "max_82"),
        ("fennel 1.04 came with the install", "fennel"),
        ("hello there\nfennel two disks then", "fennel"),
        ("Wren but that is not what I saw", "Wren"),
        ("Wren not now", "Wren"),
        ("Wren just click on it", "Wren"),
        ("Wren one moment", "Wren"),
        ("thanks Wren for the link", "Wren"),
        ("thanks for the link Wren", "Wren"),
        ("|Long| yes, check the log", "|Long|"),
        ("Kit{K}: sounds like a fire", "Kit{K}"),
        ("El, you coming?", "El"),
    ],
)
def test_what_can_only_be_said_to_somebody_gives_the_floor(text, forced):
    assert resolve(text, CAST).forced == (forced,)


@pytest.mark.parametrize(
    "text",
    [
        "max_82 is gone", "max_82 said no", "fennel and I went home", "fennel from the shop", "fennel thinks so",
        "I saw fennel yesterday", "fennel himself did it", "Wren songs", "McCoy the doctor", "Wren just quit",
        "thanks for asking Wren", "thanks for the talk with Wren", "oh. it rains", "long ago", "el perro",
    ],
)  # fmt: skip
def test_what_goes_on_about_a_name_forces_nobody(text):
    assert resolve(text, CAST).forced == ()


@pytest.mark.parametrize(
    "text", ["fennel soup is great", "fennel tea tonight", "fennel song of the year", "fennel harvest begins"]
)
def test_a_name_in_small_letters_that_belongs_to_the_next_word_forces_nobody(text):
    assert resolve(text, CAST).forced == ()
