"""What holds over every conversation, however wild: the invariants of a room."""

import re

from hypothesis import HealthCheck, given, settings

from events.asked import digest
from events.base import LineId, PersonaId
from events.catalogue import decode, encode, is_heard
from events.decided import FloorGiven, LineStaged, TurnEnded, TurnOpened
from events.heard import AlarmRang, LinePosted, PostStarted
from events.projector import Projector
from events.room import RoomState, as_json
from panel.decide import decide
from panel.orders import ORDERED
from panel.owed import Ring, owed
from panel.requests import compose
from tests.panel.wild_evening import WildEvening, evenings

wild = given(evenings())
MACHINERY = re.compile(r"<think|<\||\|>|\x00|\u202e|NO_REPLY|\(silent\)|language model|(?m:^(?:Persona\d+|p\d+|Sam):)")
"""Control tokens, reasoning, narrated silence, speaking as a program, and labels of speakers."""
thorough = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def played(drawn) -> WildEvening:
    size, policy, actions = drawn
    evening = WildEvening(size, policy)
    for action in actions:
        evening.play(action)
    return evening


@wild
@thorough
def test_at_most_one_turn_is_open_and_each_that_opened_ends_once(drawn):
    open_turns: list[str] = []
    for recorded in played(drawn).evening.log:
        match recorded.event:
            case TurnOpened(turn=turn):
                assert open_turns == []
                open_turns.append(turn)
            case TurnEnded(turn=turn):
                assert open_turns == [turn]
                open_turns.clear()
            case _:
                pass


@wild
@thorough
def test_who_spoke_was_planned_and_in_that_order(drawn):
    log = played(drawn).evening.log
    planned: dict[str, list[PersonaId]] = {}
    for recorded in log:
        match recorded.event:
            case FloorGiven(turn=turn, cues=cues):
                planned.setdefault(turn, []).extend(cue.persona for cue in cues)
            case LineStaged(turn=turn, persona=persona):
                # Taking up to the speaker leaves only those who were planned after it: a subsequence, once each.
                assert persona in planned[turn]
                del planned[turn][: planned[turn].index(persona) + 1]
            case _:
                pass


@wild
@thorough
def test_unasked_lines_since_a_person_spoke_stay_within_the_cap(drawn):
    evening = WildEvening(drawn[0], drawn[1])
    for action in drawn[2]:
        evening.play(action)
        state = evening.evening.state
        left = state.scene.left if state.scene else state.cap - state.ai_run
        for place, line in enumerate(state.unposted, start=1):
            assert line.forced or line.started or place <= left


@wild
@thorough
def test_what_is_staged_is_words_that_may_stand_in_the_channel(drawn):
    evening = played(drawn).evening
    staged = [recorded.event.text for recorded in evening.log if isinstance(recorded.event, LineStaged)]
    assert [text for text in staged if not text.strip() or len(text) > evening.state.policy.limits.characters] == []
    assert [text for text in staged if MACHINERY.search(text)] == []


@wild
@thorough
def test_a_claim_is_never_owed_for_a_muted_or_unseated_persona_without_an_order(drawn):
    evening = WildEvening(drawn[0], drawn[1])
    for action in drawn[2]:
        evening.play(action)
        state = evening.evening.state
        ordered = {cue.persona for cue in state.turn.cues if cue.rule in ORDERED} if state.turn else set()
        for line in state.unposted:
            seat = state.seat(line.persona)
            redone = state.turn is not None and state.turn.redoes is not None
            allowed = seat is not None and (not seat.muted or redone or line.persona in ordered)
            assert allowed or line.started is not None


@wild
@thorough
def test_an_input_opens_at_most_one_turn(drawn):
    opened = [one for one in played(drawn).evening.log if isinstance(one.event, TurnOpened)]
    causes = [one.cause for one in opened if one.event.redoes is None]  # a redo that was put off follows a turn
    assert len(causes) == len(set(causes))


@wild
@thorough
def test_every_post_was_staged_and_claimed_before(drawn):
    staged: set[LineId] = set()
    started: set[LineId] = set()
    for recorded in played(drawn).evening.log:
        match recorded.event:
            case LineStaged(line=line):
                assert line not in staged
                staged.add(line)
            case PostStarted(line=line):
                assert line in staged
                started.add(line)
            case LinePosted(line=line):
                assert line in started
            case _:
                pass


@wild
@thorough
def test_folding_in_two_halves_is_folding_whole(drawn):
    log = played(drawn).evening.log
    middle = len(log) // 2
    whole = Projector("room-10").fold(log)
    first = Projector("room-10").fold(log[:middle])
    assert as_json(Projector("room-10", first).fold(log[middle:])) == as_json(whole)


@wild
@thorough
def test_the_log_survives_its_stored_form(drawn):
    events = [recorded.event for recorded in played(drawn).evening.log]
    assert [decode(encode(event)) for event in events] == events


@wild
@thorough
def test_deciding_the_log_again_gives_the_same(drawn):
    log = played(drawn).evening.log
    state = RoomState(stream="room-10")
    for place, recorded in enumerate(log):
        if is_heard(recorded.event):
            followed = [one.event for one in log[place + 1 :] if one.cause == recorded.version]
            assert decide(state, recorded.event, recorded.at) == followed
        state = Projector("room-10", state).fold((recorded,))


@wild
@thorough
def test_a_turn_that_has_begun_is_always_owed_something(drawn):
    evening = WildEvening(drawn[0], drawn[1])
    for action in drawn[2]:
        evening.play(action)
        state = evening.evening.state
        assert state.turn is None or owed(state), f"stuck in {state.turn.stage}"


@wild
@thorough
def test_when_nobody_speaks_any_more_all_debts_are_paid_and_the_room_is_quiet(drawn):
    evening = played(drawn)
    for _ in range(400):
        debts = owed(evening.evening.state)
        if not debts:
            break
        evening.evening.hear(evening.payment(debts[0]))
    assert owed(evening.evening.state) == ()
    assert evening.evening.state.turn is None


@wild
@thorough
def test_an_alarm_never_rings_twice_for_the_same(drawn):
    evening = played(drawn).evening
    rung = {(one.event.alarm, one.event.since) for one in evening.log if isinstance(one.event, AlarmRang)}
    assert not rung & {(debt.alarm, debt.since) for debt in owed(evening.state) if isinstance(debt, Ring)}


@wild
@thorough
def test_an_open_call_is_composed_to_the_prompt_that_the_log_names(drawn):
    evening = WildEvening(drawn[0], drawn[1])
    for action in drawn[2]:
        if action[0] in ("mutes", "unseats", "seats"):
            continue  # these change who may be staged, and who is on the panel
        evening.play(action)
        state = evening.evening.state
        for call in state.calls:
            assert digest(compose(state, call)) == call.prompt
