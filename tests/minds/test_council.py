"""Who is asked for what, how many at once, and when a dead server is left alone."""

import asyncio
from collections import Counter

import pytest

from events.errors import CannotDecide, MindRateLimited, MindRefusedKey, MindTimeout, MindUnreachable
from minds.council import Council
from minds.scripted import ScriptedMind
from tests.contracts.mind import MindContract, first_piece
from tests.minds.loopback import a_request

DEAD = MindUnreachable(url="http://nowhere", why="refused")
PRODUCER = a_request(role="producer")


@pytest.fixture
def clock():
    return Counter(now=100)


@pytest.fixture
def council(clock):
    """Builds a council of one writer that rests for a minute after two hopeless failures."""

    def build(*replies):
        mind = ScriptedMind({"writer": replies})
        return mind, Council({"writer": mind}, failures=2, rest=60, clock=lambda: clock["now"])

    return build


async def fail(council, error=MindUnreachable, times=1):
    for _ in range(times):
        with pytest.raises(error):
            await council.ask(a_request())


class TestCouncil(MindContract):
    @pytest.fixture
    def saying(self):
        return lambda text: Council({"writer": ScriptedMind(lambda _: text)})

    @pytest.fixture
    def failing(self):
        return Council({"writer": ScriptedMind({})})


async def test_each_role_is_asked_of_its_own_mind():
    council = Council({"producer": ScriptedMind(lambda _: "stage bo"), "writer": ScriptedMind(lambda _: "Hello.")})
    assert [(await council.ask(request)).text for request in (PRODUCER, a_request())] == ["stage bo", "Hello."]


async def test_a_role_without_a_mind_is_left_to_rules():
    council = Council({"writer": ScriptedMind(lambda _: "Hello.")})
    assert (council.answers("writer"), council.answers("producer")) == (True, False)
    with pytest.raises(CannotDecide):
        await council.ask(PRODUCER)
    with pytest.raises(CannotDecide):
        await first_piece(council, PRODUCER)


async def test_no_more_calls_run_at_once_than_allowed():
    running, peak = Counter(), []

    async def script(_):
        running["now"] += 1
        peak.append(running["now"])
        await asyncio.sleep(0.01)
        running["now"] -= 1
        return "Hello."

    shared = ScriptedMind(script)
    council = Council({"writer": shared, "producer": shared}, at_once=2)
    await asyncio.gather(*(council.ask(request) for request in [a_request(), PRODUCER] * 3))
    assert max(peak) == 2


async def test_a_stream_that_is_left_gives_its_place_back():
    council = Council({"writer": ScriptedMind(lambda _: "one two")}, at_once=1)
    assert await first_piece(council, a_request()) == "one"
    assert (await asyncio.wait_for(council.ask(a_request()), 0.5)).text == "one two"


# --- leaving a dead server alone ---


@pytest.mark.parametrize("error", [DEAD, MindRefusedKey(status=401)])
async def test_a_hopeless_server_is_left_alone_for_a_while(council, error):
    mind, asked = council(error, error, "Hello.")
    await fail(asked, type(error), times=3)
    assert len(mind.requests) == 2


async def test_failing_fast_says_the_same_and_how_long_it_lasts(council, clock):
    _, asked = council(DEAD, DEAD)
    await fail(asked, times=2)
    clock["now"] += 20
    with pytest.raises(MindUnreachable, match="http://nowhere does not answer: refused") as fast:
        await asked.ask(a_request())
    assert fast.value.retry_after == 40


async def test_failing_fast_holds_for_streams_too(council):
    mind, asked = council(DEAD, DEAD, "Hello.")
    await fail(asked, times=2)
    with pytest.raises(MindUnreachable):
        await first_piece(asked, a_request())
    assert len(mind.requests) == 2


async def test_after_the_rest_one_call_tries_and_heals(council, clock):
    _, asked = council(DEAD, DEAD, "Hello.", DEAD, "Hello again.")
    await fail(asked, times=2)
    clock["now"] += 60
    assert (await asked.ask(a_request())).text == "Hello."
    await fail(asked)
    assert (await asked.ask(a_request())).text == "Hello again."


async def test_a_trial_that_fails_begins_another_rest(council, clock):
    mind, asked = council(DEAD, DEAD, DEAD, "Hello.")
    await fail(asked, times=2)
    clock["now"] += 60
    await fail(asked, times=2)
    assert len(mind.requests) == 3


async def test_only_one_call_tries_at_a_time(clock):
    released = asyncio.Event()

    async def script(_):
        if released.is_set():
            return "Hello."
        await released.wait()
        raise DEAD

    mind = ScriptedMind(script)
    council = Council({"writer": mind}, failures=1, rest=60, clock=lambda: clock["now"])
    first = asyncio.create_task(council.ask(a_request()))
    await asyncio.sleep(0)
    released.set()
    with pytest.raises(MindUnreachable):
        await first
    released.clear()
    clock["now"] += 60
    trial = asyncio.create_task(council.ask(a_request()))
    await asyncio.sleep(0)
    await fail(council)
    trial.cancel()
    await asyncio.gather(trial, return_exceptions=True)
    released.set()
    assert (await council.ask(a_request())).text == "Hello."


@pytest.mark.parametrize("between", [MindTimeout(seconds=1), MindRateLimited(after=1)])
async def test_other_failures_are_not_hopeless(council, between):
    mind, asked = council(DEAD, between, DEAD, "Hello.")
    await fail(asked, (MindUnreachable, MindTimeout, MindRateLimited), times=3)
    assert (await asked.ask(a_request())).text == "Hello."
    assert len(mind.requests) == 4


async def test_a_dead_mind_stops_no_other(clock):
    dead, well = ScriptedMind({"writer": [DEAD]}), ScriptedMind({"producer": ["stage bo"]})
    council = Council({"writer": dead, "producer": well}, failures=1, clock=lambda: clock["now"])
    await fail(council, times=2)
    assert (await council.ask(PRODUCER)).text == "stage bo"


# --- beginning and end ---


async def test_every_mind_is_closed_also_when_one_fails_to():
    class Broken(ScriptedMind):
        async def close(self):
            raise OSError

    broken, well = Broken({}), ScriptedMind({})
    with pytest.raises(OSError, match=r"^$"):
        await Council({"writer": well, "producer": broken}).close()
    assert well.closed


async def test_only_minds_that_can_be_probed_are(server, chat):
    mind = chat()
    await Council({"writer": mind, "producer": ScriptedMind({})}).probe()
    assert mind.capability.probed
