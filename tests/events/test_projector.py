"""The fold: total, resumable, and what each kind of fact does to a room."""

import pytest

from events import heard
from events.base import EPOCH, ERASED, GuildId, Version
from events.catalogue import DECIDED, HEARD
from events.decided import Cue, FloorGiven
from events.persona import Persona
from events.policy import Policy
from events.projector import FOLDS, Projector, evolve
from events.recorded import Recorded
from events.room import WINDOW, WINDOW_STEP, RoomState, as_json
from tests.panel.evening import CAST, WREN, after, claimed, given, lines, posted, says, script, streams

EVENING = given(says("Wren, hi"), script(wren="I would open a window."), claimed, posted, after(3), says("Alma, why?"))


def after_event(state: RoomState, event) -> RoomState:
    version = Version(state.version + 1)
    return evolve(state, Recorded(guild=GuildId(5), stream=state.stream, version=version, at=EPOCH, event=event))


def seats(state: RoomState) -> list[str]:
    return [seat.persona.id for seat in state.seats]


def test_every_kind_has_a_fold_and_nothing_else_has_one():
    assert set(FOLDS) == {*HEARD, *DECIDED}


@pytest.mark.parametrize("cut", range(0, len(EVENING.log) + 1, 3))
def test_a_fold_may_be_resumed_anywhere(cut):
    first = Projector("room-10").fold(EVENING.log[:cut])
    assert as_json(Projector("room-10", first).fold(EVENING.log[cut:])) == as_json(EVENING.state)


def test_a_state_has_one_stable_form_although_messages_are_its_keys():
    assert as_json(EVENING.state) == as_json(Projector("room-10").fold(EVENING.log))


def test_the_state_knows_its_version_and_time():
    assert EVENING.state.version == len(EVENING.log)
    assert EVENING.state.at == EVENING.at


def test_a_seat_takes_its_place_and_keeps_its_card():
    new = Persona(id="gus", name="Gus", card="-")
    state = after_event(given().state, heard.PersonaSeated(persona=new, position=1))
    assert seats(state) == ["wren", "gus", "alma", "bo"]


def test_a_seat_is_moved():
    assert seats(after_event(given().state, heard.SeatMoved(persona="bo", position=0))) == ["bo", "wren", "alma"]


def test_moving_nobody_changes_nothing():
    assert seats(after_event(given().state, heard.SeatMoved(persona="kit", position=0))) == ["wren", "alma", "bo"]


def test_a_revised_card_keeps_the_seat_as_it_was():
    muted = given(heard.MuteSet(persona="wren", muted=True)).state
    state = after_event(muted, heard.PersonaRevised(persona=Persona(id="wren", name="Wren O.", card="new")))
    assert (state.seats[0].persona.name, state.seats[0].muted) == ("Wren O.", True)


def test_a_policy_is_replaced_whole():
    state = after_event(given(policy=Policy(scene="a kitchen")).state, heard.PolicySet(policy=Policy()))
    assert state.policy.scene == ""


def test_the_newest_message_only_ever_grows():
    state = given(says("hi", message=50), says("earlier", message=40, late=True)).state
    assert state.last_message == 50


def test_attachments_are_part_of_what_was_said():
    assert given(says("look", attached=("[image: 1]",))).state.talk[0].text == "look [image: 1]"


def test_blanked_words_are_no_line_of_the_talk():
    state = given(says("hi"), says(ERASED)).state
    assert len(state.talk) == 1
    assert state.erased == 1


def test_the_window_of_talk_moves_in_steps():
    whole = [says(f"~ {n}", message=n + 1) for n in range(WINDOW + WINDOW_STEP)]
    assert len(given(*whole).state.talk) == WINDOW + WINDOW_STEP
    assert len(given(*whole, says("~ more")).state.talk) == WINDOW + 1


def test_a_posted_line_is_found_by_each_of_its_messages():
    evening = given(says("Wren, hi"), script(wren="I would open a window."), claimed)
    line = evening.state.unposted[0].line
    evening.hear(heard.LinePosted(line=line, messages=(6001, 6002), hook=9))
    assert [evening.state.said_in(message).line for message in (6001, 6002)] == [line, line]
    assert evening.state.hooks == {9: "wren"}
    assert evening.state.seats[0].lines == 1


def test_an_echo_after_the_answer_changes_nothing():
    evening = given(says("Wren, hi"), script(wren="I would open a window."), claimed)
    post = posted(evening)
    evening.hear(post)
    before = evening.state.talk
    assert evening.hear(post).state.talk == before


def test_a_streamed_answer_remembers_what_was_taken():
    whole = lines(("wren", "I would open a window."), ("alma", "No."))
    evening = given(says("Wren and Alma, hi")).hear(streams(whole[: whole.index("alma")]))
    assert evening.state.call(evening.state.calls[0].id).heard == 1


@pytest.mark.parametrize("words", ["", ERASED, "not json", '[["only one"]]', "[]"])
def test_a_cue_without_its_words_is_still_a_cue(words):
    state = given(says("so?")).state
    event = FloorGiven(turn=state.turn.id, rule="producer", cues=(Cue(persona="wren", rule="producer"),), words=words)
    assert [cue.persona for cue in after_event(state, event).turn.cues] in (["wren"], [])


def test_a_fact_about_nothing_that_is_there_changes_only_version_and_time():
    empty = RoomState(stream="room-10")
    state = after_event(empty, heard.LinePosted(line="x", messages=(1,)))
    assert state == RoomState(stream="room-10", version=Version(1), at=EPOCH)


def test_unmuted_seats_make_the_cap():
    assert given().state.cap == len(CAST) - 1
    assert given(seats=(WREN,)).state.cap == 1


def test_the_room_before_an_event_stays_as_it_was():
    state = RoomState(stream="room-10")
    rooms = [state] + [state := evolve(state, recorded) for recorded in EVENING.log]
    again = [Projector("room-10").fold(EVENING.log[:version]) for version in range(len(rooms))]
    assert [as_json(room) for room in rooms] == [as_json(room) for room in again]
