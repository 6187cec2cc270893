"""What really happens on the wire: a Discord of our own on loopback, discord.py's real adapter, and one request."""

import asyncio
import json
from types import SimpleNamespace

import aiohttp
import discord
import pytest
from aiohttp import web
from discord.http import Route

from bot._dpy import hide_hook_tokens
from bot.hooks import Voice
from bot.posting_once import NotSent, Unanswered, open_session
from bot.refusals import TurnedDown
from bot.stage import DiscordStage
from events.base import MessageId, PlaceId
from rooms.ports import Posted, Refused, Unknown
from tests.contracts.stage import a_line

PLACE = PlaceId(77)


class Wire:
    """One webhook on loopback: what it stored, and what it answers."""

    def __init__(self):
        self.stored = []
        self.requests = []
        self.bodies = []
        self.answers = []
        """What comes next; nothing is an ordinary 200."""

    async def execute(self, request):
        self.requests.append(request)
        self.bodies.append(await request.json())
        answer = self.answers.pop(0) if self.answers else stored_and_told
        return await answer(self, self.bodies[-1], request)

    def store(self, body):
        self.stored.append(body["content"])
        return {
            "id": str(1000 + len(self.stored)),
            "channel_id": str(PLACE),
            "webhook_id": "5",
            "type": 0,
            "content": body["content"],
            "author": {"id": "5", "username": body["username"], "discriminator": "0000", "avatar": None, "bot": True},
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "pinned": False,
        }


async def stored_and_told(wire, body, _request):
    return as_discord_answers(wire.store(body))


async def stored_and_502(wire, body, _request):
    wire.store(body)
    return web.Response(status=502, text="bad gateway")


async def stored_and_cut_off(wire, body, request):
    wire.store(body)
    request.transport.close()
    return web.Response()


async def stored_and_half_told(wire, body, request):
    wire.store(body)
    response = web.StreamResponse(headers={"Content-Type": "application/json", "Content-Length": "500"})
    await response.prepare(request)
    await response.write(b'{"id": "10')
    request.transport.close()
    return response


async def stored_and_silent(wire, body, _request):
    wire.store(body)
    await asyncio.sleep(5)
    return web.Response()


async def limited_briefly(_wire, _body, _request):
    return as_discord_answers({"message": "slow", "retry_after": 0.4, "global": False}, status=429)


async def limited_long(_wire, _body, _request):
    return as_discord_answers({"message": "slow", "retry_after": 900.5, "global": False}, status=429)


async def blocked(_wire, _body, _request):
    return web.Response(status=429, text="<html>error 1015</html>", content_type="text/html")


async def refused(_wire, _body, _request):
    return as_discord_answers({"message": "blocked by AutoMod", "code": 200000}, status=400)


async def stored_and_told_as_text(wire, body, _request):
    return web.Response(text=json.dumps(wire.store(body)))


def as_discord_answers(body, status=200):
    """discord.py reads JSON only where the content type is exactly this, without a charset."""
    return web.Response(body=json.dumps(body).encode(), status=status, content_type="application/json")


class OneHook:
    """The only webhook there is; `lost` is remembered."""

    def __init__(self, session):
        self.hook = discord.Webhook.partial(5, "secret-token", session=session)

    async def voice(self, _channel, _persona, _seat):
        return Voice(self.hook, shared=True)


@pytest.fixture
async def wire(monkeypatch):
    wire = Wire()
    app = web.Application()
    app.router.add_post("/webhooks/5/secret-token", wire.execute)
    runner = web.AppRunner(app, shutdown_timeout=0.1, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{port}")
    yield wire
    await runner.cleanup()


@pytest.fixture
async def session():
    async with open_session("Greenroom (test)", timeout_seconds=0.5) as opened:
        yield opened


@pytest.fixture
def waits():
    return []


@pytest.fixture
def stage(session, waits):
    async def wait(seconds):
        waits.append(seconds)

    return DiscordStage(discord.Client(intents=discord.Intents.none()), OneHook(session), sleep=wait)


def evening(text="Good evening."):
    return a_line(SimpleNamespace(place=PLACE, newest=MessageId(1000)), text)


async def test_a_line_that_was_stored_and_answered_502_left_once_and_is_unknown(wire, stage):
    wire.answers = [stored_and_502]
    outcome = await stage.post(evening())
    assert outcome == Unknown(why="status 502")
    assert (wire.stored, len(wire.requests)) == (["Good evening."], 1)


async def test_without_our_session_the_library_would_have_doubled_it(wire, monkeypatch):
    monkeypatch.setattr("discord.webhook.async_.asyncio", SimpleNamespace(Lock=asyncio.Lock, sleep=no_wait))
    wire.answers = [stored_and_502]
    async with aiohttp.ClientSession() as plain:
        await discord.Webhook.partial(5, "secret-token", session=plain).send("Twice.", username="Wren", wait=True)
    assert wire.stored == ["Twice.", "Twice."]


@pytest.mark.parametrize(
    "answer", [stored_and_cut_off, stored_and_half_told, stored_and_silent, stored_and_told_as_text]
)
async def test_any_other_way_to_lose_an_answer_is_unknown_too_and_is_not_repeated(wire, stage, answer):
    wire.answers = [answer]
    outcome = await stage.post(evening())
    assert isinstance(outcome, Unknown)
    assert len(wire.requests) == 1


async def test_a_slow_answer_says_that_it_was_slow(wire, stage):
    wire.answers = [stored_and_silent]
    assert await stage.post(evening()) == Unknown(why="timeout")


async def test_a_short_rate_limit_is_waited_out_and_the_line_is_posted_once(wire, stage, waits):
    wire.answers = [limited_briefly]
    outcome = await stage.post(evening())
    assert isinstance(outcome, Posted)
    assert (wire.stored, waits) == (["Good evening."], [0.4])


@pytest.mark.parametrize("answer", [limited_long, blocked])
async def test_a_rate_limit_beyond_patience_is_a_refusal(wire, stage, waits, answer):
    wire.answers = [answer]
    outcome = await stage.post(evening())
    assert (type(outcome), outcome.reason, waits) == (Refused, "rate-limited", [])


async def test_a_server_that_is_not_there_was_sent_nothing_and_the_line_waits_with_growing_pauses(
    stage, waits, monkeypatch
):
    monkeypatch.setattr(Route, "BASE", "http://127.0.0.1:1")
    outcome = await stage.post(evening())
    assert (type(outcome), outcome.reason) == (Refused, "unreachable")
    assert waits == sorted(waits)
    assert sum(waits) <= 60


async def test_what_automod_stops_is_refused_without_its_words(wire, stage):
    wire.answers = [refused]
    assert await stage.post(evening()) == Refused(reason="automod", detail="status 400, code 200000")


async def test_every_request_asks_for_the_message_and_pings_nobody(wire, stage):
    await stage.post(evening("@everyone <@&200000000000000001> and <@100000000000000001>!"))
    asked = wire.requests[0]
    assert (asked.query["wait"], asked.headers["User-Agent"]) == ("1", "Greenroom (test)")
    assert wire.bodies[0]["allowed_mentions"] == {"parse": []}


async def test_the_session_tells_what_is_safe_to_repeat_from_what_is_not(wire, session):
    hook = discord.Webhook.partial(5, "secret-token", session=session)
    wire.answers = [limited_long, stored_and_502]
    with pytest.raises(NotSent) as held:
        await hook.send("One.", username="Wren", wait=True)
    with pytest.raises(Unanswered):
        await hook.send("Two.", username="Wren", wait=True)
    assert held.value.wait_seconds == 900.5


async def test_no_outcome_carries_the_key_of_the_webhook(wire, stage, caplog):
    caplog.set_level("DEBUG")
    wire.answers = [stored_and_502]
    outcome = await stage.post(evening())
    assert "secret-token" not in f"{outcome!r}{caplog.text}"


async def test_what_the_library_logs_of_a_post_hides_the_key_too(wire, stage, caplog):
    hide_hook_tokens()
    caplog.set_level("DEBUG")
    await stage.post(evening())
    assert "/webhooks/5/[hidden]" in caplog.text
    assert "secret-token" not in caplog.text


def test_a_refusal_says_nothing_of_what_discord_wrote():
    told = TurnedDown("automod", "status 400, code 200000")
    assert str(told) == "automod"


async def no_wait(_seconds):
    return None
