"""Stances: what each staged persona answers alone, before it reads what the others say. A prompt, and its reading.

It is kept beside the line that follows, to measure how far personas fall in with one another. When it is asked for is
`committing`'s.
"""

from typing import Any, Final

from events.room import Call, RoomState, Utterance
from panel.cues import focus_of
from panel.decode import UnreadableAnswer, object_in
from panel.knowing import known_talk
from panel.rendering import render, shown_names

LONGEST: Final = 400
"""Characters of a stance that are kept."""


def asking(room: RoomState, talk: list[Utterance]) -> list[Utterance]:
    """Of the talk, the messages of people that the turn answers: nothing that any persona has said."""
    asked = room.turn.messages if room.turn else ()
    return [said for said in talk if said.person and said.message in asked]


def brief(room: RoomState, call: Call, _talk: list[Utterance]) -> tuple[str, dict[str, Any]]:
    """The volatile end of the prompt, and the shape of the answer."""
    persona = call.about[0]
    seat, focus = room.seat(persona), focus_of(room, known_talk(room, call), persona)
    text = render(
        "stance.j2",
        persona=persona,
        name=seat.persona.name if seat else persona,
        language=seat.persona.language if seat else "",
        author=shown_names(room, [focus])[focus.version] if focus else "Somebody",
        focus=focus.text if focus else "",
    )
    schema = {
        "type": "object",
        "properties": {"answer": {"type": "string"}},
        "required": ["answer"],
        "additionalProperties": False,
    }
    return text, {"schema_name": "stance", "schema": schema, "max_tokens": 200, "temperature": 0.7}


def parse(text: str) -> str:
    """The answer in one line; empty where there is none."""
    try:
        answer = object_in(text).get("answer")
    except UnreadableAnswer:
        return ""
    return " ".join(answer.split())[:LONGEST] if isinstance(answer, str) else ""
