"""Which events hold a person's words, directly or in a model's answer, once these are taken back."""

from collections.abc import Iterable

from events.base import CallId, MessageId, TurnId, Version
from events.decided import FloorGiven, LineCut, ModelAsked, SilenceKept
from events.heard import DraftHeard, HumanEdited, HumanSpoke, ModelAnswered
from events.recorded import Recorded
from store.store import EventStore


async def blank(store: EventStore, stream: str, messages: Iterable[MessageId]) -> int:
    """Blank the words of these messages, and of every answer whose prompt held them. Returns how many events."""
    gone = set(messages)
    return await store.erase(stream, touched([recorded async for recorded in store.read(stream)], gone))


def touched(events: Iterable[Recorded], gone: set[MessageId]) -> tuple[Version, ...]:
    """The versions to blank: lines already posted stay, as Discord shows them; a policy may remove those."""
    versions: list[Version] = []
    sources: list[Version] = []
    calls: set[CallId] = set()
    turns: set[TurnId] = set()
    for recorded in events:
        event = recorded.event
        if isinstance(event, HumanSpoke | HumanEdited) and event.message in gone:
            sources.append(recorded.version)
            versions.append(recorded.version)
        elif isinstance(event, ModelAsked) and any(event.since <= source < recorded.version for source in sources):
            calls.add(event.call)
            turns.add(event.turn)
        elif (isinstance(event, DraftHeard | ModelAnswered) and event.call in calls) or (
            isinstance(event, FloorGiven | SilenceKept | LineCut) and event.turn in turns
        ):
            versions.append(recorded.version)
    return tuple(versions)
