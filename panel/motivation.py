"""Motivation: how much one persona wants to speak, in a silence or now. A prompt, and the reading of its numbers."""

from typing import Any

from msgspec import Struct

from events.room import Call, RoomState, Utterance
from panel.decode import UnreadableAnswer, object_in
from panel.rendering import render

CRITERIA = ("relevance", "information_gap", "impact", "urgency", "originality")
"""Five of the Inner Thoughts factors; coherence, balance and dynamics are measured by code (`panel.factors`)."""
LOWEST, HIGHEST = 1.0, 5.0


class Wish(Struct, frozen=True):
    """One persona's motivation as the model gave it, 1.0-5.0."""

    raw: float
    criteria: dict[str, float]
    """Those of the five that were given, 1-5 each."""


def brief(room: RoomState, call: Call, talk: list[Utterance]) -> tuple[str, dict[str, Any]]:
    """The volatile end of the prompt, and the shape of the answer."""
    persona = call.about[0]
    seat = room.seat(persona)
    last = talk[-1].at if talk else call.asked_at
    text = render(
        "motivation.j2",
        persona=persona,
        name=seat.persona.name if seat else persona,
        silent=room.turn is not None and room.turn.occasion == "silence",
        minutes=max(1, round((call.asked_at - last).total_seconds() / 60)),
    )
    number = {"type": "number"}
    properties: dict[str, object] = {"for": {"type": "string"}, "against": {"type": "string"}}
    properties |= dict.fromkeys((*CRITERIA, "motivation"), number)
    schema = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return text, {"schema_name": "motivation", "schema": schema, "max_tokens": 300, "temperature": 0.2}


def parse(text: str) -> Wish | None:
    """The motivation; a number outside the scale is no score. None where there is none."""
    try:
        answer = object_in(text)
    except UnreadableAnswer:
        return None
    raw = _on_the_scale(answer.get("motivation"))
    if raw is None:
        return None
    criteria = {name: score for name in CRITERIA if (score := _on_the_scale(answer.get(name))) is not None}
    return Wish(raw, criteria)


def _on_the_scale(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if LOWEST <= value <= HIGHEST else None
