"""What could be laid on a turn's table, and the request that measures how near each of it is to the talk.

Which of it is laid is `recall.py`'s to say.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from msgspec import Struct

from events.asked import Request, Said, Scene
from events.base import MemoryId, PersonaId, Version
from events.room import Call, RoomState, Seat, Utterance
from panel import knowing
from panel.likeness import plain_words

TALK: Final = 3
"""The newest lines that relevance is measured against where nobody asked anything; else what was asked, and the line
before.
"""
LORE_TALK: Final = 4
"""The newest lines in which a key brings up its lore."""
MIDDLING: Final = 5.0
"""Importance of lore: that of a memory of which nobody said otherwise."""


class Prop(Struct, frozen=True, kw_only=True):
    """One thing that could be laid."""

    item: str
    text: str
    holders: tuple[PersonaId, ...]
    """The seated personas that may know it."""
    query: str
    """What its relevance is measured against: the newest lines that its holders heard."""
    importance: float = MIDDLING
    used_at: datetime
    """When it last lay on the table; lore that is being talked about is in use."""


def props_of(room: RoomState, asked: Version) -> tuple[Prop, ...]:
    """Everything that could be laid, as it was known before version `asked`, or before the line that is redone."""
    slot = room.turn.slot if room.turn else None
    until = asked if slot is None else min(asked, slot)
    talk = [said for said in room.talk if said.version < until]
    return (*_memories(room, talk, until), *_lore(room, talk))


def _memories(room: RoomState, talk: Sequence[Utterance], until: Version) -> Iterator[Prop]:
    for memory in room.memories:
        holders = tuple(seat.persona.id for seat in room.seats if knowing.may_know(memory, seat.persona.id))
        if holders and kept_in(memory.id) < until:
            yield Prop(
                item=memory.id,
                text=f"{memory.about}: {memory.text}" if memory.about else memory.text,
                holders=holders,
                query=_query(room, talk, holders),
                importance=memory.importance,
                used_at=memory.used_at,
            )


def _lore(room: RoomState, talk: Sequence[Utterance]) -> Iterator[Prop]:
    """Lore that the talk has come to: a secret may be brought up by a whisper to its holder, common lore may not."""
    everybody = tuple(seat.persona.id for seat in room.seats)
    aloud = _words_of(knowing.aloud(room, talk))
    for seat in room.seats:
        own = _words_of(_heard(room, talk, seat))
        for place, entry in enumerate(seat.persona.lore):
            if any(mentions(own if entry.private else aloud, key) for key in entry.keys):
                holders = (seat.persona.id,) if entry.private else everybody
                yield Prop(
                    item=f"lore:{seat.persona.id}:{place}",
                    text=entry.text,
                    holders=holders,
                    query=_query(room, talk, holders),
                    used_at=room.at,
                )


def _heard(room: RoomState, talk: Sequence[Utterance], seat: Seat) -> list[Utterance]:
    return [said for said in talk if knowing.heard(room, said, seat.persona.id)]


def _words_of(lines: Sequence[Utterance]) -> tuple[tuple[str, ...], ...]:
    return tuple(plain_words(said.text) for said in lines[-LORE_TALK:])


def mentions(lines: Sequence[tuple[str, ...]], key: str) -> bool:
    """Whether a line holds the key: whole words, in order, whatever their case."""
    wanted = plain_words(key)
    size = len(wanted)
    return bool(wanted) and any(
        words[start : start + size] == wanted for words in lines for start in range(len(words) - size + 1)
    )


def _query(room: RoomState, talk: Sequence[Utterance], holders: Sequence[PersonaId]) -> str:
    """What the turn is about, as far as somebody of these heard it; the newest first, since long texts are cut.

    Without the speakers' names: these draw towards whatever is about them (MiniLM, seven questions of ours: the right
    memory came first in six, with names in five).
    """
    turn = room.turn
    lines = knowing.lines_for(room, talk, holders)
    asked = [place for place, said in enumerate(lines) if turn and said.message in turn.messages]
    lines = lines[max(0, asked[0] - 1) :] if asked else lines[-TALK:]
    wished = (turn.direction if turn else "", room.scene.topic if room.scene else "")
    return "\n".join((*filter(None, wished), *(said.text for said in reversed(lines))))


def kept_in(memory: MemoryId) -> Version:
    """The version that kept a memory; 0 for an id that is none of ours."""
    number = memory.removeprefix("m")
    return Version(int(number)) if number.isdecimal() else Version(0)


def request(room: RoomState, call: Call) -> Request:
    """What is measured: the names of the things, and the talk that they are held against. No words of a memory."""
    props = props_of(room, call.asked)
    things = Said("system", " ".join(prop.item for prop in props))
    queries = dict.fromkeys(prop.query for prop in props)
    return Request(
        role="recall",
        messages=(things, *(Said("user", query) for query in queries)),
        max_tokens=0,
        temperature=0.0,
        cache_key=room.stream,
        scene=Scene(cast=(), lines=()),
    )
