"""One log line a turn, with ids and counts and never words."""

from datetime import UTC, datetime, timedelta

import pytest
from structlog.testing import capture_logs

from bot import turn_log
from bot.turn_log import TurnLog
from events.decided import Cue, FloorGiven, LineStaged, ModelAsked, SilenceKept, TurnEnded, TurnOpened
from events.heard import HumanSpoke, ModelAnswered, ModelFailed
from events.recorded import Recorded
from events.room import RoomState

BEGAN = datetime(2026, 11, 30, 20, tzinfo=UTC)


def opened(turn="t2"):
    return TurnOpened(turn=turn, occasion="human", until=BEGAN)


def ended(turn="t2", reason="done", posted=1):
    return TurnEnded(turn=turn, reason=reason, posted=posted)


def asked(call="c4", turn="t2"):
    return ModelAsked(call=call, turn=turn, role="writer", prompt="0f", since=1)


def answered(call="c4", tokens=50):
    return ModelAnswered(
        call=call, text="Pumps fail slowly.", model="m", prompt_tokens=40, completion_tokens=tokens - 40
    )


FLOOR = FloorGiven(turn="t2", rule="addressed", cues=(Cue(persona="warren", rule="addressed", reason="the pumps"),))
STAGED = LineStaged(line="10.6", turn="t2", persona="warren", text="Pumps fail slowly.", call="c4", position=0)
SAID = HumanSpoke(message=7, person=8, name="Sam", text="Warren, why pumps?", sent_at=BEGAN)


def told(*events, log=None, room="room-10"):
    """The log lines that a log of these facts leads to, a second after the other."""
    log = TurnLog() if log is None else log
    with capture_logs() as lines:
        for version, event in enumerate(events, start=1):
            at = BEGAN + timedelta(seconds=version)
            log(RoomState(stream=room), [Recorded(guild=1, stream=room, version=version, at=at, event=event)])
    return lines


def test_a_turn_is_one_line_of_ids_and_counts():
    assert told(SAID, opened(), FLOOR, asked(), answered(tokens=50), STAGED, ended()) == [
        {
            "event": "turn",
            "log_level": "info",
            "room": "room-10",
            "turn": "t2",
            "occasion": "human",
            "rule": "addressed",
            "speakers": ["warren"],
            "calls": 1,
            "tokens": 50,
            "ended": "done",
            "posted": 1,
            "seconds": 5.0,
        }
    ]


@pytest.mark.parametrize("word", ["Sam", "pumps", "Pumps"])
def test_no_word_of_the_talk_is_in_it(word):
    held = SilenceKept(turn="t2", reason="held", words="they talk about pumps")
    assert word not in str(told(SAID, opened(), FLOOR, asked(), answered(), STAGED, held, ended()))


def test_silence_is_told_with_its_reason():
    (line,) = told(opened(), SilenceKept(turn="t2", reason="no-candidate"), ended(reason="silence", posted=0))
    assert (line["silence"], line["ended"], line["posted"]) == ("no-candidate", "silence", 0)


def test_a_failed_call_is_told_by_its_code():
    (line,) = told(opened(), asked(), ModelFailed(call="c4", reason="timeout"), ended(reason="failed", posted=0))
    assert (line["failed"], line["calls"]) == ("timeout", 1)


def test_the_late_answer_of_a_superseded_turn_is_not_counted():
    lines = told(opened("t1"), asked("c2", "t1"), ended("t1", "superseded"), opened(), answered("c2"), ended())
    assert ["tokens" in line for line in lines] == [False, False]


def test_a_turn_that_an_earlier_process_opened_is_told_without_its_length():
    (line,) = told(ended())
    assert ("seconds" in line, line["turn"], line["posted"]) == (False, "t2", 1)


def test_two_rooms_are_kept_apart():
    log = TurnLog()
    told(opened(), asked(), log=log, room="room-10")
    (line,) = told(opened(), ended(), log=log, room="room-11")
    assert ("calls" in line, line["room"]) == (False, "room-11")


def test_turns_that_never_end_are_forgotten_at_last(monkeypatch):
    monkeypatch.setattr(turn_log, "MOST", 3)
    log = TurnLog()
    lines = [told(opened(), log=log, room=f"room-{number}") for number in range(50)]
    assert (len(log), lines) == (3, [[]] * 50)


def test_nothing_is_kept_of_a_turn_that_ended():
    log = TurnLog()
    told(opened(), asked(), answered(), ended(), answered(), log=log)
    assert len(log) == 0
