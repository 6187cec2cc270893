"""Discord's markup: what is opaque, what is quoted, and what is only decoration."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.base import PersonaId
from events.persona import Persona
from panel.address import resolve
from panel.markup import speech_of

SEATED = tuple(Persona(id=PersonaId(name.lower()), name=name, card="") for name in ("Wren", "Alma", "Bo"))


@pytest.mark.parametrize(
    "text",
    [
        "run `wren --help`", "```\n@Wren look\n```", "```py\nWren, go\n```", "``@Wren``", "````\n@Wren\n````",
        "nice <:wren:123456789012345678>", "<a:bo_dance:123456789012345678>", ":wren: hi",
        "<#123456789012345678> for #wren", "</bo:123456789012345678>", "</bo alma:123456789012345678>",
        "https://wren.example/alma", "<https://a.b/wren>", "www.wren.dev", "see [this](https://a.b/wren)",
    ],
)  # fmt: skip
def test_opaque_markup_names_nobody(text):
    assert resolve(text, SEATED).spans == ()


@pytest.mark.parametrize(
    "text",
    [
        "> Wren, you are wrong\nI disagree with that", ">>> Wren? x\nWren, y", 'she said "Wren, go"',
        "she said “Wren, go”", "„Wren, komm“, sagte sie", "«Wren, viens»", "「Wren、来て」と言った",
        "'Wren, go' is what I said", "~~Wren, go~~ never mind", "~~@Wren~~",
    ],
)  # fmt: skip
def test_a_quoted_or_struck_name_is_only_mentioned(text):
    heard = resolve(text, SEATED)
    assert (heard.forced, heard.mentioned) == ((), ("wren",))


@pytest.mark.parametrize(
    "text",
    [
        "**Wren**, go", "_Wren_, go", "__Wren__: go", "***Wren***, go", "||Wren, go||", "# Wren, look",
        "-# Wren, look", "- Wren, look", "* Wren, look", "> Alma, hi\nWren, see above", "~~Alma~~ Wren, go",
        "`Alma` Wren, look", "look at `x`, Wren", "<@12> <@&13> Wren, hi", "<t:1700000000:R> Wren?",
        "https://a.b/c Wren, look", "[Wren, look](https://a.b/c)", "```\nWren?", "\\@Wren hi", "\\`Wren, go\\`",
        "don't, Wren, it's fine",
    ],
)  # fmt: skip
def test_markup_around_a_name_does_not_hide_it(text):
    assert resolve(text, SEATED).forced == ("wren",)


@given(st.text(max_size=80))
def test_laying_markup_aside_keeps_every_offset(message):
    speech = speech_of(message)
    assert len(speech.text) == len(speech.hushed) == len(message)


@given(st.text(alphabet="Wren, @\n~|*", max_size=40))
def test_whatever_stands_in_a_code_block_is_inert(text):
    assert resolve(f"```{text}```", SEATED).spans == ()
