"""A request as plain data, for minds whose recipe is not a chat prompt: what a prompt may not hold, this does not."""

from typing import Final

from msgspec.structs import replace

from events.asked import Scene, SceneCard, SceneLine
from events.base import PersonaId
from events.decided import Cue
from events.persona import Persona
from events.room import Call, RoomState, Utterance
from panel.casting import knowers, known_to_others
from panel.cues import cue_of
from panel.knowing import private_of, table_of
from panel.rendering import shown_names

LINES: Final = 12
"""Lines of talk that a small model is given."""


def scene(room: RoomState, call: Call, known: list[Utterance], talk: list[Utterance]) -> Scene:
    """What is said and who is there, as far as those may know whom the call is for: `talk`, of all that is `known`."""
    last = talk[-1].at if talk else call.asked_at
    names = shown_names(room, talk[-LINES:])
    return Scene(
        cast=tuple(_card(room, call, known, seat.persona) for seat in room.seats),
        lines=tuple(
            SceneLine(name=names[said.version], text=said.text, persona=said.persona) for said in talk[-LINES:]
        ),
        speakers=tuple(_speaker(room, call, persona) for persona in call.about),
        focus=next((said.text for said in reversed(talk) if said.person), ""),
        place=room.policy.scene,
        silent_for=max(0.0, (call.asked_at - last).total_seconds()),
        held_back=_held_back(room, call) if call.role == "writer" else (),
    )


def _held_back(room: RoomState, call: Call) -> tuple[SceneLine, ...]:
    """What was not good enough of this turn, and the texts of a line that is written again."""
    suspects = room.turn.suspects if room.turn else ()
    own = [
        (one.persona, one.text) for one in suspects if one.persona in call.about and one.call != call.id and one.what
    ]
    redone = room.turn.redoes if room.turn else None
    old = [said for said in room.talk if redone is not None and said.line == redone and said.persona in call.about]
    own += [(said.persona, text) for said in old if said.persona for text in said.variants or (said.text,)]
    return tuple(SceneLine(name=persona, text=text, persona=persona) for persona, text in own)


def _card(room: RoomState, call: Call, known: list[Utterance], persona: Persona) -> SceneCard:
    """Whole for whoever casts, and for the one whose call it is, with what it has in mind; of others the public part.

    Several who share one call are shown without what each has in mind: such a model cannot tell whose it is.
    """
    group = knowers(call)
    if group and persona.id not in group:
        return SceneCard(id=persona.id, name=persona.name, summary=known_to_others(persona))
    own = [one.text for one in private_of(room, group, table_of(room, call), known)] if len(group) == 1 else []
    summary = " ".join((persona.summary or persona.card, *own))
    return SceneCard(id=persona.id, name=persona.name, summary=summary, voice=persona.voice)


def _speaker(room: RoomState, call: Call, persona: PersonaId) -> Cue:
    cue = cue_of(room, call, persona)
    if room.turn and room.turn.direction and cue.rule == "ordered":
        cue = replace(cue, manner=room.turn.direction)
    if call.attempt > 1:  # the choice to say nothing was offered with the first attempt
        cue = replace(cue, forced=True)
    return cue
