"""The bench itself: each verb once, with a toy bot, and the simulator's gaps closed."""

import asyncio
from datetime import UTC, datetime, timedelta

import aiohttp
import discord
import pytest
from discord import app_commands
from simcord.env import Env
from simcord.http import router

from tests.offline.fixtures import OfflineDiscord
from tests.offline.tightened import tightened


class Toy(discord.Client):
    """Hears messages into a mailbox; a task of its own answers each after two seconds through a webhook."""

    def __init__(self, town):
        super().__init__(intents=discord.Intents.all())
        self.town = town
        self.tree = app_commands.CommandTree(self)
        self.heard, self.typed, self.resumed, self.edited, self.deleted = [], [], 0, [], []
        self.mailbox = asyncio.Queue()
        self.tree.add_command(app_commands.Command(name="ping", description="Pong", callback=self._ping))
        self.tree.add_command(app_commands.ContextMenu(name="Why this line?", callback=self._why))

    async def setup_hook(self):
        await self.tree.sync()
        self.engine = asyncio.create_task(self._answer_for_ever())

    async def _answer_for_ever(self):
        while True:
            message = await self.town.idle(self.mailbox.get())
            await asyncio.sleep(2)
            hook = (await message.channel.webhooks() or [await message.channel.create_webhook(name="Panel")])[0]
            await hook.send(f"You said {message.content}", username="Wren Okafor", wait=True)

    async def _ping(self, interaction: discord.Interaction, loud: bool = False):
        await interaction.response.send_message("PONG" if loud else "pong", ephemeral=True, view=self._once_more())

    def _once_more(self):
        view, button = discord.ui.View(), discord.ui.Button(label="Again")
        button.callback = lambda interaction: interaction.response.send_message("pong again")
        return view.add_item(button)

    async def _why(self, interaction: discord.Interaction, message: discord.Message):
        await interaction.response.send_message(f"Because of: {message.content}", ephemeral=True)

    async def on_message(self, message):
        self.heard.append(message)
        if not message.author.bot:
            self.mailbox.put_nowait(message)

    async def on_raw_typing(self, event):
        self.typed.append(event.user_id)

    async def on_raw_message_edit(self, event):
        self.edited.append(event.message.content)

    async def on_raw_message_delete(self, event):
        self.deleted.append(event.message_id)

    async def on_resumed(self):
        self.resumed += 1


@pytest.fixture
async def town():
    async with OfflineDiscord.open(Toy) as opened:
        yield opened


async def test_a_line_appears_when_its_delay_has_passed_and_not_before(town):
    await town.say("Sam", "hello")
    await town.pass_time(1.9)
    assert town.lines() == []

    await town.pass_time(0.2)

    assert town.lines() == [("Wren Okafor", "You said hello")]


async def test_the_clock_moves_by_passing_time_alone(town):
    await town.pass_time(3600)

    assert town.now() == datetime(2026, 1, 1, 1, tzinfo=UTC)


class Patient(Toy):
    """Waits a minute for a message, then says so."""

    async def _answer_for_ever(self):
        try:
            async with asyncio.timeout(60):
                await self.town.idle(self.mailbox.get())
        except TimeoutError:
            await self.get_channel(self.town.channel.id).send("Nobody came.")


@pytest.mark.parametrize(("seconds", "said"), [(59, []), (61, ["Nobody came."])])
async def test_a_deadline_around_an_idle_wait_is_met_by_passing_time(seconds, said):
    async with OfflineDiscord.open(Patient) as town:
        await town.pass_time(seconds)

        assert town.said_by_bot() == said


async def test_a_long_time_with_many_timers_passes_at_once(town):
    await town.burst([("Sam", f"line {number}") for number in range(100)])

    await town.pass_time(timedelta(hours=1).total_seconds())

    assert len(town.lines()) == 100


async def test_a_burst_is_heard_in_order_and_whole(town):
    sent = await town.burst([("Sam", "one"), ("Rio", "two"), ("Kit", "three")])

    assert [message.content for message in town.client.heard] == ["one", "two", "three"]
    assert [message.id for message in sent] == [message.id for message in town.client.heard]


async def test_a_reply_carries_the_message_that_it_answers(town):
    first = await town.say("Sam", "hello")

    await town.say("Rio", "to you", reply_to=first)

    assert town.client.heard[-1].reference.message_id == first.id


async def test_typing_is_heard(town):
    await town.type_("Kit")

    assert town.client.typed == [town.people["Kit"].id]


async def test_edits_and_deletions_are_heard(town):
    message = await town.say("Sam", "helo")

    await town.edit(message, "hello")
    await town.delete(message)

    assert (town.client.edited, town.client.deleted) == (["hello"], [message.id])


async def test_a_slash_command_is_answered_in_private(town):
    answer = await town.slash("Sam", "ping", loud=True)

    assert (answer.text, answer.ephemeral) == ("PONG", True)


async def test_a_button_of_an_answer_can_be_pressed(town):
    answer = await town.slash("Sam", "ping")

    again = await town.press("Sam", answer, "Again")

    assert (again.text, town.said_by_bot()) == ("pong again", ["pong again"])


async def test_the_menu_of_a_persona_line_reaches_the_bot(town):
    await town.say("Sam", "hello")
    await town.pass_time(2)

    answer = await town.menu("Sam", "Why this line?", town.message("You said hello"))

    assert answer.text == "Because of: You said hello"


async def test_reactions_are_told_with_who_gave_them(town):
    message = await town.say("Sam", "hello")

    await town.react("Rio", message, "🎉")
    await message.add_reaction("👀")

    assert town.reactions(message) == {"🎉": ["Rio"], "👀": ["Greenroom"]}


@pytest.mark.parametrize("name", ["Sam", "Regular", "Greenroom"])
async def test_a_mention_is_understood_by_the_client(town, name):
    await town.say("Kit", f"hey {town.mention(name)}")

    heard = town.client.heard[-1]
    assert name in {who.name for who in [*heard.mentions, *heard.role_mentions]}


async def test_requests_show_what_was_asked_of_discord(town):
    await town.say("Sam", "hello")
    await town.pass_time(2)

    (made,) = town.requests("POST", "/webhooks/")
    assert (made.json["content"], made.json["username"]) == ("You said hello", "Wren Okafor")


async def test_a_line_of_another_app_is_a_line_and_its_author_a_webhook(town):
    await town.other_hook_says("Feed", "news")

    assert town.lines() == [("Feed", "news")]
    assert town.client.heard[-1].webhook_id == town.client.heard[-1].author.id


async def test_a_restart_kills_the_old_tasks_and_keeps_the_world(town):
    await town.say("Sam", "hello")
    old = town.client

    await town.restart(Toy)
    await town.pass_time(10)

    assert (old.engine.cancelled(), town.lines(), town.message("hello").content) == (True, [], "hello")


async def test_240_messages_missed_in_a_gap_are_read_back_oldest_first(town):
    before = await town.say("Sam", "before")
    async with town.gap():
        await town.burst([("Rio", f"missed {number}") for number in range(240)])
    channel = town.client.get_channel(town.channel.id)

    read = [message.content async for message in channel.history(after=before, limit=None)]

    assert [message.content for message in town.client.heard] == ["before"]
    assert town.client.resumed == 1
    assert read == [f"missed {number}" for number in range(240)]


async def test_history_after_with_a_limit_gives_the_oldest(town):
    before = await town.say("Sam", "before")
    await town.burst([("Rio", f"missed {number}") for number in range(30)])
    channel = town.client.get_channel(town.channel.id)

    read = [message.content async for message in channel.history(after=before, limit=10)]

    assert read == [f"missed {number}" for number in range(10)]


async def test_the_sixteenth_webhook_of_a_channel_is_refused(town):
    town.other_hooks(15)

    with pytest.raises(discord.HTTPException) as refused:
        await town.client.get_channel(town.channel.id).create_webhook(name="Panel")

    assert (refused.value.status, refused.value.code) == (400, 30007)


REFUSED_NAMES = ["clyde", "My Discord Friend", "Dis\u200bcord", "x" * 81, "   "]


@pytest.mark.parametrize("name", REFUSED_NAMES)
async def test_a_webhook_may_not_be_made_under_a_name_that_discord_refuses(town, name):
    with pytest.raises(discord.HTTPException) as refused:
        await town.client.get_channel(town.channel.id).create_webhook(name=name)

    assert (refused.value.status, refused.value.code) == (400, 50035)


@pytest.mark.parametrize("name", [*REFUSED_NAMES, "everyone", "```"])
async def test_a_line_may_not_be_posted_under_a_name_that_discord_refuses(town, name):
    hook = await town.client.get_channel(town.channel.id).create_webhook(name="Panel")

    with pytest.raises(discord.HTTPException) as refused:
        await hook.send("hello", username=name)

    assert (refused.value.status, refused.value.code, town.lines()) == (400, 50035, [])


async def test_what_is_forbidden_is_answered_with_forbidden(town):
    await town.forbid("manage_webhooks")

    with pytest.raises(discord.Forbidden) as refused:
        await town.client.get_channel(town.channel.id).webhooks()

    assert refused.value.code == 50013


async def test_a_failing_request_fails_once_and_has_no_effect(town):
    hook = await town.client.get_channel(town.channel.id).create_webhook(name="Panel")
    town.fail_next("POST", "/webhooks/*", 503)

    with pytest.raises(discord.HTTPException):
        await hook.send("first")
    await hook.send("second")

    assert town.lines() == [("Panel", "second")]


async def test_a_lost_answer_leaves_the_line_in_the_channel(town):
    hook = await town.client.get_channel(town.channel.id).create_webhook(name="Panel")
    town.lose_next_answer("POST", "/webhooks/*")

    with pytest.raises(aiohttp.ServerDisconnectedError):
        await hook.send("first")

    assert town.lines() == [("Panel", "first")]


async def test_an_exception_in_a_handler_fails_the_test():
    class Clumsy(Toy):
        async def on_message(self, message):
            raise LookupError(message.content)

    with pytest.raises(ExceptionGroup) as fell:
        async with OfflineDiscord.open(Clumsy) as town:
            await town.say("Sam", "oops")

    assert fell.group_contains(LookupError, match="oops")


async def test_an_exception_that_the_test_has_read_is_expected():
    class Clumsy(Toy):
        async def on_message(self, message):
            raise LookupError(message.content)

    async with OfflineDiscord.open(Clumsy) as town:
        await town.say("Sam", "oops")
        assert [str(error) for error in town.errors] == ["oops"]


def test_the_tightening_is_undone():
    before = (dict(router._ROUTES), router.dispatch, Env._settle_internal.__kwdefaults__["idle"])
    tables = {method: list(table) for method, table in router._ROUTES.items()}

    with tightened():
        assert router._ROUTES["GET"] != tables["GET"]

    assert before == (router._ROUTES, router.dispatch, Env._settle_internal.__kwdefaults__["idle"])
    assert tables == router._ROUTES


@pytest.mark.parametrize(
    "private", ["_settle_internal", "_raise_errors_since", "_errors_acknowledged", "_bot_scope", "_gateway_feed"]
)
async def test_the_private_names_that_the_bench_touches_are_there(town, private):
    assert getattr(town.env, private) is not None


def test_the_idle_default_that_makes_the_bench_quick_is_still_simcords():
    assert Env._settle_internal.__kwdefaults__["idle"] == 0.05
