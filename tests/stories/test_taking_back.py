"""Deletes and edits: words that were taken back are answered by nobody, read by nobody, and kept nowhere."""

from msgspec.structs import replace

from events.base import ERASED
from events.decided import LineWithdrawn, TurnEnded, TurnOpened
from events.heard import HumanSpoke, PolicySet
from events.policy import Policy
from tests.stories.company import saying, stages

SECRET = "twelve Fernhollow Road"


def bytes_of(panel):
    return b"".join(file.read_bytes() for file in sorted(panel.folder.glob("log.db*")))


async def test_a_message_deleted_while_it_is_being_answered_is_not_answered(panel, company):
    company.seconds["writer"] = 5
    message = await panel.says(f"Nolan, I live at {SECRET}")
    await panel.town.pass_time(1)
    await panel.town.delete(message)
    await panel.evening()
    assert (panel.speakers, [turn.reason for turn in await panel.all(TurnEnded)]) == ([], ["source-deleted"])


async def test_a_message_deleted_in_the_gathering_opens_nothing(panel, company):
    message = await panel.says("what should we plant?")
    await panel.town.delete(message)
    await panel.evening()
    assert (panel.speakers, company.requests) == ([], [])


async def test_of_two_messages_the_one_that_stays_is_answered(panel, company):
    gone = await panel.says(f"I live at {SECRET}")
    await panel.says("Iris, is that a fern?")
    await panel.town.delete(gone)
    await panel.evening()
    assert panel.speakers == ["Iris"]


async def test_deleted_later_the_answer_stays_and_no_later_prompt_holds_the_words(panel, company):
    company.line = lambda who, n: f"{saying(who, n)} So you live at {SECRET}."
    message = await panel.asks(f"Nolan, I live at {SECRET}")
    company.line = saying
    await panel.town.delete(message)
    await panel.asks("Iris, is that a fern?")
    assert panel.speakers == ["Nolan", "Iris"]
    assert f"I live at {SECRET}" not in company.prompts("writer")[-1]


async def test_where_the_policy_says_so_the_answer_is_removed_too(panel):
    await panel.house.hear(panel.place, PolicySet(policy=replace(Policy(), on_delete="remove")))
    message = await panel.asks(f"Nolan, I live at {SECRET}")
    await panel.town.delete(message)
    await panel.evening()
    assert (panel.speakers, (await panel.room()).unwanted) == ([], ())


async def test_the_words_are_gone_from_the_database_file_and_its_log(panel, company):
    company.line = lambda who, n: f"{saying(who, n)} So you live at {SECRET}."
    company.seconds["writer"] = 5
    message = await panel.says(f"Nolan, I live at {SECRET}")
    await panel.town.pass_time(1)
    assert SECRET.encode() in bytes_of(panel)
    await panel.town.delete(message)
    await panel.evening()
    assert SECRET.encode() not in bytes_of(panel)
    assert [one.text for one in await panel.all(HumanSpoke)] == [ERASED]


async def test_a_staged_line_that_quotes_them_and_was_not_sent_is_blanked_too(panel, company):
    company.producer = stages("iris", "warren")
    company.line = lambda who, n: f"{saying(who, n)} {f'You live at {SECRET}.' if who == 'warren' else ''}"
    message = await panel.says(f"I live at {SECRET}, what should we plant?")
    await panel.town.pass_time(2.1)
    await panel.town.delete(message)
    await panel.evening()
    assert (panel.speakers, [one.reason for one in await panel.all(LineWithdrawn)]) == (["Iris"], ["source-deleted"])
    assert SECRET.encode() not in bytes_of(panel)


async def test_an_answer_made_of_them_that_comes_too_late_is_blanked_too(panel, company):
    company.line = lambda who, n: f"{saying(who, n)} So you live at {SECRET}."
    message = await panel.asks(f"Nolan, I live at {SECRET}")
    await panel.town.delete(message)
    await panel.evening()
    assert SECRET.encode() not in bytes_of(panel).replace(line_of(panel).encode(), b"")


def line_of(panel):
    return panel.town.message("Songs").content


async def test_words_that_were_edited_away_leave_the_later_prompts_and_open_no_turn(panel, company):
    message = await panel.asks(f"Nolan, I live at {SECRET}")
    await panel.town.edit(message, "Nolan, I live by the sea")
    await panel.asks("Iris, is that a fern?")
    assert (panel.speakers, len(await panel.all(TurnOpened))) == (["Nolan", "Iris"], 2)
    assert f"I live at {SECRET}" not in company.prompts("writer")[-1]
    assert "I live by the sea" in company.prompts("writer")[-1]


async def test_words_that_are_edited_before_the_answer_are_the_ones_that_are_answered(panel, company):
    company.seconds["writer"] = 5
    message = await panel.says("Nolan, what is this song?")
    await panel.town.pass_time(1)
    await panel.town.edit(message, "Iris, what is this fern?")
    await panel.evening()
    assert (panel.speakers, "what is this song?" in company.prompts("writer")[-1]) == (["Iris"], False)


async def test_an_address_that_is_edited_in_opens_no_turn(panel, company):
    message = await panel.asks("// only humming")
    await panel.town.edit(message, "Nolan, are you there?")
    await panel.evening()
    assert (panel.speakers, company.requests) == ([], [])


async def test_an_edited_message_that_is_deleted_goes_with_all_its_wordings(panel):
    message = await panel.asks(f"// {SECRET}")
    await panel.town.edit(message, f"// or {SECRET} b")
    await panel.town.delete(message)
    await panel.evening()
    assert SECRET.encode() not in bytes_of(panel)


async def test_a_persona_line_that_a_moderator_deletes_leaves_later_prompts(panel, company):
    await panel.asks("Nolan, what is this song?")
    line = panel.town.message("Songs")
    await panel.town.delete(line)
    await panel.asks("Iris, is that a fern?")
    assert line.content not in company.prompts("writer")[-1]


async def test_many_deleted_at_once_are_all_gone(panel):
    messages = [await panel.says(f"// {SECRET} {number}") for number in range(5)]
    panel.town.env.backend.emit(
        "MESSAGE_DELETE_BULK",
        {
            "ids": [str(message.id) for message in messages],
            "channel_id": str(panel.town.channel.id),
            "guild_id": str(panel.town.guild.id),
        },
    )
    await panel.evening()
    assert SECRET.encode() not in bytes_of(panel)
