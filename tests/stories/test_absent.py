"""A persona of the library that is not seated here is spoken to: nobody speaks as them, and one at most says so."""

import pytest

from events.decided import AddressHeard
from events.heard import HumanSpoke
from tests.stories.company import holds, stages


@pytest.mark.parametrize("text", ["Teo, are you there?", "hey teo", "what do you think, Mara?", "@Mara any soup?"])
async def test_nobody_is_forced_and_the_log_says_who_was_meant(panel, text):
    panel.company.producer = holds()
    await panel.asks(text)
    heard = (await panel.all(AddressHeard))[-1]
    assert (panel.speakers, heard.forced, len(heard.absent)) == ([], (), 1)


@pytest.mark.parametrize("text", ["where is Teo tonight?", "Teo's soup was good", "I saw Mara yesterday"])
async def test_who_is_only_talked_about_is_not_asked_for(panel, text):
    panel.company.producer = holds()
    await panel.asks(text)
    assert (await panel.all(HumanSpoke))[-1].elsewhere == ()


async def test_one_at_most_says_that_they_are_not_here(panel):
    panel.company.producer = stages("iris", "nolan")  # more than may speak: refused until it is one
    await panel.asks("Teo, are you there?")
    assert len(panel.speakers) == 1
    assert "Not here, but spoken to: teo" in panel.company.prompts("producer")[0]


async def test_whoever_is_here_and_asked_too_answers_for_themselves(panel):
    await panel.asks("Teo and Warren, are you there?")
    heard = (await panel.all(AddressHeard))[-1]
    assert (panel.speakers, heard.forced, heard.absent) == (["Warren"], ("warren",), ("teo",))


async def test_who_takes_a_seat_is_absent_no_more(panel):
    await panel.town.slash("Sam", "panel seat", persona="teo")
    await panel.asks("Teo, are you there?")
    assert (panel.speakers, (await panel.all(HumanSpoke))[-1].elsewhere) == (["Teo"], ())


async def test_what_was_missed_while_offline_says_it_too(panel):
    panel.company.producer = holds()
    await panel.asks("good evening")
    await panel.stop()
    await panel.says("Mara, is there soup?")
    await panel.town.restart(panel._client)
    await panel.evening()
    missed = (await panel.all(HumanSpoke))[-1]
    assert (missed.late, missed.elsewhere, panel.speakers) == (True, ("mara",), [])


async def test_where_no_producer_decides_one_of_the_seated_speaks(panel):
    await panel.town.slash("Sam", "panel policy", setting="strategy", value="round-robin")
    await panel.asks("Teo, are you there?")
    assert panel.speakers == ["Warren"]


async def test_who_asked_for_them_sees_that_they_have_no_seat_here(panel):
    panel.company.producer = holds()
    asked = await panel.asks("Teo, are you there?")
    assert panel.town.reactions(asked) == {"\N{CHAIR}": ["Greenroom"]}


async def test_a_member_called_like_a_persona_is_warned_of_once_and_is_nobody_but_themselves(panel, caplog):
    panel.company.producer = holds()
    town = panel.town
    town.people["Kit"] = town.guild.add_member(town.env.create_user("Kit"), nick="Warren")
    said = await panel.asks("good evening", by="Kit")
    await panel.asks("is it?", by="Rio", to=said)
    await panel.asks("it is", by="Kit")
    warned = [record for record in caplog.records if "is called like warren" in record.getMessage()]
    assert (len(warned), panel.speakers) == (1, [])
