"""A room is told which model writes and how it did in the leak exam, before anything that may lead to lines."""

import pytest

from events.controls import WriterMeasured
from events.policy import Policy
from events.room import Writer
from store.memory import MemoryStore
from tests.crash.killing import Process, World

SMALL = Writer(model="small", leaks=0.5, trials=40)


@pytest.fixture
async def process():
    world = World(MemoryStore(), "wren")
    process = Process(world)
    await process.open(Policy(arrangement="auto"))
    yield process
    await process.house.close()


async def measured(process):
    return [one.event.model for one in await process.world.log() if isinstance(one.event, WriterMeasured)]


async def test_a_room_learns_once_who_writes(process):
    process.house.backstage.writer = SMALL
    for _ in range(2):
        await process.hears("Greenroom, are you there?")
        await process.lives(10)
    assert await measured(process) == ["small"]


async def test_another_model_is_news(process):
    process.house.backstage.writer = SMALL
    await process.hears("Greenroom, are you there?")
    process.house.backstage.writer = Writer(model="large", leaks=0.0, trials=40)
    await process.hears("Greenroom, and now?")
    assert await measured(process) == ["small", "large"]


async def test_where_nobody_knows_the_model_nothing_is_recorded(process):
    await process.hears("Greenroom, are you there?")
    assert await measured(process) == []


async def test_auto_goes_by_it_at_once(process):
    process.house.backstage.writer = SMALL
    await process.hears("Greenroom, are you there?")
    await process.lives(10)
    asked = [one.event.arranged for one in await process.world.log() if getattr(one.event, "role", "") == "writer"]
    assert asked == ["each; auto: small leaked 50.0% of 40, surely at most 100.0%"]
