"""What every mind promises. A suite for one implementation inherits this and gives the two fixtures."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing

import pytest

from events.asked import Answer, Request
from events.errors import MindError
from minds.mind import Mind
from tests.minds.loopback import a_request

Saying = Callable[[str], Mind]
"""Builds a mind that answers `a_request()`, and the same request again, with this text."""


class MindContract:
    """Inherit, and override both fixtures."""

    @pytest.fixture
    def saying(self) -> Saying:
        raise NotImplementedError

    @pytest.fixture
    def failing(self) -> Mind:
        """A mind that has no answer to `a_request()`."""
        raise NotImplementedError

    async def test_an_answer_carries_the_text_and_the_name_of_a_model(self, saying):
        answer = await saying("Hello, Sam.").ask(a_request())
        assert (answer.text, answer.finish, bool(answer.model)) == ("Hello, Sam.", "stop", True)

    async def test_a_stream_ends_with_the_answer_that_its_pieces_make(self, saying):
        *pieces, last = [piece async for piece in saying("Hello there, dear Sam.").stream(a_request())]
        assert isinstance(last, Answer)
        assert "".join(pieces) == last.text == "Hello there, dear Sam."

    async def test_white_space_survives_the_stream(self, saying):
        *pieces, last = [piece async for piece in saying("one\n\n  two \n").stream(a_request())]
        assert "".join(pieces) == last.text == "one\n\n  two \n"

    async def test_no_answer_is_a_mind_error(self, failing):
        with pytest.raises(MindError):
            await failing.ask(a_request())

    async def test_no_answer_is_a_mind_error_in_a_stream_too(self, failing):
        with pytest.raises(MindError):
            [piece async for piece in failing.stream(a_request())]

    async def test_many_may_ask_at_once(self, saying):
        mind = saying("Hello.")
        answers = await asyncio.gather(*(mind.ask(a_request()) for _ in range(5)))
        assert [answer.text for answer in answers] == ["Hello."] * 5

    async def test_a_stream_may_be_left_early(self, saying):
        mind = saying("one two three")
        assert await first_piece(mind, a_request())
        assert (await mind.ask(a_request())).text == "one two three"

    async def test_closing_twice_is_closing(self, saying):
        mind = saying("Hello.")
        await mind.close()
        await mind.close()


async def first_piece(mind: Mind, request: Request) -> object:
    async with aclosing(mind.stream(request)) as pieces:
        return await anext(pieces)
