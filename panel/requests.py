"""From an open call to the request that a mind is sent: the stable prefix first, the volatile brief last."""

from typing import Any

from msgspec.structs import replace

from events.asked import Request, Said, Scene, SceneCard, SceneLine
from events.base import Version
from events.decided import Cue
from events.room import Call, RoomState, Seat, Utterance
from panel import motivation, producer, writer
from panel.rendering import one_line, render

SCENE_LINES = 12
"""Lines of talk that a small model is given."""


def compose(room: RoomState, call: Call) -> Request:
    """The request of a call, the same whenever it is composed: only what was known when it was asked counts."""
    talk = [said for said in room.talk if said.version < call.asked]
    brief, shape = {
        "producer": producer.brief,
        "writer": writer.brief,
        "motivation": motivation.brief,
        "likeness": likeness_brief,
    }[call.role](room, call, talk)
    cast = render("cast.j2", scene=room.policy.scene, seats=room.seats)
    return Request(
        role=call.role,
        messages=(
            Said("system", cast),
            Said("user", render("talk.j2", talk=talk, names=shown_names(room, talk))),
            Said("user", brief),
        ),
        cache_key=room.stream,
        scene=scene(room, call, talk),
        **shape,
    )


def likeness_brief(_room: RoomState, _call: Call, _talk: list[Utterance]) -> tuple[str, dict[str, Any]]:
    """Likeness is a measurement, not a prompt; the brief only names it for the digest."""
    return render("likeness.j2"), {"max_tokens": 1, "temperature": 0.0}


def scene(room: RoomState, call: Call, talk: list[Utterance]) -> Scene:
    """The same as plain data, for minds whose recipe is not a chat prompt."""
    cues = room.turn.cues if room.turn else ()
    speakers = tuple(
        next((cue for cue in cues if cue.persona == persona), Cue(persona=persona, rule="")) for persona in call.about
    )
    if room.turn and room.turn.direction:
        speakers = tuple(replace(cue, manner=room.turn.direction) for cue in speakers)
    newest = next((said.text for said in reversed(talk) if said.person), "")
    last = talk[-1].at if talk else call.asked_at
    return Scene(
        cast=tuple(card(seat) for seat in room.seats),
        lines=tuple(
            SceneLine(name=one_line(said.name), text=said.text, persona=said.persona) for said in talk[-SCENE_LINES:]
        ),
        speakers=speakers,
        focus=newest,
        place=room.policy.scene,
        silent_for=max(0.0, (call.asked_at - last).total_seconds()),
    )


def card(seat: Seat) -> SceneCard:
    """A persona as a small model sees it."""
    persona = seat.persona
    return SceneCard(id=persona.id, name=persona.name, summary=persona.summary or persona.card, voice=persona.voice)


def shown_names(room: RoomState, talk: list[Utterance]) -> dict[Version, str]:
    """Each line's author as the model sees it: a person who calls themselves like a persona is told apart."""
    personas = {one_line(seat.persona.name).casefold() for seat in room.seats}
    return {
        said.version: f"{name} (a person)" if said.person and name.casefold() in personas else name
        for said in talk
        for name in (one_line(said.name),)
    }
