"""Why a line was said: the menu on the line and /panel why tell it from the log, and only of their own channel."""

from events.errors import MindRefusedKey
from tests.stories.company import holds, stages

FERNS = "what should we plant by the sea wall?"


async def test_the_menu_tells_who_by_which_rule_the_others_the_cap_and_the_model(panel, company):
    company.producer = stages("iris", "warren")
    await panel.asks(FERNS)
    answer = await panel.town.menu("Sam", "Why this line?", panel.town.message("Ferns"))
    assert answer.ephemeral
    assert "**Iris** spoke by the rule `producer`." in answer.text
    assert "In the producer's words: it is theirs" in answer.text
    assert "**Nolan** passed" in answer.text
    assert "Cap: 0 of 2 persona lines" in answer.text
    assert "Model, producer: scripted" in answer.text
    assert "Model, writer [one]: scripted" in answer.text


async def test_the_second_line_of_a_turn_counts_the_first(panel, company):
    company.producer = stages("iris", "warren")
    await panel.asks(FERNS)
    answer = await panel.town.menu("Sam", "Why this line?", panel.town.message("Pumps"))
    assert "**Warren** spoke by the rule `producer`." in answer.text


async def test_an_address_is_explained_by_where_the_name_stood(panel):
    await panel.asks("Nolan, what is this song?")
    answer = await panel.town.menu("Sam", "Why this line?", panel.town.message("Songs"))
    assert "**Nolan** spoke by the rule `addressed`." in answer.text
    assert "nolan: at the start" in answer.text


async def test_the_command_takes_a_link(panel):
    await panel.asks("Nolan, what is this song?")
    link = panel.town.message("Songs").jump_url
    answer = await panel.town.slash("Sam", "panel why", message=link)
    assert "**Nolan** spoke by the rule `addressed`." in answer.text


async def test_without_a_link_the_newest_message_is_explained_also_a_silence(panel, company):
    company.producer = holds("they sort out their keys")
    await panel.asks("the keys are on the hook")
    answer = await panel.town.slash("Sam", "panel why")
    assert "Nobody spoke: `producer-holds`." in answer.text
    assert "they sort out their keys" in answer.text


async def test_a_call_that_failed_is_told_with_its_reason(panel, company):
    company.troubles["producer"] = MindRefusedKey(status=401)
    await panel.asks(FERNS)
    answer = await panel.town.slash("Sam", "panel why", message=str(panel.town.channel.history()[-1].id))
    assert "Model, producer: failed: refused-key" in answer.text


async def test_the_talk_of_another_channel_is_not_told(panel):
    await panel.asks("Nolan, the secret is under the mat")
    secret = panel.town.message("Songs")
    with panel.elsewhere(panel.town.guild.create_text_channel("kitchen")):
        await panel.open()
        answer = await panel.town.slash("Sam", "panel why", message=secret.jump_url)
    assert answer.text == f"No line or message {secret.jump_url} is in the log."


async def test_a_message_that_was_never_heard_is_not_in_the_log(panel):
    message = await panel.says("beep", by="QuizBot")
    answer = await panel.town.menu("Sam", "Why this line?", message)
    assert answer.text == f"No line or message {message.id} is in the log."


async def test_asking_why_appends_nothing_and_calls_nobody(panel, company):
    await panel.asks("Nolan, what is this song?")
    before, asked = (await panel.room()).version, len(company.requests)
    await panel.town.menu("Sam", "Why this line?", panel.town.message("Songs"))
    assert ((await panel.room()).version, len(company.requests)) == (before, asked)
