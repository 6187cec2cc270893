"""From an open call to the request that a mind is sent: the stable prefix first, the volatile brief last.

What of the room a prompt may hold is `knowing`'s to say, and whose cards it shows `casting`'s.
"""

from collections.abc import Callable
from itertools import groupby
from typing import Any, Final

from events.asked import Request, Said
from events.base import PersonaId
from events.decided import Role
from events.policy import Policy
from events.room import Call, RoomState, Utterance
from panel import (
    detection,
    diagnosis,
    initiation,
    motivation,
    producer,
    props,
    selecting,
    stance,
    summary,
    thought,
    writer,
)
from panel.casting import in_short, knowers, own_cards, shown_whole
from panel.knowing import common_of, known_talk, lines_for, private_of, table_of
from panel.rendering import render, shown_names, unheard
from panel.scenes import scene

TALK_CHARACTERS = 24_000
"""Of talk in a prompt, about 6,000 tokens; the oldest lines go first."""
TALK_STEP = 10
"""They go so many at a time, so that the next prompts keep their prefix. Divides the step of the room's window."""
TOO_LONG = "too-long"
"""The complaint of a call whose prompt the model could not take: it is sent again, smaller."""
SMALLER = 0.7
SHORT: Final[frozenset[Role]] = frozenset(("selector", "initiation"))
"""Asked often, of a cheap model: no cards but those in the brief, and few lines (`policy.selector.lines`)."""
THINKING: Final = frozenset(("self-selection", "cssn", "inner-thoughts"))
"""Strategies that ask for thoughts."""


def compose(room: RoomState, call: Call) -> Request:
    """The request of a call, the same whenever it is composed: only what was known when it was asked counts."""
    if call.role == "recall":
        return props.request(room, call)
    known = known_talk(room, call)
    talk = _shown(room, call, lines_for(room, known, knowers(call)))
    if call.complaint == TOO_LONG:
        talk = fitting(talk, int(SMALLER * _size(talk)), step=1)
    whole = shown_whole(room, call)
    brief, shape = BRIEFS[call.role](room, call, talk)
    marks = unheard(room, talk) if len(knowers(call)) != 1 else {}
    return Request(
        role=call.role,
        messages=(
            Said("system", _prefix(room, call, whole)),
            Said("user", render("talk.j2", talk=talk, names=shown_names(room, talk), marks=marks)),
            Said("user", f"{_what_they_know(room, call, known, whole)}{brief}"),
        ),
        cache_key=room.stream,
        scene=scene(room, call, known, talk),
        **shape,
    )


def _shown(room: RoomState, call: Call, talk: list[Utterance]) -> list[Utterance]:
    """As much of the talk as the role is shown, and as fits."""
    if call.role == "summary":
        talk = summary.since_the_last(room, talk)
    elif call.role == "thought":
        talk = talk[-thought.LINES :]
    elif call.role == "stance":
        talk = stance.asking(room, talk)
    elif call.role in SHORT:
        talk = talk[-max(1, room.policy.selector.lines) :]
    return fitting(talk, TALK_CHARACTERS)


def _prefix(room: RoomState, call: Call, whole: frozenset[PersonaId]) -> str:
    if call.role in SHORT:
        return render("short.j2", scene=room.policy.scene)
    return render(
        "cast.j2",
        scene=room.policy.scene,
        seats=room.seats,
        whole=whole,
        in_short=in_short(room, call),
        tasks={*tasks(room.policy), call.role},
        inner=room.policy.strategy == "inner-thoughts",
        notes=room.policy.memory.notes,
    )


def tasks(policy: Policy) -> tuple[Role, ...]:
    """The roles that are explained in the prefix: those that a room under this policy asks a model to play."""
    wanted: dict[Role, bool] = {
        "producer": policy.strategy == "producer",
        "motivation": policy.motivation or policy.silence.on,
        "thought": policy.strategy in THINKING,
        "designation": policy.obligations.designation == "model",
        "stance": policy.stances != "off",
    }
    return tuple(role for role, asked in wanted.items() if asked)


def _what_they_know(room: RoomState, call: Call, known: list[Utterance], whole: frozenset[PersonaId]) -> str:
    """What only those whom the call is for may know, each thing under the names of its owners; and the open table."""
    group, table = knowers(call), table_of(room, call)
    if not group:
        return ""
    private = sorted(private_of(room, group, table, known), key=lambda one: tuple(map(group.index, one.owners)))
    names = {seat.persona.id: seat.persona.name for seat in room.seats}
    text = render(
        "known.j2",
        cards=own_cards(room, call, whole) if call.role not in SHORT else (),
        private=[
            ([names[one] for one in owners], list(things))
            for owners, things in groupby(private, key=lambda one: one.owners)
        ],
        common=common_of(room, table),
        whispered=shown_names(room, [one.said for one in private if one.said]),
    )
    return f"{text}\n\n" if text else ""


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
    "summary": summary.brief,
    "stance": stance.brief,
    "diagnosis": diagnosis.brief,
}
"""The volatile end of the prompt, and the shape of the answer, by role."""


def fitting(talk: list[Utterance], budget: int, *, step: int = TALK_STEP) -> list[Utterance]:
    """The newest lines of at most `budget` characters, the oldest left out `step` at a time; never none of them."""
    for start in range(0, len(talk), step):
        if _size(talk[start:]) <= budget or start + step >= len(talk):
            return talk[start:]
    return talk


def _size(talk: list[Utterance]) -> int:
    return sum(len(said.name) + len(said.text) + 3 for said in talk)
