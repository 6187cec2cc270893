"""A line is written again, turned over, gone on from: once, by those whom it answered, and after a restart too."""

import asyncio

import pytest

from bot.line_deeds import Actor, Deeds
from events.base import MessageId, PersonId
from events.controls import RedoOrdered, RevisionShown
from events.decided import TurnOpened
from events.heard import HumanSpoke
from tests.stories.lines import edited, line_of, redone, texts

SONG = "Nolan, what is this song?"


# --- redo and variants ---


async def test_a_line_is_written_again_in_its_place(sung):
    old = line_of(sung)
    answer = await redone(sung)
    assert (answer.ephemeral, answer.text) == (True, "Nolan writes it again.")
    assert (line_of(sung).id, len(texts(sung))) == (old.id, 1)
    assert texts(sung) != [old.content]


async def test_the_persona_writes_it_from_what_was_known_there(sung, company):
    await sung.asks("Iris, is that a fern?")
    await redone(sung)
    assert company.asked("writer")[-1].scene.speakers[0].persona == "nolan"
    assert "is that a fern" not in company.prompts("writer")[-1]
    assert SONG in company.prompts("writer")[-1]


async def test_its_texts_can_be_turned_over_and_back(sung):
    old = line_of(sung).content
    await redone(sung)
    new = line_of(sung).content
    more = await sung.town.menu("Rio", "More for this line", line_of(sung))
    answer = await sung.town.press("Rio", more, "Earlier text")
    await sung.town.settle()
    assert (answer.text.splitlines()[:2], texts(sung)) == (["Text 1 of 2.", "**Nolan** · text 1 of 2"], [old])
    await sung.town.press("Rio", more, "Later text")
    await sung.town.settle()
    assert texts(sung) == [new]


async def test_beyond_the_first_and_the_last_text_there_is_nothing(sung):
    more = await sung.town.menu("Rio", "More for this line", line_of(sung))
    answer = await sung.town.press("Rio", more, "Later text")
    assert "There is no later text" in answer.text


async def test_only_the_text_that_stands_is_in_the_next_prompt(sung, company):
    old = line_of(sung).content
    await redone(sung)
    await sung.asks("Nolan, really?", by="Rio")
    prompt = company.prompts("writer")[-1]
    assert (old in prompt, texts(sung)[0] in prompt) == (False, True)


async def test_as_a_new_line_it_comes_below(sung):
    old = line_of(sung).content
    more = await sung.town.menu("Rio", "More for this line", line_of(sung))
    await sung.town.press("Rio", more, "Redo as a new line")
    await sung.evening()
    assert (texts(sung)[0], len(texts(sung))) == (old, 2)


async def test_its_author_goes_on(sung):
    more = await sung.town.menu("Rio", "More for this line", line_of(sung))
    answer = await sung.town.press("Rio", more, "Continue")
    await sung.evening()
    assert (answer.text.splitlines()[0], sung.speakers) == ("Nolan goes on.", ["Nolan", "Nolan"])


async def test_the_newest_line_is_redone_by_a_command(sung):
    old = line_of(sung).content
    await sung.says("// hm", by="Kit")
    answer = await sung.town.slash("Rio", "line redo")
    await sung.evening()
    assert (answer.text, old in texts(sung)) == ("Nolan writes it again.", False)


# --- twice at once ---


async def test_of_two_presses_at_the_same_moment_one_is_refused(sung, company):
    company.seconds["writer"] = 5
    message = MessageId(line_of(sung).id)
    people = [Actor(PersonId(sung.town.people[name].id), manages=True) for name in ("Sam", "Rio")]
    pressed = [Deeds(sung.house, sung.place, person).redo(message) for person in people]
    told = await asyncio.gather(*pressed, return_exceptions=True)
    await sung.evening()
    assert sorted(type(one).__name__ for one in told) == ["AlreadyRunning", "str"]
    assert len((await sung.room()).talk[-1].variants) == 2


async def test_a_second_press_while_it_is_written_is_refused(sung, company):
    company.seconds["writer"] = 20
    await sung.town.menu("Rio", "Redo this line", line_of(sung))
    answer = await sung.town.menu("Rio", "Redo this line", line_of(sung))
    await sung.evening()
    assert "being written or changed here already" in answer.text
    assert len([one for one in await sung.all(TurnOpened) if one.occasion == "redo"]) == 1


async def test_who_speaks_meanwhile_is_answered_and_then_the_line_is_written_again(sung, company):
    old = line_of(sung).content
    company.seconds["writer"] = 5
    await sung.town.menu("Rio", "Redo this line", line_of(sung))
    await sung.asks("Iris, is that a fern?")
    assert (sung.speakers, old in texts(sung)) == (["Nolan", "Iris"], False)


# --- who may ---


async def test_a_stranger_is_refused_and_nothing_changes(sung):
    old = line_of(sung).content
    answers = [
        await redone(sung, by="Kit"),
        await sung.town.menu("Kit", "Edit this line", line_of(sung)),
        await sung.town.menu("Kit", "More for this line", line_of(sung)),
        await sung.town.slash("Kit", "line delete"),
        await sung.town.slash("Kit", "line undo"),
    ]
    assert {(answer.ephemeral, "Only somebody whom this line answered" in answer.text) for answer in answers} == {
        (True, True)
    }
    assert (texts(sung), await sung.all(RedoOrdered)) == ([old], [])


async def test_who_manages_the_channel_may(sung):
    assert (await redone(sung, by="Sam")).text == "Nolan writes it again."


async def test_messages_of_people_are_never_touched(sung):
    asked = sung.town.message(SONG)
    answers = [
        await sung.town.menu("Sam", "Redo this line", asked),
        await sung.town.menu("Sam", "Edit this line", asked),
        await sung.town.slash("Sam", "line delete", message=asked.jump_url),
    ]
    await sung.evening()
    assert {"not a line of a persona" in answer.text for answer in answers} == {True}
    assert (sung.town.message(SONG).id, len(texts(sung))) == (asked.id, 1)


# --- reactions ---


async def test_a_reaction_has_a_line_written_again(sung):
    old = line_of(sung)
    await sung.town.react("Rio", old, "♻️")
    await sung.evening()
    assert (line_of(sung).id, texts(sung) == [old.content]) == (old.id, False)


async def test_a_reaction_takes_a_line_away(sung):
    await sung.town.react("Rio", line_of(sung), "❌")
    await sung.evening()
    assert texts(sung) == []


@pytest.mark.parametrize("who", ["Kit", "QuizBot"])
async def test_reactions_of_strangers_and_of_machines_change_nothing(sung, who):
    old = line_of(sung)
    await sung.town.react(who, old, "❌")
    await sung.town.react(who, old, "♻️")
    await sung.evening()
    assert (texts(sung), len(await sung.all(TurnOpened))) == ([old.content], 1)


async def test_a_reaction_to_a_persons_message_changes_nothing(sung):
    await sung.town.react("Rio", sung.town.message(SONG), "❌")
    await sung.evening()
    assert (len(texts(sung)), len(await sung.all(HumanSpoke))) == (1, 1)


async def test_a_question_mark_is_answered_in_private(sung):
    await sung.town.react("Rio", line_of(sung), "❓")
    assert (await sung.all(TurnOpened))[-1].occasion == "human"
    told = sung.town.requests("POST", "/users/@me/channels")
    assert len(told) == 1
    assert "**Nolan** spoke by the rule" in sung.town.env.http_requests[-2].json["content"]


# --- later ---


@pytest.fixture(params=["crash", "restart"])
def goes_down(request, panel):
    return getattr(panel, request.param)


async def test_a_line_that_was_being_written_again_is_written_once(sung, company, goes_down):
    company.seconds["writer"] = 30
    await sung.asks("Iris, is that a fern?")
    await redone_later(sung)
    await sung.town.pass_time(10)
    company.seconds.clear()
    await goes_down()
    await sung.evening()
    asked = company.prompts("writer")
    assert (asked[-1] == asked[-2], len((await sung.room()).talk[1].variants)) == (True, 2)


async def redone_later(panel):
    await panel.town.menu("Rio", "Redo this line", line_of(panel))


async def test_after_a_restart_an_old_line_is_edited_and_turned_back(sung, goes_down):
    old = line_of(sung)
    more = await sung.town.menu("Rio", "More for this line", old)
    await sung.town.burst([("Kit", f"// message {number}") for number in range(100)])
    await goes_down()
    await edited(sung, "Songs are for the kitchen.")
    assert (await sung.room()).said_in(old.id) is None
    assert texts(sung) == ["Songs are for the kitchen."]
    await sung.town.press("Rio", more, "Earlier text")
    await sung.town.settle()
    assert texts(sung) == [old.content]


async def test_an_old_line_is_taken_away_and_cannot_be_written_again(sung, goes_down):
    await sung.town.burst([("Kit", f"// message {number}") for number in range(100)])
    await goes_down()
    answer = await redone(sung)
    assert "too old" in answer.text
    more = await sung.town.menu("Rio", "More for this line", line_of(sung))
    await sung.town.press("Rio", more, "Delete")
    await sung.evening()
    assert texts(sung) == []


async def test_a_change_that_was_decided_before_it_is_shown_after_it(sung, goes_down):
    sung.town.fail_next("PATCH", "/webhooks/*", 403, 50013)
    await edited(sung, "Songs are for the kitchen.")
    assert [one.shown for one in await sung.all(RevisionShown)] == [False]
    await goes_down()
    await edited(sung, "Songs are for the cellar.")
    assert texts(sung) == ["Songs are for the cellar."]
