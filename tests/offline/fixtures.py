"""One offline Discord for tests: a guild, #lounge, Sam (who manages it), Rio and Kit, a client, and a clock of its own.

The laxness of the simulator is closed in `tightened`. Usage, in a test body:

    async with OfflineDiscord.open(lambda town: PanelClient(now=town.now, idle=town.idle)) as town:
        await town.say("Sam", "hello")
        await town.pass_time(3)
        assert town.lines() == [("Wren Okafor", "Hello, Sam.")]

The client is built before the world starts, sees the guild in READY, and syncs its own commands in `setup_hook`. What
its handlers start belongs to it: every verb returns when that work is done, asleep, or waiting inside `town.idle`. An
exception in a handler fails the test when the town closes, unless the test has read `town.errors`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self, TypeVar

import discord
import simcord
from simcord.backend.models import Message, Overwrite
from simcord.enums import OverwriteType

from tests.offline.tightened import Tightened, tightened

SETTLE_SECONDS = 0.5
"""A sleep of the bot that is longer is parked until `pass_time`; a shorter one is really waited for."""
PASSING_SECONDS = 20.0
"""Real seconds that `pass_time` may take: while time passes every sleep is virtual, so this slows nothing down."""

Got = TypeVar("Got")
Build = Callable[["OfflineDiscord"], discord.Client]


@dataclass(frozen=True)
class Answer:
    """What the bot answered to a command, a menu or a button."""

    text: str
    """The response and its follow-ups, a line each."""
    ephemeral: bool
    choices: tuple[str, ...]
    """Names of the offered choices, for `complete`."""
    result: simcord.InteractionResult | None = None

    @classmethod
    def of(cls, result: simcord.InteractionResult) -> Self:
        said = [*([result.response] if result.response else []), *result.followups]
        choices = tuple(choice["name"] for choice in result.autocomplete_choices or ())
        return cls("\n".join(part.content for part in said), result.ephemeral, choices, result)


class OfflineDiscord:
    """The town: everything that people, Discord and time can do to a bot, as verbs."""

    def __init__(self, build: Build, armed: Tightened, settle_timeout: float) -> None:
        self._armed = armed
        self._denied = discord.Permissions.none()
        self.client = build(self)
        self.env = simcord.Env(self.client, settle_timeout=settle_timeout)
        self.env.backend.edit_bot_profile("Greenroom")
        self.guild = self.env.create_guild("Greenroom")
        self.channel = self.guild.create_text_channel("lounge")
        managing = discord.Permissions(manage_guild=True, manage_channels=True)
        manager = self.guild.create_role("Manager", permissions=managing)
        regular = self.guild.create_role("Regular")
        self.people: dict[str, simcord.MemberActor] = {}
        for name, roles in (("Sam", (manager, regular)), ("Rio", (regular,)), ("Kit", ())):
            self.people[name] = self.guild.add_member(self.env.create_user(name), roles=roles)
        self.people["QuizBot"] = self.guild.add_member(self.env.create_user("QuizBot", bot=True))

    @classmethod
    @asynccontextmanager
    async def open(cls, build: Build, *, settle_timeout: float = SETTLE_SECONDS) -> AsyncIterator[Self]:
        """Build the client, start the world, and take both down again."""
        with tightened() as armed:
            town = cls(build, armed, settle_timeout)
            await town.env.start()
            known = 0
            try:
                yield town
                known = town.env._errors_acknowledged
            finally:
                await town.env.shutdown()
            town.env._raise_errors_since(known)

    # What the product is given.

    def now(self) -> datetime:
        """The town's clock, UTC; it starts at 2026-01-01 and moves only by `pass_time`."""
        return self.env.now()

    async def idle(self, awaitable: Awaitable[Got]) -> Got:
        """The hook around a wait that somebody outside ends; the verbs do not wait for it.

        It covers the awaiting task alone: put `asyncio.timeout` around or inside it, since `asyncio.wait_for` and
        `gather` wait in tasks of their own.
        """
        return await self.env.external_wait(awaitable, reason="idle")

    # What people do.

    async def say(self, user: str, text: str, reply_to: discord.Message | None = None) -> discord.Message:
        return await self.people[user].send(self.channel, text, reply_to=reply_to)

    async def burst(self, said: Iterable[tuple[str, str]]) -> list[discord.Message]:
        """Several messages at one instant, before the bot can react to the first."""
        stored = [self.env.backend.create_message(self.channel.id, self.people[who].id, text) for who, text in said]
        await self.settle()
        ids = {found.id for found in stored}
        return [message for message in self.channel.history() if message.id in ids]

    async def type_(self, user: str) -> None:
        await self.people[user].typing(self.channel)

    async def edit(self, message: discord.Message, text: str) -> None:
        await self._author(message).edit(message, text)

    async def delete(self, message: discord.Message) -> None:
        """A moderator deletes it, whoever wrote it."""
        self.env.backend.delete_message(self.channel.id, message.id)
        await self.settle()

    async def react(self, user: str, message: discord.Message, emoji: str) -> None:
        await self.people[user].react(message, emoji)

    async def slash(self, user: str, command: str, /, **options: Any) -> Answer:
        return Answer.of(await self.people[user].slash(self.channel, command, **options))

    async def menu(self, user: str, name: str, message: discord.Message) -> Answer:
        """The context menu of a message."""
        return Answer.of(await self.people[user].context_menu(self.channel, name, message))

    async def complete(self, user: str, command: str, option: str, typed: str, /, **filled: Any) -> list[str]:
        """What autocomplete offers while `option` reads `typed`."""
        offered = await self.people[user].autocomplete(self.channel, command, option, typed, **filled)
        return [choice["name"] for choice in offered]

    async def press(self, user: str, shown: Answer | discord.Message, label: str) -> Answer:
        """Press a button, on a message or on the answer to a command."""
        on = shown.result.response if isinstance(shown, Answer) and shown.result else shown
        return Answer.of(await self.people[user].click(on, label=label))

    async def fill(self, user: str, shown: Answer, **values: Any) -> Answer:
        """Send the form that an answer opened; keys are the fields' custom ids."""
        assert shown.result is not None
        return Answer.of(await self.people[user].submit_modal(shown.result, values))

    async def other_hook_says(self, name: str, text: str) -> discord.Message:
        """A line by a webhook of some other app."""
        return await self.guild.create_webhook(self.channel, name).send(text)

    def other_hooks(self, count: int) -> None:
        """Webhooks of other apps that take up places in the channel."""
        for number in range(count):
            self.guild.create_webhook(self.channel, f"Feed {number + 1}")

    def mention(self, name: str) -> str:
        """How a person ("Sam"), a role ("Regular") or the bot ("Greenroom") is written when it is pinged."""
        if name == self.env.backend.bot_user.name:
            return f"<@{self.env.backend.bot_user.id}>"
        return self.people[name].mention if name in self.people else self.guild.roles[name].mention

    # What time and trouble do.

    async def pass_time(self, seconds: float) -> None:
        """Let that much time pass, waking every sleep in its order."""
        usual, self.env.settle_timeout = self.env.settle_timeout, PASSING_SECONDS
        try:
            await self.env.advance_time(seconds)
        finally:
            self.env.settle_timeout = usual

    async def settle(self) -> None:
        """Wait until the bot has done what it can do now."""
        await self.env.settle(idle=0.001)

    @asynccontextmanager
    async def gap(self, back: str = "resumed") -> AsyncIterator[None]:
        """The gateway is gone inside the block: people talk, the bot hears nothing; then `back` (or "ready") comes."""
        feed = self.env._gateway_feed
        self.env.backend.subscribers.remove(feed)
        yield
        self.env.backend.subscribers.append(feed)
        with self.env._bot_scope():
            self.client.dispatch(back)
        await self.settle()

    async def restart(self, build: Build) -> discord.Client:
        """The process dies, tasks and all, and a new client starts in the same world."""
        client = build(self)
        await self.env.restart_bot(client)
        self.client = client
        return client

    async def forbid(self, permission: str) -> None:
        """Take one permission from the bot in the channel: `manage_webhooks`."""
        self._denied.update(**{permission: True})
        bot = self.env.backend.bot_user.id
        denial = Overwrite(target_id=bot, type=OverwriteType.MEMBER, allow=0, deny=self._denied.value)
        self.env.backend.set_overwrite(self.channel.id, denial)
        await self.settle()

    def fail_next(self, method: str, path: str, status: int, code: int = 0) -> None:
        """The next such request is refused and has no effect. `path` is a pattern: `/webhooks/*`."""
        self.env.inject_error(method, path, status=status, code=code, message="refused by the test")

    def lose_next_answer(self, method: str, path: str) -> None:
        """The next such request is carried out, and the connection breaks before the answer."""
        self._armed.lost.append((method, path))

    # What can be seen.

    def message(self, wanted: int | str) -> discord.Message:
        """The newest message with that id, or with that piece of text."""
        return next(
            message
            for message in reversed(self.channel.history())
            if wanted == message.id or (isinstance(wanted, str) and wanted in message.content)
        )

    def lines(self) -> list[tuple[str, str]]:
        """(shown name, text) of every webhook message in the channel, oldest first."""
        return [(self._shown_name(message), message.content) for message in self._stored() if message.webhook_id]

    def said_by_bot(self) -> list[str]:
        """What the bot's own account posted in the channel for everybody, oldest first."""
        bot = self.env.backend.bot_user.id
        return [found.content for found in self._stored() if found.author_id == bot and not found.is_ephemeral]

    def reactions(self, message: discord.Message) -> dict[str, list[str]]:
        """Emoji -> names of who reacted so."""
        stored = self.env.backend.get_message(self.channel.id, message.id)
        names = {user.id: user.name for user in self.env.backend.users.values()}
        return {found.emoji: [names[who] for who in found.user_ids] for found in stored.reactions if found.user_ids}

    def requests(self, method: str, path_part: str) -> list[simcord.HttpLogEntry]:
        """Every request of the bot whose path contains that part, with `path`, `params` and `json`."""
        return [made for made in self.env.http_requests if made.method == method and path_part in made.path]

    @property
    def errors(self) -> list[BaseException]:
        """What the bot's handlers raised so far; reading it says that the test expected it."""
        return self.env.errors

    def _stored(self) -> list[Message]:
        return sorted(self.env.backend.messages.get(self.channel.id, {}).values(), key=lambda found: found.id)

    def _shown_name(self, message: Message) -> str:
        return message.author_name or self.env.backend.users[message.author_id].name

    def _author(self, message: discord.Message) -> simcord.MemberActor:
        return next(actor for actor in self.people.values() if actor.id == message.author.id)
