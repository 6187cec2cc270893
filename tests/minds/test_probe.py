"""What a chat mind finds out about its server before the first real question."""

import asyncio

import pytest

from events.errors import MindRefusedKey, MindRejected, RealCallForbidden
from minds.mind import forbid_real_calls
from tests.minds.loopback import SCHEMA, a_request, fails, rejects, replies, says, takes_only

OBEYED = says('{"answer": "yes"}')


def ignores(*forms, prose="Yes, water is wet."):
    """A server that takes every form of structured output, and keeps to none of these."""

    async def play(request, body):
        form = body.get("response_format", {"type": None})["type"]
        return await (says(prose) if form in forms else OBEYED)(request, body)

    return play


@pytest.mark.parametrize(
    ("play", "structured"),
    [
        (OBEYED, "json_schema"),
        (takes_only("json_object", OBEYED), "json_object"),
        (takes_only(None, OBEYED), "text"),
        (ignores("json_schema"), "json_object"),
        (ignores("json_schema", "json_object"), "text"),
        (ignores("json_schema", "json_object", prose=""), "text"),
        (rejects("response_format", OBEYED, message="Failed to parse grammar", status=500), "text"),
        (rejects("response_format", OBEYED, message="no"), "text"),
    ],
)
async def test_the_best_form_that_works_is_found(server, chat, play, structured):
    server.will(play)
    assert (await chat().probe()).structured == structured


async def test_a_model_that_only_thought_has_not_shown_that_it_disobeys(server, chat):
    server.will(says("", finish="length"))
    assert (await chat().probe()).structured == "json_schema"


async def test_a_schema_that_was_obeyed_is_no_longer_told_in_words(server, chat):
    server.will(OBEYED)
    mind = chat()
    await mind.ask(a_request(schema=SCHEMA))
    await mind.probe()
    await mind.ask(a_request(schema=SCHEMA))
    told = [body["messages"][-1]["content"] != "Sam: hello, Wren" for body in (server.bodies[0], server.bodies[-1])]
    assert told == [True, False]


async def test_what_the_probe_saw_accepted_is_used(server, chat):
    server.will(OBEYED)
    mind = chat()
    await mind.probe()
    await mind.ask(a_request(cache_key="room-7"))
    assert (server.bodies[-1]["prompt_cache_key"], server.bodies[-1]["store"]) == ("room-7", False)


async def test_what_the_probe_saw_rejected_by_name_is_left_out_alone(server, chat):
    server.will(rejects("store", OBEYED, message="Extra inputs are not permitted: {}"))
    mind = chat()
    await mind.probe()
    await mind.ask(a_request(cache_key="room-7"))
    assert "store" not in server.bodies[-1]
    assert server.bodies[-1]["prompt_cache_key"] == "room-7"


async def test_a_server_that_rejects_without_a_name_gets_nothing_of_openai(server, chat):
    server.will(rejects("store", OBEYED, message="bad request"))
    mind = chat()
    assert (await mind.probe()).structured == "json_schema"
    await mind.ask(a_request(cache_key="room-7"))
    assert not {"store", "prompt_cache_key"} & server.bodies[-1].keys()


async def test_the_server_is_probed_once(server, chat):
    server.will(OBEYED)
    mind = chat()
    await asyncio.gather(mind.probe(), mind.probe())
    await mind.probe()
    assert len(server.bodies) == 1


@pytest.mark.parametrize(("status", "meaning"), [(401, MindRefusedKey), (404, MindRejected)])
async def test_a_server_that_cannot_be_asked_leaves_the_probe_open(server, chat, status, meaning):
    server.will(fails(status))
    mind = chat()
    with pytest.raises(meaning):
        await mind.probe()
    server.will(OBEYED)
    assert (await mind.probe()).probed


async def test_a_reply_that_is_no_completion_is_no_obedience(server, chat):
    server.will(replies("{"))
    assert (await chat().probe()).structured == "text"


async def test_probing_is_a_real_call(server, chat):
    forbid_real_calls("a test")
    with pytest.raises(RealCallForbidden):
        await chat().probe()
