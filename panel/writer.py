"""The writer: puts the staged lines into words. A prompt; `decode` reads its answer and `screen` judges it."""

from typing import Any

from events.room import Call, RoomState, Utterance
from panel.cues import focus_of, lengths, speaker, words_a_line
from panel.knowing import known_talk, lines_for
from panel.rendering import render, shown_names

AGAIN = {
    "suspected": "",  # each persona is told its own direction
    "exact-repeat": "it repeated a line; bring something new",
    "silence-text": "it described a silence; say something aloud",
    "deferral": "it passed the question on; answer it",
    "refusal": "it spoke as a program about itself; stay in the character, who may decline in their own words",
    "empty": "it held no words",
    "unreadable": "it was not the JSON object that was asked for",
    "missing": "a character's line was missing; write one for each character listed",
}
"""Why a line is written again, in words that say what to do."""
TOKENS = {"short": 120, "medium": 250, "long": 600}
"""Room for an answer, generous: a line is cut at a sentence, not by the model's limit."""
NOTE_TOKENS = 60


def brief(room: RoomState, call: Call, talk: list[Utterance]) -> tuple[str, dict[str, Any]]:
    """The volatile end of the prompt, and the shape of the answer."""
    turn = room.turn
    heard = lines_for(room, known_talk(room, call), call.about)  # a message to answer may be too old to be shown
    speakers = [speaker(room, call, heard, persona) for persona in call.about]
    words = words_a_line(heard)
    text = render(
        "writer.j2",
        speakers=speakers,
        focuses=_focuses(room, call, heard, talk),
        fixed=any(one.language for one in speakers),
        words=words,
        lengths=lengths(words),
        directions=[one.text for one in room.directions if one.persona is None],
        direction=turn.direction if turn else "",
        lull=bool(turn and turn.occasion == "silence"),
        scene=bool(turn and turn.occasion == "scene"),
        topic=room.scene.topic if room.scene else "",
        complaint="" if call.complaint == "too-long" else AGAIN.get(call.complaint, call.complaint),
        notes=room.policy.memory.notes,
    )
    notes = room.policy.memory.notes
    tokens = 100 + sum(TOKENS[one.cue.length] + NOTE_TOKENS * notes for one in speakers)
    schema = _schema(call, notes=notes)
    return text, {"schema_name": "lines", "schema": schema, "max_tokens": tokens, "temperature": 0.9}


def _focuses(room: RoomState, call: Call, heard: list[Utterance], shown: list[Utterance]) -> list[dict[str, Any]]:
    """The messages to answer, oldest first, each with the names of those who answer it."""
    found: dict[Utterance, list[str]] = {}
    for persona in call.about:
        focus, seat = focus_of(room, heard, persona), room.seat(persona)
        if focus is not None:
            found.setdefault(focus, []).append(seat.persona.name if seat else persona)
    names = shown_names(room, list(found))
    newest = shown[-1] if shown and len(found) == 1 else None  # it stands right above
    return [
        {"author": names[said.version], "text": said.text, "for": found[said], "newest": said is newest}
        for said in sorted(found, key=lambda said: said.version)
    ]


def _schema(call: Call, *, notes: bool) -> dict[str, Any]:
    properties: dict[str, Any] = {
        "speaker": {"type": "string", "enum": list(call.about)},
        "text": {"type": "string"},
    }
    if notes:
        properties["note"] = {"type": "string"}
    line = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"lines": {"type": "array", "items": line}},
        "required": ["lines"],
        "additionalProperties": False,
    }
