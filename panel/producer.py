"""The producer: stages an ordered set of speakers, or holds. A prompt, and the strict reading of its answer."""

from collections.abc import Iterable
from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct

from events.base import PersonaId, Version
from events.decided import Considered, Cue
from events.room import Call, RoomState, Utterance, lines_since
from panel import obligations
from panel.casting import in_short, shown_whole
from panel.decode import UnreadableAnswer, object_in
from panel.floor.filters import staging_limit
from panel.floor.graph import following
from panel.rendering import render, shown_names

Length = Literal["short", "medium", "long"]
LONGEST_WORDS = 160
"""Characters of a manner or a reason that are kept."""


class Staging(Struct, frozen=True):
    """What the producer decided, after code has validated it."""

    hold: bool
    cues: tuple[Cue, ...]
    considered: tuple[Considered, ...]
    words: str = ""
    """The producer's own reason for holding."""


def brief(room: RoomState, call: Call, talk: list[Utterance]) -> tuple[str, dict[str, Any]]:
    """The volatile end of the prompt, and the shape of the answer."""
    free = [seat for seat in room.seats if seat.persona.id in call.about]
    to = room.turn.addressed if room.turn else None
    scores = room.turn.scores if room.turn else ()
    names = shown_names(room, talk) if call.owing else {}
    text = render(
        "producer.j2",
        free=free,
        since={seat.persona.id: _since(seat.persona.id, talk) for seat in free},
        mentioned=to.mentioned if to else (),
        absent=to.absent if to else (),
        wishes={one.persona: one.score for one in scores if one.score is not None},
        asked_by={persona: names[line] for persona, line in call.owing if line in names},
        must=bool(to and to.to_panel),
        scene=bool(room.turn and room.turn.occasion == "scene"),
        most=call.most,
        faceless=_faceless(room, call),
        complaint=call.complaint,
    )
    speaker = {
        "type": "object",
        "properties": {
            "persona": {"type": "string", "enum": list(call.about)},
            "length": {"type": "string", "enum": list(get_args(Length))},
            "manner": {"type": "string"},
            "reason": {"type": "string"},
        },
        "required": ["persona", "length", "manner", "reason"],
        "additionalProperties": False,
    }
    schema = {
        "type": "object",
        "properties": {
            "hold": {"type": "boolean"},
            "reason": {"type": "string"},
            "speakers": {"type": "array", "items": speaker},
        },
        "required": ["hold", "reason", "speakers"],
        "additionalProperties": False,
    }
    return text, {"schema_name": "staging", "schema": schema, "max_tokens": 500, "temperature": 0.3}


def _faceless(room: RoomState, call: Call) -> frozenset[PersonaId]:
    """Of whom the prefix says no more than the name."""
    whole = shown_whole(room, call)
    return frozenset(one for one, text in in_short(room, call).items() if one not in whole and not text)


def owing(room: RoomState, personas: Iterable[PersonaId]) -> tuple[tuple[PersonaId, Version], ...]:
    """Who of these owes an answer, and to which line: what the producer is told, as it is when it is asked."""
    if room.policy.obligations.designation == "off":
        return ()
    owed = ((persona, obligations.owed_by(room, persona)) for persona in personas)
    return tuple((persona, one.source) for persona, one in owed if one is not None)


def _since(persona: PersonaId, talk: list[Utterance]) -> str:
    lines = lines_since(talk, persona)
    if lines == len(talk):
        return "has not spoken lately"
    return "spoke last" if lines == 0 else f"last spoke {lines} line{'s' if lines > 1 else ''} ago"


class _Speaker(Struct, frozen=True):
    persona: str
    length: Length | str = "medium"
    manner: str = ""
    reason: str = ""


class _Answer(Struct, frozen=True):
    hold: bool | None = None
    reason: str = ""
    speakers: list[_Speaker | str] | None = None


def parse(room: RoomState, call: Call, text: str) -> tuple[Staging | None, str]:
    """The staging, or what is wrong with it in words that the model can act on (never its own words)."""
    try:
        answer = msgspec.convert(object_in(text), _Answer, strict=False)
    except UnreadableAnswer:
        return None, "it was not one JSON object"
    except msgspec.ValidationError:
        return None, "it had not the shape that was asked for"
    if answer.hold is None and answer.speakers is None:
        return None, "it neither held nor staged anybody"
    hold = answer.hold if answer.hold is not None else not answer.speakers
    if hold and room.turn and room.turn.addressed.to_panel:
        return None, "the panel was asked, so somebody must speak"
    if hold:
        return Staging(hold=True, cues=(), considered=_considered(call, ()), words=_words(answer.reason)), ""
    cues, complaint = _cues(room, call, answer.speakers or [])
    if complaint:
        return None, complaint
    return Staging(hold=False, cues=cues, considered=_considered(call, cues)), ""


def _cues(room: RoomState, call: Call, staged: list[_Speaker | str]) -> tuple[tuple[Cue, ...], str]:
    if not staged:
        return (), "hold was false and nobody was staged"
    cues: list[Cue] = []
    for entry in staged:
        one = _Speaker(entry) if isinstance(entry, str) else entry
        persona = _candidate(room, call, one.persona)
        if persona is None:
            return (), f"somebody was staged who may not speak; choose only from {', '.join(call.about)}"
        if any(cue.persona == persona for cue in cues):
            return (), f"{persona} was staged twice"
        length: Length = one.length if one.length in ("short", "medium", "long") else "medium"
        cues.append(
            Cue(persona=persona, rule="producer", length=length, manner=_words(one.manner), reason=_words(one.reason))
        )
    order = [cue.persona for cue in cues]
    if (kept := following(room, order)) != tuple(order):
        out = next(persona for persona in order if persona not in kept)
        return (), f"{out} may not follow {order[order.index(out) - 1]}"
    limit = min(call.most, staging_limit(room, len(call.about)))
    if len(cues) > limit:
        return (), f"{len(cues)} speakers were staged, and {limit} may speak"
    return tuple(cues), ""


def _candidate(room: RoomState, call: Call, named: str) -> PersonaId | None:
    """A candidate by id, else by its full name; case, spaces and underscores do not count."""

    def plain(text: str) -> str:
        return " ".join(text.replace("_", " ").strip(" .\"'`[]").casefold().split())

    for seat in room.seats:
        persona = seat.persona
        if persona.id in call.about and plain(named) in (plain(persona.id), plain(persona.name)):
            return persona.id
    return None


def _considered(call: Call, cues: tuple[Cue, ...]) -> tuple[Considered, ...]:
    chosen = {cue.persona for cue in cues}
    return tuple(
        Considered(
            persona=persona,
            verdict="chosen" if persona in chosen else "passed",
            reason="producer" if persona in chosen else "producer-passed",
        )
        for persona in call.about
    )


def _words(text: str) -> str:
    return " ".join(text.split())[:LONGEST_WORDS]
