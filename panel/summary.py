"""Summaries: what a persona takes with it from a talk that is over. A prompt, and the reading of its answer."""

from typing import Any, Final

from msgspec import Struct

from events.room import Call, RoomState, Utterance
from panel.decode import UnreadableAnswer, object_in
from panel.rendering import render

LONGEST: Final = 400
"""Characters of a summary that are kept."""


class Summary(Struct, frozen=True):
    """What a persona will remember of a talk; no words where nothing is worth it."""

    text: str
    importance: float = 5.0
    """As the model gave it."""


def brief(room: RoomState, call: Call, _talk: list[Utterance]) -> tuple[str, dict[str, Any]]:
    """The volatile end of the prompt, and the shape of the answer."""
    persona = call.about[0]
    seat = room.seat(persona)
    text = render("summary.j2", persona=persona, name=seat.persona.name if seat else persona)
    schema = {
        "type": "object",
        "properties": {"summary": {"type": "string"}, "importance": {"type": "number", "minimum": 1, "maximum": 10}},
        "required": ["summary", "importance"],
        "additionalProperties": False,
    }
    return text, {"schema_name": "summary", "schema": schema, "max_tokens": 250, "temperature": 0.4}


def since_the_last(room: RoomState, talk: list[Utterance]) -> list[Utterance]:
    """The lines of the talk that is over now: those that nobody has summed up yet."""
    return [said for said in talk if said.version > room.rest.summed]


def parse(text: str) -> Summary | None:
    """The summary; None where the answer holds none."""
    try:
        answer = object_in(text)
    except UnreadableAnswer:
        return None
    words, importance = answer.get("summary"), answer.get("importance")
    if not isinstance(words, str):
        return None
    number = isinstance(importance, int | float) and not isinstance(importance, bool)
    return Summary(" ".join(words.split()), float(importance) if number else 5.0)  # type: ignore[arg-type] - a number
