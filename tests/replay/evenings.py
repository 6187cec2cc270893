"""Evenings to look back on: real rooms on a stage in memory, with scripted minds; no Discord, no network."""

from datetime import timedelta

import msgspec
from msgspec.structs import replace

from events.base import MessageId, PersonId
from events.heard import HumanSpoke
from events.policy import Policy
from store.memory import MemoryStore
from tests.crash.killing import PLACE, Process, World
from tests.stories.company import saying

STREAM = f"room-{PLACE}"
TALK = (
    "what do you all think?",
    "Wren, and the pump?",
    "Alma or Bo, any soup?",
    "I told Ida to rest",
    "// kettle",
    "thanks",
)


async def evening(messages=6, asides=0):
    """A world whose log holds so many messages of people, and what the panel made of them; the states on the way.

    After them come messages that nobody has to answer.
    """
    world = World(MemoryStore(), "wren", "alma")
    said = iter(range(10_000))
    process = Process(world)
    states = []
    process.house.backstage = replace(process.house.backstage, observe=lambda state, _: states.append(state))
    answer = world.mind._script

    async def fresh(request):
        return await answer(request) if request.role != "writer" else lines(request, said)

    world.mind._script = fresh
    await process.open(Policy())
    for number in range(messages):
        process.clock.at += timedelta(minutes=2)
        text = TALK[number % len(TALK)]
        spoken = HumanSpoke(
            message=MessageId(10**6 + number * 50), person=PersonId(7), name="Sam", text=text, sent_at=process.clock.at
        )
        world.channel._next = 10**6 + number * 50 + 1
        process.does(heard(process, spoken))
        await process.lives(100)
    for number in range(asides):
        aside = HumanSpoke(
            message=MessageId(10**7 + number), person=PersonId(7), name="Sam", text="// hm", sent_at=process.clock.at
        )
        await process.house.spoke(PLACE, aside)
    await process.house.close()
    return world, states


async def heard(process, spoken):
    await process.house.spoke(PLACE, spoken)


def lines(request, said):
    written = [{"speaker": cue.persona, "text": line(next(said))} for cue in request.scene.speakers]
    return msgspec.json.encode({"lines": written}).decode()


def line(number):
    return saying("iris", number).replace("Ferns", f"Tale {number}:")
