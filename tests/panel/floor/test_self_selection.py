"""Self-selection: everybody thinks, the most important speaks, and one who cannot think stops nobody."""

import msgspec
import pytest

from events.catalogue import blanked
from events.decided import FloorGiven, ModelAsked, SilenceKept, ThoughtFormed
from events.policy import Obligations
from tests.panel.evening import (
    a,
    answer,
    claimed,
    fails,
    given,
    mutes,
    posted,
    says,
    script,
    the_gathering_ends,
    with_policy,
)

ALONE = with_policy(strategy="self-selection")
DESIGNATED_OFF = with_policy(strategy="cssn", obligations=Obligations(designation="off"))
ASKED = (says("the bread would not rise today."), the_gathering_ends)


def thinks(importance, action="speak", thought="Sourdough is slow."):
    body = {"thought": thought, "action": action, "importance": importance}
    return answer(msgspec.json.encode(body).decode(), role="thought")


def listens():
    return thinks(3, "listen")


def evening(*steps, policy=ALONE):
    return given(*ASKED, *steps, policy=policy)


def test_everybody_is_asked_at_once_and_alone():
    asked = evening().all(ModelAsked)
    assert [call.about for call in asked] == [("wren",), ("alma",), ("bo",)]


def test_the_most_important_of_those_who_want_to_speak_has_the_floor():
    room = evening(thinks(4), thinks(7)).when(thinks(9, "listen"))
    room.then(a(FloorGiven, rule="self-selection"))
    assert [cue.persona for cue in room.state.turn.cues] == ["alma"]


def test_equals_are_drawn_the_same_way_again():
    picks = {evening(thinks(5), thinks(5), thinks(5)).state.turn.cues[0].persona for _ in range(5)}
    assert len(picks) == 1


def test_where_all_listen_after_a_person_nobody_speaks():
    evening(listens(), listens()).when(listens()).then(a(SilenceKept, reason="all-listen"))


def test_where_all_listen_after_a_persona_it_goes_on():
    room = evening(thinks(7), listens(), listens(), script(wren="Try a warmer shelf."), claimed, posted)
    room.when(listens()).when(listens()).then(a(FloorGiven, rule="goes-on"))
    assert [cue.persona for cue in room.state.turn.cues] == ["wren"]


@pytest.mark.parametrize("importance", [-1, 10, 4.5, "7", True, None])
def test_a_number_off_the_scale_is_no_score(importance):
    room = evening(thinks(importance))
    assert room.all(ThoughtFormed)[-1].reason == "unreadable"


def test_one_who_cannot_think_stops_nobody():
    evening(fails(), thinks(4)).when(listens()).then(a(FloorGiven, rule="self-selection"))


def test_where_nobody_can_think_arithmetic_decides():
    room = given(says("how do I prune roses?"), the_gathering_ends, fails(), fails(), policy=ALONE)
    room.when(fails()).then(a(FloorGiven, rule="fallback"))


def test_a_mute_while_the_others_think_asks_nobody_twice():
    room = evening(mutes("bo"), thinks(2)).when(thinks(6))
    room.then(a(FloorGiven, rule="self-selection"))
    assert len([call for call in room.all(ModelAsked) if call.role == "thought"]) == 3


def test_without_designation_cssn_decides_as_self_selection_does():
    steps = (thinks(4), thinks(7), listens())
    assert evening(*steps).all(FloorGiven) == evening(*steps, policy=DESIGNATED_OFF).all(FloorGiven)


def test_a_thought_stands_in_personal_fields_alone():
    room = evening(thinks(4, thought="PRIVATE"), listens(), listens())
    assert not [one for one in room.log if "PRIVATE" in repr(blanked(one.event))]
    assert "PRIVATE" in room.request().messages[-1].text
