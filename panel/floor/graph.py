"""Who may follow whom: the policy's graph of transitions, and the rest of a pair that has just talked."""

from collections.abc import Iterable
from datetime import timedelta

from events.base import PersonaId
from events.room import RoomState, Seat


def off_the_graph(seat: Seat, room: RoomState) -> str | None:
    """Whom the graph does not let follow the last persona; what people say in between changes nothing."""
    return None if _has_edge(room, last_voice(room), seat.persona.id) else "transition"


def pair_rests(seat: Seat, room: RoomState) -> str | None:
    """Two personas that have just followed one another; a person who speaks between them parts them."""
    before = last_voice(room)
    apart = room.ai_run == 0 and not room.unposted
    return None if apart or before is None or _rested(room, before, seat.persona.id) else "pair-rests"


def following(room: RoomState, personas: Iterable[PersonaId]) -> tuple[PersonaId, ...]:
    """Of an order of speakers, those who may follow the one before them; the first is for the filters to judge."""
    kept: tuple[PersonaId, ...] = ()
    for persona in personas:
        if not kept or (_has_edge(room, kept[-1], persona) and _rested(room, kept[-1], persona)):
            kept = (*kept, persona)
    return kept


def last_voice(room: RoomState) -> PersonaId | None:
    """The persona that speaks last once all is posted that is staged; one that has left binds nobody."""
    last = room.unposted[-1].persona if room.unposted else room.last_speaker
    return last if last is not None and room.seat(last) is not None else None


def _has_edge(room: RoomState, before: PersonaId | None, then: PersonaId) -> bool:
    graph = room.policy.transitions
    listed = (before, then) in graph.edges
    if before is None or not graph.edges:
        return True
    return listed if graph.kind == "allowed" else not listed


def _rested(room: RoomState, one: PersonaId, other: PersonaId) -> bool:
    since = room.at - timedelta(seconds=room.policy.cooldowns.pair)
    return all(at <= since for before, then, at in room.follows if {before, then} == {one, other})
