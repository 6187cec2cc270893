"""The process dies, or is stopped in order, in the middle of something: the next one goes on as if nothing had been."""

import asyncio

import pytest

from events.decided import ModelAsked, TurnOpened
from events.heard import HumanSpoke, LinePosted, ModelAnswered
from tests.stories.company import stages
from tests.stories.panel import listening

FERNS = "what should we plant by the sea wall?"


@pytest.fixture
def policy():
    return listening(after=300)


@pytest.fixture(params=["crash", "restart"])
def goes_down(request, panel):
    return getattr(panel, request.param)


async def test_while_a_turn_gathers_it_gathers_on_and_is_answered_on_time(panel, goes_down):
    await panel.says(FERNS)
    await panel.town.pass_time(1)
    await goes_down()
    await panel.says("ferns, perhaps?")
    await panel.town.pass_time(1.5)
    assert panel.speakers == []
    await panel.evening()
    assert (panel.speakers, len(await panel.all(TurnOpened))) == (["Iris"], 1)


async def test_nobody_says_anything_and_the_gathering_ends_by_itself(panel, goes_down):
    await panel.says(FERNS)
    await panel.town.pass_time(1)
    await goes_down()
    await panel.town.pass_time(1.5)
    assert panel.speakers == ["Iris"]


async def test_while_the_producer_decides_it_is_asked_again_with_the_same_prompt(panel, company, goes_down):
    company.seconds["producer"] = 30
    await panel.says(FERNS)
    await panel.town.pass_time(10)
    company.seconds.clear()
    await goes_down()
    await panel.evening()
    asked = company.prompts("producer")
    assert (panel.speakers, len(asked), asked[0] == asked[-1]) == (["Iris"], 2, True)
    assert len([one for one in await panel.all(ModelAsked) if one.role == "producer"]) == 1


async def test_while_lines_are_written_the_writer_alone_is_asked_again(panel, company, goes_down):
    company.producer = stages("iris", "warren")
    company.seconds["writer"] = 30
    await panel.says(FERNS)
    await panel.town.pass_time(10)
    company.seconds.clear()
    await goes_down()
    await panel.evening()
    assert (panel.speakers, len(company.asked("producer"))) == (["Iris", "Warren"], 1)


async def test_between_two_lines_the_second_follows_and_no_model_is_asked_again(panel, company, goes_down):
    company.producer = stages("iris", "warren")
    await panel.says(FERNS)
    await panel.town.pass_time(2.1)
    assert panel.speakers == ["Iris"]
    await goes_down()
    await panel.evening()
    assert (panel.speakers, len(company.requests)) == (["Iris", "Warren"], 2)
    assert len(await panel.all(LinePosted)) == 2


async def test_the_alarm_of_a_silence_rings_when_it_would_have_rung(panel, company, goes_down):
    company.wants = {"nolan": 5.0}
    await panel.says("// only humming")
    await panel.town.pass_time(200)
    await goes_down()
    await panel.town.pass_time(99)
    assert company.asked("motivation") == []
    await panel.town.pass_time(2)
    assert panel.speakers == ["Nolan"]


async def test_a_lull_that_was_asked_about_waits_as_long_as_it_would_have(panel, company, goes_down):
    await panel.says("// only humming")
    await panel.town.pass_time(301)
    await goes_down()
    await panel.town.pass_time(595)
    assert len(company.asked("motivation")) == 3
    await panel.town.pass_time(10)
    assert len(company.asked("motivation")) == 6


async def test_while_scores_come_in_only_the_missing_ones_are_asked_for(panel, company, goes_down):
    company.wants = {"nolan": 5.0}
    company.seconds["motivation"] = 30
    await panel.says("// only humming")
    await panel.town.pass_time(310)
    company.seconds.clear()
    await goes_down()
    await panel.evening()
    assert panel.speakers == ["Nolan"]


async def test_a_stop_lasts_over_it(panel, goes_down):
    await panel.asks("stop")
    await goes_down()
    await panel.asks(FERNS)
    assert panel.speakers == []


async def test_mutes_seats_and_webhooks_last_over_it(panel, company, goes_down):
    await panel.town.slash("Sam", "panel mute", persona="nolan")
    await panel.asks(FERNS)
    await goes_down()
    await panel.asks("Nolan and Iris, and now?")
    assert panel.speakers == ["Iris", "Iris"]
    assert len(panel.town.requests("POST", f"/channels/{panel.town.channel.id}/webhooks")) == 1


async def test_a_line_whose_answer_was_lost_before_it_is_found_and_not_said_again(panel, goes_down):
    feed = panel.town.env._gateway_feed
    panel.town.lose_next_answer("POST", "/webhooks/*/*")
    panel.town.env.backend.subscribers.remove(feed)  # no echo either
    await panel.house.spoke(panel.place, await spoken(panel, "Nolan, what is this song?"))
    await panel.town.pass_time(1)
    panel.town.env.backend.subscribers.append(feed)
    await goes_down()
    await panel.evening()
    assert (panel.speakers, [one.found for one in await panel.all(LinePosted)]) == (["Nolan"], ["history"])


async def spoken(panel, text):
    from events.heard import HumanSpoke as Spoke

    town = panel.town
    stored = town.env.backend.create_message(town.channel.id, town.people["Sam"].id, text)
    return Spoke(message=stored.id, person=town.people["Sam"].id, name="Sam", text=text, sent_at=town.now())


async def test_what_is_hours_old_by_then_is_dropped(panel, company):
    company.producer = stages("iris", "warren")
    await panel.says(FERNS)
    await panel.town.pass_time(2.1)
    await panel.stop()
    panel.town.env.backend.advance_clock(3 * 3600)
    await panel.town.restart(panel._client)
    await panel.evening()
    assert (panel.speakers, (await panel.room()).turn) == (["Iris"], None)


async def test_a_stop_in_order_records_the_line_that_has_left(panel, company):
    company.producer = stages("iris", "warren")
    await panel.says("Nolan, what is this song?")
    await panel.stop()
    lines, posted = panel.speakers, len([one for one in await reopened(panel) if isinstance(one.event, LinePosted)])
    assert (lines, posted) == (["Nolan"], 1)


async def reopened(panel):
    await panel.town.restart(panel._client)
    return await panel.log()


async def test_a_stop_in_order_loses_no_message_that_was_heard(panel):
    panel.town.env.backend.create_message(panel.town.channel.id, panel.town.people["Sam"].id, "Nolan, are you there?")
    await panel.restart()
    await panel.evening()
    assert ([one.text for one in await panel.all(HumanSpoke)], panel.speakers) == (["Nolan, are you there?"], ["Nolan"])


async def test_a_stop_in_order_leaves_no_task_and_no_typing_behind(panel, company):
    company.seconds["writer"] = 60
    await panel.says("Nolan, what is this song?")
    await panel.town.pass_time(5)
    await panel.stop()
    left = [task.get_name() for task in asyncio.all_tasks() if task.get_name().startswith(("room", "alarm", "typing"))]
    typed = len(panel.town.requests("POST", "/typing"))
    await panel.town.pass_time(60)
    assert (left, len(panel.town.requests("POST", "/typing"))) == ([], typed)


async def test_answers_that_were_paid_for_are_not_paid_for_again(panel, company, goes_down):
    company.producer = stages("iris", "warren")
    await panel.says(FERNS)
    await panel.town.pass_time(2.1)
    await goes_down()
    await panel.evening()
    await goes_down()
    await panel.evening(200)
    assert (len(await panel.all(ModelAnswered)), len(company.requests)) == (2, 2)
