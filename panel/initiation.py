"""Would one persona begin a talk with another? A prompt, and the strict reading of its yes; when it is asked is code's.

Generative Agents' question with its fault mended: there the answer had 20 tokens, and what failed to come was a yes.
"""

from typing import Any

from msgspec import Struct

from events.base import PersonaId
from events.persona import Persona
from events.room import Call, RoomState, Utterance
from panel.casting import known_to_others
from panel.decode import UnreadableAnswer, object_in
from panel.rendering import render

LONGEST_REASON = 160
"""Characters of the model's reason that are kept."""


class Judgement(Struct, frozen=True):
    """A yes only where the answer says `true`; all else is a no."""

    initiates: bool
    why: str
    """A code: `initiates`, `declines` or `unreadable`."""
    words: str = ""
    """The model's own reason: it may quote people."""


def brief(room: RoomState, call: Call, _talk: list[Utterance]) -> tuple[str, dict[str, Any]]:
    """The volatile end of the prompt, and the shape of the answer. It is about two: who would begin, and with whom."""
    one, other = (_persona(room, persona) for persona in call.about)
    text = render("initiation.j2", one=one, other=other, about=known_to_others(other))
    schema = {
        "type": "object",
        "properties": {"reason": {"type": "string"}, "initiate": {"type": "boolean"}},
        "required": ["reason", "initiate"],
        "additionalProperties": False,
    }
    return text, {"schema_name": "initiation", "schema": schema, "max_tokens": 200, "temperature": 0.2}


def _persona(room: RoomState, persona: PersonaId) -> Persona:
    seat = room.seat(persona)
    return seat.persona if seat else Persona(id=persona, name=persona, card="")


def parse(text: str) -> Judgement:
    """The judgement; an answer that cannot be read, or is not plainly `true`, starts no talk."""
    try:
        answer = object_in(text)
    except UnreadableAnswer:
        return Judgement(initiates=False, why="unreadable")
    verdict, reason = answer.get("initiate"), answer.get("reason")
    words = " ".join(reason.split())[:LONGEST_REASON] if isinstance(reason, str) else ""
    if not isinstance(verdict, bool):
        return Judgement(initiates=False, why="unreadable", words=words)
    return Judgement(initiates=verdict, why="initiates" if verdict else "declines", words=words)
