"""Lines are edited, hidden, taken away, undone, and said through personas; and their words go with them."""

import pytest

from events.base import PersonaId, PersonId
from events.controls import LineEdited, SayAsOrdered
from events.decided import LineStaged
from events.heard import PolicySet
from events.policy import Limits, Policy
from tests.stories.company import stages
from tests.stories.lines import edited, line_of, redone, texts

LONG = " ".join(f"Songs of number {number} go on for quite a while." for number in range(110))


# --- edited, hidden ---


async def test_an_edited_line_shows_the_new_words_and_the_next_prompt_holds_them(sung, company):
    old = line_of(sung).content
    answer = await edited(sung, "Songs are for the kitchen.")
    assert (answer.ephemeral, texts(sung)) == (True, ["Songs are for the kitchen."])
    await sung.asks("Nolan, really?", by="Rio")
    prompt = company.prompts("writer")[-1]
    assert ("Songs are for the kitchen." in prompt, old in prompt) == (True, False)


async def test_who_edited_is_in_the_log_and_what_stood_there_too(sung):
    old = line_of(sung).content
    await edited(sung, "Songs are for the kitchen.")
    assert [one.by for one in await sung.all(LineEdited)] == [sung.town.people["Rio"].id]
    assert (await sung.room()).talk[-1].variants == (old, "Songs are for the kitchen.")


async def test_an_edit_of_nothing_but_space_is_refused(sung):
    old = line_of(sung).content
    answer = await edited(sung, "   ")
    assert ("needs words" in answer.text, texts(sung)) == (True, [old])


async def test_an_edited_line_pings_nobody(sung):
    await edited(sung, "Songs for @everyone.")
    assert sung.town.requests("PATCH", "/webhooks/")[-1].json["allowed_mentions"] == {"parse": []}


async def test_a_hidden_line_stands_in_the_channel_and_in_no_prompt(sung, company):
    more = await sung.town.menu("Rio", "More for this line", line_of(sung))
    await sung.town.press("Rio", more, "Hide")
    await sung.asks("Iris, is that a fern?")
    assert (len(texts(sung)), texts(sung)[0] in company.prompts("writer")[-1]) == (2, False)


async def test_a_line_that_is_shown_again_is_in_the_next_prompt(sung, company):
    await sung.town.slash("Rio", "line hide")
    await sung.town.slash("Rio", "line show")
    await sung.asks("Iris, is that a fern?")
    assert texts(sung)[0] in company.prompts("writer")[-1]


# --- taken away ---


async def test_a_line_of_three_messages_goes_whole_whichever_of_them_was_meant(panel):
    await panel.house.hear(panel.place, PolicySet(policy=Policy(limits=Limits(characters=6000))))
    rio = PersonId(panel.town.people["Rio"].id)
    await panel.house.hear(panel.place, SayAsOrdered(persona=PersonaId("nolan"), text=LONG, by=rio))
    await panel.evening()
    assert len(texts(panel)) == 3
    more = await panel.town.menu("Rio", "More for this line", panel.town.channel.history()[-2])
    await panel.town.press("Rio", more, "Delete")
    await panel.evening()
    assert (texts(panel), (await panel.room()).talk) == ([], ())


async def test_a_deleted_line_is_in_no_later_prompt(sung, company):
    words = line_of(sung).content
    await sung.town.slash("Rio", "line delete")
    await sung.asks("Iris, is that a fern?")
    assert words not in company.prompts("writer")[-1]


async def test_a_whole_turn_is_taken_back(panel, company):
    company.producer = stages("iris", "warren")
    await panel.asks("what should we plant?", by="Rio")
    answer = await panel.town.slash("Rio", "line undo")
    await panel.evening()
    assert (answer.text, texts(panel)) == ("The last turn is taken back: 2 lines.", [])


async def test_what_is_unsent_of_a_turn_is_taken_back_with_it(panel, company):
    company.producer = stages("iris", "warren")
    await panel.says("what should we plant?", by="Rio")
    await panel.town.pass_time(2.1)
    assert panel.speakers == ["Iris"]
    await panel.town.slash("Rio", "line undo")
    await panel.evening()
    assert texts(panel) == []


# --- said for a persona, directed ---


async def test_a_persona_says_what_a_moderator_gave_it(panel, company):
    answer = await panel.town.slash("Sam", "panel say", persona="iris", text="Ferns like it wet.")
    await panel.evening()
    assert (panel.town.lines(), answer.ephemeral) == ([("Iris", "Ferns like it wet.")], True)
    assert ([one.by for one in await panel.all(LineStaged)], company.requests) == ([panel.town.people["Sam"].id], [])


async def test_its_explanation_says_whose_words_they_are(panel):
    await panel.town.slash("Sam", "panel say", persona="iris", text="Ferns like it wet.")
    await panel.evening()
    answer = await panel.town.menu("Rio", "Why this line?", line_of(panel, "Ferns"))
    assert f"The words are <@{panel.town.people['Sam'].id}>'s" in answer.text


async def test_too_many_words_are_refused(panel):
    answer = await panel.town.slash("Sam", "panel say", persona="iris", text="x" * 1801)
    assert ("1800 characters at most" in answer.text, texts(panel)) == (True, [])
    assert await panel.all(SayAsOrdered) == []


async def test_a_direction_is_kept_for_so_many_turns(panel):
    answer = await panel.town.slash("Sam", "panel direct", text="shorter, please", turns=2)
    assert answer.text == "Direction for the whole panel, for 2 turns: shorter, please"
    assert [(one.text, one.left) for one in (await panel.room()).directions] == [("shorter, please", 2)]


# --- erased ---


def bytes_of(panel):
    """Everything that the database holds on disk."""
    return b"".join(file.read_bytes() for file in panel.folder.glob("log.db*"))


@pytest.mark.parametrize("how", ["line delete", "in Discord"])
async def test_words_that_people_put_into_a_line_go_with_it(sung, how):
    await edited(sung, "Songs: I live at 12 Harbour Road.")
    await edited(sung, "Songs: I live nowhere.")
    assert b"Harbour" in bytes_of(sung)
    await (sung.town.delete(line_of(sung, "nowhere")) if how == "in Discord" else sung.town.slash("Rio", how))
    await sung.evening()
    assert (b"Harbour" in bytes_of(sung), b"nowhere" in bytes_of(sung)) == (False, False)
    await sung.asks("Nolan, really?", by="Rio")


async def test_words_that_were_said_through_a_persona_go_with_the_line(panel):
    await panel.town.slash("Sam", "panel say", persona="iris", text="I live at 12 Harbour Road.")
    await panel.evening()
    await panel.town.slash("Sam", "line delete")
    await panel.evening()
    assert b"Harbour" not in bytes_of(panel)


async def test_a_text_that_was_written_again_goes_with_the_line(sung):
    await redone(sung)
    words = line_of(sung).content.encode()
    await sung.town.slash("Rio", "line delete")
    await sung.evening()
    assert words not in bytes_of(sung)
