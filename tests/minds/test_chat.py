"""A chat mind and a server that behaves, or behaves in its own way: what is sent, and what becomes of the reply."""

import asyncio
import json

import pytest

from events.asked import Answer, Said
from events.errors import MindFiltered, MindNonsense, MindOverloaded, SettingMalformed
from minds.capabilities import Capability, parameters, presumed
from minds.chat import ChatMind
from tests.contracts.mind import first_piece
from tests.minds.loopback import KEY, SCHEMA, a_request, completion, rejects, replies, says, streams, takes_only


async def test_the_usage_is_recorded_with_what_came_from_the_cache(server, chat):
    answer = await chat().ask(a_request())
    assert (answer.model, answer.prompt_tokens, answer.completion_tokens, answer.cached_tokens) == (
        "m-2026",
        1200,
        7,
        1024,
    )
    assert 0 < answer.seconds < 0.5


async def test_a_stream_asks_for_its_usage(server, chat):
    *pieces, answer = [piece async for piece in chat().stream(a_request())]
    assert pieces == ["Hello, ", "Sam."]
    assert (answer.prompt_tokens, answer.cached_tokens) == (1200, 1024)


async def test_a_server_that_knows_no_stream_options_streams_without_usage(server, chat):
    server.will(rejects("stream_options", says("Hello, Sam.")))
    *_, answer = [piece async for piece in chat().stream(a_request())]
    assert (answer.text, answer.prompt_tokens) == ("Hello, Sam.", 0)


async def test_a_server_that_counts_nothing_is_believed(server, chat):
    server.will(replies({"choices": completion([{"message": {"content": "Hi."}}])["choices"], "usage": None}))
    assert (await chat().ask(a_request())).prompt_tokens == 0


@pytest.mark.parametrize(
    ("usage", "counted"),
    [({"prompt_tokens": "7"}, 7), ({"prompt_tokens": 7.0}, 7), ({"prompt_tokens": -7}, 0), ("seven", 0), ([7], 0)],
)
async def test_a_server_that_counts_in_its_own_way_has_answered_all_the_same(server, chat, usage, counted):
    server.will(replies({"choices": completion([{"message": {"content": "Hi."}}])["choices"], "usage": usage}))
    answer = await chat().ask(a_request())
    assert (answer.text, answer.prompt_tokens) == ("Hi.", counted)


@pytest.mark.parametrize("name", ["J. R.", "王芳", "🌧️", "x" * 70])
async def test_names_stay_in_the_text_and_out_of_the_name_field(server, chat, name):
    await chat().ask(a_request(f"{name}: hello"))
    assert server.bodies[0]["messages"][-1] == {"role": "user", "content": f"{name}: hello"}


# --- parameters that not every server takes ---


@pytest.mark.parametrize("status", [400, 422])
@pytest.mark.parametrize("parameter", ["temperature", "max_tokens"])
async def test_a_rejected_parameter_is_left_out_and_not_tried_again(server, chat, parameter, status):
    server.will(rejects(parameter, says("Hello."), status=status))
    mind = chat()
    await mind.ask(a_request())
    await mind.ask(a_request())
    assert [parameter in body for body in server.bodies] == [True, False, False]


async def test_reasoning_models_get_their_own_name_of_the_token_limit(server, chat):
    server.will(
        rejects("max_tokens", says("Hello."), message="Unsupported: '{}'. Use 'max_completion_tokens' instead.")
    )
    await chat().ask(a_request(max_tokens=99))
    assert server.bodies[-1]["max_completion_tokens"] == 99


async def test_a_limit_that_is_only_too_high_is_not_dropped(server, chat):
    server.will(rejects("max_tokens", says("Hello."), message="{} must be at most 100"))
    with pytest.raises(Exception, match="must be at most 100"):
        await chat().ask(a_request())


async def test_the_place_of_a_complaint_counts_more_than_its_words(server, chat):
    detail = [{"loc": ["body", "temperature"], "msg": "Extra inputs are not permitted", "input": {"max_tokens": 1}}]
    server.will(replies({"detail": detail}, status=422), says("Hello."))
    await chat().ask(a_request())
    assert "temperature" not in server.bodies[-1]
    assert "max_tokens" in server.bodies[-1]


async def test_an_unknown_server_is_not_sent_what_only_openai_defines(server, chat):
    await chat(salt="pepper").ask(a_request(cache_key="room-7"))
    assert not {"prompt_cache_key", "safety_identifier", "store"} & server.bodies[0].keys()


def test_openai_keeps_a_room_on_one_cache_and_stores_nothing():
    sent = parameters(a_request(cache_key="room-7"), "m", presumed("api.openai.com"), stream=False, salt="pepper")
    assert (sent["prompt_cache_key"], sent["store"], sent["max_completion_tokens"]) == ("room-7", False, 400)
    assert len(sent["safety_identifier"]) == 64


def test_the_hash_that_stands_for_a_room_needs_the_salt():
    one = parameters(a_request(cache_key="room-7"), "m", Capability(extras=True), stream=False, salt="pepper")
    two = parameters(a_request(cache_key="room-7"), "m", Capability(extras=True), stream=False, salt="salt")
    none = parameters(a_request(cache_key="room-7"), "m", Capability(extras=True), stream=False, salt="")
    assert one["safety_identifier"] != two["safety_identifier"]
    assert "safety_identifier" not in none


# --- structured output ---


async def test_a_schema_is_sent_strict_and_by_name(server, chat):
    await chat().ask(a_request(schema=SCHEMA, schema_name="staging"))
    sent = server.bodies[0]["response_format"]
    assert sent == {"type": "json_schema", "json_schema": {"name": "staging", "schema": SCHEMA, "strict": True}}


@pytest.mark.parametrize("form", ["json_object", None])
async def test_a_rejected_schema_is_told_in_words_from_then_on(server, chat, form):
    server.will(takes_only(form, says('{"speakers": ["bo"], "reason": "asked"}')))
    mind = chat()
    await mind.ask(a_request(schema=SCHEMA))
    asked_before = len(server.bodies)
    await mind.ask(a_request(schema=SCHEMA))
    last = server.bodies[-1]
    assert last.get("response_format", {"type": None})["type"] == form
    assert last["messages"][-1]["content"].endswith('{"speakers": [wren | bo, ...], "reason": text}')
    assert len(server.bodies) == asked_before + 1


async def test_the_words_of_a_schema_leave_the_request_alone(server, chat):
    server.will(takes_only(None, says("{}")))
    request = a_request(schema=SCHEMA)
    await chat().ask(request)
    assert request.messages[-1] == Said("user", "Sam: hello, Wren")


async def test_a_request_without_a_schema_has_no_response_format(server, chat):
    await chat().ask(a_request())
    assert "response_format" not in server.bodies[0]


# --- how an answer ends ---


@pytest.mark.parametrize("text", ["a line that was cut o", ""])
async def test_an_answer_that_ran_out_of_tokens_says_so(server, chat, text):
    server.will(says(text, finish="length"))
    answer = await chat().ask(a_request())
    assert (answer.text, answer.finish) == (text, "length")


@pytest.mark.parametrize(
    "play",
    [
        says("", finish="stop"),
        says(" \n", finish="stop"),
        says(None, finish="stop"),
        says("half of", finish="content_filter"),
        says("half of", finish="SAFETY"),
        says(None, refusal="I cannot."),
        replies(completion([])),
        replies(completion(None)),
    ],
)
async def test_whatever_way_a_filter_takes_it_is_one_error_and_one_request(server, chat, play):
    server.will(play)
    with pytest.raises(MindFiltered):
        await chat().ask(a_request())
    assert len(server.bodies) == 1


@pytest.mark.parametrize("play", [says(""), says("half of", finish="content_filter"), says(None, refusal="I cannot.")])
async def test_a_filter_in_a_stream_is_the_same_error(server, chat, play):
    server.will(play)
    with pytest.raises(MindFiltered):
        [piece async for piece in chat().stream(a_request())]


@pytest.mark.parametrize(
    "body",
    [
        "{",
        "<html>busy</html>",
        '"text"',
        "[]",
        {},
        {"detail": "hello"},
        {"choices": "x"},
        {"choices": [{"message": {"content": 7}}]},
        {"choices": [3]},
        "[" * 100_000,
    ],
)
async def test_a_reply_that_is_no_completion_is_nonsense(server, chat, body):
    server.will(replies(body))
    with pytest.raises(MindNonsense):
        await chat().ask(a_request())


@pytest.mark.parametrize(
    "lines",
    ["data: {\n\n", "data: 3\n\n", 'data: "x"\n\n', 'data: {"choices": 3}\n\n', "hello\n\n", "", '{"choices": []}'],
)
async def test_a_stream_of_something_else_is_nonsense(server, chat, lines):
    server.will(replies(lines))
    with pytest.raises(MindNonsense):
        [piece async for piece in chat().stream(a_request())]


async def test_a_server_that_gives_up_halfway_failed(server, chat):
    server.will(says("half of", finish="error"))
    with pytest.raises(MindOverloaded):
        await chat().ask(a_request())


async def test_thoughts_beside_the_text_are_left_out(server, chat):
    parts = [{"type": "thinking", "thinking": []}, {"type": "text", "text": "Hello."}]
    server.will(replies(completion([{"message": {"content": parts}, "finish_reason": "stop"}])))
    assert (await chat().ask(a_request())).text == "Hello."


async def test_a_sign_of_life_in_a_stream_is_no_part_of_the_answer(server, chat):
    said = {"choices": [{"index": 0, "delta": {"content": "Hello."}, "finish_reason": "stop"}]}
    lines = f": waiting\n\nevent: ping\ndata: {json.dumps({'type': 'ping'})}\n\ndata: {json.dumps(said)}\n\n"
    server.will(replies(f"{lines}data: [DONE]\n\n"))
    *pieces, answer = [piece async for piece in chat().stream(a_request())]
    assert (pieces, answer.text) == (["Hello."], "Hello.")


async def test_half_a_character_is_replaced_since_no_log_can_hold_it(server, chat):
    server.will(says("well \ud83d then"))
    assert (await chat().ask(a_request())).text == "well ? then"


async def test_a_stream_that_breaks_off_is_no_answer(server, chat):
    server.will(streams({"choices": [{"index": 0, "delta": {"content": "Hello, "}}]}, done=False))
    pieces = chat().stream(a_request())
    assert await anext(pieces) == "Hello, "
    with pytest.raises(MindNonsense, match="ended before"):
        await anext(pieces)


async def test_a_stream_that_hangs_after_its_finish_is_an_answer(server, chat):
    finished = {"choices": [{"index": 0, "delta": {"content": "Hello."}, "finish_reason": "stop"}]}
    server.will(streams(finished, then=lambda: asyncio.sleep(30)))
    *_, answer = [piece async for piece in chat(idle_timeout=0.2).stream(a_request())]
    assert isinstance(answer, Answer)
    assert answer.text == "Hello."


async def test_a_stream_that_is_left_early_leaves_the_mind_usable(server, chat):
    mind = chat()
    assert await first_piece(mind, a_request()) == "Hello, "
    assert (await mind.ask(a_request())).text == "Hello, Sam."


# --- addresses and keys ---


async def test_credentials_in_the_address_are_sent_and_not_shown(server, chat):
    mind = chat(base_url=server.address.replace("http://", "http://bo:s3cret@"))
    await mind.ask(a_request())
    assert server.headers[0]["Authorization"] == "Basic Ym86czNjcmV0"
    assert "s3cret" not in repr(mind)


async def test_a_server_without_a_key_is_asked_all_the_same(server, chat):
    assert (await chat(api_key="").ask(a_request())).text == "Hello, Sam."


async def test_a_line_break_after_the_key_is_no_part_of_it(server, chat):
    await chat(api_key=KEY + "\n").ask(a_request())
    assert server.headers[0]["Authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize(
    ("address", "key"),
    [("localhost:80/v1", KEY), ("", KEY), ("http://host:port/v1", KEY), ("http://localhost/v1", "sk-te\u2019st")],
)
def test_what_cannot_be_sent_is_refused_at_once_and_not_repeated(address, key):
    with pytest.raises(SettingMalformed) as refused:
        ChatMind(address, key, "m")
    assert key not in str(refused.value)
