"""Inner Thoughts: the strongest thought above its bar, else by chance a quick reaction, else nobody."""

import pytest

from events.decided import FloorGiven, SilenceKept, ThoughtFormed
from events.policy import InnerThoughts
from tests.panel.evening import RIO, a, answer, given, says, the_gathering_ends, with_policy


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
