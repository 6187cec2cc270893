"""From an open call to the request that a mind is sent: the stable prefix first, the volatile brief last."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from events.asked import Request, Said, Scene, SceneCard, SceneLine
from events.decided import Cue, Role
from events.room import Call, RoomState, Seat, Utterance
from panel import detection, initiation, motivation, producer, selecting, thought, writer
from panel.casting import shown_whole
from panel.rendering import render, shown_names

SCENE_LINES = 12
"""Lines of talk that a small model is given."""
TALK_CHARACTERS = 24_000
"""Of talk in a prompt, about 6,000 tokens; the oldest lines go first."""
TALK_STEP = 10
"""They go so many at a time, so that the next prompts keep their prefix. Divides the step of the room's window."""
TOO_LONG = "too-long"
"""The complaint of a call whose prompt the model could not take: it is sent again, smaller."""
SMALLER = 0.7
SHORT: frozenset[Role] = frozenset(("selector", "initiation"))
"""Asked often, of a cheap model: no cards but those in the brief, and few lines (`policy.selector.lines`)."""


def compose(room: RoomState, call: Call) -> Request:
    """The request of a call, the same whenever it is composed: only what was known when it was asked counts."""
    known = known_talk(room, call)
    if call.role == "thought":
        known = known[-thought.LINES :]
    talk = fitting(known, TALK_CHARACTERS)
    if call.role in SHORT:
        talk = talk[-max(1, room.policy.selector.lines) :]
    if call.complaint == TOO_LONG:
        talk = fitting(talk, int(SMALLER * _size(talk)), step=1)
        call = replace(call, complaint="")
    brief, shape = BRIEFS[call.role](room, call, talk)
    whole = shown_whole(room.seats, call)
    template = "short.j2" if call.role in SHORT else "cast.j2"
    cast = render(template, scene=room.policy.scene, seats=room.seats, whole=whole)
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


Brief = Callable[[RoomState, Call, list[Utterance]], tuple[str, dict[str, Any]]]
BRIEFS: dict[Role, Brief] = {
    "producer": producer.brief,
    "writer": writer.brief,
    "motivation": motivation.brief,
    "likeness": likeness_brief,
    "designation": detection.brief,
    "thought": thought.brief,
    "selector": selecting.brief,
    "initiation": initiation.brief,
}
"""The volatile end of the prompt, and the shape of the answer, by role."""


def known_talk(room: RoomState, call: Call) -> list[Utterance]:
    """The talk as it stood when the call was asked; a line counts from its staging, posted or still on its way."""
    names = {seat.persona.id: seat.persona.name for seat in room.seats}
    leaving = [
        Utterance(
            version=line.staged,
            at=line.staged_at,
            name=names.get(line.persona, line.persona),
            text=line.text,
            persona=line.persona,
            line=line.line,
        )
        for line in room.unposted
    ]
    known = (said for said in (*room.talk, *leaving) if said.version < call.asked)
    return [said for said in known if said.line is None or said.line not in room.unwanted]


def fitting(talk: list[Utterance], budget: int, *, step: int = TALK_STEP) -> list[Utterance]:
    """The newest lines of at most `budget` characters, the oldest left out `step` at a time; never none of them."""
    for start in range(0, len(talk), step):
        if _size(talk[start:]) <= budget or start + step >= len(talk):
            return talk[start:]
    return talk


def _size(talk: list[Utterance]) -> int:
    return sum(len(said.name) + len(said.text) + 3 for said in talk)


def scene(room: RoomState, call: Call, talk: list[Utterance]) -> Scene:
    """The same as plain data, for minds whose recipe is not a chat prompt."""
    turn = room.turn
    staged = {cue.persona: cue for cue in turn.cues} if turn else {}
    speakers = tuple(staged.get(persona, Cue(persona=persona, rule="")) for persona in call.about)
    if turn and turn.direction:
        speakers = tuple(replace(cue, manner=turn.direction) if cue.rule == "ordered" else cue for cue in speakers)
    if call.attempt > 1:  # the choice to say nothing was offered with the first attempt
        speakers = tuple(replace(cue, forced=True) for cue in speakers)
    newest = next((said.text for said in reversed(talk) if said.person), "")
    last = talk[-1].at if talk else call.asked_at
    names = shown_names(room, talk)
    return Scene(
        cast=tuple(card(seat) for seat in room.seats),
        lines=tuple(
            SceneLine(name=names[said.version], text=said.text, persona=said.persona) for said in talk[-SCENE_LINES:]
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
