"""The screen's meters as they are drawn for people."""

import io

import pytest
from rich.console import Console

from bot.commands.panel import described
from bot.meters_shown import drawn, named, of_room, sparkline
from events.heard import LinePosted
from events.policy import Policy, Screening
from replay.trips import trips
from tests.panel.evening import claimed, given, posted, says, script

ASKED = ("And soup, is it hot?", "And rain, is it cold?", "And bread, is it old?", "And what of tea?")


def asking(*lines: str):
    steps = [step for line in lines for step in (says("Wren, go on"), script(wren=line), claimed, posted)]
    return given(*steps, policy=Policy(screen=Screening(closings=0, own_overlap=0)))


@pytest.mark.parametrize(
    ("values", "drawn_as"),
    [([0, 0.25, 0.5], "▁▄▇"), ([0.51, 3], "██"), ([], "")],
)
def test_a_value_is_drawn_as_its_share_of_the_bar(values, drawn_as):
    assert sparkline([(value, 0.5) for value in values]) == drawn_as


def test_a_persona_that_asks_and_asks_is_drawn_so():
    assert ("asks", "████") in drawn(asking(*ASKED).state, "wren")


def test_a_few_lines_are_not_drawn():
    assert drawn(asking(*ASKED[:2]).state, "wren") == []


def test_panel_show_draws_the_meters_under_the_seats():
    shown = described(asking(*ASKED).state)
    assert "-# Meters of the last lines, █ is above the bar:" in shown
    assert "asks ████" in shown


def test_panel_show_of_a_fresh_room_draws_nothing():
    assert "Meters" not in described(given(says("hello")).state)


def test_the_terminal_shows_the_meters_and_the_trips_by_policy():
    evening = asking(*ASKED)
    page = io.StringIO()
    Console(file=page, width=110).print(of_room(evening.state, trips(evening.log)), highlight=False)
    assert "asks" in page.getvalue()
    assert "screen.own_overlap 0" in page.getvalue()


def test_a_usual_policy_is_named_so():
    assert named(Policy()) == "the defaults"


def test_a_drawing_is_made_of_the_talk_alone():
    evening = asking(*ASKED)
    before = evening.state.version
    drawn(evening.state, "wren")
    assert evening.state.version == before
    assert len(evening.all(LinePosted)) == len(ASKED)
