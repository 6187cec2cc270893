"""Who speaks: whom the producer stages, and whom a person addresses, without asking any model."""

import pytest

from events.decided import AddressHeard, FloorGiven, SilenceKept
from events.errors import MindUnreachable
from tests.stories.company import holds, stages

FERNS = "what should we plant by the sea wall?"


async def test_a_question_to_the_room_is_answered_by_whom_the_producer_stages_in_that_order(panel, company):
    company.producer = stages("iris", "warren")
    await panel.asks(FERNS)
    assert panel.speakers == ["Iris", "Warren"]


async def test_each_persona_speaks_through_a_webhook_of_its_own(panel, company):
    company.producer = stages("iris", "warren")
    await panel.asks(FERNS)
    assert sorted((await panel.room()).hooks.values()) == ["iris", "warren"]


async def test_a_producer_that_holds_is_silence_with_its_reason_and_all_seats(panel, company):
    company.producer = holds("two people sort out their keys")
    await panel.asks("the keys are on the hook again")
    kept = (await panel.all(SilenceKept))[-1]
    assert (panel.speakers, kept.reason, kept.words) == ([], "producer-holds", "two people sort out their keys")
    assert {one.persona for one in kept.considered} == {"warren", "nolan", "iris"}


@pytest.mark.parametrize(
    "words",
    ["@Nolan what is this song?", "Nolan, what is this song?", "what is this song, nolan?", "Hey Nolan! This song?"],
)
async def test_a_name_in_address_forces_its_persona_and_asks_nobody_who_should_speak(panel, company, words):
    await panel.asks(words)
    assert (panel.speakers, company.asked("producer")) == (["Nolan"], [])


@pytest.mark.parametrize("words", ["I told Nolan to rest. What now?", "Nolan's song is stuck in my head, help?"])
async def test_talk_about_a_persona_forces_nobody(panel, company, words):
    await panel.asks(words)
    heard = (await panel.all(AddressHeard))[-1]
    assert (heard.forced, heard.mentioned, panel.speakers) == ((), ("nolan",), ["Iris"])


async def test_several_who_are_addressed_all_answer_in_the_order_named_also_past_the_cap(panel, company):
    await panel.asks("Iris, Warren and Nolan: one word each, please?")
    assert (panel.speakers, company.asked("producer")) == (["Iris", "Warren", "Nolan"], [])


async def test_a_reply_to_a_line_forces_whoever_said_it(panel, company):
    await panel.asks("Nolan, what is this song?")
    await panel.asks("why?", to=panel.town.message("Songs"))
    assert (panel.speakers, company.asked("producer")) == (["Nolan", "Nolan"], [])


async def test_a_role_with_a_personas_name_forces_it(panel, company):
    role = panel.town.guild.create_role("Nolan", mentionable=True)
    await panel.asks(f"{role.mention} what is this song?")
    assert (panel.speakers, company.asked("producer")) == (["Nolan"], [])


async def test_a_mention_of_the_bot_must_be_answered_by_somebody(panel, company):
    company.producer = holds()
    await panel.asks(f"{panel.town.mention('Greenroom')} is anybody there?")
    assert panel.speakers != []


async def test_no_model_can_veto_an_address(panel, company):
    company.producer = holds()
    company.troubles["producer"] = MindUnreachable(url="http://model", why="gone")
    await panel.asks("Nolan, what is this song?")
    assert panel.speakers == ["Nolan"]


async def test_a_muted_persona_that_is_addressed_stays_silent_and_a_small_sign_says_so(panel):
    await panel.town.slash("Sam", "panel mute", persona="nolan")
    asked = await panel.asks("Nolan, what is this song?")
    assert (panel.speakers, panel.town.reactions(asked)) == ([], {"🔇": ["Greenroom"]})


async def test_of_two_addressed_the_one_who_is_not_muted_answers(panel):
    await panel.town.slash("Sam", "panel mute", persona="nolan")
    await panel.asks("Nolan and Iris, what is this song?")
    assert panel.speakers == ["Iris"]


async def test_when_all_are_muted_nobody_speaks_and_that_is_written_down(panel):
    for persona in ("warren", "nolan", "iris"):
        await panel.town.slash("Sam", "panel mute", persona=persona)
    await panel.asks(FERNS)
    kept = (await panel.all(SilenceKept))[-1]
    assert (panel.speakers, kept.reason, {one.reason for one in kept.considered}) == ([], "nobody-may", {"muted"})


async def test_who_is_seated_in_mid_conversation_can_be_addressed_at_once(panel):
    await panel.asks(FERNS)
    await panel.town.slash("Sam", "panel seat", persona="teo")
    await panel.asks("Teo, and for the soup?")
    assert panel.speakers == ["Iris", "Teo"]


async def test_who_is_unseated_between_staging_and_speaking_says_nothing_more(panel, company):
    company.producer = stages("iris", "warren")
    await panel.says(FERNS)
    await panel.town.pass_time(2.2)
    await panel.town.slash("Sam", "panel unseat", persona="warren")
    await panel.evening()
    assert panel.speakers == ["Iris"]


async def test_order_changes_the_seats_and_the_prompts_of_those_who_come_after(panel, company):
    await panel.town.slash("Sam", "panel order", persona="iris", position=1)
    await panel.asks(FERNS)
    assert [seat.persona.id for seat in (await panel.room()).seats] == ["iris", "warren", "nolan"]
    assert [card.id for card in company.requests[-1].scene.cast] == ["iris", "warren", "nolan"]


async def test_the_only_one_who_may_speak_needs_no_model_to_be_chosen(panel, company):
    for persona in ("warren", "nolan"):
        await panel.town.slash("Sam", "panel mute", persona=persona)
    await panel.asks(FERNS)
    assert (panel.speakers, company.asked("producer")) == (["Iris"], [])
    assert (await panel.all(FloorGiven))[-1].rule == "only-candidate"


async def test_a_producer_that_stages_strangers_is_corrected_and_then_replaced_by_arithmetic(panel, company):
    company.producer = stages("zeppo")
    await panel.asks(FERNS)
    assert (len(panel.speakers) >= 1, len(company.asked("producer"))) == (True, 3)
    assert (await panel.all(FloorGiven))[-1].rule == "fallback"


async def test_everyone_and_here_address_nobody(panel):
    await panel.asks("@everyone the ferry is late")
    assert (await panel.all(AddressHeard))[-1].forced == ()


async def test_nobody_hears_where_no_panel_is_open(lobby, company):
    await lobby.asks("Nolan, are you there?")
    assert (lobby.speakers, company.requests, await lobby.log()) == ([], [], [])
