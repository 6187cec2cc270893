"""From a server's reply, whole or in chunks, to an Answer. Servers are not trusted: every reply is validated."""

from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType
from openai import BaseModel

from events.asked import Answer
from events.errors import MindFiltered, MindNonsense, MindOverloaded

FILTERED = frozenset(
    (
        "content_filter",
        "content-filter",
        "safety",
        "prohibited_content",
        "blocklist",
        "spii",
        "recitation",
        "refusal",
        "sensitive",
    )
)
"""`finish_reason`, in small letters, over the providers that speak this protocol."""
BROKEN = frozenset(("error", "network_error", "insufficient_system_resource", "abort"))


class Part(Struct):
    """A piece of a content that comes as a list: models that think aloud send their thoughts beside the text."""

    type: str = "text"
    text: str | None = None


class Message(Struct):
    """A message, or what a chunk adds to it."""

    content: str | list[Part] | None = None
    refusal: str | None = None

    @property
    def text(self) -> str:
        """The visible text."""
        if isinstance(self.content, list):
            return "".join(part.text or "" for part in self.content if part.type == "text")
        return self.content or ""


class Choice(Struct):
    """A choice, whole (`message`) or of a chunk (`delta`)."""

    message: Message | None = None
    delta: Message | None = None
    finish_reason: str | None = None


class CachedTokens(Struct):
    """Details that local servers leave out."""

    cached_tokens: int | None = None


class Usage(Struct):
    """Tokens, as the server counts them."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: CachedTokens | None = None


class Reply(Struct):
    """A completion or a chunk of one."""

    choices: list[Choice] | UnsetType | None = UNSET
    model: str | None = None
    usage: Any = None
    error: Any = None
    """Some servers fail with HTTP 200 and say so here."""


def read(received: object) -> Reply:
    """Raises MindNonsense: this is no completion, whatever the HTTP status said."""
    if not isinstance(received, BaseModel):
        raise MindNonsense(why="it is not JSON")
    try:
        reply = msgspec.convert(received.model_dump(exclude_unset=True, warnings=False), Reply)
    except msgspec.ValidationError as error:
        raise MindNonsense(why=str(error)) from None
    return reply


def counted(usage: object) -> Usage:
    """The tokens that a server counted: none, where it counts in a way of its own. It has answered all the same."""
    try:
        return msgspec.convert(usage, Usage, strict=False) if usage else Usage()
    except msgspec.ValidationError:
        return Usage()


def sound(text: str) -> str:
    """Half a surrogate pair, as a cut-off escape leaves it, is no character: nothing could store it."""
    return text.encode("utf-8", "replace").decode()


def is_completion(reply: Reply) -> bool:
    """Whether it says anything at all; streams hold other things too, such as signs of life."""
    return reply.choices is not UNSET or bool(reply.usage or reply.error)


class Draft:
    """An answer that is still coming in; a whole completion is a draft of one reply."""

    def __init__(self, model: str) -> None:
        self.finish: str | None = None
        self._model = model
        self._pieces: list[str] = []
        self._refused = False
        self._usage = Usage()

    def add(self, reply: Reply) -> str:
        """Take in a reply; returns the text that it adds."""
        self._model = reply.model or self._model
        self._usage = counted(reply.usage) if reply.usage else self._usage
        if not reply.choices:
            return ""
        choice = reply.choices[0]
        message = choice.message or choice.delta or Message()
        self.finish = choice.finish_reason or self.finish
        self._refused = self._refused or bool(message.refusal)
        self._pieces.append(sound(message.text))
        return self._pieces[-1]

    def answer(self, seconds: float) -> Answer:
        """The whole answer.

        Raises:
            MindFiltered: the provider held it back, whichever way it said so: an empty answer is one of the ways.
            MindOverloaded: the server gave up halfway.
        """
        text, finish = "".join(self._pieces), self.finish or "stop"
        if finish.casefold() in BROKEN:
            raise MindOverloaded(status=f"200, finish_reason {finish}")
        if self._refused or finish.casefold() in FILTERED:
            raise MindFiltered
        if not text.strip() and finish != "length":
            raise MindFiltered
        details = self._usage.prompt_tokens_details or CachedTokens()
        return Answer(
            text=text,
            model=self._model,
            finish=finish,
            prompt_tokens=max(0, self._usage.prompt_tokens or 0),
            completion_tokens=max(0, self._usage.completion_tokens or 0),
            cached_tokens=max(0, details.cached_tokens or 0),
            seconds=seconds,
        )
