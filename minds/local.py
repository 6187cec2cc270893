"""The mind of the embedded model: it words single lines and measures likeness; who speaks is for rules to say.

What SmolLM2-135M can do was measured, and no more is asked of it here: continue a script by one line, some ten times,
of which the ranking keeps the best or none. Scores come from sentence embeddings: similarity, not judgement.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Collection, Sequence
from typing import Any, Protocol

import httpx2
import openai
from msgspec.structs import replace
from openai import AsyncOpenAI
from openai.types import Completion

from events.asked import Answer, Request, Scene, SceneCard, SceneLine, digest
from events.base import PersonaId
from events.decided import Cue
from events.errors import CannotDecide, MindNonsense, MindOverloaded, MindTimeout, NoLocalModel
from minds.mind import Piece, real_call
from minds.ranking import Backdrop, Candidate, Ranked, Vector, cosine, lexical_vector, motivation, rank
from minds.script import NAMELESS, Start, called, closed, grammar, max_tokens, script, starts, visible

AT_ONCE = 2
"""Completions in flight: the slots of the server."""
FIRST_ROUND = 5
VERY_GOOD = 0.4
"""A score that ends the search after the first round."""
WORTH_SAYING = -0.25
WORTH_SAYING_LEXICAL = -0.4
"""Below this the best line stays unsaid, unless a person asked for it: it catches only the worst."""
CALL = httpx2.Timeout(30, connect=5)
"""Seconds for one completion."""
RECENT = 3
"""Lines that count as the recent talk."""
REMEMBERED_VECTORS = 512


class Served(Protocol):
    """A model server that runs. Implementation: `minds.child.EmbeddedModel`."""

    @property
    def name(self) -> str: ...
    @property
    def chat_url(self) -> str: ...
    @property
    def embeddings_url(self) -> str | None: ...
    @property
    def key(self) -> str: ...
    @property
    def last_words(self) -> str: ...
    async def close(self) -> None: ...


class LocalMind:
    """Answers `writer`, `likeness` and `motivation` with the embedded model; raises CannotDecide for `producer`."""

    def __init__(self, model: Served) -> None:
        self._model = model
        self._chat = _client(model.chat_url, model.key)
        self._embeddings = _client(model.embeddings_url, model.key) if model.embeddings_url else None
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._vectors: dict[str, Vector] = {}

    async def ask(self, request: Request) -> Answer:
        """The whole answer, as JSON; the shape goes by the role.

        writer: `{"lines": [{"speaker": id, "text": line}, ...]}`; a speaker with nothing worth saying is left out.
        likeness: `{"scores": {id: cosine}}`, of the newest message and every card.
        motivation: `{"motivation": 1.0 to 5.0, "reasons": {name: words}}`, for the first of the speakers.

        Raises:
            CannotDecide: the producer was asked.
            NoLocalModel, MindTimeout, MindOverloaded, MindNonsense: the model brought nothing.
        """
        pieces = [piece async for piece in self.stream(request)]
        answer = pieces[-1]
        assert isinstance(answer, Answer)
        return answer

    async def stream(self, request: Request) -> AsyncIterator[Piece]:
        """The same text, line by line as the lines are written, and last the answer."""
        real_call()
        meter = Meter()
        match request.role:
            case "writer":
                pieces = self._write(request, meter)
            case "likeness":
                pieces = self._likeness(request.scene)
            case "motivation":
                pieces = self._motivation(request.scene)
            case _:
                raise CannotDecide
        text = ""
        async for piece in pieces:
            text += piece
            yield piece
        yield meter.answer(text, self._model.name)

    async def close(self) -> None:
        """Close the clients, then the model's process."""
        await self._chat.close()
        if self._embeddings is not None:
            await self._embeddings.close()
        await self._model.close()

    # --- a line ------------------------------------------------------------------------------------------------------

    async def _write(self, request: Request, meter: "Meter") -> AsyncIterator[str]:
        scene, apart = request.scene, digest(request)  # asked again, it tries other lines
        cards = {card.id: card for card in scene.cast}
        lines = visible(scene.lines) or [SceneLine(name="Guest", text=scene.focus)]
        yield '{"lines": ['
        separator = ""
        for cue in scene.speakers:
            card = cards[cue.persona]
            best = await self._best_line(scene, lines, card, cue, meter, apart=apart)
            if best.score < self._worth_saying and not cue.forced:
                continue
            lines = [*lines, SceneLine(name=card.name, text=best.text, persona=card.id)]
            yield separator + json.dumps({"speaker": card.id, "text": best.text})
            separator = ", "
        yield "]}"

    async def _best_line(
        self, scene: Scene, lines: Sequence[SceneLine], card: SceneCard, cue: Cue, meter: "Meter", *, apart: str
    ) -> Ranked:
        prompt = script(scene, lines, card)
        backdrop = await self._backdrop(scene, lines, card)
        seed = "\n".join((prompt, apart, *(line.text for line in _held_back(scene, card))))
        tries = starts([*scene.held_back, *scene.lines, *lines], scene.cast, card, seed)
        names = {called(line.name) for line in (*lines[-1:], *_last_of_a_person(lines))} - {NAMELESS, card.name}
        written = [await self._continue(prompt, cue, tries[0], names, meter)]  # alone: it warms the prefix
        ranked: list[Ranked] = []
        for start, stop in ((1, FIRST_ROUND), (FIRST_ROUND, len(tries))):
            several = (self._continue(prompt, cue, one, names, meter) for one in tries[start:stop])
            written += await asyncio.gather(*several)
            ranked = await self._ranked(written, backdrop)
            if ranked[0].score >= VERY_GOOD:
                break
        return ranked[0]

    async def _continue(self, prompt: str, cue: Cue, start: Start, names: Collection[str], meter: "Meter") -> Candidate:
        """One try, not yet placed in meaning."""
        async with self._slots:
            try:
                completion = await self._chat.completions.create(
                    model=self._model.name,
                    prompt=f"{prompt} {start.words}" if start.words else prompt,
                    max_tokens=max_tokens(cue),
                    stop=["\n"],
                    seed=start.seed,
                    # Lower temperatures loop ("I don't know, I don't know.").
                    temperature=0.7 if start.words else 0.9,
                    top_p=1,
                    logprobs=1,
                    extra_body={"top_k": 0, "min_p": 0.08, "repeat_penalty": 1.05, "grammar": grammar(start, names)},
                )
            except openai.APIError as error:
                raise self._as_mind_error(error) from error
        meter.add(completion)
        if not completion.choices:
            raise MindNonsense(why="a completion without choices")
        text = " ".join(f"{start.words}{completion.choices[0].text}".split())
        sure, lowest = _sureness(completion)
        if completion.choices[0].finish_reason != "length":
            return Candidate(text, (), sure, lowest)
        clause = closed(text)
        return Candidate(clause or text, (), sure, lowest, ended=clause is not None)

    async def _backdrop(self, scene: Scene, lines: Sequence[SceneLine], card: SceneCard) -> Backdrop:
        newest = lines[-1] if lines else SceneLine(name="", text=scene.focus)
        everybody = {*(line.name for line in lines), *(other.name for other in scene.cast)}
        recent, last, own, *voices = await self._embed([_answered(lines), newest.text, _likened(card), *card.voice])
        return Backdrop(
            speaker=card.name,
            asker=newest.name,
            chat=tuple(line.text for line in (*_held_back(scene, card), *lines)),  # nothing is borrowed from either
            names=frozenset(everybody - {line.name for line in _last_of_a_person(lines)}),
            own=tuple(line.text for line in (*_held_back(scene, card), *lines) if line.persona == card.id),
            voice=card.voice,
            recent=recent,
            newest=last,
            card=own,
            voices=tuple(voices),
        )

    async def _ranked(self, written: Sequence[Candidate], backdrop: Backdrop) -> list[Ranked]:
        vectors = await self._embed([one.text for one in written])
        return rank([replace(one, vector=near) for one, near in zip(written, vectors, strict=True)], backdrop)

    @property
    def _worth_saying(self) -> float:
        return WORTH_SAYING if self._embeddings is not None else WORTH_SAYING_LEXICAL

    # --- likeness ----------------------------------------------------------------------------------------------------

    async def _likeness(self, scene: Scene) -> AsyncIterator[str]:
        newest, *cards = await self._embed([scene.focus or _recent(scene.lines), *map(_likened, scene.cast)])
        near = {card.id: cosine(newest, vector) for card, vector in zip(scene.cast, cards, strict=True)}
        yield json.dumps({"scores": {persona: round(value, 4) for persona, value in near.items()}})

    async def _motivation(self, scene: Scene) -> AsyncIterator[str]:
        asked = scene.speakers[0].persona
        card = next(card for card in scene.cast if card.id == asked)
        lines = visible(scene.lines)
        talk, own = await self._embed([_recent(lines) or scene.focus, _likened(card)])
        near, rested = cosine(talk, own), _lines_since(asked, lines)
        reasons = {
            "similarity": f"cosine {near:.2f} between the recent talk and the card: similarity, not judgement",
            "recency": "has not spoken lately" if rested is None else f"{rested} lines since the own last one",
        }
        yield json.dumps({"motivation": motivation(near, rested), "reasons": reasons})

    # --- the server --------------------------------------------------------------------------------------------------

    async def _embed(self, texts: Sequence[str]) -> list[Vector]:
        """One vector a text; lexical ones where no embeddings are served. Cards and voices are asked for once."""
        if self._embeddings is None:
            return [lexical_vector(text) for text in texts]
        missing = [text for text in dict.fromkeys(texts) if text.strip() and text not in self._vectors]
        if missing:
            try:
                found = await self._embeddings.embeddings.create(model="any", input=missing, encoding_format="float")
            except openai.APIError as error:
                raise self._as_mind_error(error) from error
            if len(found.data) != len(missing):
                raise MindNonsense(why=f"{len(found.data)} vectors for {len(missing)} texts")
            for row in found.data:
                self._vectors[missing[row.index]] = tuple(row.embedding)
        vectors = [self._vectors.get(text, ()) for text in texts]
        for oldest in list(self._vectors)[:-REMEMBERED_VECTORS]:
            del self._vectors[oldest]
        return vectors

    def _as_mind_error(self, error: openai.APIError) -> NoLocalModel | MindTimeout | MindOverloaded | MindNonsense:
        match error:
            case openai.APITimeoutError():
                return MindTimeout(seconds=CALL.read)
            case openai.APIConnectionError():
                return NoLocalModel(why=self._model.last_words or "its process does not answer; restart the bot.")
            case openai.APIStatusError():
                return MindOverloaded(status=error.status_code)
            case _:
                return MindNonsense(why=str(error))


class Meter:
    """What one request cost: tokens over all its completions, and seconds."""

    def __init__(self) -> None:
        self._since = time.monotonic()
        self._prompt = self._completion = self._cached = 0

    def add(self, completion: Completion) -> None:
        if completion.usage is not None:
            self._prompt += completion.usage.prompt_tokens
            self._completion += completion.usage.completion_tokens
            details = completion.usage.prompt_tokens_details
            self._cached += (details.cached_tokens or 0) if details else 0

    def answer(self, text: str, model: str) -> Answer:
        return Answer(
            text=text,
            model=model,
            prompt_tokens=self._prompt,
            completion_tokens=self._completion,
            cached_tokens=self._cached,
            seconds=round(time.monotonic() - self._since, 3),
        )


def _client(url: str, key: str) -> AsyncOpenAI:
    return AsyncOpenAI(base_url=f"{url}/v1", api_key=key, max_retries=0, timeout=CALL)


def _held_back(scene: Scene, card: SceneCard) -> list[SceneLine]:
    return [line for line in scene.held_back if line.persona == card.id]


def _last_of_a_person(lines: Sequence[SceneLine]) -> list[SceneLine]:
    """The newest line of a person, where one is in view."""
    return [line for line in lines if line.persona is None][-1:]


def _likened(card: SceneCard) -> str:
    """What a message is compared with: the samples say more about a persona's topics than its name does."""
    return " ".join((card.summary, *card.voice))


def _recent(lines: Sequence[SceneLine]) -> str:
    return "\n".join(line.text for line in lines[-RECENT:])


def _answered(lines: Sequence[SceneLine]) -> str:
    """What a line is to be about: the newest of the person's, and the newest of all."""
    return "\n".join(dict.fromkeys(line.text for line in (*_last_of_a_person(lines), *lines[-1:])))


def _lines_since(persona: PersonaId, lines: Sequence[SceneLine]) -> int | None:
    """Lines after the persona's own last one; None where it has not spoken."""
    return next((since for since, line in enumerate(reversed(lines)) if line.persona == persona), None)


def _sureness(completion: Completion) -> tuple[float, float]:
    """Mean and lowest log probability of what was added. llama.cpp's is the chat layout, which the client lacks."""
    logprobs: Any = completion.choices[0].logprobs
    tokens = getattr(logprobs, "content", None) or []
    values = [token["logprob"] for token in tokens]
    lowest = min((token["logprob"] for token in tokens if token.get("token")), default=0.0)  # an end has no text
    return (sum(values) / len(values) if values else 0.0), lowest
