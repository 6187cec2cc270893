"""Paying for a recall: sentences are measured once and kept, late or broken measures cost nothing but the measure."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from itertools import count

import msgspec
import pytest

from events.base import GuildId, MessageId, PersonaId, PersonId, PlaceId
from events.errors import MindUnreachable, StoreBusy
from events.heard import HumanSpoke, LinePosted, ModelAnswered, ModelFailed, PanelOpened, PersonaSeated
from events.memories import MemoryForgotten, Recalled, RememberOrdered
from events.persona import Persona
from events.policy import Policy, Remembering
from minds.embedding import Embedded, ScriptedEmbedder
from minds.purse import Purse
from minds.ranking import lexical_vector
from minds.scripted import ScriptedMind
from rooms import recalling
from rooms.backstage import Backstage
from rooms.clocks import SleepClock
from rooms.house import House
from rooms.stages import TextStage
from store.memory import MemoryStore
from tests.stories.company import saying

PLACE = PlaceId(10)
STREAM = "room-10"
GUILD = GuildId(1)
WREN = Persona(id=PersonaId("wren"), name="Wren", card="Wren keeps boats.")
KNOWN = ("The boat leaks below the waterline.", "Sam likes green tea.", "The kiln is new.")
BOAT = "Wren, does the boat leak below the waterline?"


def written(_request: object) -> str:
    return f'{{"lines": [{{"speaker": "wren", "text": "{saying("warren", next(NUMBERS))}"}}]}}'


NUMBERS = count(1)


class Table:
    """A panel of one, who has more in mind than fits."""

    def __init__(self, embedder: ScriptedEmbedder | None, store: MemoryStore | None = None) -> None:
        self.at = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
        self.store = store or MemoryStore()
        self.embedder = embedder
        self.mind = ScriptedMind(written)
        self.purse = Purse(self.store, tokens_a_day=100_000, now=lambda: self.at)
        clock = SleepClock(lambda: self.at)
        self.house = House(
            Backstage(
                store=self.store, mind=self.mind, stage=TextStage(), clock=clock, purse=self.purse, embedder=embedder
            )
        )

    async def open(self) -> "Table":
        policy = Policy(memory=Remembering(table=2, notes=False))
        await self.house.hear(PLACE, PanelOpened(guild=GUILD, place=PLACE, salt="salt", policy=policy))
        await self.house.hear(PLACE, PersonaSeated(persona=WREN))
        for text in KNOWN:
            await self.house.hear(PLACE, RememberOrdered(persona=WREN.id, text=text))
        return self

    async def asks(self, text: str = BOAT) -> None:
        """A message, and its answer."""
        before = len(await self.all(LinePosted))
        self.at += timedelta(hours=1)
        said = HumanSpoke(message=MessageId(100 + before), person=PersonId(1), name="Sam", text=text, sent_at=self.at)
        await self.house.hear(PLACE, said)
        async with asyncio.timeout(5):
            while len(await self.all(LinePosted)) == before:  # noqa: ASYNC110 - the log tells nobody
                await asyncio.sleep(0.005)

    async def all(self, kind: type) -> list:
        return [one.event async for one in self.store.read(STREAM) if isinstance(one.event, kind)]

    async def best(self) -> str:
        """The text of what lay first on the newest table."""
        first = (await self.all(Recalled))[-1].laid[0].item
        room = await self.house.state(PLACE)
        return next(one.text for one in room.memories if one.id == first)


@pytest.fixture
async def seat(monkeypatch) -> AsyncIterator:
    """Opens tables, and closes them at the end."""
    opened: list[Table] = []

    async def table(embedder: ScriptedEmbedder | None = None, store: MemoryStore | None = None) -> Table:
        opened.append(await Table(embedder, store).open())
        return opened[-1]

    yield table
    await asyncio.gather(*(one.house.close() for one in opened))


async def test_what_the_talk_comes_to_is_laid_first_and_its_vectors_are_kept(seat):
    embedder = ScriptedEmbedder(lexical_vector)
    table = await seat(embedder)
    await table.asks()
    assert await table.best() == KNOWN[0]
    assert (await table.all(Recalled))[0].by == "embedding"
    assert [len(texts) for texts in embedder.embedded] == [4]


async def test_the_next_time_only_the_talk_is_measured(seat):
    embedder = ScriptedEmbedder(lexical_vector)
    table = await seat(embedder)
    await table.asks()
    await table.asks("Wren, and the tea?")
    assert [len(texts) for texts in embedder.embedded] == [4, 1]


async def test_another_process_finds_the_vectors_in_the_store(seat):
    store = MemoryStore()
    first = await seat(ScriptedEmbedder(lexical_vector), store)
    await first.asks()
    await first.house.close()
    again = Table(ScriptedEmbedder(lexical_vector), store)
    again.at = first.at
    await again.asks("Wren, and the tea?")
    assert [len(texts) for texts in again.embedder.embedded] == [1]
    await again.house.close()


async def test_the_answer_in_the_log_holds_numbers_by_name_and_no_words(seat):
    table = await seat(ScriptedEmbedder(lexical_vector))
    await table.asks()
    answer = (await table.all(ModelAnswered))[0]
    found = msgspec.json.decode(answer.text, type=dict[str, float])
    assert (answer.model, len(found)) == ("scripted", 3)
    assert all(-1 <= value <= 1 for value in found.values())


async def test_without_an_embedder_shared_words_decide(seat):
    table = await seat()
    await table.asks()
    assert [one.reason for one in await table.all(ModelFailed)] == ["cannot-decide"]
    assert ((await table.all(Recalled))[0].by, await table.best()) == ("words", KNOWN[0])


async def test_a_measure_that_is_late_is_not_waited_for(seat, monkeypatch):
    class Slow(ScriptedEmbedder):
        async def embed(self, texts) -> Embedded:
            await asyncio.sleep(30)
            return await super().embed(texts)

    monkeypatch.setattr(recalling, "SECONDS", 0.02)
    table = await seat(Slow(lexical_vector))
    await table.asks()
    assert [one.reason for one in await table.all(ModelFailed)] == ["timeout"]
    assert (await table.all(Recalled))[0].by == "words"


async def test_a_server_that_is_away_costs_no_line(seat):
    table = await seat(ScriptedEmbedder(lambda _text: MindUnreachable(url="nowhere", why="a test")))
    await table.asks()
    assert ([one.reason for one in await table.all(ModelFailed)], len(await table.all(LinePosted))) == (
        ["unreachable"],
        1,
    )


async def test_a_cache_that_cannot_be_read_or_written_is_as_good_as_none(seat):
    class Locked(MemoryStore):
        async def vectors(self, stream, model, digests):
            raise StoreBusy(seconds=5)

        async def keep_vectors(self, stream, model, vectors):
            raise StoreBusy(seconds=5)

    table = await seat(ScriptedEmbedder(lexical_vector), Locked())
    await table.asks()
    assert (await table.all(Recalled))[0].by == "embedding"


async def test_vectors_of_a_model_that_another_took_the_name_of_are_measured_anew(seat):
    store = MemoryStore()
    embedder = ScriptedEmbedder(lexical_vector)
    table = await seat(embedder, store)
    old = {recalling.digest(text): (1.0, 0.0) for text in KNOWN}
    await store.keep_vectors(STREAM, embedder.model, old)
    await table.asks()
    assert await table.best() == KNOWN[0]
    assert [len(texts) for texts in embedder.embedded] == [1, 3]


async def test_what_is_sent_is_paid_for_and_what_was_kept_is_not(seat):
    table = await seat(ScriptedEmbedder(lexical_vector))
    await table.asks()
    (first,) = [one for one in await table.all(ModelAnswered) if one.text.startswith('{"m')]
    spent = await table.store.spent(GUILD, "2026-11-30")
    sent = sum(len(text) for text in table.embedder.embedded[0])
    assert first.prompt_tokens == pytest.approx(sent / 3, abs=4)
    assert (spent[1], spent[0] >= first.prompt_tokens) == (2, True)


async def test_what_is_forgotten_takes_its_vectors_along(seat):
    embedder = ScriptedEmbedder(lexical_vector)
    table = await seat(embedder)
    await table.asks()
    room = await table.house.state(PLACE)
    await table.house.hear(PLACE, MemoryForgotten(memories=(room.memories[0].id,)))
    names = tuple(recalling.digest(text) for text in KNOWN)
    assert await table.store.vectors(STREAM, embedder.model, names) == {}


async def test_a_vector_that_comes_after_its_sentence_was_forgotten_is_not_kept(seat):
    gate = asyncio.Event()

    class Held(ScriptedEmbedder):
        async def embed(self, texts) -> Embedded:
            await gate.wait()
            return await super().embed(texts)

    table = await seat(Held(lexical_vector))
    waiting = asyncio.create_task(table.asks())
    await asyncio.sleep(0.02)
    room = await table.house.state(PLACE)
    await table.house.hear(PLACE, MemoryForgotten(memories=(room.memories[0].id,)))
    gate.set()
    await waiting
    kept = await table.store.vectors(STREAM, "scripted", [recalling.digest(text) for text in KNOWN])
    assert recalling.digest(KNOWN[0]) not in kept
