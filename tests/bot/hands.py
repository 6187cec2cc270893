"""A client with nothing but hands, in the offline Discord: webhooks, the stage, and what the gateway brought."""

import asyncio
from contextlib import asynccontextmanager

import discord
from simcord.backend.errors import BackendError
from simcord.http import router

from bot.hooks import Hooks
from bot.posting_once import open_session
from bot.stage import DiscordStage
from events.base import MessageId, PlaceId
from tests.offline import tightened
from tests.offline.fixtures import OfflineDiscord

FACE = b"\x89PNG\r\n\x1a\n" + b"\x00" * 16


@asynccontextmanager
async def town_with(build):
    """An offline Discord whose clients' sessions are closed in the end; the simulator never closes a client."""

    def with_sessions(town):
        town.sessions = getattr(town, "sessions", [])
        return build(town)

    async with OfflineDiscord.open(with_sessions) as town:
        town.opening = await town.say("Sam", "hello")
        yield town
        await asyncio.gather(*(session.close() for session in town.sessions))


class Hands(discord.Client):
    """Hears everything, and does nothing by itself."""

    def __init__(self, town, *, dedicated=8):
        super().__init__(intents=discord.Intents.all())
        self.town, self.dedicated = town, dedicated
        self.heard, self.edits, self.typings, self.waits = [], [], [], []
        self.faces = {}

    async def setup_hook(self):
        self.session = open_session("Greenroom (test)")
        self.town.sessions.append(self.session)
        self.hooks = Hooks(
            self,
            self.session,
            now=self.town.now,
            avatar_of=lambda persona: self.faces.get(persona.id),
            dedicated=self.dedicated,
        )
        self.stage = DiscordStage(self, self.hooks, sleep=self._wait)

    async def _wait(self, seconds):
        self.waits.append(seconds)

    async def on_message(self, message):
        self.heard.append(message)

    async def on_raw_message_edit(self, payload):
        self.edits.append(payload)

    async def on_raw_typing(self, payload):
        self.typings.append(payload)


async def does(town, call):
    """Run a call of the hands as the bot's own work, and move the world on until it is done."""
    with town.env._bot_scope():
        task = asyncio.create_task(call)
    await town.settle()
    return task.result()


def bare_thread(town, name):
    """A thread in #lounge, opened by the bot; returns the coroutine."""
    return town.client.get_channel(town.channel.id).create_thread(name=name, type=discord.ChannelType.public_thread)


def foreign_hooks(town, *names):
    """Webhooks of another app; the simulator's own verb makes the bot their owner."""
    owner = town.people["QuizBot"].id
    return [town.env.backend.create_webhook(town.channel.id, name, owner).id for name in names]


async def foreign_line(town, name, text):
    """What a webhook of another app says."""
    hook = town.env.backend.webhooks[foreign_hooks(town, name)[0]]
    town.env.backend.create_message(town.channel.id, hook.webhook_user_id, text, webhook_id=hook.id, author_name=name)
    await town.settle()


def remove_every_hook(town):
    for hook in list(town.env.backend.webhooks):
        town.env.backend.delete_webhook(hook)


def move_every_hook(town, channel):
    for hook in town.env.backend.webhooks.values():
        hook.channel_id = channel.id


def next_posts(monkeypatch, *answers):
    """Through webhooks: None is an ordinary answer, else (status, code, fields that are wrong)."""
    _scripted(monkeypatch, lambda path: path.startswith("/webhooks/"), answers)


def next_creations(monkeypatch, *answers):
    """Of webhooks, likewise."""
    _scripted(monkeypatch, lambda path: path.endswith("/webhooks"), answers)


def _scripted(monkeypatch, meant, answers):
    left, dispatch = list(answers), router.dispatch

    def scripted(backend, method, path, **request):
        answer = left.pop(0) if left and method == "POST" and meant(path) else None
        if answer is None:
            return dispatch(backend, method, path, **request)
        dispatch_log(backend, method, path, request)
        status, code, fields = answer
        raise BackendError(status, code, "refused by the test", errors={name: refused_field() for name in fields})

    monkeypatch.setattr(router, "dispatch", scripted)


def dispatch_log(backend, method, path, request):
    entry = router.HttpLogEntry(method, path, request.get("params") or {}, request.get("json"), None)
    backend.http_requests.append(entry)


def refused_field():
    return {"_errors": [{"code": "REFUSED", "message": "no"}]}


def takes_faces_by_token():
    """Discord takes an avatar where a webhook is edited by its token; the simulator refuses the field."""

    def without_face(ctx, handler):
        ctx.json.pop("avatar", None)
        return handler(ctx)

    return tightened._route_wrapped("PATCH", "webhooks/{webhook_id}/{token}", without_face)


class OnDiscord:
    """A theatre in the town's #lounge."""

    def __init__(self, town):
        self.town = town
        self.place = PlaceId(town.channel.id)
        self.newest = MessageId(town.opening.id)

    @property
    def stage(self):
        return self.town.client.stage

    def shown(self):
        return self.town.lines()

    def will_refuse(self):
        self.town.fail_next("POST", "/channels/*/webhooks", 403, 50013)

    def will_lose_answer(self, *, stored):
        if stored:
            self.town.lose_next_answer("POST", "/webhooks/*")
        else:
            self.town.fail_next("POST", "/webhooks/*", 502)

    def hide_history(self):
        self.town.fail_next("GET", "/channels/*/messages", 403, 50001)
