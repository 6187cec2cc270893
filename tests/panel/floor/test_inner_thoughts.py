"""Inner Thoughts: the strongest thought above its bar, else by chance a quick reaction, else nobody."""

import pytest
from msgspec.structs import replace

from events.base import Version
from events.decided import FloorGiven, SilenceKept, ThoughtFormed
from events.policy import InnerThoughts
from events.room import Utterance
from panel.factors import FAIRNESS, fairness
from tests.panel.evening import RIO, SAM, WREN, a, answer, given, says, the_gathering_ends, with_policy


def inner(**changes):
    return with_policy(strategy="inner-thoughts", inner=InnerThoughts(**changes))


def thinks(motivation, quick=""):
    text = f'{{"quick": "{quick}", "thought": "Salt it.", "for": "-", "against": "-", "motivation": {motivation}}}'
    return answer(text, role="thought")


def evening(*steps, policy=None):
    return given(says("the soup is bland."), the_gathering_ends, *steps, policy=policy or inner(quick=0.0))


def test_the_strongest_above_the_threshold_speaks():
    room = evening(thinks(3.6), thinks(4.2)).when(thinks(3.4))
    room.then(a(FloorGiven, rule="inner-thoughts"))
    assert [cue.persona for cue in room.state.turn.cues] == ["alma"]


def test_below_the_threshold_nobody_speaks():
    evening(thinks(3.0), thinks(3.0)).when(thinks(2.0)).then(a(SilenceKept, reason="below-threshold"))


def test_a_quick_reaction_is_spoken_by_chance():
    room = evening(thinks(2.0, "Ha!"), thinks(1.5), policy=inner(quick=1.0)).when(thinks(1.5))
    room.then(a(FloorGiven, rule="quick-reaction"))
    assert "Ha!" in room.state.turn.cues[0].manner


@pytest.mark.parametrize(("motivation", "expected"), [(3.8, SilenceKept), (4.5, FloorGiven)])
def test_into_a_talk_between_people_only_who_reaches_the_higher_bar_speaks(motivation, expected):
    room = given(says("hi", by=RIO), the_gathering_ends, thinks(1.0), thinks(1.0), thinks(1.0), policy=inner(quick=0.0))
    room.hear(says("Rio, the soup is bland.", to_others=True), the_gathering_ends, thinks(motivation), thinks(1.0))
    room.when(thinks(1.0)).then(expected)


@pytest.mark.parametrize("motivation", [0.9, 5.1, '"4"', "true", "null"])
def test_a_number_off_the_scale_is_no_score(motivation):
    assert evening(thinks(motivation)).all(ThoughtFormed)[-1].reason == "unreadable"


def test_the_raw_score_stands_beside_the_fair_one():
    formed = evening(thinks(4.0)).all(ThoughtFormed)[-1]
    assert (formed.raw, formed.score) == (4.0, 4.0)


@pytest.mark.parametrize(("lines", "factor"), [(0, 1.0), (10, FAIRNESS**10), (200, FAIRNESS**30)])
def test_what_a_quiet_persona_thinks_is_raised_by_the_rule_of_the_lull_and_no_further(lines, factor):
    room = given(policy=inner()).state
    talk = tuple(Utterance(version=Version(n), at=room.at, name="Sam", text="-", person=SAM) for n in range(lines))
    assert fairness(replace(room, talk=talk), WREN.id) == pytest.approx(factor)


def test_a_long_talk_carries_no_faint_thought_over_the_bar():
    chat = [says(f"line {number}, about the harbour") for number in range(60)]
    room = given(*chat, the_gathering_ends, thinks(2.5), thinks(2.5), policy=inner(quick=0.0)).when(thinks(2.5))
    room.then(a(SilenceKept, reason="below-threshold"))
    assert {one.score for one in room.all(ThoughtFormed)} == {round(2.5 * FAIRNESS**30, 1)}
