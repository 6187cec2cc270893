"""A scripted mind says what it was given, and keeps what it was asked."""

import asyncio

import pytest

from events.asked import Answer
from events.errors import MindTimeout
from minds.scripted import ScriptedMind, ScriptEnded
from tests.minds.loopback import a_request


async def test_each_role_has_a_queue_of_its_own():
    mind = ScriptedMind({"producer": ["stage bo"], "writer": ["one", "two"]})
    asked = [a_request(role="writer"), a_request(role="producer"), a_request(role="writer")]
    assert [(await mind.ask(request)).text for request in asked] == ["one", "stage bo", "two"]
    assert mind.requests == asked
    assert mind.asked("producer") == [asked[1]]


@pytest.mark.parametrize("script", [{"writer": []}, {"producer": ["stage bo"]}])
async def test_a_script_that_has_ended_invents_nothing(script):
    with pytest.raises(ScriptEnded, match=r"role writer \(request 1\)"):
        await ScriptedMind(script).ask(a_request(role="writer"))


async def test_a_whole_answer_is_given_as_it_is():
    answer = Answer(text="half of", model="m", finish="length", prompt_tokens=9)
    assert await ScriptedMind({"writer": [answer]}).ask(a_request()) is answer


async def test_an_error_of_the_script_is_raised_in_its_turn():
    mind = ScriptedMind({"writer": [MindTimeout(seconds=1), "Hello."]})
    with pytest.raises(MindTimeout):
        await mind.ask(a_request())
    assert (await mind.ask(a_request())).text == "Hello."


async def test_a_function_sees_the_request():
    mind = ScriptedMind(lambda request: request.messages[-1].text.upper())
    assert (await mind.ask(a_request("hello"))).text == "HELLO"


async def test_an_async_function_may_hold_the_answer_back():
    released = asyncio.Event()

    async def script(_):
        await released.wait()
        return "at last"

    call = asyncio.create_task(ScriptedMind(script).ask(a_request()))
    await asyncio.sleep(0)
    assert not call.done()
    released.set()
    assert (await call).text == "at last"


async def test_a_delay_is_slept_by_the_sleep_that_was_given():
    slept = []

    async def sleep(seconds):
        slept.append(seconds)

    await ScriptedMind({"writer": ["Hello."]}, delay=90, sleep=sleep).ask(a_request())
    assert slept == [90]


async def test_a_stream_comes_in_the_pieces_that_were_asked_for():
    mind = ScriptedMind({"writer": ["ab\ncd"]}, pieces=list)
    *pieces, answer = [piece async for piece in mind.stream(a_request())]
    assert (pieces, answer.text) == (["a", "b", "\n", "c", "d"], "ab\ncd")


async def test_it_remembers_that_it_was_closed():
    mind = ScriptedMind({})
    await mind.close()
    assert mind.closed
