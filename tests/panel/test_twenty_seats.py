"""Twenty seats: prompts within a budget by cards in one line, and a cap that still means something."""

import pytest

from events.base import PersonaId
from events.decided import ModelAsked
from events.persona import Persona
from panel.casting import CAST_CHARACTERS, SUMMARY, in_one_line
from tests.panel.evening import (
    Evening,
    a,
    answer,
    claimed,
    given,
    limits,
    lines,
    posted,
    says,
    stages,
    staging,
    the_gathering_ends,
)

CARD = "Keeps a lighthouse, a diary and four hens on an island that no ferry visits in winter. " * 40
BUDGET = 16_000
"""Characters of a producer's prompt for twenty seats, the talk apart: about 4,000 tokens."""


def cast(size: int, card: str = CARD, summary: str = "") -> tuple[Persona, ...]:
    return tuple(
        Persona(id=PersonaId(f"p{n}"), name=f"Persona{n}", card=f"[{n}] {card}", summary=summary, voice=("Quite so.",))
        for n in range(size)
    )


def asked(seats: tuple[Persona, ...], *steps) -> Evening:
    return given(says("what should we cook?"), the_gathering_ends, *steps, seats=seats)


def size(evening: Evening) -> int:
    return sum(len(said.text) for said in evening.request().messages)


@pytest.mark.parametrize("card", [CARD, CARD * 3, "x" * 4000])
def test_a_producers_prompt_for_twenty_seats_stays_within_its_budget(card):
    evening = asked(cast(20, card))
    assert size(evening) <= BUDGET
    assert all(f"[p{n}] Persona{n}\n" in evening.request().messages[0].text for n in (0, 9, 19))


def test_each_candidate_is_one_line_of_the_brief():
    brief = asked(cast(20)).request().messages[2].text
    rows = [row for row in brief.splitlines() if row.startswith("- p")]
    assert len(rows) == 20
    assert max(map(len, rows)) <= 200


def test_whoever_is_to_speak_has_the_whole_card_and_the_others_one_line():
    evening = asked(cast(20)).hear(stages("p3"))
    system, _, brief = (said.text for said in evening.request().messages)
    assert f"[3] {CARD.strip()}" in brief
    assert (system.count("Quite so."), brief.count("Quite so.")) == (0, 1)
    assert len(system) < CAST_CHARACTERS


def test_who_speaks_leaves_the_prefix_of_a_large_panel_as_it_is():
    evening = asked(cast(20))
    before = evening.request().messages[0]
    assert evening.hear(stages("p3")).request().messages[0] == before


def test_everybody_asked_by_name_is_written_for_within_the_budget():
    names = ", ".join(f"Persona{n}" for n in range(20))
    evening = given(says(f"{names}: hello!"), seats=cast(20))
    assert len(evening.call().about) == 20
    assert len(evening.request().messages[0].text) < CAST_CHARACTERS + 20 * (SUMMARY + 40) + 2000


def test_a_panel_that_fits_is_shown_whole_to_every_role():
    evening = asked(cast(20, "A short card."))
    first = evening.request().messages[0].text
    assert (first.count("A short card."), first.count("Quite so.")) == (20, 20)
    assert evening.hear(stages("p3")).request().messages[0].text == first


@pytest.mark.parametrize(
    ("summary", "shown"),
    [("Keeps a lighthouse.", "Keeps a lighthouse."), ("", "[0] Keeps a lighthouse, a diary"), ("a\n\nb", "a b")],
)
def test_a_card_in_one_line_is_its_summary_or_how_it_begins(summary, shown):
    line = in_one_line(cast(1, summary=summary)[0])
    assert line.startswith(shown)
    assert (len(line) <= SUMMARY, "\n" in line) == (True, False)


def test_the_policy_bounds_the_speakers_of_twenty_seats():
    evening = asked(cast(20)).when(answer(staging("p1", "p2", "p3", "p4")))
    evening.then(a(ModelAsked, role="producer", complaint="4 speakers were staged, and 3 may speak"))


def test_a_chain_of_hand_overs_ends_at_the_bound_and_not_at_nineteen():
    evening = asked(cast(20), stages("p1"))
    evening.hear(answer(lines(("p1", "The hens are awake. Persona2, yours?"))), claimed, posted)
    evening.hear(answer(lines(("p2", "Mine sleep all morning. Persona3, and you?"))), claimed, posted)
    evening.hear(answer(lines(("p3", "I never had any hens, sadly. Persona4, did you?"))), claimed, posted)
    assert [who for who, _ in evening.said()] == ["p1", "p2", "p3"]
    assert (evening.state.turn, evening.state.calls) == (None, ())


def test_a_policy_may_allow_fewer():
    evening = given(says("so, the hens"), the_gathering_ends, seats=cast(20), policy=limits(speakers_a_turn=1))
    evening.hear(stages("p1"), answer(lines(("p1", "The hens are awake. Persona2, yours?"))), claimed).when(posted)
    evening.but_never(ModelAsked)
