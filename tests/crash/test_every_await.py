"""The process is killed at every await of a turn, and started again: each line stands once, nothing is paid twice."""

import asyncio
from functools import cache

import pytest

from events.policy import Policy, Silence
from store.memory import MemoryStore
from tests.crash.killing import LINES, Fate, Process, World

STORIES = {
    "one speaker": ("wren",),
    "two speakers": ("wren", "alma"),
    "three speakers": ("wren", "alma", "bo"),
    "after a silence": ("ida",),
}
LISTENING = Policy(silence=Silence(on=True, after=60.0))


async def evening(world, fate, story):
    """A panel, a question or a silence, and all that follows, unless the process is killed on the way."""
    process = Process(world, fate)
    quiet = story == "after a silence"
    await process.open(LISTENING if quiet else Policy())
    if quiet:
        await process.hears("// only humming", to_bot=False)
    fate.armed = True
    if not quiet:
        process.does(process.hears("Greenroom, what do you all think?"))
    await process.lives()
    await process.ends()


@cache
def steps(story):
    fate = Fate()
    asyncio.run(evening(World(MemoryStore(), *STORIES[story]), fate, story))
    return fate.steps


EVERY_STEP = [(story, step) for story in STORIES for step in range(1, steps(story) + 1)]


async def killed_and_started_again(world, story, step):
    fate = Fate(step)
    await evening(world, fate, story)
    again = Process(world)
    await again.starts_again()
    await again.lives()
    await again.house.close()
    return fate


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(("story", "step"), EVERY_STEP)
async def test_each_line_stands_once_no_answer_is_paid_twice_and_the_log_verifies(story, step):
    world = World(MemoryStore(), *STORIES[story])
    fate = await killed_and_started_again(world, story, step)
    assert fate.dead
    assert world.texts() == [LINES[persona] for persona in STORIES[story]]
    assert world.wasted == []
    assert (await world.verified()).drift is None


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("lost", ["stored", "lost"])
@pytest.mark.parametrize("step", range(1, steps("two speakers") + 4))
async def test_also_when_the_answer_to_a_post_is_lost_as_well(step, lost):
    world = World(MemoryStore(), "wren", "alma")
    world.channel.will_lose_answer(lost)
    await killed_and_started_again(world, "two speakers", step)
    assert world.texts() == [LINES["wren"], LINES["alma"]]
    assert world.wasted == []
    assert (await world.verified()).drift is None


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("step", range(1, steps("two speakers") + 1, 3))
async def test_a_second_crash_at_the_same_place_changes_nothing(step):
    world = World(MemoryStore(), "wren", "alma")
    await evening(world, Fate(step), "two speakers")
    fate = Fate(step)
    fate.armed = True
    second = Process(world, fate)
    second.does(second.starts_again())
    await second.lives()
    await second.ends()
    third = Process(world)
    await third.starts_again()
    await third.lives()
    await third.house.close()
    assert world.texts() == [LINES["wren"], LINES["alma"]]
    assert (await world.verified()).drift is None
