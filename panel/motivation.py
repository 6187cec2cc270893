"""Motivation: how much one persona wants to speak in a silence. A prompt, and the reading of one number."""

from typing import Any

from events.room import Call, RoomState, Utterance
from panel.decode import UnreadableAnswer, object_in
from panel.rendering import render

CRITERIA = ("relevance", "information_gap", "impact", "urgency", "originality")
"""Five of the Inner Thoughts factors; coherence, balance and dynamics are measured by code."""
LOWEST, HIGHEST = 1.0, 5.0


def brief(room: RoomState, call: Call, talk: list[Utterance]) -> tuple[str, dict[str, Any]]:
    """The volatile end of the prompt, and the shape of the answer."""
    persona = call.about[0]
    seat = room.seat(persona)
    last = talk[-1].at if talk else call.asked_at
    text = render(
        "motivation.j2",
        persona=persona,
        name=seat.persona.name if seat else persona,
        minutes=max(1, round((call.asked_at - last).total_seconds() / 60)),
    )
    number = {"type": "number"}
    properties: dict[str, object] = {"for": {"type": "string"}, "against": {"type": "string"}}
    properties |= dict.fromkeys((*CRITERIA, "motivation"), number)
    schema = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return text, {"schema_name": "motivation", "schema": schema, "max_tokens": 300, "temperature": 0.2}


def parse(text: str) -> float | None:
    """The motivation, 1.0-5.0; a number outside the scale is no score. None where there is none."""
    try:
        value = object_in(text).get("motivation")
    except UnreadableAnswer:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if LOWEST <= value <= HIGHEST else None
