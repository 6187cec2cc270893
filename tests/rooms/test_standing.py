"""A line as it stands now is the same whether the room still has it in view or only the log knows it."""

import pytest

from events.base import MessageId, PersonaId, PersonId
from events.controls import LineEdited, LineHidden, RemovalOrdered, SayAsOrdered, VariantChosen
from events.heard import HumanErased, HumanSpoke, LineErased
from events.policy import Policy
from rooms.ports import Posted
from rooms.standing import standing
from store.memory import MemoryStore
from tests.crash.killing import LINES, NOON, PLACE, Process, World

WREN, SAM = PersonaId("wren"), PersonId(7)
WORDS = "Old pumps never fail."


@pytest.fixture
def world():
    return World(MemoryStore(), "wren")


@pytest.fixture
async def process(world):
    process = Process(world)
    await process.open(Policy())
    await process.hears("Greenroom, are you there?")
    await process.lives(10)
    yield process
    await process.house.close()


@pytest.fixture(params=["recent", "old"])
def ages(request, process):
    """Lets so much be said that the room has forgotten the line, or nothing."""

    async def age():
        for number in range(100 if request.param == "old" else 0):
            aside = HumanSpoke(message=MessageId(10_000 + number), person=SAM, name="Sam", text="~", sent_at=NOON)
            await process.house.spoke(PLACE, aside)

    return age


async def known(world, process, message=None):
    room = await process.house.state(PLACE)
    return await standing(world.store, room, message or world.channel.channel[0].message)


async def edits(process, line, text=WORDS):
    await process.house.hear(PLACE, LineEdited(line=line.line, persona=WREN, messages=line.messages, text=text))
    await process.lives(10)


async def test_who_said_it_what_and_whom_it_answered(world, process, ages):
    await ages()
    found = await known(world, process)
    assert (found.persona, found.text, found.answered, found.variants) == (WREN, LINES["wren"], (SAM,), ())


async def test_its_texts_and_which_of_them_stands(world, process, ages):
    first = await known(world, process)
    await edits(process, first)
    back = VariantChosen(line=first.line, persona=WREN, messages=first.messages, variant=0, text=first.text)
    await process.house.hear(PLACE, back)
    await process.lives(10)
    await ages()
    found = await known(world, process)
    assert (found.variants, found.variant, found.text) == ((LINES["wren"], WORDS), 0, LINES["wren"])


async def test_an_edit_that_the_channel_never_showed_did_not_happen(world, process, ages):
    world.channel.will_refuse("hook-gone")
    await edits(process, await known(world, process))
    await ages()
    assert (await known(world, process)).text == LINES["wren"]


async def test_that_it_is_hidden(world, process, ages):
    await process.house.hear(PLACE, LineHidden(message=(await known(world, process)).messages[0]))
    await ages()
    assert (await known(world, process)).hidden


async def test_whose_words_it_was(world, process, ages):
    await process.house.hear(PLACE, SayAsOrdered(persona=WREN, text=WORDS, by=SAM))
    await process.lives(10)
    await ages()
    assert (await known(world, process, world.channel.channel[-1].message)).by == SAM


async def test_every_message_of_it_leads_to_it(world, process, ages, monkeypatch):
    async def in_two(_line, messages):
        return Posted(messages=(*messages, MessageId(5000)))

    monkeypatch.setattr(world.channel, "revise", in_two)
    first = await known(world, process)
    await edits(process, first)
    await ages()
    assert (await known(world, process, MessageId(5000))).line == first.line


async def test_once_it_is_ordered_away_there_is_no_such_line(world, process, ages):
    line = await known(world, process)
    await ages()
    removal = RemovalOrdered(line=line.line, persona=WREN, messages=line.messages)
    await process.house.hear(PLACE, removal)
    assert await known(world, process, line.messages[0]) is None


async def test_once_it_is_deleted_in_discord_there_is_no_such_line(world, process, ages):
    line = await known(world, process)
    await ages()
    await process.house.hear(PLACE, LineErased(message=line.messages[0]))
    assert await known(world, process, line.messages[0]) is None


@pytest.mark.parametrize("message", [900, 12345])
async def test_a_message_of_a_person_or_of_nobody_is_no_line(world, process, ages, message):
    await ages()
    assert await known(world, process, MessageId(message)) is None


async def test_whom_it_answered_is_known_after_their_words_are_gone(world, process, ages):
    await process.house.hear(PLACE, HumanErased(messages=(MessageId(900),)))
    await ages()
    assert (await known(world, process)).answered == (SAM,)
