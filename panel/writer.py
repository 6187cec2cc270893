"""The writer: puts the staged lines into words. A prompt; `decode` reads its answer and `screen` judges it."""

from typing import Any

from events.decided import Cue
from events.room import Call, RoomState, Utterance
from panel.rendering import render

LENGTHS = {"short": "one short sentence", "medium": "one to three sentences", "long": "one paragraph"}
TOKENS = {"short": 120, "medium": 250, "long": 600}
"""Room for an answer, generous: a line is cut at a sentence, not by the model's limit."""


def brief(room: RoomState, call: Call, _talk: list[Utterance]) -> tuple[str, dict[str, Any]]:
    """The volatile end of the prompt, and the shape of the answer."""
    staged = {cue.persona: cue for cue in room.turn.cues} if room.turn else {}
    names = {seat.persona.id: seat.persona.name for seat in room.seats}
    cues = [(staged.get(one, Cue(persona=one, rule="")), names.get(one, one)) for one in call.about]
    text = render(
        "writer.j2",
        cues=cues,
        lengths=LENGTHS,
        direction=room.turn.direction if room.turn else "",
        lull=bool(room.turn and room.turn.occasion == "silence"),
        complaint=call.complaint,
    )
    line = {
        "type": "object",
        "properties": {
            "speaker": {"type": "string", "enum": list(call.about)},
            "text": {"type": "string"},
        },
        "required": ["speaker", "text"],
        "additionalProperties": False,
    }
    schema = {
        "type": "object",
        "properties": {"lines": {"type": "array", "items": line}},
        "required": ["lines"],
        "additionalProperties": False,
    }
    tokens = 100 + sum(TOKENS[cue.length] for cue, _ in cues)
    return text, {"schema_name": "lines", "schema": schema, "max_tokens": tokens, "temperature": 0.9}
