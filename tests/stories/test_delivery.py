"""A message counts once, however often it is delivered; what was missed is read back, in order, and answered once."""

from datetime import timedelta

import pytest

from bot import client
from events.decided import TurnOpened
from events.heard import CaughtUp, HumanSpoke
from tests.stories.company import stages


def again(panel, message):
    """The gateway delivers a message a second time."""
    from simcord.backend.serializers import message_payload

    backend = panel.town.env.backend
    backend.emit("MESSAGE_CREATE", message_payload(backend, backend.get_message(panel.town.channel.id, message.id)))


def quietly(panel, who, *texts):
    """People talk while the bot is not there."""
    town = panel.town
    return [town.env.backend.create_message(town.channel.id, town.people[who].id, text) for text in texts]


async def heard_once(panel):
    turns, spoken = await panel.all(TurnOpened), await panel.all(HumanSpoke)
    return (len(spoken), len(turns), panel.speakers) == (1, 1, ["Nolan"])


async def test_delivered_twice_at_once_it_makes_one_event_and_one_turn(panel):
    message = quietly(panel, "Sam", "Nolan, ready?")[0]
    again(panel, message)
    await panel.evening()
    assert await heard_once(panel)


async def test_delivered_again_after_a_reconnect_it_is_known(panel):
    message = await panel.says("Nolan, ready?")
    async with panel.town.gap():
        await panel.town.settle()
    again(panel, message)
    await panel.evening()
    assert await heard_once(panel)


async def test_delivered_again_after_a_restart_it_is_known(panel):
    message = await panel.asks("Nolan, ready?")
    await panel.restart()
    again(panel, message)
    await panel.evening()
    assert await heard_once(panel)


async def test_read_back_and_then_delivered_it_is_known(panel):
    async with panel.town.gap():
        message = quietly(panel, "Sam", "Nolan, ready?")[0]
    again(panel, message)
    await panel.evening()
    assert await heard_once(panel)


@pytest.mark.parametrize("back", ["resumed", "ready"])
async def test_what_was_said_in_a_gap_is_read_back_and_the_address_in_it_answered(panel, back):
    async with panel.town.gap(back):
        quietly(panel, "Sam", "lovely night", "Nolan, ready?", "or not")
    await panel.evening()
    assert ([one.text for one in await panel.all(HumanSpoke)], panel.speakers) == (
        ["lovely night", "Nolan, ready?", "or not"],
        ["Nolan"],
    )


async def test_240_missed_messages_are_read_oldest_first_in_one_pass_and_answered_once(panel, company):
    await panel.asks("good evening, Iris")
    turns = len(await panel.all(TurnOpened))
    async with panel.town.gap():
        missed = quietly(panel, "Sam", *(f"Nolan, number {number}?" for number in range(240)))
    await panel.evening()
    spoken = await panel.all(HumanSpoke)
    assert [one.message for one in spoken[1:]] == [one.id for one in missed]
    assert [one.missed for one in await panel.all(CaughtUp)] == [240]
    assert (len(await panel.all(TurnOpened)) - turns, panel.speakers) == (1, ["Iris", "Nolan"])
    assert "number 239" in company.prompts("writer")[-1]
    assert (await panel.room()).last_message > missed[-1].id


async def test_a_restart_reads_back_what_was_said_meanwhile(panel):
    await panel.asks("good evening, Iris")
    await panel.stop()
    panel.town.env.backend.subscribers.remove(panel.town.env._gateway_feed)
    quietly(panel, "Sam", "lovely night", "Nolan, ready?")
    panel.town.env.backend.subscribers.append(panel.town.env._gateway_feed)
    await panel.town.restart(panel._client)
    await panel.evening()
    assert panel.speakers == ["Iris", "Nolan"]


async def test_a_live_message_right_after_a_new_session_does_not_hide_what_was_missed(panel, monkeypatch):
    await panel.asks("good evening, Iris")
    async with panel.town.gap("connect"):
        quietly(panel, "Sam", *(f"thought {number}" for number in range(5)))
    quietly(panel, "Rio", "a live one")
    await panel.town.settle()
    with panel.town.env._bot_scope():
        panel.town.client.dispatch("ready")
    await panel.evening()
    spoken = [one.text for one in await panel.all(HumanSpoke)]
    assert spoken == ["good evening, Iris", *(f"thought {number}" for number in range(5)), "a live one"]


async def test_an_address_that_is_hours_old_is_context_and_not_answered(panel, company):
    await panel.asks("good evening, Iris")
    async with panel.town.gap():
        quietly(panel, "Sam", "Nolan, ready?")
        panel.town.env.backend.advance_clock(7200)
    await panel.evening()
    assert (panel.speakers, len(await panel.all(HumanSpoke))) == (["Iris"], 2)


async def test_our_own_lines_are_not_read_back_as_somebodys(panel):
    await panel.asks("Iris, is that a fern?")
    async with panel.town.gap():
        quietly(panel, "Sam", "it is")
    await panel.evening()
    assert [one.text for one in await panel.all(HumanSpoke)] == ["Iris, is that a fern?", "it is"]


async def test_nothing_missed_is_nothing_read(panel):
    await panel.asks("good evening, Iris")
    version = (await panel.room()).version
    async with panel.town.gap():
        await panel.town.settle()
    assert (await panel.room()).version == version


async def test_a_reply_to_a_line_of_yesterday_finds_its_persona_after_a_restart_though_it_was_renamed(panel, company):
    await panel.asks("Nolan, what is this song?")
    line = panel.town.message("Songs")
    await panel.restart()
    await panel.town.pass_time(timedelta(days=1).total_seconds())
    await panel.house.hear(panel.place, await renamed(panel, "nolan", "Nolan the Elder"))
    await panel.asks("why?", to=line)
    assert (panel.speakers, company.asked("producer")) == (["Nolan", "Nolan the Elder"], [])


async def renamed(panel, persona, name):
    from msgspec.structs import replace

    from events.heard import PersonaRevised

    return PersonaRevised(persona=replace((await panel.room()).seat(persona).persona, name=name))


async def test_a_reply_to_a_line_that_left_the_window_is_found_in_the_log(panel, company):
    await panel.asks("Nolan, what is this song?")
    line = panel.town.message("Songs")
    quietly(panel, "Sam", *(f"// note {number}" for number in range(130)))
    await panel.evening()
    await panel.asks("why?", to=line)
    assert (panel.speakers, company.asked("producer")) == (["Nolan", "Nolan"], [])


async def test_a_reply_to_a_message_that_nobody_knows_is_an_ordinary_message(panel, company):
    company.producer = stages("warren")
    stranger = await panel.town.other_hook_says("Nolan", "I am the real one")
    await panel.asks("why is it so late?", to=stranger)
    assert "Nolan" not in panel.speakers[1:]


async def test_a_message_without_words_drives_nobody_and_the_setting_is_named_once(panel, company, caplog):
    panel.message_content = False
    await panel.restart()
    await panel.asks("what should we plant?")
    await panel.asks("hello?")
    told = [record.message for record in caplog.records if "Message Content intent is off" in record.message]
    assert (company.requests, await panel.all(HumanSpoke), len(told)) == ([], [], 1)


async def test_the_catch_up_has_an_upper_bound(panel, monkeypatch):
    monkeypatch.setattr(client, "CATCH_UP_LIMIT", 5)
    await panel.asks("good evening, Iris")
    async with panel.town.gap():
        quietly(panel, "Sam", *(f"thought {number}" for number in range(8)))
    assert len(await panel.all(HumanSpoke)) == 6
