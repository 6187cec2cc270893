"""The selector names the one who speaks next: a prompt, and how its answer is read. Who may is the floor's."""

from typing import Any, cast

import regex

from events.base import PersonaId
from events.persona import Persona
from events.room import Call, RoomState, Utterance, lines_since
from panel.decode import UnreadableAnswer, object_in, speaker_named, without_control_tokens, without_reasoning
from panel.labels import key, named_in, voices
from panel.rendering import render

_MARKS = " \t\r\n\"'`*.,:;!<>()[]\u201c\u201d\u2018\u2019"
_OBJECT = regex.compile(r"\{\s*[\"'\u201c]")


def brief(room: RoomState, call: Call, talk: list[Utterance]) -> tuple[str, dict[str, Any]]:
    """The volatile end of the prompt, and the shape of the answer: the candidates, and nobody else."""
    seated = [seat.persona for seat in room.seats if seat.persona.id in call.about]
    text = render(
        "selector.j2",
        free=[(persona, _ago(persona.id, talk)) for persona in seated],
        mentioned=room.turn.addressed.mentioned if room.turn else (),
        complaint=call.complaint,
    )
    schema = {
        "type": "object",
        "properties": {"next": {"type": "string", "enum": list(call.about)}},
        "required": ["next"],
        "additionalProperties": False,
    }
    return text, {"schema_name": "next_speaker", "schema": schema, "max_tokens": 100, "temperature": 0.0}


def _ago(persona: PersonaId, talk: list[Utterance]) -> int | None:
    lines = lines_since(talk, persona)
    return None if lines == len(talk) else lines


def parse(room: RoomState, call: Call, text: str) -> tuple[PersonaId | None, str]:
    """The candidate that was named, or what is wrong in words that the model can act on (never its own words)."""
    panel = [seat.persona for seat in room.seats]
    choose = f"answer with one of {', '.join(call.about)}"
    said = _said(text)
    if said is None:
        return None, f"it was not the JSON object that was asked for; {choose}"
    if not said.strip(_MARKS):
        return None, f"it named nobody; {choose}"
    named = _named(said, panel, call)
    if named in call.about:
        return named, ""
    if named is not None:
        return None, f"it named {named}, who may not speak now; {choose}"
    return None, f"{_unclear(said, panel)}; {choose}"


def _said(text: str) -> str | None:
    """The words that should name somebody; None where an object cannot be read, or is another one."""
    try:
        answer = {name.casefold(): value for name, value in object_in(text).items()}
    except UnreadableAnswer:
        bare = without_control_tokens(without_reasoning(text))
        return None if _OBJECT.search(bare) else bare
    if "next" in answer:
        return _words(answer["next"])
    return _words(next(iter(answer.values()))) if len(answer) == 1 else None


def _words(value: object) -> str:
    """The text of a value; a name that was wrapped in a list is still a name, and several are still several."""
    if isinstance(value, str):
        return value
    several = cast("list[object]", value) if isinstance(value, list) else []
    return "\n".join(one for one in several if isinstance(one, str))


def _named(said: str, panel: list[Persona], call: Call) -> PersonaId | None:
    """Whoever is named and nobody else: an id as it is written, then a name on the panel, then one among candidates."""
    for persona in panel:
        if said.strip(_MARKS) == persona.id:
            return persona.id
    named = speaker_named(said, panel)
    if named is not None or _mentioned(said, panel):
        return named
    # A name that several bear names nobody on the panel; but only one of them may be a candidate.
    return speaker_named(said, [persona for persona in panel if persona.id in call.about])


def _mentioned(said: str, panel: list[Persona]) -> tuple[PersonaId, ...]:
    known = {name: voice for name, voice in voices(panel).items() if voice.kind == "persona"}
    return tuple(voice.persona for voice in named_in(said, known) if voice.persona is not None)


def _unclear(said: str, panel: list[Persona]) -> str:
    """What is wrong with words that name nobody alone."""
    named = _mentioned(said, panel)
    if len(named) > 1:
        return f"it named {', '.join(sorted(named))}, and exactly one may speak"
    if named:
        return f"it named {named[0]} without choosing clearly"
    namesakes = [persona.id for persona in panel if key(persona.name) == key(said)]
    if len(namesakes) > 1:
        return f"it gave a name that {', '.join(namesakes)} share"
    return "nobody on the panel goes by what it said"
