"""The writer: puts the staged lines into words. A prompt; `decode` reads its answer and `screen` judges it."""

from typing import Any

from events.decided import Cue
from events.room import Call, RoomState, Utterance
from panel.pairs import FIRST_PARTS, SECOND_PARTS
from panel.rendering import render, shown_names

LENGTHS = {"short": "one short sentence", "medium": "one to three sentences", "long": "one paragraph"}
AGAIN = {
    "near-repeat": "it said nearly what had been said already; take another side, or bring something new",
    "exact-repeat": "it repeated a line; bring something new",
    "silence-text": "it described a silence; say something aloud",
    "deferral": "it passed the question on; answer it",
    "refusal": "it spoke as a program about itself; stay in the character, who may decline in their own words",
    "empty": "it held no words",
    "missing": "a character's line was missing; write one for each character listed",
}
"""Why a line is written again, in words that say what to do."""
TOKENS = {"short": 120, "medium": 250, "long": 600}
"""Room for an answer, generous: a line is cut at a sentence, not by the model's limit."""


def brief(room: RoomState, call: Call, talk: list[Utterance]) -> tuple[str, dict[str, Any]]:
    """The volatile end of the prompt, and the shape of the answer."""
    staged = {cue.persona: cue for cue in room.turn.cues} if room.turn else {}
    names = {seat.persona.id: seat.persona.name for seat in room.seats}
    cues = [(staged.get(one, Cue(persona=one, rule="")), names.get(one, one)) for one in call.about]
    focus = _focus(room, talk)
    text = render(
        "writer.j2",
        cues=cues,
        due={persona: (FIRST_PARTS[pair], SECOND_PARTS[pair]) for persona, pair in call.due},
        author=shown_names(room, [focus])[focus.version] if focus else "",
        focus=focus.text if focus else "",
        lengths=LENGTHS,
        direction=room.turn.direction if room.turn else "",
        lull=bool(room.turn and room.turn.occasion == "silence"),
        scene=bool(room.turn and room.turn.occasion == "scene"),
        topic=room.scene.topic if room.scene else "",
        complaint=AGAIN.get(call.complaint, call.complaint),
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


def _focus(room: RoomState, talk: list[Utterance]) -> Utterance | None:
    """The message to answer: the newest one of the turn that speaks to somebody, else its newest."""
    messages = room.turn.messages if room.turn else ()
    asking = [said for said in talk if said.message in messages and said.person]
    addressing = [said for said in asking if said.to and (said.to.forced or said.to.to_panel)]
    return next(reversed(addressing or asking), None)
