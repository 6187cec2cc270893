"""Sentence vectors: the port, a server that speaks OpenAI's `/embeddings` (hosted, or the embedded model), a script.

What two vectors have to do with each other is `ranking.cosine`'s to say, and what is kept of them the store's.
"""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

import httpx2
from msgspec import Struct
from openai import AsyncOpenAI, OpenAIError
from openai.types import CreateEmbeddingResponse

from events.asked import Request, Said, Scene
from events.errors import MindError, MindNonsense
from minds.chat import split_address
from minds.council import Breaker
from minds.mind import real_call
from minds.mistakes import Mistakes
from minds.purse import BYTES_A_TOKEN
from minds.ranking import Vector

LONGEST: Final = 2_000
"""Characters of a text that are sent: OpenAI's models take 8,191 tokens."""
LONGEST_SENTENCE: Final = 400
"""The same for the embedded model, which takes 512 tokens; some scripts have one a character."""
AT_ONCE: Final = 64
"""Texts in one request."""
SECONDS: Final = 10.0
CONNECT_SECONDS: Final = 3.0


class Embedded(Struct, frozen=True):
    """Vectors of texts, in their order, and what they cost."""

    vectors: tuple[Vector, ...]
    tokens: int = 0


class Embedder(Protocol):
    """Whoever turns sentences into vectors. Implementations: ServedEmbedder, ScriptedEmbedder."""

    @property
    def model(self) -> str:
        """Its name: vectors of different models cannot be compared."""
        ...

    async def embed(self, texts: Sequence[str]) -> Embedded:
        """One vector a text, all of one length. Raises a MindError; nothing is asked for no texts."""
        ...

    async def close(self) -> None:
        """Let go of connections."""
        ...


class ServedEmbedder:
    """Asks one model of one server. Where that is away it fails fast for a while, so that no turn waits for it."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        model: str,
        *,
        longest: int = LONGEST,
        seconds: float = SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """One client, which keeps its connections.

        Args:
            base_url: up to and with `/v1`; may carry `user:password@`.
            api_key: empty for servers that want none.
            model: as the server calls it.
            longest: characters of each text that are sent.
            seconds: for one request.
            clock: seconds, monotonic: what the rest after several failures is counted in.

        Raises:
            SettingMalformed: the address cannot be used.
        """
        url, credentials = split_address(base_url)
        self._model = model
        self._longest = longest
        self._breaker = Breaker(3, 60.0, clock)
        place = str(url.copy_with(query=None, fragment=None))
        self._mistakes = Mistakes(place, (api_key, httpx2.URL(base_url).password), idle=seconds, total=seconds)
        self._seconds = seconds
        self._client = AsyncOpenAI(
            base_url=url,
            api_key=api_key.strip() or "none",
            max_retries=0,
            timeout=httpx2.Timeout(seconds, connect=min(CONNECT_SECONDS, seconds)),
            default_headers=credentials,
        )

    @property
    def model(self) -> str:
        return self._model

    async def embed(self, texts: Sequence[str]) -> Embedded:
        real_call()
        with self._breaker.watch():
            parts = [await self._some(texts[start : start + AT_ONCE]) for start in range(0, len(texts), AT_ONCE)]
        vectors = tuple(vector for part in parts for vector in part.vectors)
        if len({len(vector) for vector in vectors}) > 1:
            raise MindNonsense(why="vectors of different lengths")
        return Embedded(vectors, sum(part.tokens for part in parts))

    async def close(self) -> None:
        await self._client.close()

    async def _some(self, texts: Sequence[str]) -> Embedded:
        sent = [text[: self._longest].strip() or "." for text in texts]  # servers refuse an empty text
        found = await self._answered(sent)
        if isinstance(found, MindError):
            raise found
        rows = sorted(found.data, key=lambda row: row.index)
        if [row.index for row in rows] != list(range(len(sent))):
            raise MindNonsense(why=f"{len(rows)} vectors for {len(sent)} texts")
        counted = found.usage.prompt_tokens if found.usage else 0  # pyright: ignore[reportUnnecessaryComparison] - some servers leave it out
        return Embedded(tuple(tuple(row.embedding) for row in rows), counted or _estimated(sent))

    async def _answered(self, sent: list[str]) -> CreateEmbeddingResponse | MindError:
        """An error is returned: the client's exception holds the request with its key, and must not travel on."""
        try:
            async with asyncio.timeout(self._seconds):
                return await self._client.embeddings.create(model=self._model, input=sent, encoding_format="float")
        except (TimeoutError, OpenAIError, ValueError) as error:
            return self._mistakes.understood(error, _told(sent))


def _told(texts: Sequence[str]) -> Request:
    """The texts as a request, so that no complaint that quotes them is passed on."""
    return Request(role="recall", messages=tuple(Said("user", text) for text in texts), scene=Scene(cast=(), lines=()))


def _estimated(texts: Sequence[str]) -> int:
    return sum(-(-len(text.encode()) // BYTES_A_TOKEN) for text in texts)


class ScriptedEmbedder:
    """Gives the vectors that it was told, for tests and exams; a text of which it was told nothing is an error."""

    def __init__(
        self, script: Mapping[str, Vector] | Callable[[str], Vector | MindError], *, model: str = "scripted"
    ) -> None:
        self.embedded: list[tuple[str, ...]] = []
        """The texts of every request, oldest first."""
        self.closed = False
        self._script = script if callable(script) else script.__getitem__
        self._model = model

    @property
    def model(self) -> str:
        return self._model

    async def embed(self, texts: Sequence[str]) -> Embedded:
        if texts:
            self.embedded.append(tuple(texts))
        vectors: list[Vector] = []
        for text in texts:
            try:
                vector = self._script(text)
            except KeyError:
                raise MindNonsense(why="the script has no vector for this text") from None
            if isinstance(vector, MindError):
                raise vector
            vectors.append(vector)
        return Embedded(tuple(vectors), _estimated(texts))

    async def close(self) -> None:
        self.closed = True
