"""Names that Discord accepts for a webhook's line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.names import name_problems, shown_name


@pytest.mark.parametrize(
    "name", ["Wren Okafor", "王芳", "🌧️", "J. R.", "★ Captain Moth ★", "x", "D'Arcy `the` Owl", "👩‍👩‍👧 Kin", "a" * 80]
)
def test_a_good_name_is_shown_as_it_is(name):
    assert shown_name(name) == name
    assert name_problems(name) == ()


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Discord Dan", "D\u200aiscord Dan"),
        ("Clyde", "C\u200alyde"),
        ("everyone", "e\u200averyone"),
        ("groundsphere", "groundsph\u200aere"),
        ("@here", "@h\u200aere"),
        ("Dis\u200bcord", "D\u200aiscord"),
        ("Dis\u00adcord", "D\u200aiscord"),
        ("DISCORDCLYDE", "D\u200aISCORDC\u200aLYDE"),
        ("", "Nameless"),
        ("   ", "Nameless"),
        ("\u200b\u3164", "Nameless"),
        ("```", "`\u200a`\u200a`"),
        ("  Wren \n\t Okafor ", "Wren Okafor"),
        ("Wr\x00en\u202e", "Wren"),
        ("a" * 81, "a" * 80),
        ("a" * 79 + "👩‍👩‍👧", "a" * 79),
    ],
)
def test_a_name_that_discord_refuses_is_shown_so_that_it_passes(name, shown):
    assert shown_name(name) == shown
    assert name_problems(name) != ()


_NAMES = st.text(max_size=100) | st.lists(
    st.sampled_from(
        [
            "discord",
            "Clyde",
            "here",
            "everyone",
            "`",
            " ",
            "\u200a",
            "\u200b",
            "a",
            "👩‍👧",
            "\u200d",
            "e\u0301",
            "h",
            "e",
            "r",
        ]
    ),
    max_size=40,
).map("".join)


@given(_NAMES)
def test_a_shown_name_is_accepted_and_shown_the_same_again(name):
    shown = shown_name(name)
    assert 1 <= len(shown) <= 80
    assert shown == shown.strip()
    assert not {"discord", "clyde", "everyone", "here", "``"} & {
        shown.casefold()[a:b] for a in range(80) for b in range(a, 81)
    }
    assert shown_name(shown) == shown


@given(_NAMES)
def test_a_problem_is_told_exactly_when_the_name_is_shown_otherwise(name):
    assert (name_problems(name) == ()) is (shown_name(name) == name)
