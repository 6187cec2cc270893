"""Which events hold a person's words, directly or in a model's answer, once these are taken back."""

from collections.abc import Container, Iterable

from events.base import ERASED, CallId, LineId, MessageId, TurnId, Version
from events.catalogue import Heard, personal_fields
from events.decided import FloorGiven, LineStaged, LineWithdrawn, ModelAsked, SilenceKept, ThoughtFormed
from events.heard import DraftHeard, HumanEdited, HumanErased, HumanSpoke, LineRetracted, ModelAnswered
from events.recorded import Recorded
from events.room import RoomState
from store.store import EventStore


async def blank(store: EventStore, stream: str) -> int:
    """Blank what is left of the words that were taken back. Returns how many events; doing it again is free."""
    versions = touched([recorded async for recorded in store.read(stream)])
    return await store.erase(stream, versions) if versions else 0


def leaves_words(event: Heard, before: RoomState) -> bool:
    """Whether this input may put words into the log that were taken back, or takes some back."""
    match event:
        case HumanErased():
            return True
        case DraftHeard(call=call) | ModelAnswered(call=call):
            return bool(before.erased) and before.call(call) is None  # an answer that nobody waits for any more
        case LineRetracted():
            return bool(before.erased)
        case _:
            return False


def touched(events: Iterable[Recorded]) -> tuple[Version, ...]:
    """The versions to blank: messages that were deleted, and what models made of them.

    A line that stands in the channel stays, as Discord shows it; one that was withdrawn or removed goes.
    """
    log = list(events)
    gone = {message: one.version for one in log if isinstance(one.event, HumanErased) for message in one.event.messages}
    unsaid = {one.event.line for one in log if isinstance(one.event, LineWithdrawn | LineRetracted)}
    sources: list[tuple[Version, Version]] = []
    """When it was said, and when it was taken back: a prompt between the two held it."""
    calls: set[CallId] = set()
    turns: set[TurnId] = set()
    versions: list[Version] = []
    for recorded in log:
        event = recorded.event
        if isinstance(event, HumanSpoke | HumanEdited) and event.message in gone:
            sources.append((recorded.version, gone[event.message]))
        elif isinstance(event, ModelAsked) and any(
            event.since <= said < recorded.version < erased for said, erased in sources
        ):
            calls.add(event.call)
            turns.add(event.turn)
        if _quotes(recorded, gone, calls, turns, unsaid) and _holds_words(recorded):
            versions.append(recorded.version)
    return tuple(versions)


def _quotes(
    recorded: Recorded, gone: Container[MessageId], calls: set[CallId], turns: set[TurnId], unsaid: set[LineId]
) -> bool:
    match recorded.event:
        case HumanSpoke(message=message) | HumanEdited(message=message):
            return message in gone
        case DraftHeard(call=call) | ModelAnswered(call=call):
            return call in calls
        case FloorGiven(turn=turn) | SilenceKept(turn=turn) | ThoughtFormed(turn=turn):
            return turn in turns
        case LineStaged(call=call, line=line):
            return call in calls and line in unsaid
        case _:
            return False


def _holds_words(recorded: Recorded) -> bool:
    fields = personal_fields(type(recorded.event))
    return any(getattr(recorded.event, name) not in ("", ERASED) for name in fields)
