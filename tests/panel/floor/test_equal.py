"""The equal floor: one speaker, each candidate as likely, and no model."""

from events.decided import FloorGiven, ModelAsked
from tests.panel.evening import a, given, says, the_gathering_ends, with_policy

EQUAL = with_policy(strategy="equal")


def test_one_speaker_is_drawn_and_only_the_writer_is_asked():
    room = given(says("lovely weather today."), policy=EQUAL).when(the_gathering_ends)
    room.then(a(FloorGiven, rule="equal"))
    assert len(room.state.turn.cues) == 1
    assert [call.role for call in room.all(ModelAsked)] == ["writer"]


def test_every_candidate_is_drawn_now_and_then():
    rooms = (given(*[says("hm.")] * extra, the_gathering_ends, policy=EQUAL) for extra in range(1, 25))
    assert {room.all(FloorGiven)[0].cues[0].persona for room in rooms} == {"wren", "alma", "bo"}
