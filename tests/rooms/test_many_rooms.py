"""Fifty rooms at once in one house: each answers for itself, once and in order, and knows nothing of the others."""

import asyncio
import re
from random import Random

import msgspec
import pytest

from events.asked import Request
from events.base import GuildId, MessageId, PersonId, PlaceId
from events.heard import HumanSpoke, PanelOpened, PersonaSeated, StopOrdered
from events.policy import Policy
from minds.scripted import ScriptedMind
from replay.verify import verify
from store.memory import MemoryStore
from tests.crash.killing import CAST, NOON, Process, World
from tests.stories.company import WORDS

PLACES = [PlaceId(number) for number in range(101, 151)]
ROUNDS = ("first", "second")
MARK = re.compile(r"pier(\d+)")


class Quay(Process):
    """One process with a panel in every place. What is said in a place names its pier, and so does every answer."""

    def __init__(self) -> None:
        world = World(MemoryStore())
        world.mind = ScriptedMind(self._answer)
        super().__init__(world)
        self.prompts: list[set[str]] = []
        """The piers that each prompt names."""
        self.all_asked, self.may_answer = asyncio.Event(), asyncio.Event()
        self.may_answer.set()
        self._die = Random(120)

    async def opens_everywhere(self) -> None:
        for place in PLACES:
            opened = PanelOpened(guild=GuildId(place % 2), place=place, salt=f"salt {place}", policy=Policy())
            for event in (opened, *(PersonaSeated(persona=persona) for persona in CAST)):
                await self.house.hear(place, event)

    async def hears_everywhere(self, which: str) -> None:
        """The same persona is asked in every place in the same moment; all answers are under way together."""
        self.all_asked.clear()
        shuffled = list(PLACES)
        self._die.shuffle(shuffled)
        await asyncio.gather(*(self.says(place, f"Wren, what of pier{place}, the {which} time?") for place in shuffled))
        await self.lives()

    async def says(self, place: PlaceId, text: str) -> None:
        number = self._die.getrandbits(60)
        spoken = HumanSpoke(message=MessageId(number), person=PersonId(7), name="Sam", text=text, sent_at=NOON)
        await self.house.spoke(place, spoken)

    async def _answer(self, request: Request) -> str:
        words = " ".join(said.text for said in request.messages)
        piers = MARK.findall(words)
        self.prompts.append(set(piers))
        if len(self.prompts) % len(PLACES) == 0:
            self.all_asked.set()
        await self.all_asked.wait()
        await self.may_answer.wait()
        for _ in range(self._die.randrange(5)):
            await asyncio.sleep(0)
        line = f"pier{piers[-1]} has {' '.join(self._die.sample(WORDS, 8))}."
        return msgspec.json.encode({"lines": [{"speaker": "wren", "text": line}]}).decode()

    def said_in(self, place: PlaceId) -> list[str]:
        """The first word of every line that stands there."""
        return [shown.text.split()[0] for shown in self.world.channel.channel if shown.place == place]


@pytest.fixture
async def quay():
    quay = Quay()
    await quay.opens_everywhere()
    yield quay
    await quay.house.close()


@pytest.fixture
async def evening(quay):
    """Two rounds, in each of which every place is asked at once."""
    for which in ROUNDS:
        await quay.hears_everywhere(which)
    return quay


async def test_each_room_answers_each_message_once_and_in_its_own_place(evening):
    said = {place: evening.said_in(place) for place in PLACES}
    assert said == {place: [f"pier{place}"] * len(ROUNDS) for place in PLACES}
    assert len(evening.world.channel.posts) == len(PLACES) * len(ROUNDS)
    # No prompt held a word of another room.
    assert {len(piers) for piers in evening.prompts} == {1}


async def test_every_room_keeps_its_own_order_and_its_log_explains_it(evening):
    store = evening.world.store
    verdicts = [await verify(store.read(f"room-{place}"), f"room-{place}") for place in PLACES]
    assert [verdict.drift for verdict in verdicts if verdict.drift] == []
    rooms = [await evening.house.state(place) for place in PLACES]
    speakers = {tuple(said.persona or "Sam" for said in room.talk) for room in rooms}
    assert speakers == {("Sam", "wren") * len(ROUNDS)}


async def test_a_stop_in_one_room_stops_that_one_alone(quay):
    quay.may_answer.clear()
    quiet, heard = PLACES[17], asyncio.create_task(quay.hears_everywhere("first"))
    await quay.all_asked.wait()
    await quay.house.hear(quiet, StopOrdered(by=PersonId(7)))
    quay.may_answer.set()
    await heard
    await quay.lives()
    assert {place for place in PLACES if quay.said_in(place) == []} == {quiet}
    hushed = [
        place for place in PLACES async for one in quay.world.store.read(f"room-{place}") if one.kind == "panel-hushed"
    ]
    assert hushed == [quiet]
