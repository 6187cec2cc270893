"""Folds of memories, notes, whispers, sight, the table and stances: how each changes a copy nobody else has seen."""

from msgspec.structs import replace

from events import memories
from events.base import ERASED, PersonaId
from events.fold_talk import add_to_talk, change_seat
from events.fold_turn import change_turn
from events.recorded import Recorded
from events.room import Memory, PinnedNote, RoomState, Utterance


def memory_kept(room: RoomState, event: memories.MemoryKept, recorded: Recorded) -> None:
    """It is kept; where there are too many, the least important and oldest goes."""
    if event.text == ERASED:
        room.erased += 1
        return
    kept = Memory(
        id=event.memory,
        owner=event.owner,
        text=event.text,
        about=event.about,
        source=event.source,
        audience=event.audience,
        shared=event.shared,
        importance=event.importance,
        kept_at=recorded.at,
        used_at=recorded.at,
    )
    room.memories = (*room.memories, kept)
    if len(room.memories) > room.policy.memory.most:
        least = min(room.memories, key=lambda one: (one.importance, one.used_at, one.id))
        room.memories = tuple(one for one in room.memories if one is not least)


def memory_forgotten(room: RoomState, event: memories.MemoryForgotten, _: Recorded) -> None:
    """They are gone, from what this turn was shown too."""
    gone = set(event.memories)
    room.memories = tuple(one for one in room.memories if one.id not in gone)
    if room.turn is not None:
        change_turn(room, table=tuple(laid for laid in room.turn.table if laid.item not in gone))
    room.erased += 1


def note_pinned(room: RoomState, event: memories.NotePinned, recorded: Recorded) -> None:
    """It lies on the table from now on."""
    if event.text == ERASED:
        room.erased += 1
        return
    room.notes = (*room.notes, PinnedNote(id=recorded.version, text=event.text))


def note_unpinned(room: RoomState, event: memories.NoteUnpinned, _: Recorded) -> None:
    """It does not any more."""
    room.notes = tuple(note for note in room.notes if note.id != event.note)
    room.erased += 1


def whispered(room: RoomState, event: memories.Whispered, recorded: Recorded) -> None:
    """A line of the talk that only some have heard."""
    if event.text == ERASED:
        room.erased += 1
        return
    add_to_talk(
        room,
        Utterance(
            version=recorded.version,
            at=recorded.at,
            name=event.name,
            text=event.text,
            person=event.person,
            heard_by=event.to,
            whisper=True,
        ),
    )


def blind_set(room: RoomState, event: memories.BlindSet, _: Recorded) -> None:
    """It hears no more, or again."""
    change_seat(room, event.persona, blind=event.blind)


def recalled(room: RoomState, event: memories.Recalled, recorded: Recorded) -> None:
    """It lies on the table for this turn; what was laid there counts as used."""
    used = {laid.item for laid in event.laid}
    if room.turn is not None and room.turn.id == event.turn:
        change_turn(room, table=event.laid, recalled=True, laid=recorded.version)
    if used:
        room.memories = tuple(replace(one, used_at=recorded.at) if one.id in used else one for one in room.memories)


def stance_taken(room: RoomState, event: memories.StanceTaken, _: Recorded) -> None:
    """Kept with the turn."""
    if event.text == ERASED:
        room.erased += 1
    elif room.turn is not None and room.turn.id == event.turn:
        taken: tuple[PersonaId, str] = (event.persona, event.text)
        change_turn(room, stances=(*room.turn.stances, taken))
