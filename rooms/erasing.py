"""Which events hold words that were taken back: directly, in a model's answer, or in a memory that stems from them."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from events.base import ERASED, CallId, LineId, MemoryId, MessageId, TurnId, Version
from events.catalogue import Heard, personal_fields
from events.decided import FloorGiven, LineStaged, LineWithdrawn, ModelAsked, SilenceKept, ThoughtFormed
from events.heard import (
    DraftHeard,
    HumanEdited,
    HumanErased,
    HumanSpoke,
    LineErased,
    LinePosted,
    LineRetracted,
    ModelAnswered,
)
from events.memories import MemoryForgotten, MemoryKept, NotePinned, NoteUnpinned, RememberOrdered, StanceTaken
from events.recorded import Recorded
from events.room import RoomState
from events.screening import LineDiagnosed, LineSuspected
from panel.props import kept_in
from rooms.taken_away import lines_gone, taken_away
from store.store import EventStore


async def blank(store: EventStore, stream: str, after: Heard | None = None) -> tuple[Version, ...]:
    """Blank what is left of the words that were taken back. Returns the events; doing it again is free.

    After a forgetting the store erases in any case: a vector of a sentence that is gone already may have come late.
    """
    versions = touched([recorded async for recorded in store.read(stream)])
    if versions or isinstance(after, MemoryForgotten):
        await store.erase(stream, versions)
    return versions


def leaves_words(event: Heard, before: RoomState) -> bool:
    """Whether this input may put words into the log that were taken back, or takes some back."""
    match event:
        case HumanErased() | LineErased() | LineRetracted() | MemoryForgotten() | NoteUnpinned():
            return True
        case DraftHeard(call=call) | ModelAnswered(call=call):
            return bool(before.erased) and before.call(call) is None  # an answer that nobody waits for any more
        case _:
            return False


def lost(blanked: Sequence[Version], room: RoomState) -> tuple[MemoryId, ...]:
    """The memories that a room still has in mind, and whose words are gone from the log."""
    return tuple(memory.id for memory in room.memories if kept_in(memory.id) in blanked)


def touched(events: Iterable[Recorded]) -> tuple[Version, ...]:
    """The versions to blank: messages that were deleted, what models made of them, and memories that stem from them.

    A line that stands in the channel stays, as Discord shows it; one that was withdrawn or removed goes.
    """
    log = list(events)
    gone = _taken_back(log)
    found = _quoting(log, gone)
    origins = _origins(log, gone, found) | taken_away(log)
    held = (one for one in log if one.version in origins or _quotes(one, gone, found))
    return tuple(one.version for one in held if _holds_words(one))


class _Gone(Struct):
    """What was taken back, by whom it was said, and when."""

    messages: dict[MessageId, Version]
    """Of people."""
    lines: dict[Version, Version]
    """Of personas, by the version that staged them."""
    memories: set[MemoryId]
    notes: set[Version]
    unsaid: set[LineId]
    """Lines that are not, or no more, in the channel."""


class _Found(Struct):
    """What was made of it."""

    said: set[Version]
    """Where it was said."""
    calls: set[CallId]
    """Calls whose prompt held words of people that are gone."""
    shown: set[CallId]
    """Calls whose prompt held a line that is gone."""
    turns: set[TurnId]


def _taken_back(log: Sequence[Recorded]) -> _Gone:
    gone = _Gone({}, {}, set(), set(), set())
    erased: dict[MessageId, Version] = {}
    removed: dict[LineId, Version] = {}
    went = lines_gone(log)  # a message that a change left over takes no line with it
    for one in log:
        match one.event:
            case HumanErased(messages=messages):
                gone.messages |= dict.fromkeys(messages, one.version)
            case LineErased(message=message):
                erased[message] = one.version
            case MemoryForgotten(memories=memories):
                gone.memories.update(memories)
            case NoteUnpinned(note=note):
                gone.notes.add(note)
            case LineWithdrawn(line=line) | LineRetracted(line=line):
                gone.unsaid.add(line)
                removed[line] = one.version
            case _:
                pass
    for one in log:
        if isinstance(one.event, LineStaged) and one.event.line in removed:
            gone.lines[one.version] = removed[one.event.line]
        if isinstance(one.event, LinePosted) and one.cause is not None and one.event.line in went:
            gone.lines |= [(one.cause, erased[message]) for message in one.event.messages if message in erased]
    return gone


def _quoting(log: Sequence[Recorded], gone: _Gone) -> _Found:
    """A prompt held what was said between its oldest event and itself, and not taken back yet."""
    found = _Found(set(gone.lines), set(), set(), set())
    sources: list[tuple[Version, Version]] = []
    for one in log:
        event = one.event
        if isinstance(event, HumanSpoke | HumanEdited) and event.message in gone.messages:
            sources.append((one.version, gone.messages[event.message]))
            found.said.add(one.version)
        elif isinstance(event, ModelAsked):
            if any(event.since <= said < one.version < erased for said, erased in sources):
                found.calls.add(event.call)
                found.turns.add(event.turn)
            if any(event.since <= said < one.version < erased for said, erased in gone.lines.items()):
                found.shown.add(event.call)
    return found


def _origins(log: Sequence[Recorded], gone: _Gone, found: _Found) -> set[Version]:
    """Memories that go, with the order or the model's answer that they were made of."""
    by_version = {one.version: one for one in log}
    versions: set[Version] = set()
    calls: set[CallId] = set()
    for one in log:
        if not isinstance(one.event, MemoryKept):
            continue
        origin = by_version[one.cause].event if one.cause is not None else None
        call = origin.call if isinstance(origin, DraftHeard | ModelAnswered) else None
        summed = one.event.how == "summary" and call in found.shown
        if one.event.memory in gone.memories or one.event.source in found.said or call in found.calls or summed:
            versions.add(one.version)
            if isinstance(origin, RememberOrdered) and one.cause is not None:
                versions.add(one.cause)
            if call is not None:
                calls.add(call)
    answers = (one for one in log if isinstance(one.event, DraftHeard | ModelAnswered) and one.event.call in calls)
    return versions | {one.version for one in answers}


def _quotes(recorded: Recorded, gone: _Gone, found: _Found) -> bool:
    match recorded.event:
        case HumanSpoke(message=message) | HumanEdited(message=message):
            return message in gone.messages
        case (
            DraftHeard(call=call)
            | ModelAnswered(call=call)
            | LineSuspected(call=call)
            | LineDiagnosed(call=call)
            | StanceTaken(call=call)
        ):
            return call in found.calls
        case FloorGiven(turn=turn) | SilenceKept(turn=turn) | ThoughtFormed(turn=turn):
            return turn in found.turns
        case LineStaged(call=call, line=line):
            return call in found.calls and line in gone.unsaid
        case NotePinned():
            return recorded.version in gone.notes
        case _:
            return False


def _holds_words(recorded: Recorded) -> bool:
    fields = personal_fields(type(recorded.event))
    return any(getattr(recorded.event, name) not in ("", ERASED) for name in fields)
