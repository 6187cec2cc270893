"""What the gateway brings is told apart at once, and it is clear to whom it was said."""

import asyncio
from types import SimpleNamespace

import discord
import pytest

from bot.ears import OtherBot, OtherHook, OwnBot, OwnLine, SystemNote, deleted, edited, heard, typing
from events.heard import HumanEdited, HumanErased, HumanSpoke, HumanTyping, LineErased
from tests.bot.gateway import (
    APP,
    BO_ROLE,
    BOT,
    CHANNEL,
    CREW_ROLE,
    FOREIGN_HOOK,
    FORGETFUL,
    HOOK,
    KIT,
    MANAGED,
    RIO,
    SAM,
    WREN_ROLE,
    Gateway,
    Panel,
    by_hook,
    payload,
    replying,
    user,
)
from tests.bot.hands import Hands, foreign_line, town_with


@pytest.fixture
async def gateway():
    return Gateway(discord.Client(intents=discord.Intents.none()))


# --- told apart ---


def test_our_line_is_known_by_its_webhook(gateway):
    message = gateway.message("Good evening.", **by_hook(HOOK, "Wren Okafor"))
    assert heard(message, Panel()) == OwnLine(100, HOOK, "Wren Okafor", "Good evening.")


def test_our_line_is_known_by_the_application_when_no_webhook_is(gateway):
    message = gateway.message("Hi.", **by_hook(FOREIGN_HOOK, "Wren Okafor", application_id=str(APP)))
    assert isinstance(heard(message, Panel(hooks={}, lines={})), OwnLine)


def test_our_line_is_known_by_its_id_when_nothing_else_is(gateway):
    message = gateway.message("Hi.", id="42", **by_hook(FOREIGN_HOOK, "Wren Okafor"))
    assert isinstance(heard(message, Panel(application=None, hooks={})), OwnLine)


def test_another_apps_webhook_is_no_person_and_not_ours_whatever_its_name(gateway):
    message = gateway.message("Wren, hello", **by_hook(FOREIGN_HOOK, "Wren Okafor", application_id="77"))
    assert heard(message, Panel()) == OtherHook(100, FOREIGN_HOOK, "Wren Okafor")


def test_an_answer_of_ours_to_a_command_is_our_account_although_it_carries_a_webhook(gateway):
    message = gateway.message(
        "Done.", author=user(BOT, "Greenroom", bot=True), webhook_id=str(APP), application_id=str(APP)
    )
    assert heard(message, Panel()) == OwnBot(100)


def test_another_bot_is_no_person(gateway):
    message = gateway.message("Wren, what is 2+2?", author=user(77, "QuizBot", bot=True))
    assert heard(message, Panel()) == OtherBot(100, "QuizBot")


@pytest.mark.parametrize("kind", [6, 7, 8, 18, 21, 24, 46, 9999])
def test_what_discord_says_itself_is_a_note(gateway, kind):
    assert isinstance(heard(gateway.message("Bo", type=kind), Panel()), SystemNote)


def test_a_person_is_heard_with_who_what_and_when(gateway):
    assert heard(gateway.message("hello"), Panel(), late=True) == HumanSpoke(
        message=100,
        person=SAM,
        name="Sam",
        text="hello",
        sent_at=discord.utils.snowflake_time(100),
        late=True,
    )


async def test_the_simulated_gateway_is_told_apart_in_the_same_way():
    async with town_with(Hands) as town:
        await foreign_line(town, "Juniper", "Wren, hello")
        kinds = [type(heard(message, FORGETFUL)).__name__ for message in town.client.heard]
    assert kinds == ["HumanSpoke", "OtherHook"]


# --- to whom ---


@pytest.mark.parametrize(
    ("text", "to_bot", "to_others", "roles"),
    [
        ("hello", False, False, ()),
        (f"<@{BOT}> anyone awake?", True, False, ()),
        (f"<@!{BOT}> anyone awake?", True, False, ()),
        (f"<@&{MANAGED}> anyone awake?", True, False, ()),
        (f"<@{RIO}> look", False, True, ()),
        (f"<@{SAM}> that is me", False, False, ()),
        (f"<@&{CREW_ROLE}> look", False, False, ()),
        (f"<@&{WREN_ROLE}> look", False, False, ("wren",)),
        (f"<@&{BO_ROLE}> then <@&{WREN_ROLE}>, and <@&{BO_ROLE}> again", False, False, ("bo", "wren")),
        (f"`<@{BOT}>` is code", False, False, ()),
        (f"```\n<@&{WREN_ROLE}> <@{RIO}>\n```", False, False, ()),
        (f"> <@&{WREN_ROLE}> what is up\nlisten to this", False, False, ()),
        (f">>> <@{BOT}> said\nand <@&{BO_ROLE}>", False, False, ()),
        (f"\\<@{BOT}> as text", False, False, ()),
        ("@everyone server restarts at 9", False, False, ()),
        ("@here hello", False, False, ()),
    ],
)
def test_an_address_is_what_the_writer_pings_in_words_of_their_own(gateway, text, to_bot, to_others, roles):
    people = [user(BOT, "Greenroom", bot=True), user(RIO, "Rio"), user(SAM, "Sam")]
    roles_named = [str(MANAGED), str(CREW_ROLE), str(WREN_ROLE), str(BO_ROLE)]
    spoke = heard(gateway.message(text, mentions=people, mention_roles=roles_named, mention_everyone=True), Panel())
    assert (spoke.to_bot, spoke.to_others, spoke.roles) == (to_bot, to_others, roles)


def test_a_registered_role_counts_although_no_cache_knows_it(gateway):
    panel = Panel(roles={799: "bo"})
    assert heard(gateway.message("<@&799> hi", mention_roles=["799"]), panel).roles == ("bo",)


def test_a_reply_to_a_line_answers_its_persona_although_it_was_renamed_since(gateway):
    spoke = heard(gateway.message("why?", **replying(42)), Panel())
    assert (spoke.reply_to, spoke.answers, spoke.to_others) == (42, "wren", False)


def test_a_reply_to_an_old_line_is_known_by_a_webhook_of_one_speaker(gateway):
    old = payload("Good evening.", id="7", **by_hook(HOOK, "Somebody Else Now"))
    assert heard(gateway.message("why?", **replying(7, resolved=old)), Panel()).answers == "wren"


def test_a_shown_name_never_makes_a_reply_an_answer(gateway):
    foreign = payload("Good evening.", id="7", **by_hook(FOREIGN_HOOK, "Wren Okafor"))
    spoke = heard(gateway.message("why?", **replying(7, resolved=foreign)), Panel())
    assert (spoke.answers, spoke.to_others) == (None, True)


def test_a_reply_to_a_member_who_is_called_like_a_persona_is_to_that_member(gateway):
    kit = payload("mute yourself", id="7", author=user(KIT, "Kit", nick="Wren Okafor"))
    spoke = heard(gateway.message("no", **replying(7, resolved=kit)), Panel())
    assert (spoke.answers, spoke.to_others) == (None, True)


def test_a_reply_to_something_unknown_is_an_ordinary_message(gateway):
    spoke = heard(gateway.message("why?", **replying(7)), Panel())
    assert (spoke.reply_to, spoke.answers, spoke.to_others, spoke.to_bot) == (7, None, False, False)


def test_a_reply_to_oneself_is_to_nobody_else(gateway):
    own = payload("first", id="7")
    assert not heard(gateway.message("second", **replying(7, resolved=own)), Panel()).to_others


@pytest.mark.parametrize(("pinged", "to_bot"), [(True, True), (False, False)])
def test_a_reply_to_a_notice_of_the_bot_is_to_it_when_it_pings(gateway, pinged, to_bot):
    notice = payload("Bo can't answer right now.", id="7", author=user(BOT, "Greenroom", bot=True))
    mentions = [user(BOT, "Greenroom", bot=True)] if pinged else []
    spoke = heard(gateway.message("why?", mentions=mentions, **replying(7, resolved=notice)), Panel())
    assert (spoke.to_bot, spoke.to_others) == (to_bot, False)


def test_a_reply_to_a_join_message_is_to_nobody(gateway):
    joined = payload("", id="7", type=7, author=user(KIT, "Kit"))
    assert not heard(gateway.message("welcome", **replying(7, resolved=joined)), Panel()).to_others


# --- changes, deletions, typing ---


EDITED = "2026-01-01T12:01:00+00:00"


def test_a_changed_text_is_heard_in_plain_words(gateway):
    change = gateway.edit(f"hello <@{RIO}>", edited_timestamp=EDITED, mentions=[user(RIO, "Rio")])
    assert edited(change, Panel()) == HumanEdited(message=100, text="hello @Rio")


def test_a_changed_text_keeps_what_is_attached(gateway):
    picture = {"id": "9", "filename": "fern.png", "size": 1, "url": "u", "proxy_url": "u", "content_type": "image/png"}
    spoken = heard(gateway.message("hello", attachments=[picture]), Panel())
    change = edited(gateway.edit("good day", edited_timestamp=EDITED, attachments=[picture]), Panel())
    assert change == HumanEdited(message=100, text=" ".join(("good day", *spoken.attached)))


def test_a_link_preview_is_no_edit(gateway):
    assert edited(gateway.edit("https://example.org"), Panel()) is None


@pytest.mark.parametrize("author", [{"author": user(BOT, "G", bot=True)}, by_hook(HOOK, "Wren"), by_hook(501, "Feed")])
def test_what_machines_change_is_not_heard(gateway, author):
    assert edited(gateway.edit("new", edited_timestamp=EDITED, **author), Panel()) is None


def test_a_deletion_in_bulk_takes_our_lines_one_by_one_and_the_rest_together():
    assert deleted([41, 42, 43], Panel()) == (LineErased(message=42), HumanErased(messages=(41, 43)))


def test_a_deletion_of_our_line_alone_erases_no_human():
    assert deleted([42], Panel()) == (LineErased(message=42),)


async def test_typing_is_heard_although_no_cache_knows_who():
    assert typing(typing_event(SAM), Panel()) == HumanTyping(person=SAM)


@pytest.mark.parametrize("who", [(BOT, None), (77, SimpleNamespace(bot=True))])
def test_machines_do_not_type(who):
    assert typing(typing_event(*who), Panel()) is None


def typing_event(id_, who=None):
    event = discord.RawTypingEvent({"channel_id": str(CHANNEL), "user_id": str(id_), "timestamp": 0})
    event.user = who
    return event


def test_nothing_here_waits():
    assert not any(map(asyncio.iscoroutinefunction, (heard, edited, deleted, typing)))
