"""The engine room of the local room: a simulated Discord, the page that shows it, and the pump that keeps it live.

What the page looks like is in `page_frame`; who speaks there is the client's and the engine's business. Needs the extra
`local`. The simulator (simcord) is made for tests: its time stands still, and its page is published on demand. Here its
clock is the wall clock, and every 0.1 s the pump fires its timers and publishes the page if anything has happened.
"""

from __future__ import annotations

import asyncio
import io
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import discord
import simcord
from PIL import Image, ImageDraw, ImageFont
from simcord._clock import Clock
from simcord._runtime import _BOT_SCOPE
from simcord.backend.cdn import CDN_BASE
from tzlocal import get_localzone_name

from bot.page_frame import PageFrame
from bot.page_table import Seated

log = logging.getLogger(__name__)

GUILD = "Greenroom"
CHANNEL = "lounge"

PUMP_SECONDS = 0.1
SETTLE_SECONDS = 20.0
"""A command's handler may take this long before the page gives up on it."""
TYPING_SECONDS = 10.0
"""Discord shows a typing notice for about this long, or until its author speaks."""

FACE = "face"
COLOURS = ("#5865f2", "#3ba55d", "#d9822b", "#c4498b", "#2f8fa8", "#8a63d2")


async def serve(
    client: discord.Client,
    *,
    start_engine: Callable[[], Awaitable[None]],
    people: tuple[str, ...],
    topic: str,
    avatars: Mapping[str, bytes],
    seated: Callable[[], Sequence[Seated]] = tuple,
    port: int = 0,
    announce: Callable[[str], None],
    until: asyncio.Event,
) -> None:
    """Show a room on a page of this machine until `until` is set; the first of `people` owns the guild.

    `topic` stands over the channel: whose words these are, and where they go.
    `client` is logged in to the simulated Discord: its `setup_hook` runs, and its commands are synced unless it has
    done so. Then `start_engine` is awaited, once. Tasks that our own code creates, there or in handlers, run on real
    time and nobody waits for them; a handler is waited for before the next action, so it should only record. (What
    `setup_hook` starts is waited for too: an engine belongs into `start_engine`.)
    `avatars` are pictures (bytes of PNG, JPEG or WebP) by the `avatar_url` that webhooks send; `seated` tells who sits
    at the table now. `announce` is called once with the page's address. It holds a secret: whoever has it can speak as
    any of `people`. `port` 0 is a free one.
    """
    env = simcord.Env(client, check_errors=False, settle_timeout=SETTLE_SECONDS)
    env.backend.clock = _WallClock()
    world = _furnish(env, people, topic)
    await env.start()
    try:
        with _own_tasks_run_free(asyncio.get_running_loop()):
            await _sync_commands(env, client)
            await start_engine()
            preview = _preview(env, world, avatars)
            actors = {viewer.id: viewer for viewer in world.viewers}
            lounge = _Lounge(env, preview, world.channel, actors, seated, avatars)
            env.backend.subscribers.append(lounge.hear)
            turns = asyncio.Lock()
            async with (
                preview,
                PageFrame(preview.url, lounge, port=port, turns=turns) as frame,
                asyncio.TaskGroup() as tasks,
            ):
                pump = tasks.create_task(_pump(env, preview, lounge, turns))
                announce(frame.url)
                await until.wait()
                pump.cancel()
    finally:
        await env.shutdown()


@dataclass
class _World:
    """The furnished guild."""

    channel: simcord.ChannelHandle
    viewers: tuple[simcord.MemberActor, ...]
    faces: dict[str, tuple[str, bytes]]
    """Picture file by address, for everybody who brought none."""


def _furnish(env: simcord.Env, people: tuple[str, ...], topic: str) -> _World:
    env.backend.edit_bot_profile(GUILD)
    env.backend.bot_user.avatar = FACE
    users = [env.create_user(name, avatar=FACE) for name in people]
    guild = env.create_guild(GUILD, owner=users[0])
    members = (simcord.MemberActor(env, guild, users[0]), *(guild.add_member(user) for user in users[1:]))
    faces = {f"{CDN_BASE}/avatars/{env.backend.bot_user.id}/{FACE}.png": ("bot.png", _face(GUILD, "#2b2d31"))}
    for index, colour in enumerate(COLOURS):
        faces[f"{CDN_BASE}/embed/avatars/{index}.png"] = (f"default-{index}.png", _face("", colour))
    for index, user in enumerate(users):
        picture = _face(user.name, COLOURS[index % len(COLOURS)])
        faces[f"{CDN_BASE}/avatars/{user.id}/{FACE}.png"] = (f"person-{index}.png", picture)
    return _World(guild.create_text_channel(CHANNEL, topic=topic), members, faces)


async def _sync_commands(env: simcord.Env, client: discord.Client) -> None:
    tree: discord.app_commands.CommandTree[Any] | None = getattr(client, "tree", None)
    if tree is not None and not any(env.backend.commands.values()):
        await tree.sync()


def _preview(env: simcord.Env, world: _World, avatars: Mapping[str, bytes]) -> simcord.Preview:
    pictures = {url: (f"avatar{_suffix(picture)}", picture) for url, picture in avatars.items()}
    return env.preview(
        world.channel,
        viewers=world.viewers,
        layout="channel",
        timezone=get_localzone_name(),
        assets={**world.faces, **pictures},
    )


async def _pump(env: simcord.Env, preview: simcord.Preview, lounge: _Lounge, turns: asyncio.Lock) -> None:
    """Moves the simulator's timers, and publishes what happened; it takes turns with the actions of the page."""
    reached = time.monotonic()
    while True:
        await asyncio.sleep(PUMP_SECONDS)
        async with turns:
            now = time.monotonic()
            try:
                await env.advance_time(now - reached)
                reached = now
                if lounge.something_happened:
                    lounge.something_happened = False
                    await preview.refresh()
            except simcord.SetupError:
                lounge.something_happened = True  # an operation was under way; the next stroke publishes
            except TimeoutError:
                reached = now
                log.warning("A handler has not returned for %.0f s; the page waits for it.", SETTLE_SECONDS)


@dataclass
class _Lounge:
    """The channel as the frame of the page uses it: what people do there, and who is seen typing."""

    env: simcord.Env
    preview: simcord.Preview
    channel: simcord.ChannelHandle
    people: Mapping[int, simcord.MemberActor]
    seated: Callable[[], Sequence[Seated]]
    avatars: Mapping[str, bytes]
    something_happened: bool = True
    _until: dict[str, float] = field(default_factory=dict)

    async def say(self, person: int, text: str) -> None:
        await self.people[person].send(self.channel, text)

    async def start_typing(self, person: int) -> None:
        await self.people[person].typing(self.channel)

    async def use_menu(self, person: int, name: str, message: int) -> None:
        target = next(found for found in self.channel.history(viewer=self.people[person]) if found.id == message)
        answer = await self.people[person].context_menu(self.channel, name, target)
        if answer.modal is not None:
            self._open_form(person, answer)

    def _open_form(self, person: int, answer: simcord.InteractionResult) -> None:
        """The simulator shows a form on the page whose own action opened it; this menu is ours."""
        for page in self.preview._pages.values():  # noqa: SLF001 - it offers no other way
            if page.viewer.id == person:
                page.modal, page.modal_handle = answer, f"m_{secrets.token_urlsafe(12)}"
        self.something_happened = True

    def menus(self, person: int) -> list[str]:
        if person not in self.people:
            return []
        kind = discord.AppCommandType.message.value
        commands = self.env.backend.visible_commands(user_id=person, channel_id=self.channel.id, type=kind)
        return [command["name"] for command in commands]

    def typing(self) -> list[str]:
        return [name for name, until in self._until.items() if until > time.monotonic()]

    def face(self, persona: str) -> bytes:
        return self.avatars[{str(seat.persona): seat.face for seat in self.seated()}[persona]]

    def hear(self, event: str, payload: Mapping[str, Any]) -> None:
        """What the simulated gateway sends: the page is out of date, and bots type until they speak."""
        self.something_happened = True
        if event == "TYPING_START":
            author = self.env.backend.users[int(payload["user_id"])]
            if author.bot:
                self._until[author.name] = time.monotonic() + TYPING_SECONDS
        elif event == "MESSAGE_CREATE" and payload["author"].get("bot"):
            self._until.clear()


class _WallClock(Clock):
    """The simulated Discord's time is ours; `elapsed`, which orders its timers, is moved by the pump."""

    def now(self) -> datetime:
        return datetime.now(UTC)


@contextmanager
def _own_tasks_run_free(loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """The simulator waits for the tasks that discord.py starts, and for none of ours.

    It marks ownership in a context variable that every task inherits. An engine that is woken by a handler would be
    waited for until its last model call, and the composer of the page would stay locked.
    """
    watched = loop.create_task

    def create_task(coro: Coroutine[Any, Any, Any], **options: Any) -> asyncio.Task[Any]:
        frame = getattr(coro, "cr_frame", None)
        origin = frame.f_globals.get("__name__", "") if frame is not None else ""
        if origin.partition(".")[0] in {"discord", "simcord"}:
            return watched(coro, **options)
        scope = _BOT_SCOPE.set(None)
        try:
            return watched(coro, **options)
        finally:
            _BOT_SCOPE.reset(scope)

    loop.create_task = create_task  # type: ignore[method-assign]  # the loop offers no other seam
    try:
        yield
    finally:
        loop.create_task = watched  # type: ignore[method-assign]


def _face(name: str, colour: str, size: int = 128) -> bytes:
    """A plain picture, the initial on a colour, as PNG."""
    picture = Image.new("RGB", (size, size), colour)
    middle = (size / 2, size / 2)
    font = ImageFont.load_default(size * 0.55)
    ImageDraw.Draw(picture).text(middle, name[:1].upper(), fill="white", anchor="mm", font=font)
    data = io.BytesIO()
    picture.save(data, "PNG")
    return data.getvalue()


def _suffix(picture: bytes) -> str:
    if picture.startswith(b"\xff\xd8"):
        return ".jpg"
    return ".webp" if picture[8:12] == b"WEBP" else ".png"
