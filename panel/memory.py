"""What personas keep in mind: by an order, by a note that came with a line, and until it is forgotten.

What of it a turn needs is `recall.py`'s to say, and who may know of it `knowing.py`'s.
"""

from typing import Final

from events import memories
from events.base import MemoryId, PersonaId
from events.memories import Audience, MemoryKept
from events.room import Call, RoomState
from panel import knowing, turns
from panel.deciding import Deciding
from panel.likeness import likeness

LONGEST: Final = 400
"""Characters of a memory: one or two sentences, so that several fit on the table."""
LONGEST_NOTE: Final = 240
"""Characters of a note, which nobody asked for."""
LEAST, MOST = 1.0, 10.0
"""Importance (Generative Agents' poignancy)."""
KNOWN: Final = 0.8
"""Likeness from which a note says what its owner has in mind already."""


def remember_ordered(d: Deciding, event: memories.RememberOrdered) -> None:
    """Somebody told a persona to remember something: it does, as it was told."""
    text = one_line(event.text, LONGEST)
    if not d.state.open or d.state.seat(event.persona) is None or not text:
        return
    shared = tuple(one for one in event.shared if one != event.persona and d.state.seat(one) is not None)
    audience: Audience = "owner" if event.audience == "some" and not shared else event.audience
    d.say(
        MemoryKept(
            memory=new_memory(d),
            owner=event.persona,
            text=text,
            about=one_line(event.about, LONGEST_NOTE),
            source=d.heard,
            audience=audience,
            shared=shared if audience == "some" else (),
            importance=importance(event.importance),
            how="order",
        )
    )


def forgotten(d: Deciding, event: memories.MemoryForgotten) -> None:
    """A model that was just shown what is forgotten now is asked again without it."""
    before = d.before.turn
    if before is not None and not {laid.item for laid in before.table}.isdisjoint(event.memories):
        turns.ask_again(d, "words-gone")


def note(d: Deciding, call: Call, persona: PersonaId, text: str) -> None:
    """Keep what came with a persona's line, as its own: once, and only where no secret of another may be in it."""
    text = one_line(text, LONGEST_NOTE)
    if not text or not d.state.policy.memory.notes or d.turn.redoes is not None or _known(d.state, persona, text):
        return
    if _secrets_of_others(d.state, call, persona):
        return
    answered = [said.version for said in d.state.talk if said.message in d.turn.messages]
    d.say(MemoryKept(memory=new_memory(d), owner=persona, text=text, source=max(answered, default=None), how="note"))


def _known(room: RoomState, persona: PersonaId, text: str) -> bool:
    return any(knowing.may_know(one, persona) and likeness(one.text, text) >= KNOWN for one in room.memories)


def _secrets_of_others(room: RoomState, call: Call, persona: PersonaId) -> bool:
    """Whether the prompt of this call, which wrote for several, held something that this persona may not know."""
    table = room.turn.table if room.turn else ()
    return any(persona not in known.owners for known in knowing.private_of(room, call.about, table))


def new_memory(d: Deciding) -> MemoryId:
    """Unique in the room: made of the version that keeps it."""
    return MemoryId(f"m{d.next_version}")


def importance(value: float) -> float:
    """Brought within 1 to 10; what is no number is of middling importance."""
    return min(MOST, max(LEAST, value)) if value == value else 5.0  # noqa: PLR0124 - only NaN differs from itself


def one_line(text: str, longest: int) -> str:
    """White space folded, and cut at a word's end."""
    text = " ".join(text.split())
    if len(text) <= longest:
        return text
    head = text[: longest - 1]
    return (head.rpartition(" ")[0] or head) + "…"
