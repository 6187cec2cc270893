"""Paying for a recall: how near each thing that could be laid on a turn's table is to the talk, by sentence vectors.

Vectors are taken from the store's cache, the others from the embedder; what of it is laid is the panel's to decide.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

import msgspec

from events.asked import Answer
from events.errors import CannotDecide, MindTimeout, StoreError
from events.room import Call
from minds.embedding import Embedder
from minds.ranking import Vector, cosine
from panel.props import Prop, props_of

if TYPE_CHECKING:
    from rooms.room import Room

SECONDS: Final = 5.0
"""A line waits this long for its table, and not longer: then shared words decide."""


async def likenesses(room: "Room", call: Call) -> Answer:
    """The answer `{"m12": 0.43, ...}`: cosines, -1 to 1.

    Raises:
        CannotDecide: there is no embedder.
        MindTimeout: it took too long.
        MindError: it brought nothing.
    """
    embedder = room.backstage.embedder
    if embedder is None:
        raise CannotDecide
    try:
        async with asyncio.timeout(SECONDS):
            return await _measured(room, embedder, props_of(room.state, call.asked))
    except TimeoutError:
        raise MindTimeout(seconds=SECONDS) from None


async def _measured(room: "Room", embedder: Embedder, props: Sequence[Prop]) -> Answer:
    began = time.monotonic()
    if not props:
        return Answer(text="{}", model=embedder.model)  # all was forgotten before this was paid
    texts = {digest(prop.text): prop.text for prop in props}
    queries = tuple(dict.fromkeys(prop.query for prop in props))
    known = await _known(room, embedder, tuple(texts))
    missing = [name for name in texts if name not in known]
    found = await embedder.embed((*queries, *(texts[name] for name in missing)))
    asked = dict(zip(queries, found.vectors, strict=False))
    new = dict(zip(missing, found.vectors[len(queries) :], strict=True))
    tokens = found.tokens
    other = [name for name, vector in known.items() if len(vector) != len(found.vectors[0])]
    if other:  # another model goes by the old one's name now
        again = await embedder.embed([texts[name] for name in other])
        new |= zip(other, again.vectors, strict=True)
        tokens += again.tokens
    await _keep(room, embedder, new)
    near = _near(props, asked, known | new)
    text = msgspec.json.encode(near).decode()
    return Answer(text=text, model=embedder.model, prompt_tokens=tokens, seconds=time.monotonic() - began)


async def _known(room: "Room", embedder: Embedder, names: Sequence[str]) -> dict[str, Vector]:
    try:
        return dict(await room.backstage.store.vectors(room.state.stream, embedder.model, names))
    except StoreError:
        return {}  # a cache that cannot be read is as good as an empty one


async def _keep(room: "Room", embedder: Embedder, found: Mapping[str, Vector]) -> None:
    """Keep what was found, but nothing of a sentence that was forgotten meanwhile.

    Nothing is awaited between the look and the store's queue, so that an erasing that comes later is written later.
    """
    still = {digest(prop.text) for prop in props_of(room.state, room.state.version)}
    kept = {name: vector for name, vector in found.items() if name in still}
    if kept:
        with suppress(StoreError):  # what is not kept is asked for again
            await room.backstage.store.keep_vectors(room.state.stream, embedder.model, kept)


def _near(props: Sequence[Prop], asked: Mapping[str, Vector], vectors: Mapping[str, Vector]) -> dict[str, float]:
    return {prop.item: round(cosine(asked[prop.query], vectors[digest(prop.text)]), 4) for prop in props}


def digest(text: str) -> str:
    """32 hex digits that name a sentence."""
    return blake2b(text.encode(), digest_size=16).hexdigest()
