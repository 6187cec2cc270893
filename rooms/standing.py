"""Our lines as they stand in the channel now: the recent ones from the room, those of any age from its log.

Read only. What may be done to a line, and by whom, is decided by whoever asks.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from events.base import ERASED, LineId, MessageId, PersonaId, PersonId, Version
from events.catalogue import Event
from events.controls import LineEdited, LineHidden, LineRevised, RevisionShown, VariantChosen
from events.decided import LineStaged, LineUnwanted
from events.heard import HumanSpoke, LineErased, LinePosted, LineRetracted
from events.projector import Projector
from events.room import RoomState, Utterance
from store.store import EventStore


class Standing(Struct, frozen=True, kw_only=True):
    """A line of a persona, as it is now."""

    line: LineId
    persona: PersonaId
    messages: tuple[MessageId, ...]
    text: str
    variants: tuple[str, ...] = ()
    """Every text it has had, in order; none where it has had one."""
    answered: tuple[PersonId, ...] = ()
    """The people whose messages it answered."""
    by: PersonId | None = None
    """The person whose words it was, where somebody spoke through the persona."""
    hidden: bool = False
    recent: bool = False
    """It is part of the talk that models are shown."""

    @property
    def variant(self) -> int:
        """0-based, of the text that stands."""
        return self.variants.index(self.text) if self.text in self.variants else 0


async def standing(store: EventStore, room: RoomState, message: MessageId) -> Standing | None:
    """The line that a message carries, any of its messages; None where it is no line of ours, or is gone."""
    said = room.said_in(message)
    if said is None:
        origin = await store.by_message(message)
        persons = origin is not None and isinstance(origin.event, HumanSpoke)
        return None if persons else await _older(store, room.stream, message)
    if said.line is None or said.line in room.unwanted:
        return None
    people = {one.message: one.person for one in room.talk if one.message is not None and one.person is not None}
    for answered in said.answering:
        if answered not in people:
            spoke = await store.by_message(answered)
            if spoke is not None and isinstance(spoke.event, HumanSpoke):
                people[answered] = spoke.event.person
    return replace(_of(said, people), by=await _speaker(store, room.stream, said), recent=True)


def _of(said: Utterance, people: Mapping[MessageId, PersonId]) -> Standing:
    assert said.line is not None
    assert said.persona is not None
    assert said.message is not None
    return Standing(
        line=said.line,
        persona=said.persona,
        messages=(said.message, *said.more),
        text=said.text,
        variants=said.variants,
        answered=tuple(dict.fromkeys(people[one] for one in said.answering if one in people)),
        hidden=said.hidden,
    )


async def _speaker(store: EventStore, stream: str, said: Utterance) -> PersonId | None:
    async for recorded in store.read(stream, after=Version(said.version - 1), upto=said.version):
        if isinstance(recorded.event, LineStaged):
            return recorded.event.by
    return None


async def _older(store: EventStore, stream: str, message: MessageId) -> Standing | None:
    """From the whole log: folded up to the line's posting, and then what was done to it since."""
    projector = Projector(stream)
    people: dict[MessageId, PersonId] = {}
    through: dict[LineId, PersonId | None] = {}
    line = _Line()
    first: MessageId | None = None
    async for recorded in store.read(stream):
        event = recorded.event
        projector.fold((recorded,))
        line.hear(event)
        match event:
            case HumanSpoke():
                people[event.message] = event.person
            case LineStaged(by=by, line=staged) if by is not None:
                through[staged] = by
            case LinePosted(messages=messages) if message in messages:
                said = projector.state.said_in(message)
                line.now = _of(said, people) if said is not None else None
            case RevisionShown(messages=messages) if message in messages:
                first = messages[0]
            case _:
                pass
    if line.now is None and first is not None and first != message:
        return await _older(store, stream, first)  # a message that the line got by a change
    return replace(line.now, by=through.get(line.now.line)) if line.now is not None else None


class _Line:
    """One line, and what is done to it."""

    def __init__(self) -> None:
        self.now: Standing | None = None
        self._shown = ""
        """What the channel shows while a change is owed."""

    def hear(self, event: Event) -> None:
        """One more event."""
        now = self.now
        if now is None:
            return
        match event:
            case LineEdited(line=line, text=text) | LineRevised(line=line, text=text) if line == now.line:
                self._reword(now, text, (*(now.variants or (now.text,)), text))
            case VariantChosen(line=line, text=text) if line == now.line:
                self._reword(now, text, now.variants or (now.text,))
            case RevisionShown(line=line) if line == now.line:
                self._settle(now, event)
            case LineHidden(message=message, hidden=hidden) if message in now.messages:
                self.now = replace(now, hidden=hidden)
            case LineUnwanted(line=line) | LineRetracted(line=line) if line == now.line:
                self.now = None
            case LineErased(message=message) if message in now.messages:
                self._lose(now, message)
            case _:
                pass

    def _reword(self, now: Standing, text: str, variants: Sequence[str]) -> None:
        if text != ERASED:
            self._shown = self._shown or now.text
            self.now = replace(now, text=text, variants=tuple(dict.fromkeys(variants)))

    def _settle(self, now: Standing, event: RevisionShown) -> None:
        text, self._shown = now.text if event.shown else self._shown or now.text, ""
        self.now = replace(now, text=text, messages=event.messages or now.messages)

    def _lose(self, now: Standing, message: MessageId) -> None:
        """One of its further messages goes with a change that needs fewer; otherwise the whole line is gone."""
        ours = bool(self._shown) and message != now.messages[0]
        self.now = replace(now, messages=tuple(one for one in now.messages if one != message)) if ours else None
