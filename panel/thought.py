"""Thoughts: what one persona thinks of the talk and how much it wants to say so. A prompt, and its strict reading."""

from typing import Any

from msgspec import Struct

from events.room import Call, RoomState, Utterance
from panel.decode import UnreadableAnswer, object_in
from panel.rendering import render

LINES = 5
"""Of the talk that a thinker is shown: the window of both Murder Mystery Agents and Inner Thoughts."""
LONGEST = 240
"""Characters of a thought that are kept."""
LEAST, MOST = 0, 9
"""Importance, whole numbers (Murder Mystery Agents)."""
LOWEST, HIGHEST = 1.0, 5.0
"""Motivation (Inner Thoughts)."""

Shape = dict[str, Any]
_WORDS: Shape = {"type": "string"}
_IMPORTANCE: Shape = {
    "thought": _WORDS,
    "action": {"type": "string", "enum": ["speak", "listen"]},
    "importance": {"type": "integer", "minimum": LEAST, "maximum": MOST},
}
_MOTIVATION: Shape = {
    **dict.fromkeys(("quick", "thought", "for", "against"), _WORDS),
    "motivation": {"type": "number", "minimum": LOWEST, "maximum": HIGHEST},
}


class Reading(Struct, frozen=True):
    """A thought as it was answered: its score is on its strategy's scale, and always within it."""

    score: float
    thought: str = ""
    speak: bool = False
    """Murder Mystery Agents only: Inner Thoughts leaves that to a threshold."""
    quick: str = ""
    """A first reaction; Inner Thoughts only."""


def brief(room: RoomState, call: Call, _talk: list[Utterance]) -> tuple[str, Shape]:
    """The volatile end of the prompt, and the shape of the answer, by the room's strategy."""
    persona = call.about[0]
    seat = room.seat(persona)
    inner = room.policy.strategy == "inner-thoughts"
    text = render(
        "thought.j2",
        persona=persona,
        name=seat.persona.name if seat else persona,
        own=seat.thoughts if seat else (),
        asked=bool(room.turn and room.turn.addressed.to_panel),
        inner=inner,
        tone=room.policy.inner.tone,
    )
    properties = _MOTIVATION if inner else _IMPORTANCE
    schema = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return text, {"schema_name": "thought", "schema": schema, "max_tokens": 300, "temperature": 0.5}


def importance(text: str) -> Reading | None:
    """Murder Mystery Agents' think(): speak or listen, and a whole number 0-9. None where either is missing."""
    answer = _object(text)
    action = answer.get("action")
    score = _number(answer.get("importance"))
    if not isinstance(action, str) or action.strip().casefold() not in ("speak", "listen"):
        return None
    if score is None or not score.is_integer() or not LEAST <= score <= MOST:
        return None
    return Reading(score, _words(answer.get("thought")), speak=action.strip().casefold() == "speak")


def motivation(text: str) -> Reading | None:
    """Inner Thoughts: a motivation, 1.0-5.0, and a quick reaction, if any. None where there is no such number."""
    answer = _object(text)
    score = _number(answer.get("motivation"))
    if score is None or not LOWEST <= score <= HIGHEST:
        return None
    return Reading(round(score, 1), _words(answer.get("thought")), quick=_words(answer.get("quick")))


def _object(text: str) -> dict[str, object]:
    try:
        return object_in(text)
    except UnreadableAnswer:
        return {}


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _words(value: object) -> str:
    return " ".join(value.split())[:LONGEST] if isinstance(value, str) else ""
