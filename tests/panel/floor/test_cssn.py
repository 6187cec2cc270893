"""The four cells of the ablation: designation decides who speaks, the marker what the brief says, each by itself."""

import pytest

from events.decided import FloorGiven
from events.policy import Obligations
from tests.panel.evening import answer, claimed, given, posted, says, script, the_gathering_ends, with_policy

SPEAKS = answer('{"thought": "-", "action": "speak", "importance": 5}', role="thought")
LISTENS = answer('{"thought": "-", "action": "listen", "importance": 0}', role="thought")
BO_WANTS_TO = {"rules": (), "off": (LISTENS, SPEAKS)}
ALMA_WANTS_TO = {"rules": (), "off": (SPEAKS, LISTENS)}
"""What Alma and Bo think after Wren's line, where anybody is asked."""


def asked_by_wren(strategy, designation, *, marker):
    """Wren has the floor by self-selection, and asks Bo."""
    wish = Obligations(designation=designation, response_marker=marker)
    policy = with_policy(strategy=strategy, obligations=wish)
    spoken = (SPEAKS, LISTENS, LISTENS, script(wren="Bo, what would you plant there?"), claimed, posted)
    return given(says("the bed is empty now."), the_gathering_ends, *spoken, policy=policy)


@pytest.mark.parametrize("marker", [True, False])
def test_with_designation_whom_the_line_asked_is_next(marker):
    room = asked_by_wren("cssn", "rules", marker=marker)
    assert [given.cues[0].persona for given in room.all(FloorGiven)] == ["wren", "bo"]
    assert [call.role for call in room.state.calls] == ["writer"]


@pytest.mark.parametrize("marker", [True, False])
@pytest.mark.parametrize(("strategy", "designation"), [("cssn", "off"), ("self-selection", "rules")])
def test_without_it_everybody_thinks_again(strategy, designation, marker):
    room = asked_by_wren(strategy, designation, marker=marker)
    assert [(call.role, call.about) for call in room.state.calls] == [("thought", ("alma",)), ("thought", ("bo",))]


@pytest.mark.parametrize(("marker", "count"), [(True, 1), (False, 0)])
def test_the_marker_stands_in_the_brief_by_its_own_switch(marker, count):
    room = asked_by_wren("cssn", "rules", marker=marker)
    assert room.request().messages[-1].text.count("(response") == count


@pytest.mark.parametrize(
    ("designation", "marker", "rule", "count"),
    [
        ("rules", True, "handed-over", 1),
        ("rules", False, "handed-over", 0),
        ("off", True, "self-selection", 1),
        ("off", False, "self-selection", 0),
    ],
)
def test_bo_answers_in_all_four_cells_by_another_rule_or_with_another_brief(designation, marker, rule, count):
    room = asked_by_wren("cssn", designation, marker=marker).hear(*BO_WANTS_TO[designation])
    assert (floor(room).rule, [cue.persona for cue in floor(room).cues]) == (rule, ["bo"])
    assert room.request().messages[-1].text.count("(response") == count


@pytest.mark.parametrize(
    ("designation", "speaker", "why"), [("rules", "bo", "handed-over"), ("off", "alma", "most-important")]
)
@pytest.mark.parametrize("marker", [True, False])
def test_the_log_tells_why_somebody_else_may_answer_where_lines_select_nobody(designation, marker, speaker, why):
    room = asked_by_wren("cssn", designation, marker=marker).hear(*ALMA_WANTS_TO[designation])
    assert [(one.persona, one.reason) for one in floor(room).considered if one.verdict == "chosen"] == [(speaker, why)]


def floor(room):
    return room.all(FloorGiven)[-1]
