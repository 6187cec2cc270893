"""A posted line changed on Discord: its messages, the webhooks that may do it, and what only Discord can do to it."""

import msgspec
import pytest

from bot.stage import NOBODY
from events.base import PersonaId, PlaceId
from events.persona import Persona
from rooms.ports import Posted, Refused, Unknown
from tests.bot.hands import Hands, OnDiscord, bare_thread, does, next_posts, remove_every_hook, town_with
from tests.contracts.stage import ALMA, WREN, a_line

LONG = " ".join(f"Sentence number {number} goes on for quite a while." for number in range(100))
SHORT = "Grey paint."


@pytest.fixture
async def theatre():
    async with town_with(Hands) as town:
        yield OnDiscord(town)


@pytest.fixture
def town(theatre):
    return theatre.town


async def posted(theatre, text, persona=WREN, **changes):
    return await does(theatre.town, theatre.stage.post(a_line(theatre, text, persona, **changes)))


async def revised(theatre, text, messages, persona=WREN, **changes):
    return await does(theatre.town, theatre.stage.revise(a_line(theatre, text, persona, **changes), messages))


def texts(theatre):
    return [text for _, text in theatre.shown()]


async def test_a_change_pings_nobody(theatre, town):
    outcome = await posted(theatre, SHORT)
    await revised(theatre, "@everyone, white!", outcome.messages)
    assert town.requests("PATCH", "/webhooks/")[-1].json["allowed_mentions"] == NOBODY.to_dict()


async def test_three_messages_become_one_and_the_others_are_removed(theatre):
    outcome = await posted(theatre, LONG)
    after = await revised(theatre, SHORT, outcome.messages)
    assert (after.messages, texts(theatre)) == (outcome.messages[:1], [SHORT])


async def test_one_message_becomes_three_and_loses_no_word(theatre):
    outcome = await posted(theatre, SHORT)
    after = await revised(theatre, LONG, outcome.messages)
    assert (len(after.messages), after.messages[:1]) == (3, outcome.messages)
    assert " ".join(texts(theatre)).split() == LONG.split()


async def test_what_an_earlier_try_has_added_is_not_added_again(theatre):
    outcome = await posted(theatre, SHORT)
    first = await revised(theatre, LONG, outcome.messages)
    again = await revised(theatre, LONG, outcome.messages)
    assert (again.messages, len(texts(theatre))) == (first.messages, 3)


async def test_a_part_that_may_stand_is_left_open_and_found_by_the_next_try(theatre, town):
    outcome = await posted(theatre, SHORT)
    town.lose_next_answer("POST", "/webhooks/*")
    assert isinstance(await revised(theatre, LONG, outcome.messages), Unknown)
    after = await revised(theatre, LONG, outcome.messages)
    assert (len(after.messages), len(texts(theatre))) == (3, 3)


async def test_an_error_of_discords_own_is_an_open_question(theatre, town):
    outcome = await posted(theatre, SHORT)
    town.fail_next("PATCH", "/webhooks/*", 418)
    assert await revised(theatre, "White.", outcome.messages) == Refused(reason="refused", detail="status 418, code 0")


async def test_a_text_that_automod_stops_changes_nothing(theatre, town):
    outcome = await posted(theatre, SHORT)
    town.fail_next("PATCH", "/webhooks/*", 400, 200000)
    assert (await revised(theatre, "White.", outcome.messages)).reason == "automod"
    assert texts(theatre) == [SHORT]


async def test_a_line_whose_webhook_is_gone_stands_and_cannot_be_changed(theatre, town):
    outcome = await posted(theatre, SHORT)
    remove_every_hook(town)
    await posted(theatre, "Rye.", ALMA)
    assert await revised(theatre, "White.", outcome.messages) == Refused(reason="hook-gone")
    assert texts(theatre) == [SHORT, "Rye."]


async def test_a_line_of_the_shared_webhook_is_changed_by_it(theatre):
    crowd = Persona(id=PersonaId("ninth"), name="Ninth", card="One too many.")
    await posted(theatre, "Rye.", ALMA)
    outcome = await posted(theatre, SHORT, crowd, seat=8)
    assert isinstance(await revised(theatre, "White.", outcome.messages, crowd, seat=8), Posted)
    assert theatre.shown()[-1] == ("Ninth", "White.")


async def test_mostly_one_request_is_enough(theatre, town):
    await posted(theatre, "Rye.", ALMA)
    outcome = await posted(theatre, SHORT)
    await revised(theatre, "White.", outcome.messages)
    assert len(town.requests("PATCH", "/webhooks/")) == 1


async def test_a_line_is_changed_after_a_restart_with_nothing_remembered(theatre, town):
    await posted(theatre, "Rye.", ALMA)
    outcome = await posted(theatre, SHORT)
    await town.restart(Hands)
    await revised(theatre, "White.", outcome.messages)
    assert texts(theatre) == ["Rye.", "White."]


async def test_a_line_in_a_thread_is_changed_there(theatre, town):
    thread = await does(town, bare_thread(town, "Alma's party"))
    line = msgspec.structs.replace(a_line(theatre, "Hi."), place=PlaceId(thread.id), parent=theatre.place)
    outcome = await does(town, theatre.stage.post(line))
    assert isinstance(
        await does(town, theatre.stage.revise(msgspec.structs.replace(line, text="Ho."), outcome.messages)), Posted
    )
    assert town.requests("PATCH", "/webhooks/")[-1].params["thread_id"] == thread.id


async def test_a_further_part_that_is_refused_leaves_what_was_changed(theatre, monkeypatch):
    outcome = await posted(theatre, SHORT)
    next_posts(monkeypatch, (400, 200000, []))
    assert (await revised(theatre, LONG, outcome.messages)).reason == "automod"
