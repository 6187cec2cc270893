"""The life of a turn: what gathers it, puts it off, cuts it short, stops it, and hands it on."""

import pytest

from events.decided import FloorGiven, LineWithdrawn, PanelHushed, SilenceKept, TurnEnded, TurnOpened
from events.heard import HumanSpoke, LinePosted
from tests.stories.company import saying, stages

FERNS = "what should we plant by the sea wall?"


async def test_a_thought_typed_in_several_messages_makes_one_turn_that_has_read_them_all(panel, company):
    await panel.town.burst([("Sam", "so"), ("Sam", "about the trip"), ("Sam", "train or ferry?")])
    await panel.evening()
    assert (len(await panel.all(TurnOpened)), panel.speakers) == (1, ["Iris"])
    assert "about the trip" in company.prompts("producer")[0]
    assert "train or ferry?" in company.prompts("producer")[0]


async def test_nobody_speaks_before_the_gathering_is_over(panel, company):
    await panel.says(FERNS)
    await panel.town.pass_time(1.9)
    assert company.requests == []


async def test_a_message_in_the_gathering_begins_its_wait_anew(panel, company):
    await panel.says("so")
    await panel.town.pass_time(1.5)
    await panel.says("ferns or moss?")
    await panel.town.pass_time(1.5)
    assert company.requests == []
    await panel.evening()
    assert panel.speakers == ["Iris"]


async def test_typing_puts_the_turn_off(panel, company):
    await panel.says("so")
    await panel.town.type_("Sam")
    await panel.town.pass_time(9)
    assert company.requests == []
    await panel.evening()
    assert panel.speakers == ["Iris"]


async def test_however_long_somebody_types_the_turn_begins(panel):
    await panel.says(FERNS)
    for _ in range(4):
        await panel.town.type_("Rio")
        await panel.town.pass_time(5)
    assert panel.speakers == ["Iris"]


async def test_an_address_ends_the_gathering_at_once(panel):
    await panel.says("so")
    await panel.says("Nolan, what is this song?")
    await panel.town.pass_time(0.1)
    assert panel.speakers == ["Nolan"]


async def test_a_person_who_speaks_between_two_lines_takes_the_rest_back(panel, company):
    company.producer = stages("iris", "warren")
    await panel.says(FERNS)
    await panel.town.pass_time(2.1)
    company.producer = stages("nolan")
    await panel.asks("wait, is there any soil at all?")
    assert panel.speakers == ["Iris", "Nolan"]
    assert [one.reason for one in await panel.all(LineWithdrawn)] == ["superseded"]


async def test_who_was_addressed_and_interrupted_still_answers_once(panel, company):
    company.seconds["writer"] = 5
    await panel.says("Nolan, what is this song?")
    await panel.asks("and Iris, is that a fern?")
    assert sorted(panel.speakers) == ["Iris", "Nolan"]


async def test_a_superseded_answer_is_never_posted(panel, company):
    company.seconds["writer"] = 5
    await panel.says(FERNS)
    await panel.town.pass_time(4)
    company.producer = stages("warren")
    await panel.asks("or is it too salty?")
    assert panel.speakers == ["Warren"]


@pytest.mark.parametrize("words", ["stop", "STOP please", "ok enough, be quiet", "Quiet!"])
async def test_a_word_of_stop_withdraws_what_is_unsent_and_keeps_the_panel_quiet(panel, company, words):
    company.producer = stages("iris", "warren")
    await panel.says(FERNS)
    await panel.town.pass_time(2.1)
    await panel.asks(words)
    await panel.asks("what a night")
    assert (panel.speakers, len(await panel.all(PanelHushed))) == (["Iris"], 1)


async def test_a_word_of_stop_to_the_bot_itself_is_no_question_to_the_panel(panel, company):
    await panel.asks(f"{panel.town.mention('Greenroom')} stop, please!")
    assert (panel.speakers, company.requests, len(await panel.all(PanelHushed))) == ([], [], 1)


async def test_a_sentence_that_merely_holds_the_word_stops_nothing(panel):
    await panel.asks("which bus stop is nearest?")
    assert panel.speakers == ["Iris"]


async def test_the_stop_command_keeps_everybody_quiet_until_somebody_is_addressed(panel, company):
    company.producer = stages("iris", "warren")
    await panel.says(FERNS)
    await panel.town.pass_time(2.1)
    await panel.town.slash("Sam", "panel stop")
    await panel.asks("what a night")
    await panel.asks("Nolan, are you there?")
    await panel.asks(FERNS)
    assert panel.speakers == ["Iris", "Nolan", "Iris", "Warren"]


async def test_resume_lifts_a_stop(panel):
    await panel.asks("stop")
    await panel.town.slash("Sam", "panel resume")
    await panel.asks(FERNS)
    assert panel.speakers == ["Iris"]


async def test_an_order_to_speak_goes_past_a_mute_and_says_what_about(panel, company):
    await panel.town.slash("Sam", "panel mute", persona="nolan")
    answer = await panel.town.slash("Sam", "panel speak", who="Nolan", about="the harbour lights")
    await panel.evening()
    assert panel.speakers == ["Nolan"]
    assert "the harbour lights" in company.prompts("writer")[-1]
    assert "stay muted" in answer.text


async def test_a_close_in_the_middle_of_a_turn_lets_nothing_more_out(panel, company):
    company.producer = stages("iris", "warren")
    await panel.says(FERNS)
    await panel.town.pass_time(2.1)
    await panel.town.slash("Sam", "panel close")
    await panel.asks("Nolan, are you still there?")
    assert (panel.speakers, (await panel.room()).open) == (["Iris"], False)


async def test_an_aside_is_heard_and_not_answered(panel, company):
    await panel.asks("// brb, kettle")
    await panel.asks(FERNS)
    assert panel.speakers == ["Iris"]
    assert "brb, kettle" in company.prompts("producer")[0]


async def test_a_persona_that_asks_another_hands_the_floor_on(panel, company):
    company.line = lambda who, n: f"{saying(who, n)} Warren, what do you say?" if who == "iris" else saying(who, n)
    await panel.asks("Iris, which pump would you take?")
    assert panel.speakers == ["Iris", "Warren"]
    assert [floor.rule for floor in await panel.all(FloorGiven)] == ["addressed", "handed-over"]


async def test_a_hand_over_past_the_cap_is_written_down_and_not_followed(panel, company):
    nexts = {"iris": "Warren", "warren": "Nolan", "nolan": "Iris"}
    company.line = lambda who, n: f"{saying(who, n)} {nexts[who]}, what do you say?"
    await panel.asks("Iris, which pump would you take?")
    kept = await panel.all(SilenceKept)
    assert panel.speakers == ["Iris", "Warren"]
    assert [one.reason for one in kept] == ["handed-over-in-vain"]


@pytest.mark.parametrize(("muted", "lines"), [((), 2), (("nolan",), 1), (("nolan", "warren"), 1)])
async def test_personas_that_thank_one_another_end_at_the_cap(panel, company, muted, lines):
    for persona in muted:
        await panel.town.slash("Sam", "panel mute", persona=persona)
    company.line = lambda who, n: f"{saying(who, n)} @Warren @Iris @Nolan agreed!"
    await panel.asks("thanks, all sorted.")
    await panel.evening(3600)
    assert len(panel.speakers) == lines


async def test_a_question_while_the_answer_is_written_is_answered_too(panel, company):
    company.seconds["writer"] = 3
    await panel.says(FERNS)
    await panel.town.pass_time(3)
    await panel.asks("moss or ferns?")
    assert (panel.speakers, len(await panel.all(HumanSpoke))) == (["Iris"], 2)


async def test_every_turn_ends(panel, company):
    company.producer = stages("iris", "warren")
    await panel.asks(FERNS)
    await panel.asks("Nolan, and you?")
    opened, ended = await panel.all(TurnOpened), await panel.all(TurnEnded)
    assert [turn.turn for turn in opened] == [turn.turn for turn in ended]
    assert [turn.posted for turn in ended] == [2, 1]


async def test_lines_leave_time_to_read(panel, company):
    company.producer = stages("iris", "warren")
    await panel.asks(FERNS)
    first, second = [one.at for one in await panel.log() if isinstance(one.event, LinePosted)]
    assert 1.5 <= (second - first).total_seconds() <= 6
