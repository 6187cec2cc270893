"""Channels and threads: each is a room of its own, and knows nothing of the others."""

import re

from events.decided import TurnOpened
from tests.stories.company import stages


async def test_a_stop_in_one_channel_stops_nothing_in_another(panel, company):
    kitchen = panel.town.guild.create_text_channel("kitchen")
    with panel.elsewhere(kitchen):
        await panel.open()
    await panel.asks("stop")
    with panel.elsewhere(kitchen):
        await panel.asks("Nolan, what is this song?")
        assert panel.speakers == ["Nolan"]
        assert (await panel.verified()).drift is None
    assert panel.speakers == []


async def test_prompts_hold_only_the_lines_of_their_own_channel(panel, company):
    kitchen = panel.town.guild.create_text_channel("kitchen")
    await panel.asks("Nolan, the secret is under the mat")
    with panel.elsewhere(kitchen):
        await panel.open()
        await panel.asks("Nolan, what is this song?")
    assert "under the mat" not in company.prompts("writer")[-1]


async def test_a_slow_model_in_one_channel_holds_up_no_other(panel, company):
    kitchen = panel.town.guild.create_text_channel("kitchen")
    with panel.elsewhere(kitchen):
        await panel.open()
    company.seconds["writer"] = 60
    await panel.says("Nolan, what is this song?")
    await panel.town.pass_time(1)
    del company.seconds["writer"]
    with panel.elsewhere(kitchen):
        await panel.says("Iris, is that a fern?")
        await panel.town.pass_time(1)
        assert panel.speakers == ["Iris"]


async def test_two_channels_that_talk_at_once_are_answered_each_for_itself(panel, company):
    company.producer = stages("iris", "warren")
    kitchen = panel.town.guild.create_text_channel("kitchen")
    with panel.elsewhere(kitchen):
        await panel.open()
        await panel.says("what should we cook?")
    await panel.asks("what should we plant?")
    with panel.elsewhere(kitchen):
        assert (panel.speakers, len(await panel.all(TurnOpened))) == (["Iris", "Warren"], 1)
        assert (await panel.verified()).drift is None
    assert (panel.speakers, len(await panel.all(TurnOpened))) == (["Iris", "Warren"], 1)


async def test_many_channels_at_once_keep_to_themselves(panel, company):
    places = [panel.town.guild.create_text_channel(f"room-{number}") for number in range(12)]
    for number, place in enumerate(places):
        with panel.elsewhere(place):
            await panel.open()
            await panel.says(f"Nolan, what of number {number}-{number}?")
    await panel.evening()
    logs = [[one.event.text for one in await panel.log(place.id) if one.kind == "human-spoke"] for place in places]
    assert logs == [[f"Nolan, what of number {number}-{number}?"] for number in range(12)]
    assert [len(set(re.findall(r"number \d+-", prompt))) for prompt in company.prompts("writer")] == [1] * 12


async def test_in_a_thread_the_line_goes_through_the_parents_webhook_with_the_threads_id(panel):
    lounge, thread = panel.town.channel, panel.thread()
    with panel.elsewhere(thread):
        await panel.open()
        await panel.asks("Nolan, what is this song?")
        assert (await panel.verified()).drift is None
    sent = panel.town.requests("POST", "/webhooks/")[-1]
    assert sent.params["thread_id"] == thread.id  # the simulator itself shows it in the parent all the same
    assert panel.town.requests("POST", f"/channels/{lounge.id}/webhooks")


async def test_a_panel_in_a_channel_does_not_hear_its_threads(panel, company):
    with panel.elsewhere(panel.thread()):
        await panel.asks("Nolan, what is this song?")
        assert panel.speakers == []
    assert company.requests == []
