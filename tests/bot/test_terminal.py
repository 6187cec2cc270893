"""What the terminal shows, at 80 columns and in a pipe."""

import io
from datetime import UTC, datetime, timedelta

import pytest
from rich.console import Console

from bot import terminal
from bot.terminal_evening import Evening, safe, short
from events.decided import AddressHeard, Considered, Cue, FloorGiven, LineStaged, ModelAsked, SilenceKept, TurnOpened
from events.heard import HumanSpoke, MuteSet, PostStarted
from events.persona import Persona
from events.recorded import Head, Recorded
from events.room import RoomState, Seat

NOW = datetime(2026, 11, 30, 20, 15, tzinfo=UTC)
STREAM = "room-1456074443980800005"
IRIS = Persona(id="iris", name="Iris", card="A gardener.")
STATE = RoomState(stream=STREAM, seats=(Seat(persona=IRIS),))
LONG = "Ferns are older than flowers by far, and they will be here when the last of the flowers has gone to seed."


def printed(renderable, width=80):
    page = io.StringIO()
    Console(file=page, width=width).print(renderable, highlight=False)
    return page.getvalue()


def step(event, width=80, at=NOW):
    recorded = Recorded(guild=5, stream=STREAM, version=12, at=at, event=event)
    return printed(Evening().step(recorded, STATE), width)


def line(text=LONG):
    return LineStaged(line=f"{STREAM[5:]}.12", turn="t3", persona="iris", text=text, call="c4", position=0)


FACTS = [
    HumanSpoke(message=7, person=8, name="Sam", text=LONG, sent_at=NOW),
    line(),
    FloorGiven(
        turn="t3",
        rule="scored",
        cues=(Cue(persona="iris", rule="scored"),),
        considered=tuple(Considered(persona=f"one-{n}", verdict="passed", reason="score", score=n) for n in range(9)),
    ),
    ModelAsked(call="c4", turn="t3", role="writer", about=("iris",) * 9, prompt="0123456789abcdef", since=3),
    PostStarted(line=f"{STREAM[5:]}.12", attempt=2, after=1456074443980800999),
    AddressHeard(turn="t3", message=7, forced=("iris",) * 9, rule="addressed"),
]


@pytest.mark.parametrize("fact", FACTS)
@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_line_is_wider_than_the_terminal(fact, width):
    assert max(map(len, step(fact, width).splitlines())) <= width


@pytest.mark.parametrize("fact", FACTS)
def test_no_word_is_broken_at_eighty_columns(fact):
    assert step(fact, 80).split() == step(fact, 1000).split()


def test_a_long_line_hangs_under_its_beginning():
    rows = step(line()).rstrip().splitlines()[1:]
    assert {row.rstrip()[:26].strip() for row in rows[1:]} == {""}
    assert len(rows) > 1


def test_a_turn_is_set_apart():
    _, space, rule = step(TurnOpened(turn="t3", occasion="human", until=NOW)).splitlines()
    assert space == ""
    assert "────────── turn t3 · human ──────" in rule


def test_ids_are_short_and_the_usual_is_not_said():
    assert (
        step(PostStarted(line=f"{STREAM[5:]}.12", after=1456074443980800999))
        .rstrip()
        .endswith("post-started · line 12 · after …800999")
    )


def test_what_is_unusual_is_said():
    assert "muted True" in step(MuteSet(persona="iris", muted=True))


def test_silence_is_told_with_its_scores():
    silence = SilenceKept(
        reason="below-threshold", considered=(Considered(persona="iris", verdict="passed", reason="score", score=2.5),)
    )
    assert "nobody speaks: below-threshold · Iris 2.50" in step(silence)


def test_the_time_is_shown_when_it_changes():
    evening, page = Evening(), []
    for seconds in (0, 0.4, 1):
        at = NOW + timedelta(seconds=seconds)
        recorded = Recorded(guild=5, stream=STREAM, version=1, at=at, event=line("Yes."))
        page.append("20:15" in printed(evening.step(recorded, STATE)))
    assert page == [True, False, True]


@pytest.mark.parametrize("text", ["\x1b]0;owned\x07", "\x1b[2Jgone", "a\rb", "\x9b31m", "\x00"])
def test_words_of_people_do_not_command_the_terminal(text):
    assert all(char.isprintable() or char == "\n" for char in safe(text))
    assert "\x1b" not in step(line(text))


@pytest.mark.parametrize(
    ("value", "shown"), [("1456074443980800005.42", "42"), ("1456074443980800005", "…800005"), ("0f3a", "0f3a")]
)
def test_ids_that_fill_half_a_line_are_shortened(value, shown):
    assert short(value) == shown


@pytest.mark.parametrize(
    ("seconds", "told"), [(0.2, "in 1 s"), (59, "in 59 s"), (61, "in 1 min"), (7300, "in 2 h"), (200_000, "in 2 d")]
)
def test_a_span_is_told_in_its_largest_unit(seconds, told):
    assert terminal.within(seconds) == told


@pytest.mark.parametrize(
    ("owes", "due", "told"),
    [
        (False, None, "nothing"),
        (True, None, "now"),
        (True, NOW - timedelta(hours=1), "now"),
        (True, NOW + timedelta(minutes=4, seconds=10), "an alarm in 4 min"),
    ],
)
def test_rooms_tell_what_they_owe_and_when(owes, due, told):
    head = Head(stream=STREAM, guild=1456074443980800004, version=120345, open=True, owes=owes, due=due)
    row = printed(terminal.rooms([head], NOW)).splitlines()[1]
    assert row.split()[2:] == ["120,345", "open", *told.split()]
