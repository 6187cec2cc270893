"""What reaches a log line, and what never does."""

import json
import logging

import pytest
import structlog

from bot.logs import set_up, without_secrets

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.a1b2c3d4e5f6g7h8i9j0k1l2m3n4"
HOOK = "kXv3-Zq81_hNwTz0aSdFgHjKlQwErTyUiOpZxCvBnM123456789"

RECIPE = "my grandmother's recipe"

SECRETS = [
    (f"POST https://discord.com/api/webhooks/145607444398080/{HOOK}?wait=true failed", HOOK),
    (f"https://canary.discord.com/api/v10/webhooks/145607444398080/{HOOK}/messages/12", HOOK),
    (f"url=URL('https://discord.com/api/v10/interactions/145607444398080/{HOOK}/callback')", HOOK),
    (f"Authorization: Bot {TOKEN}", TOKEN),
    (f"logging in with {TOKEN}", TOKEN),
    ("{'Authorization': 'Bearer sk-proj-abc123def456'}", "sk-proj-abc123def456"),
    ('{"authorization": "Bearer local_key_77"}', "local_key_77"),
    ("headers: Authorization: Basic bWU6aHVudGVyMjI=", "bWU6aHVudGVyMjI="),
    ("api-key: 0a1b2c3d4e5f", "0a1b2c3d4e5f"),
    ("x-api-key=0a1b2c3d4e5f", "0a1b2c3d4e5f"),
    ("GET /v1/models?key=AIzaSyA1234567890abcdefghijklmno", "SyA1234567890abcdefghijklmno"),
    ("Incorrect API key provided: sk-abcdef1234567890", "abcdef1234567890"),
    ("gsk_abcdef1234567890 is wrong", "abcdef1234567890"),
    ("OPENAI_API_KEY=plainkey12", "plainkey12"),
    ("DISCORD_TOKEN='some.short.token'", "some.short.token"),
    ("postgresql+asyncpg://green:hunter22@db:5432/room", "hunter22"),
    ("postgresql://green:p@ss:w/rd@db/room", "p@ss:w/rd"),
    ("redis://:hunter22@cache", "hunter22"),
    ("https://me:hunter22@models.example/v1", "hunter22"),
    ("[SQL: INSERT INTO events]\n[parameters: ('Hello ] Warren', 3)]\n", "Hello"),
]


@pytest.fixture
def lines(capsys, logging_as_before):
    """What was written to standard error so far."""
    written = []

    def so_far():
        written.append(capsys.readouterr().err)
        return "".join(written)

    return so_far


@pytest.mark.parametrize(("text", "secret"), SECRETS)
def test_what_looks_like_a_secret_is_taken_out(text, secret):
    assert secret not in without_secrets(text)


@pytest.mark.parametrize(
    "text",
    [
        "turn room=room-1456074443980800005 tokens=1569 prompt_tokens=12 calls=2",
        "There is no room room-12. See the rooms with: python -m bot rooms.",
        "Discord refused the token. Copy it again from the Developer Portal.",
        "the bot answers; basic manners; Bearer of news",
        "http://127.0.0.1:8765/ is open",
        "discord.ext.commands failed at 10:42:07 in bot/running.py",
        "https://discord.com/channels/145607444398080/145607444398081",
    ],
)
def test_what_is_no_secret_stays(text):
    assert without_secrets(text) == text


@pytest.mark.parametrize("style", ["console", "json"])
@pytest.mark.parametrize(("text", "secret"), SECRETS)
def test_no_secret_reaches_a_line_of_a_library(lines, style, text, secret):
    set_up("debug", style)
    logging.getLogger("some.library").warning("it said: %s", text)
    assert secret not in lines()
    assert "it said" in lines()


@pytest.mark.parametrize("style", ["console", "json"])
@pytest.mark.parametrize(("text", "secret"), SECRETS)
def test_no_secret_reaches_a_traceback(lines, style, text, secret):
    set_up("debug", style)
    try:
        _fail(text)
    except RuntimeError:
        logging.getLogger("some.library").exception("it failed")
    assert secret not in lines()
    assert "RuntimeError" in lines()


@pytest.mark.parametrize("style", ["console", "json"])
@pytest.mark.parametrize(("text", "secret"), SECRETS)
def test_no_secret_reaches_a_field(lines, style, text, secret):
    set_up("debug", style)
    structlog.stdlib.get_logger("greenroom").info("seen", what={"deep": [text]}, error=RuntimeError(text))
    assert secret not in lines()
    assert "deep" in lines()


@pytest.mark.parametrize("style", ["console", "json"])
def test_a_told_secret_is_hidden_in_any_shape(lines, style):
    set_up("debug", style, secrets=["plain as day"])
    logging.getLogger("some.library").warning("I know it: <plain as day>")
    assert "plain as day" not in lines()


@pytest.mark.parametrize("style", ["console", "json"])
def test_a_traceback_does_not_show_what_variables_hold(lines, style):
    set_up("debug", style)
    try:
        _fail("broken", RECIPE)
    except RuntimeError:
        logging.getLogger("greenroom").exception("it failed")
    assert RECIPE not in lines()


@pytest.mark.parametrize(
    "name", ["alembic.runtime.plugins", "aiosqlite", "discord.http", "httpx2", "openai._base_client"]
)
def test_libraries_are_heard_only_when_something_is_wrong(lines, name):
    set_up("debug", "json")
    logging.getLogger(name).info("chatter")
    logging.getLogger(name).warning("trouble")
    assert ("chatter" in lines(), "trouble" in lines()) == (False, True)


def test_json_is_one_object_a_line(lines):
    set_up("info", "json")
    structlog.stdlib.get_logger("greenroom.turn").info("turn", room="room-10", speakers=["iris"], seconds=1.5)
    line = json.loads(lines())
    assert (line["event"], line["room"], line["speakers"], line["level"]) == ("turn", "room-10", ["iris"], "info")


def test_a_level_that_is_not_wanted_is_not_written(lines):
    set_up("warning", "json")
    structlog.stdlib.get_logger("greenroom.turn").info("turn")
    assert lines() == ""


def _fail(text, _words=""):
    raise RuntimeError(text)
