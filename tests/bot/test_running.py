"""The way in and the way out: what Discord may say at the door, and how a running bot ends."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from datetime import UTC, datetime
from functools import partial
from types import SimpleNamespace

import aiohttp
import discord
import pytest
from typer.testing import CliRunner

from bot import running, wiring
from bot.cli import app
from bot.client import GreenroomClient
from bot.opening import open_panel
from bot.settings import ROOT, load
from bot.stage import DiscordStage
from events.errors import NoToken, StoreBusy
from events.heard import HumanSpoke
from minds.scripted import ScriptedMind
from store import open_store

PLACE = 1456074443980800005


def http(kind, status):
    return kind(SimpleNamespace(status=status, reason="why"), "https://discord.com/api/webhooks/1/secret-path")


AT_THE_DOOR = [
    (discord.LoginFailure("Improper token has been passed."), "Discord refused the token."),
    (discord.PrivilegedIntentsRequired(None), "The Message Content intent is off."),
    (http(discord.HTTPException, 429), "Discord cannot be reached (it answered HTTP 429)"),
    (http(discord.DiscordServerError, 503), "Discord cannot be reached (it answered HTTP 503)"),
    (discord.GatewayNotFound(), "Discord cannot be reached (GatewayNotFound)"),
    (discord.ConnectionClosed(SimpleNamespace(close_code=4004), shard_id=None), "closed the connection with code 4004"),
    (aiohttp.ClientConnectionError("https://secret.example"), "Discord cannot be reached (ClientConnectionError)"),
    (socket.gaierror(-2, "Name or service not known"), "Discord cannot be reached (gaierror)"),
    (TimeoutError(), "Discord cannot be reached (TimeoutError)"),
]


@pytest.fixture
def mind(voices):
    """It never answers; `asked` is set with its first request."""
    asked = asyncio.Event()

    async def hold(_request):
        asked.set()
        await asyncio.Event().wait()

    mind = voices(ScriptedMind(hold))
    mind.busy = asked
    return mind


@pytest.fixture
def token(bare, monkeypatch, mind):
    """A bot with a token; there is no Discord behind it. Whoever wants another one replaces `login`."""
    bare("DISCORD_TOKEN", "token")

    async def connect(self, **_):
        await asyncio.Event().wait()

    monkeypatch.setattr(GreenroomClient, "connect", connect)
    monkeypatch.setattr(DiscordStage, "typing", _done)


@pytest.mark.parametrize(("refusal", "words"), AT_THE_DOOR)
def test_what_discord_says_at_the_door_is_one_sentence(token, monkeypatch, refusal, words):
    monkeypatch.setattr(GreenroomClient, "login", partial(_refuse, refusal))
    told = CliRunner().invoke(app, ["run"])
    last = told.stderr.splitlines()[-1]
    assert (told.exit_code, told.stdout) == (1, "")
    assert words in last
    assert ("Traceback" in told.stderr, "secret" in told.stderr) == (False, False)


@pytest.mark.parametrize(("refusal", "words"), AT_THE_DOOR)
def test_syncing_says_the_same(token, monkeypatch, refusal, words):
    monkeypatch.setattr(GreenroomClient, "login", partial(_refuse, refusal))
    told = CliRunner().invoke(app, ["sync"])
    assert (told.exit_code, words in told.stderr, "Traceback" in told.stderr) == (1, True, False)


async def _refuse(refusal, *_):
    raise refusal


def test_syncing_into_a_server_that_the_bot_is_not_in_says_what_to_do(token, monkeypatch):
    monkeypatch.setattr(GreenroomClient, "login", _done)
    monkeypatch.setattr(discord.app_commands.CommandTree, "sync", _forbidden)
    told = CliRunner().invoke(app, ["sync", "--guild", "12"])
    assert (told.exit_code, "The bot is not in server 12." in told.stderr) == (1, True)


async def _done(*_):
    pass


async def _forbidden(*_, **__):
    raise http(discord.Forbidden, 403)


async def test_without_a_token_there_is_nothing_to_run(bare):
    with pytest.raises(NoToken):
        await running.run(load())


@pytest.fixture
async def bot(token, monkeypatch):
    """A bot that has arrived; `bot.task` ends when it is told to stop."""
    arrived = asyncio.get_running_loop().create_future()

    async def login(self, _token):
        arrived.set_result(self)

    monkeypatch.setattr(GreenroomClient, "login", login)
    task = asyncio.create_task(running.run(load()))
    await asyncio.wait((task, arrived), return_when=asyncio.FIRST_COMPLETED)
    assert arrived.done(), task.exception()
    yield SimpleNamespace(task=task, client=arrived.result())
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_during_a_turn_closes_in_order_and_the_answer_stays_owed(bot, mind, number):
    house, casts = bot.client.house, bot.client.casts
    await open_panel(house, casts.cast("hosts"), bot.client.policy, guild=5, place=PLACE)
    asked = HumanSpoke(message=70, person=8, name="Sam", text="Warren, why pumps?", sent_at=datetime.now(UTC))
    await house.spoke(PLACE, asked)
    await asyncio.wait_for(mind.busy.wait(), 10)
    os.kill(os.getpid(), number)
    await asyncio.wait_for(bot.task, 5)
    store = await open_store(load().database)
    (head,) = await store.heads()
    await store.close()
    assert (mind.closed, bot.client.is_closed(), head.open, head.owes) == (True, True, True, True)


async def test_a_second_bot_on_the_same_log_is_refused_and_names_the_first(bot, bare):
    environment = {**os.environ, "DATABASE_URL": load().database}
    program = [sys.executable, "-m", "bot", "run"]
    second = await asyncio.to_thread(
        subprocess.run, program, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert second.returncode == 1
    assert second.stderr.splitlines()[-1] == (
        f"Another Greenroom (process {os.getpid()}) already runs on this database. Stop it first."
    )


async def test_a_bot_that_has_ended_leaves_the_log_to_the_next(bot):
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.wait_for(bot.task, 5)
    async with wiring.alone(load()):
        assert load().database_file.exists()


async def test_a_signal_on_the_way_in_is_heard_too(token, monkeypatch):
    way_in = asyncio.Event()

    async def hang(self, _token):
        way_in.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(GreenroomClient, "login", hang)
    task = asyncio.create_task(running.run(load()))
    await asyncio.wait_for(way_in.wait(), 10)
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.wait_for(task, 5)
    assert task.exception() is None


async def test_an_errand_that_fails_is_told_and_ends_nothing_else(caplog):
    other = asyncio.Event()
    async with running.errands(partial(_refuse, ValueError("a defect")), other.wait):
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    assert "an errand failed" in caplog.text


async def test_errands_that_never_began_end_quietly():
    before = asyncio.all_tasks()
    async with running.errands(asyncio.Event().wait):
        pass
    assert asyncio.all_tasks() == before


async def test_a_busy_database_does_not_end_the_tidying(monkeypatch, caplog):
    tries = []

    async def busy():
        tries.append(1)
        raise StoreBusy(seconds=5.0)

    monkeypatch.setattr(running, "LET_GO_SECONDS", 0.0)
    async with running.errands(partial(running.let_go, SimpleNamespace(let_go=busy))):
        await asyncio.sleep(0.05)
    assert len(tries) > 1
    assert "idle rooms are kept for now" in caplog.text
