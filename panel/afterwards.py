"""After a talk: once it has come to rest, each persona that spoke sums it up for itself, once. No line comes of it."""

from datetime import datetime, timedelta

from events import heard
from events.base import PersonaId
from events.decided import Role
from events.memories import MemoryKept
from events.room import Call, RoomState
from panel import knowing, memory, summary, turns
from panel.deciding import Deciding
from panel.likeness import likeness

SUMMARY: Role = "summary"


def due(room: RoomState) -> datetime | None:
    """When the talk is to be summed up; None when it is not. A function of the room alone, so restarts keep it."""
    wish = room.policy.memory
    idle = room.open and room.turn is None and room.scene is None and not room.hushed and not room.unposted
    if not wish.summary or not idle or not room.talk or not _spoke(room):
        return None
    last = room.talk[-1]
    if last.version <= max(room.rest.rang, room.rest.summed):
        return None
    quiet_since = max(last.at, room.last_line_at, room.last_human_at)
    return max(quiet_since + timedelta(seconds=wish.after), room.typing_until, room.broke_until)


def rang(d: Deciding, event: heard.AlarmRang) -> None:
    """The talk has rested. An alarm for an earlier line is stale, and so is one that somebody's typing has put off."""
    when = due(d.before)
    if when is None or event.since != d.before.talk[-1].version or d.at < when:
        return
    turns.open_turn(d, "summary")
    for persona in _spoke(d.state)[: max(1, d.state.policy.limits.calls_a_turn)]:
        d.ask(SUMMARY, (persona,))


def answered(d: Deciding, call: Call, text: str) -> None:
    """One persona's summary is kept, for itself alone; the last one ends it."""
    persona, found = call.about[0], summary.parse(text)
    words = memory.one_line(found.text, summary.LONGEST) if found else ""
    if found and words and d.state.seat(persona) is not None and not _known(d.state, persona, words):
        d.say(
            MemoryKept(
                memory=memory.new_memory(d),
                owner=persona,
                text=words,
                source=d.state.talk[-1].version if d.state.talk else None,
                importance=memory.importance(found.importance),
                how="summary",
            )
        )
    conclude(d)


def conclude(d: Deciding) -> None:
    """It is over once nobody is still thinking back; one summary that fails does not stop the others."""
    if d.state.turn is not None and not d.undecided:
        turns.end(d, "done")


def _spoke(room: RoomState) -> tuple[PersonaId, ...]:
    """Who is seated and has said something since the last summary, in seat order."""
    speakers = {said.persona for said in summary.since_the_last(room, knowing.aloud(room, room.talk))}
    return tuple(seat.persona.id for seat in room.seats if seat.persona.id in speakers)


def _known(room: RoomState, persona: PersonaId, words: str) -> bool:
    return any(one.owner == persona and likeness(one.text, words) >= memory.KNOWN for one in room.memories)
