"""The stage on Discord: the contract, and what only Discord can do to a line."""

import ast
from pathlib import Path

import msgspec
import pytest

from bot.stage import NOBODY
from events.base import PersonaId, PlaceId
from events.persona import Persona
from rooms.ports import Posted, Refused, Unknown, Unreadable
from tests.bot.hands import (
    Hands,
    OnDiscord,
    bare_thread,
    does,
    foreign_line,
    move_every_hook,
    next_posts,
    remove_every_hook,
    town_with,
)
from tests.contracts.stage import WREN, StageContract, a_line

LONG = " ".join(f"Sentence number {number} goes on for quite a while." for number in range(100))


@pytest.fixture
async def theatre():
    async with town_with(Hands) as town:
        yield OnDiscord(town)


@pytest.fixture
def town(theatre):
    return theatre.town


class TestDiscordStage(StageContract):
    @pytest.fixture
    def theatre(self, theatre):
        return theatre

    async def run(self, theatre, call):
        return await does(theatre.town, call)


async def posted(theatre, text, persona=WREN, **changes):
    return await does(theatre.town, theatre.stage.post(a_line(theatre, text, persona, **changes)))


async def found(theatre, text, persona=WREN, **changes):
    return await does(theatre.town, theatre.stage.find(a_line(theatre, text, persona, **changes)))


# --- what leaves ---


async def test_model_text_that_would_ping_everybody_pings_nobody(theatre, town):
    await posted(theatre, "@everyone wake up, <@&200000000000000001> and <@100000000000000001>!")
    sent = town.requests("POST", "/webhooks/")[-1]
    assert sent.json["allowed_mentions"] == {"parse": []}
    assert sent.params["wait"] == 1


def test_no_way_of_sending_or_editing_lacks_the_empty_list_of_mentions():
    careless = [
        f"{file}:{call.lineno}"
        for file in sorted(Path("bot").rglob("*.py"))
        for call in calls_in(file)
        if writes_a_message(call) and not pings_nobody(call)
    ]
    assert careless == []


def test_nobody_is_nobody():
    assert NOBODY.to_dict() == {"parse": []}


async def test_a_long_line_becomes_messages_in_order_and_loses_no_word(theatre):
    outcome = await posted(theatre, LONG)
    texts = [text for _, text in theatre.shown()]
    assert len(outcome.messages) == len(texts) == 3
    assert max(map(len, texts)) <= 2000
    assert " ".join(texts).split() == LONG.split()


async def test_a_line_of_nothing_is_refused_without_a_request(theatre, town):
    outcome = await posted(theatre, " \n ")
    assert outcome == Refused(reason="empty")
    assert town.requests("POST", "/webhooks/") == []


async def test_the_shared_webhook_carries_the_face_with_each_message(theatre, town):
    await posted(theatre, "Hello.", msgspec.structs.replace(WREN, avatar="https://example.org/wren.png"), seat=8)
    sent = town.requests("POST", "/webhooks/")[-1].json
    assert (sent["username"], sent["avatar_url"]) == ("Wren Okafor", "https://example.org/wren.png")


async def test_a_second_persona_of_one_name_can_be_told_from_the_first(theatre):
    twin = Persona(id=PersonaId("wren-two"), name="Wren Okafor", card="Her twin.")
    await posted(theatre, "I am Wren.", seat=8)
    await posted(theatre, "So am I.", twin, seat=9)
    await posted(theatre, "No.", seat=8)
    await posted(theatre, "Yes.", twin, seat=9)
    names = [name for name, _ in theatre.shown()]
    assert names == ["Wren Okafor", "Wren Okafor (wren-two)"] * 2


# --- names ---


@pytest.mark.parametrize("name", ["Discord Dan", "Clyde", "everyone", "here", "x" * 90, "Dis\u200bcord", "```"])
async def test_a_name_that_discord_would_refuse_is_shown_in_a_form_that_it_takes(theatre, name):
    outcome = await posted(theatre, "Hello.", Persona(id=PersonaId("dan"), name=name, card="A person."))
    assert isinstance(outcome, Posted)


async def test_a_name_that_is_refused_all_the_same_gets_one_more_try_with_initials(theatre, town, monkeypatch):
    next_posts(monkeypatch, (400, 50035, ["username"]))
    outcome = await posted(theatre, "Hello.")
    assert isinstance(outcome, Posted)
    assert theatre.shown() == [("W. O.", "Hello.")]


async def test_a_name_that_is_refused_twice_is_given_up(theatre, town, monkeypatch):
    next_posts(monkeypatch, *[(400, 50035, ["username"])] * 2)
    outcome = await posted(theatre, "Hello.")
    assert (outcome.reason, len(town.requests("POST", "/webhooks/"))) == ("refused-name", 2)


# --- what Discord says ---


@pytest.mark.parametrize(
    ("status", "code", "reason"),
    [
        (403, 50013, "no-webhook-permission"),
        (403, 50001, "no-webhook-permission"),
        (404, 10003, "place-gone"),
        (400, 200000, "automod"),
        (400, 240000, "automod"),
        (400, 160005, "place-closed"),
        (400, 50083, "place-closed"),
        (400, 220001, "needs-a-thread"),
        (429, 0, "rate-limited"),
        (400, 50035, "refused"),
        (400, 99999, "refused"),
    ],
)
async def test_each_refusal_has_a_reason_and_is_asked_for_once(theatre, town, status, code, reason):
    town.fail_next("POST", "/webhooks/*", status, code)
    outcome = await posted(theatre, "Hello.")
    assert outcome == Refused(reason=reason, detail=f"status {status}, code {code}")
    assert (theatre.shown(), len(town.requests("POST", "/webhooks/"))) == ([], 1)


async def test_an_error_of_discords_own_is_no_refusal_since_the_line_may_stand(theatre, town):
    town.fail_next("POST", "/webhooks/*", 502)
    assert await posted(theatre, "Hello.") == Unknown(why="status 502")


async def test_a_deleted_webhook_is_made_again_once_and_the_line_is_sent_once(theatre, town):
    await posted(theatre, "Before.")
    remove_every_hook(town)
    outcome = await posted(theatre, "After.")
    assert isinstance(outcome, Posted)
    assert [text for _, text in theatre.shown()] == ["Before.", "After."]
    assert len(town.requests("POST", "/channels/")) == 2


async def test_a_webhook_that_is_gone_and_may_not_be_made_again_is_no_storm(theatre, town):
    await posted(theatre, "Before.")
    remove_every_hook(town)
    await town.forbid("manage_webhooks")
    outcomes = [await posted(theatre, "After.") for _ in range(5)]
    assert {outcome.reason for outcome in outcomes} == {"no-webhook-permission"}
    assert len(town.requests("GET", "/webhooks")) == 2


async def test_a_webhook_that_was_moved_does_not_speak_in_the_wrong_room(theatre, town):
    await posted(theatre, "Before.")
    elsewhere = town.guild.create_text_channel("elsewhere")
    move_every_hook(town, elsewhere)
    outcome = await posted(theatre, "After.")
    assert isinstance(outcome, Posted)
    assert [text for _, text in theatre.shown()] == ["Before.", "After."]
    assert elsewhere.history() == []


async def test_a_long_line_that_is_refused_halfway_is_taken_back(theatre, town, monkeypatch):
    next_posts(monkeypatch, None, (400, 200000, []))
    outcome = await posted(theatre, LONG)
    assert outcome.reason == "automod"
    assert theatre.shown() == []


# --- finding ---


async def test_a_long_line_is_found_only_whole(theatre):
    outcome = await posted(theatre, LONG)
    assert (await found(theatre, LONG)).messages == outcome.messages


async def test_the_beginning_of_a_long_line_is_taken_away_so_that_it_can_be_said_whole(theatre, town):
    outcome = await posted(theatre, LONG)
    await town.delete(town.message(outcome.messages[-1]))
    assert await found(theatre, LONG) is None
    assert theatre.shown() == []


async def test_a_beginning_that_cannot_be_taken_away_leaves_the_question_open(theatre, town):
    outcome = await posted(theatre, LONG)
    await town.delete(town.message(outcome.messages[-1]))
    town.fail_next("DELETE", "/webhooks/*", 500)
    with pytest.raises(Unreadable):
        await found(theatre, LONG)


async def test_a_line_is_found_after_a_restart_with_nothing_remembered(theatre, town):
    outcome = await posted(theatre, "Good evening.")
    await town.restart(Hands)
    assert (await found(theatre, "Good evening.")) == outcome


async def test_a_line_is_found_behind_a_hundred_newer_messages(theatre, town):
    outcome = await posted(theatre, "Good evening.")
    await town.burst([("Sam", f"message {number}") for number in range(150)])
    assert (await found(theatre, "Good evening.")).messages == outcome.messages


async def test_a_line_is_found_however_much_was_said_after_it(theatre, town):
    outcome = await posted(theatre, "Good evening.")
    await town.burst([("Sam", f"message {number}") for number in range(300)])
    assert (await found(theatre, "Good evening.")).messages == outcome.messages


async def test_a_line_that_may_stand_behind_all_that_was_read_is_an_open_question(theatre, town):
    await town.burst([("Sam", f"message {number}") for number in range(300)])
    with pytest.raises(Unreadable):
        await found(theatre, "Good evening.")


async def test_somebody_elses_webhook_with_the_same_name_and_words_is_not_our_line(theatre, town):
    await foreign_line(town, "Wren Okafor", "Good evening.")
    assert await found(theatre, "Good evening.") is None


async def test_white_space_and_composition_do_not_hide_a_line(theatre):
    outcome = await posted(theatre, "Cafe\u0301  au lait\n")
    assert (await found(theatre, "Caf\u00e9 au lait")).messages == outcome.messages


async def test_a_line_said_under_initials_is_found_under_them(theatre, town, monkeypatch):
    next_posts(monkeypatch, (400, 50035, ["username"]))
    outcome = await posted(theatre, "Hello.")
    assert (await found(theatre, "Hello.")).messages == outcome.messages


async def test_a_line_is_found_although_its_webhook_was_deleted_meanwhile(theatre, town):
    outcome = await posted(theatre, "Hello.")
    remove_every_hook(town)
    assert (await found(theatre, "Hello.")).messages == outcome.messages


# --- threads ---


async def test_a_line_in_a_thread_is_posted_and_taken_back_through_the_parents_webhook_with_the_thread(theatre, town):
    thread = await does(town, bare_thread(town, "Alma's party"))
    line = msgspec.structs.replace(a_line(theatre, "Hi."), place=PlaceId(thread.id), parent=theatre.place)
    outcome = await does(town, theatre.stage.post(line))
    await does(town, theatre.stage.retract(line, outcome.messages))
    asked = [(made.method, made.params.get("thread_id")) for made in requests_of_hooks(town)]
    made_in = town.requests("POST", "/webhooks")[0].path
    assert asked == [("POST", thread.id), ("DELETE", thread.id)]
    assert made_in == f"/channels/{theatre.place}/webhooks"


# --- by hand ---


def calls_in(file):
    """The calls of a file; in the local room it is the simulated people who `send`."""
    text = file.read_text()
    return [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call) and "import simcord" not in text]


def writes_a_message(call):
    """`x.send(...)` and its like; `edit` only where it changes what is said."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    given = {keyword.arg for keyword in call.keywords}
    always = {"send", "reply", "send_message", "edit_message", "edit_original_response"}
    return name in always or (name == "edit" and bool(given & {"content", "embed", "embeds", "view"}))


def pings_nobody(call):
    return any(keyword.arg == "allowed_mentions" for keyword in call.keywords)


def requests_of_hooks(town):
    return [made for made in town.env.http_requests if made.path.startswith("/webhooks/")]
