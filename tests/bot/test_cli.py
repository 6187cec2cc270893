"""The command line, as somebody uses it who does everything wrong."""

import asyncio
import os
import re
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime

import pytest
from typer.testing import CliRunner

from bot import console
from bot.cli import app
from bot.settings import ROOT, load
from events.base import MessageId
from events.decided import AddressHeard, LineStaged, TurnEnded, TurnOpened
from events.errors import GreenroomError, StoreBusy
from events.heard import HumanSpoke, LinePosted, PanelClosed, PanelOpened, PersonaSeated
from events.persona import Persona
from events.recorded import Draft
from minds import mind
from store import open_store

AT = datetime(2026, 11, 30, 20, 15, tzinfo=UTC)
ROOM = "room-1456074443980800005"
COMMANDS = ("run", "local", "sync", "rooms", "replay", "verify", "why", "doctor", "migrate", "models")
QUESTION = "Warren, why do pumps fail, and what would you do about it if it were three in the morning and raining?"


@pytest.fixture
def call(bare, monkeypatch):
    """Run a command; nothing of this machine is set."""
    monkeypatch.setattr(mind, "_forbidden", [])
    return lambda *words: CliRunner().invoke(app, words)


@pytest.fixture
def evening(bare):
    """A log with one evening in it, which today's rules would not decide so."""
    warren = Persona(id="warren", name="Warren", card="A plumber.")
    drafts = [
        (PanelOpened(guild=5, place=1456074443980800005, salt="0f"), None),
        (PersonaSeated(persona=warren), None),
        (HumanSpoke(message=70, person=8, name="Sam\x1b[31m", text=QUESTION, sent_at=AT), None),
        (TurnOpened(turn="t4", occasion="human", until=AT), 3),
        (AddressHeard(turn="t4", message=70, forced=("warren",), rule="addressed", why=("warren: at the start",)), 3),
        (LineStaged(line="x.6", turn="t4", persona="warren", text="Slowly, then at once.", call="c5", position=0), 3),
        (LinePosted(line="x.6", messages=(71,)), 6),
        (TurnEnded(turn="t4", reason="done", posted=1), 7),
        (PanelClosed(), None),
    ]

    async def write():
        store = await open_store(load().database, migrating=lambda _: None)
        facts = [Draft(event=event, at=AT, cause=cause, message=_about(event)) for event, cause in drafts]
        await store.append(ROOM, 0, facts, guild=5, open=False)
        await store.close()

    asyncio.run(write())


def _about(event):
    messages = getattr(event, "messages", (getattr(event, "message", None),))
    return MessageId(messages[0]) if messages[0] else None


def one_sentence(result, words, code=1):
    """Refused in a sentence: no traceback, and nothing on the side of results."""
    assert (result.exit_code, result.stdout) == (code, "")
    assert words in result.stderr
    assert result.stderr.count("\n") == 1
    return True


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example(call, command):
    told = call(command, "--help")
    assert told.exit_code == 0
    assert f"Example: python -m bot {command}" in re.sub(r"\s+", " ", told.stdout)


def test_no_command_is_missing_from_these_tests():
    assert {info.name or info.callback.__name__ for info in app.registered_commands} == set(COMMANDS)


def test_without_a_database_there_are_no_rooms_and_none_is_made(call, tmp_path):
    told = call("rooms")
    assert (told.exit_code, told.stdout.startswith("No rooms yet.")) == (0, True)
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    "words", [("replay", "12"), ("verify", "12"), ("replay", "room-12"), ("replay", "99999999999999999999999")]
)
def test_a_room_that_is_not_there_is_said_so(call, words):
    assert one_sentence(call(*words), "There is no room")


@pytest.mark.parametrize("room", ["", "lounge", "../../etc/passwd", "room-", "room-1.5", "²", "-1", "[bold]x[/]"])
def test_a_name_that_is_no_room_is_said_so(call, evening, room):
    assert one_sentence(call("replay", "--", room), "There is no room")


@pytest.mark.parametrize(
    "line", ["", "10.42", f"{ROOM}.1", f"{ROOM}.999", "99999999999999999999", "²", "https://discord.com/", "a.b", "."]
)
def test_a_line_that_is_not_there_is_said_so(call, evening, line):
    assert one_sentence(call("why", "--", line), "python -m bot replay ROOM")


@pytest.mark.parametrize(
    "words", [("replay",), ("replay", "12", "--at", "0"), ("replay", "12", "--at", "x"), ("rooms", "12"), ("dance",)]
)
def test_a_command_that_cannot_be_read_is_explained(call, words):
    told = call(*words)
    assert (told.exit_code, "Usage: " in told.stderr) == (2, True)


def test_a_bad_setting_is_one_sentence(call, bare):
    bare("SEATS", "many")
    assert one_sentence(call("rooms"), "SEATS is not usable", code=2)


def test_a_database_of_a_newer_version_is_left_alone(call, evening):
    with sqlite3.connect(load().database_file) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    assert one_sentence(call("rooms"), "Run a newer Greenroom.")


def test_a_file_that_is_no_database_is_said_so(call, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "local.db").write_text("Dear diary, " * 400)
    assert one_sentence(call("rooms"), "is not a database")


def test_a_database_that_another_program_keeps_locked_is_said_so(call, evening, monkeypatch):
    async def locked(*_, **__):
        raise StoreBusy(seconds=5.0)

    monkeypatch.setattr("bot.cli_log.open_store", locked)
    assert one_sentence(call("rooms"), "stayed locked for 5.0 s")


def test_a_folder_that_cannot_be_used_is_said_so(call, bare, tmp_path):
    (tmp_path / "file").write_text("")
    bare("DATA_FOLDER", str(tmp_path / "file"))
    assert one_sentence(call("migrate"), "cannot be written")


def test_a_server_that_is_not_there_is_said_so_without_its_password(call, bare):
    bare("DATABASE_URL", "postgresql://green:hunter22@127.0.0.1:1/room")
    told = call("rooms")
    assert one_sentence(told, "does not answer")
    assert "hunter22" not in told.stderr


@pytest.mark.parametrize("url", ["room.db", "mysql://x/y", "sqlite://", "sqlite:///:memory:"])
def test_a_url_that_names_no_database_is_said_so(call, bare, url):
    bare("DATABASE_URL", url)
    assert one_sentence(call("rooms"), "DATABASE_URL is not usable")


def test_migrating_twice_is_no_harm(call):
    assert [call("migrate").stdout.splitlines()[-1] for _ in range(2)] == ["The database is ready."] * 2


def test_rooms_lists_them(call, evening):
    assert call("rooms").stdout.splitlines()[1].split() == [ROOM, "5", "9", "closed", "nothing"]


@pytest.mark.parametrize("room", [ROOM, ROOM[5:], f"https://discord.com/channels/5/{ROOM[5:]}"])
def test_replay_shows_the_talk_and_the_decisions(call, evening, room):
    shown = call("replay", room).stdout
    assert "Slowly, then at once." in shown
    assert "address: to Warren by addressed" in shown
    assert "turn t4 ended: done · 1 posted" in shown


def test_replay_stops_where_it_is_told(call, evening):
    shown = call("replay", ROOM, "--at", "3").stdout
    assert (QUESTION in shown, "Slowly" in shown, "at version 3" in shown) == (True, False, True)


def test_a_replay_up_to_a_version_that_is_not_there_says_where_the_log_ends(call, evening):
    told = call("replay", ROOM, "--at", "5000")
    assert (told.exit_code, f"The log of room-{ROOM.removeprefix('room-')} ends at version" in told.stderr) == (0, True)


def test_in_a_pipe_an_event_is_a_line_and_commands_no_terminal(call, evening):
    shown = call("replay", ROOM).stdout
    assert QUESTION in shown
    assert "\x1b" not in shown


def test_a_drift_is_told_and_ends_with_three(call, evening):
    told = call("verify", "all")
    assert (told.exit_code, "At version 3 (human-spoke) the log has" in told.stdout) == (3, True)


def test_nothing_to_verify_is_no_drift(call):
    told = call("verify", "all")
    assert (told.exit_code, told.stdout) == (0, "No rooms yet: nothing to verify.\n")


@pytest.mark.parametrize(
    "line", [f"{ROOM}.6", f"{ROOM[5:]}.6", "71", f"<https://discord.com/channels/5/{ROOM[5:]}/71>"]
)
def test_why_explains_a_line_by_any_name(call, evening, line):
    told = call("why", line)
    assert (told.exit_code, "Warren: Slowly, then at once." in told.stdout) == (0, True)


def test_the_local_rooms_log_is_read_on_demand_where_there_is_a_token(call, evening, bare):
    bare("DISCORD_TOKEN", "token")
    assert [ROOM in call(*words).stdout for words in (("rooms",), ("rooms", "--local"))] == [False, True]


def test_syncing_without_a_token_says_where_it_belongs(call):
    assert one_sentence(call("sync"), "DISCORD_TOKEN is not set")


async def _fails_beside_others():
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(_raise(ValueError("a defect")))
        tasks.create_task(_raise(StoreBusy(seconds=1.0)))


async def _raise(error):
    raise error


def test_an_error_in_a_group_is_told_by_its_sentence(capsys):
    with pytest.raises(console.typer.Exit) as ended:
        console.do(_fails_beside_others())
    assert (ended.value.exit_code, "stayed locked" in capsys.readouterr().err) == (1, True)


def test_a_defect_is_in_the_log_and_not_in_the_face(capsys, caplog):
    with pytest.raises(console.typer.Exit) as ended:
        console.do(_raise(ValueError("a defect")))
    assert (ended.value.exit_code, "ValueError" in caplog.text) == (70, True)
    assert "Traceback" not in capsys.readouterr().err


def test_an_error_with_brackets_is_shown_as_it_is(capsys):
    console.tell(type("Odd", (GreenroomError,), {"__doc__": "pip install '.[local]' and [/] see."})())
    assert capsys.readouterr().err == "pip install '.[local]' and [/] see.\n"


def test_a_pipe_that_closes_early_is_no_crash(evening, tmp_path):
    environment = {**os.environ, "DATA_FOLDER": str(tmp_path / "data"), "DATABASE_URL": load().database}
    program = f"{sys.executable} -m bot replay {ROOM} | head -n 1"
    done = subprocess.run(program, shell=True, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout.count("\n")) == ("", 1)
