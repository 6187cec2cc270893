"""A chat mind and a server that fails: which error, how soon, how often it is tried, and what no error tells."""

import asyncio
import logging
import re
import socket
import time
import traceback

import pytest

from events.errors import (
    MindError,
    MindFiltered,
    MindOverloaded,
    MindRateLimited,
    MindRefusedKey,
    MindRejected,
    MindTimeout,
    MindUnreachable,
    PromptTooLong,
    RealCallForbidden,
)
from minds.mind import forbid_real_calls
from minds.mistakes import retry_after
from tests.contracts.mind import first_piece
from tests.minds.loopback import (
    KEY,
    a_request,
    drips,
    fails,
    hang,
    hangs,
    replies,
    says,
    streams,
    trickles,
)

SECRETS = re.compile(r"sk-|0123456789|authorization|bearer|s3cret", re.IGNORECASE)


def a_closed_port() -> int:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        return closed.getsockname()[1]


# --- time ---


@pytest.mark.parametrize("play", [hangs, drips])
async def test_silence_ends_at_the_idle_timeout(server, chat, play):
    server.will(play)
    began = time.monotonic()
    with pytest.raises(MindTimeout, match=r"0\.2 s"):
        await chat(idle_timeout=0.2, total_timeout=30).ask(a_request())
    assert time.monotonic() - began < 1


@pytest.mark.parametrize("play", [hangs, drips, streams({"choices": []}, then=hang)])
async def test_silence_ends_a_stream_at_the_idle_timeout(server, chat, play):
    server.will(play)
    began = time.monotonic()
    with pytest.raises(MindTimeout, match=r"0\.2 s"):
        [piece async for piece in chat(idle_timeout=0.2, total_timeout=30).stream(a_request())]
    assert time.monotonic() - began < 1


async def test_a_trickle_ends_at_the_total_timeout(server, chat):
    server.will(trickles)
    with pytest.raises(MindTimeout, match=r"0\.3 s"):
        await chat(idle_timeout=0.2, total_timeout=0.3).ask(a_request())


async def test_a_trickle_ends_a_stream_at_the_total_timeout(server, chat):
    server.will(trickles)
    with pytest.raises(MindTimeout, match=r"0\.3 s"):
        [piece async for piece in chat(idle_timeout=0.2, total_timeout=0.3).stream(a_request())]


async def test_a_timeout_is_not_tried_again(server, chat):
    server.will(hangs)
    with pytest.raises(MindTimeout):
        await chat(idle_timeout=0.1).ask(a_request())
    assert len(server.bodies) == 1


async def test_one_hanging_call_holds_no_other(server, chat):
    server.will(hangs, says("Hello."))
    mind = chat(idle_timeout=0.3)
    hanging = asyncio.create_task(mind.ask(a_request()))
    await asyncio.sleep(0.1)
    assert (await mind.ask(a_request())).text == "Hello."
    with pytest.raises(MindTimeout):
        await hanging


async def test_a_cancelled_call_is_cancelled(server, chat):
    server.will(hangs)
    call = asyncio.create_task(chat().ask(a_request()))
    await asyncio.sleep(0.1)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call


# --- a second try ---


@pytest.mark.parametrize("status", [408, 500, 503, 529])
async def test_a_failing_server_is_tried_once_more(server, chat, status):
    server.will(fails(status), says("Hello."))
    assert (await chat().ask(a_request())).text == "Hello."
    assert len(server.bodies) == 2


async def test_a_failing_server_is_tried_once_more_for_a_stream(server, chat):
    server.will(fails(500), says("Hello."))
    assert await first_piece(chat(), a_request()) == "Hello."


async def test_a_server_that_fails_twice_failed(server, chat):
    server.will(fails(500))
    with pytest.raises(MindOverloaded, match="HTTP 500"):
        await chat().ask(a_request())
    assert len(server.bodies) == 2


async def test_a_short_pause_that_the_server_asks_for_is_kept(server, chat):
    server.will(fails(429, headers={"Retry-After": "0.2"}), says("Hello."))
    answer = await chat(sleep=asyncio.sleep).ask(a_request())
    assert answer.text == "Hello."
    assert answer.seconds >= 0.2


async def test_a_pause_that_does_not_fit_is_told_at_once(server, chat):
    server.will(fails(429, headers={"Retry-After": "90"}), says("Hello."))
    with pytest.raises(MindRateLimited, match="90 s") as limited:
        await chat(total_timeout=0.5).ask(a_request())
    assert limited.value.retry_after == 90
    assert len(server.bodies) == 1


async def test_no_second_try_begins_after_the_total_time(server, chat):
    server.will(fails(500))
    with pytest.raises(MindOverloaded):
        await chat(total_timeout=0.2, sleep=asyncio.sleep).ask(a_request())
    assert len(server.bodies) == 1


@pytest.mark.parametrize("code", ["insufficient_quota", "billing_hard_limit_reached"])
async def test_an_account_without_credit_is_not_tried_again(server, chat, code):
    server.will(fails(429, "You exceeded your current quota.", code=code), says("Hello."))
    with pytest.raises(MindRefusedKey):
        await chat().ask(a_request())
    assert len(server.bodies) == 1


async def test_nobody_at_the_address_is_tried_again_and_then_told(chat):
    waited = []

    async def sleep(seconds):
        waited.append(seconds)

    with pytest.raises(MindUnreachable, match="does not answer"):
        await chat(base_url=f"http://127.0.0.1:{a_closed_port()}/v1", sleep=sleep).ask(a_request())
    assert len(waited) == 1


async def test_a_connection_lost_after_the_request_is_not_repeated(server, chat):
    async def hang_up(request, _):
        request.transport.close()

    server.will(hang_up)
    with pytest.raises(MindUnreachable):
        await chat().ask(a_request())
    assert len(server.bodies) == 1


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after-ms": "250"}, 0.25),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0),
        ({"retry-after": "Wed, 21 Oct 99999 07:28:00 GMT"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-5"}, None),
        ({"retry-after-ms": "inf"}, None),
        ({"retry-after-ms": "nan"}, None),
        ({}, None),
    ],
)
def test_the_pause_is_read_in_every_form(headers, seconds):
    assert retry_after(headers) == seconds


# --- what a refusal means ---


@pytest.mark.parametrize("status", [401, 402, 403])
async def test_a_refused_key_is_told_with_what_to_check(server, chat, status):
    server.will(fails(status))
    with pytest.raises(MindRefusedKey, match="OPENAI_API_KEY"):
        await chat().ask(a_request())
    assert len(server.bodies) == 1


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (400, "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens."),
        (400, "the request exceeds the available context size, try increasing it"),
        (400, "prompt is too long: 210000 tokens > 200000 maximum"),
        (400, "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."),
        (413, "Request Entity Too Large: the request is too large"),
        (422, "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097"),
        (429, "Request too large for m on tokens per min (TPM): Limit 30000, Requested 45000."),
        (500, "Please reduce the length of the messages or completion."),
    ],
)
async def test_a_prompt_that_is_too_long_is_known_in_every_dialect(server, chat, status, message):
    server.will(fails(status, message), says("Hello."))
    with pytest.raises(PromptTooLong):
        await chat().ask(a_request())
    assert len(server.bodies) == 1


async def test_an_exceeded_rate_is_no_long_prompt(server, chat):
    server.will(fails(429, "Rate limit exceeded: the tokens limit of this minute is used up"))
    with pytest.raises(MindRateLimited):
        await chat().ask(a_request())


@pytest.mark.parametrize(
    ("status", "code"), [(400, "content_filter"), (400, "data_inspection_failed"), (403, "input_flagged_by_moderation")]
)
async def test_a_prompt_that_the_provider_holds_back_is_filtered(server, chat, status, code):
    server.will(fails(status, "no", code=code))
    with pytest.raises(MindFiltered):
        await chat().ask(a_request())


async def test_an_unknown_model_is_told_by_name(server, chat):
    server.will(fails(404, "The model `m` does not exist"))
    with pytest.raises(MindRejected, match="The model `m` does not exist"):
        await chat().ask(a_request())


@pytest.mark.parametrize(
    ("error", "meaning"),
    [
        ({"code": 429, "message": "slow down"}, MindRateLimited),
        ({"code": "rate_limit_exceeded", "message": "slow down"}, MindRateLimited),
        ({"code": "context_length_exceeded", "message": "no"}, PromptTooLong),
        ({"code": 502, "message": "upstream"}, MindOverloaded),
        ({"message": "something"}, MindOverloaded),
    ],
)
async def test_an_error_inside_a_good_reply_is_an_error(server, chat, error, meaning):
    server.will(replies({"error": error}))
    with pytest.raises(meaning):
        await chat().ask(a_request())


async def test_an_error_inside_a_stream_is_an_error(server, chat):
    server.will(
        streams({"choices": [{"index": 0, "delta": {"content": "Hel"}}]}, {"error": {"code": 502, "message": "x"}})
    )
    with pytest.raises(MindOverloaded):
        [piece async for piece in chat().stream(a_request())]


# --- what an error does not tell ---


LEAKY = (
    f"Incorrect API key provided: {KEY}. Authorization: Bearer {KEY} for http://bo:s3cret@host/v1?api_key=0123456789"
)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 429, 500])
async def test_no_error_and_no_log_tells_the_key(server, chat, caplog, status):
    caplog.set_level(logging.DEBUG)
    server.will(fails(status, LEAKY))
    mind = chat(base_url=server.address.replace("http://", "http://bo:s3cret@"))
    with pytest.raises(MindError) as failed:
        await mind.ask(a_request())
    told = [
        "".join(traceback.format_exception(failed.value)).split("MindError tree")[-1],
        repr(mind),
        str(failed.value),
    ]
    assert failed.value.__context__ is None
    assert SECRETS.search("\n".join([*told, caplog.text])) is None


async def test_an_unreachable_address_is_told_without_its_credentials(chat):
    with pytest.raises(MindUnreachable, match="127") as failed:
        await chat(base_url=f"http://bo:s3cret@127.0.0.1:{a_closed_port()}/v1").ask(a_request())
    assert SECRETS.search(str(failed.value)) is None


async def test_no_error_tells_what_people_said(server, chat):
    server.will(fails(400, "invalid content: 'Sam: my address is 12 Fern Road, tell nobody'"))
    with pytest.raises(MindRejected, match="withheld") as failed:
        await chat().ask(a_request("Sam: my address is 12 Fern Road, tell nobody"))
    assert "Fern" not in str(failed.value)


@pytest.mark.parametrize("ask", [lambda mind: mind.ask(a_request()), lambda mind: anext(mind.stream(a_request()))])
async def test_nothing_leaves_the_process_where_real_calls_are_forbidden(server, chat, ask):
    forbid_real_calls("a test")
    with pytest.raises(RealCallForbidden):
        await ask(chat())
    assert server.bodies == []
