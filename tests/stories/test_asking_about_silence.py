from msgspec.structs import replace

from bot.cards import Casts
from events.heard import MuteSet
from tests.stories.company import holds


async def test_show_tells_why_the_last_message_got_no_answer(panel, company):
    company.producer = holds()
    await panel.asks("nice weather for the time of the year")
    answer = await panel.town.slash("Sam", "panel show")
    assert "The last message got no answer: `producer-holds` (more with /panel why)" in answer.text


async def test_show_tells_of_silence_also_where_everybody_is_muted(panel):
    for persona in ("warren", "nolan", "iris"):
        await panel.house.hear(panel.place, MuteSet(persona=persona, muted=True))
    await panel.asks("is anybody there?")
    answer = await panel.town.slash("Sam", "panel show")
    assert "The last message got no answer: `" in answer.text


async def test_show_says_nothing_of_silence_where_somebody_answered(panel):
    await panel.asks("Warren, why do pumps fail?")
    answer = await panel.town.slash("Sam", "panel show")
    assert "got no answer" not in answer.text


async def test_why_without_a_link_explains_the_newest_line(panel):
    await panel.asks("Warren, why do pumps fail?")
    answer = await panel.town.slash("Sam", "panel why")
    assert answer.text.startswith("**Warren** spoke by the rule `addressed`.")


async def test_why_without_a_link_explains_the_newest_silence(panel, company):
    company.producer = holds()
    await panel.asks("nice weather for the time of the year")
    answer = await panel.town.slash("Sam", "panel why")
    assert answer.text.startswith("Nobody spoke: `producer-holds`.")


async def test_why_at_a_table_where_nobody_spoke_yet_says_so(panel):
    answer = await panel.town.slash("Sam", "panel why")
    assert answer.text == "Nothing was said here since the panel opened, so there is nothing to explain."


async def test_a_persona_whose_alias_is_taken_gets_no_seat(panel):
    client = panel.town.client
    cast = client.casts.cast("kitchen")
    teo = next(one for one in cast.personas if one.id == "teo")
    client.casts = Casts(casts=(replace(cast, personas=(replace(teo, aliases=("WARREN",)),)),))
    answer = await panel.town.slash("Sam", "panel seat", persona="teo")
    assert "“warren” is also what Warren is called" in answer.text
    assert (await panel.room()).seat("teo") is None
