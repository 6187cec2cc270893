"""What goes out pings nobody; what comes back of it, or from other machines, opens nothing."""

import pytest

from events.decided import TurnOpened
from events.heard import HumanSpoke, LinePosted
from tests.stories.company import saying


async def test_no_request_of_the_bot_may_ping_anybody(panel, company):
    company.line = lambda who, n: (
        f"@everyone <@&{panel.town.guild.id}> <@{panel.town.people['Sam'].id}> {saying(who, n)}"
    )
    await panel.town.slash("Sam", "panel mute", persona="iris")
    await panel.asks("Nolan, who is here?")
    await panel.asks("Iris?")
    spoken = [made for made in panel.town.requests("POST", "/webhooks/") if "content" in (made.json or {})]
    said = [made for made in panel.town.requests("POST", "/messages") if made.json]
    assert {str(made.json["allowed_mentions"]["parse"]) for made in (*spoken, *said)} == {"[]"}
    assert (panel.speakers, panel.town.message("everyone").mention_everyone) == (["Nolan"], False)


async def test_our_own_line_that_names_a_persona_and_comes_back_opens_nothing(panel, company):
    company.line = lambda who, n: f"{saying(who, n)} Wren, that's me, and I agree with Nolan!"
    await panel.asks("Iris, is that a fern?")
    await panel.evening(3600)
    assert (panel.speakers, len(await panel.all(TurnOpened)), len(await panel.all(LinePosted))) == (["Iris"], 1, 1)


async def test_our_own_line_is_known_after_a_restart_before_any_webhook_was_listed(panel, company):
    await panel.asks("Iris, is that a fern?")
    line = panel.town.message("Ferns")
    await panel.restart()
    panel.town.env.backend.emit("MESSAGE_CREATE", _again(panel, line))
    await panel.evening()
    assert (len(await panel.all(HumanSpoke)), len(await panel.all(LinePosted)), panel.speakers) == (1, 1, ["Iris"])


async def test_the_echo_that_comes_before_the_answer_counts_once(panel):
    panel.town.lose_next_answer("POST", "/webhooks/*/*")
    await panel.asks("Iris, is that a fern?")
    posted = await panel.all(LinePosted)
    assert (panel.speakers, len(posted), posted[0].found) == (["Iris"], 1, "echo")


async def test_a_line_known_by_its_echo_teaches_the_room_its_webhook(panel):
    panel.town.lose_next_answer("POST", "/webhooks/*/*")
    await panel.asks("Iris, is that a fern?")
    assert list((await panel.room()).hooks.values()) == ["iris"]


@pytest.mark.parametrize("words", ["Nolan, are you there?", "@Iris what is that?", "everybody, news!"])
async def test_another_bot_and_another_webhook_open_no_turn(panel, company, words):
    await panel.asks(words, by="QuizBot")
    await panel.town.other_hook_says("Feed", words)
    await panel.evening()
    assert (await panel.all(TurnOpened), company.requests) == ([], [])


@pytest.mark.parametrize("hook", [None, "77"])
async def test_lines_of_a_second_bot_of_our_own_are_told_of_once_and_answered_by_nobody(panel, caplog, hook):
    await panel.asks("Iris, is that a fern?")
    ours = _again(panel, panel.town.message("Ferns"))
    assert "second bot" not in caplog.text
    foreign = ours | {"content": "Nolan, you agree?", "webhook_id": hook or ours["webhook_id"]}
    foreign |= {"application_id": str(panel.town.client.application_id)}
    panel.town.env.backend.emit("MESSAGE_CREATE", foreign | {"id": str(int(ours["id"]) + 1)})
    panel.town.env.backend.emit("MESSAGE_CREATE", foreign | {"id": str(int(ours["id"]) + 2)})
    await panel.evening()
    assert (caplog.text.count("second bot"), panel.speakers) == (1, ["Iris"])


async def test_what_the_bot_itself_says_opens_no_turn(panel):
    await panel.town.slash("Sam", "panel unseat", persona="warren")
    await panel.evening()
    assert (await panel.all(TurnOpened), await panel.all(HumanSpoke)) == ([], [])


def _again(panel, message):
    from simcord.backend.serializers import message_payload

    return message_payload(
        panel.town.env.backend, panel.town.env.backend.get_message(panel.town.channel.id, message.id)
    )
