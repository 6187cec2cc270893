"""Verifying a log: every recorded input is decided again, and the first difference is a drift."""

from collections.abc import AsyncIterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from events.base import ERASED, LineId, MemoryId, MessageId, Version
from events.catalogue import Decided, Event, is_heard, kind_of, personal_fields
from events.controls import LineEdited, LineRevised, VariantChosen
from events.decided import LineStaged, LineWithdrawn, ModelAsked
from events.heard import HumanErased, HumanSpoke, LineErased, LinePosted, LineRetracted
from events.memories import MemoryForgotten, MemoryKept, NotePinned, NoteUnpinned
from events.projector import evolve
from events.recorded import Recorded
from events.room import RoomState
from panel.decide import decide


class Drift(Struct, frozen=True, kw_only=True):
    """Where the log and today's decisions part."""

    version: Version
    """Of the input."""
    kind: str
    recorded: tuple[Event, ...]
    decided: tuple[Event, ...]

    def __str__(self) -> str:
        """One sentence: kinds only, no words of the talk."""
        then = ", ".join(kind_of(event) for event in self.recorded) or "nothing"
        now = ", ".join(kind_of(event) for event in self.decided) or "nothing"
        place = next(
            (i for i, pair in enumerate(zip(self.recorded, self.decided, strict=False)) if pair[0] != pair[1]), None
        )
        where = f"; the first difference is in {kind_of(self.recorded[place])}" if place is not None else ""
        return f"At version {self.version} ({self.kind}) the log has {then}; decided today: {now}{where}."


class Verdict(Struct, frozen=True, kw_only=True):
    """What a verification found."""

    stream: str
    events: int = 0
    inputs: int = 0
    erased: int = 0
    """Inputs whose words are gone: their decisions stand as recorded and cannot be judged."""
    prompts_erased: int = 0
    """Prompts that held words which are gone: not compared."""
    prompts_reworded: int = 0
    """Prompts that today's templates word otherwise: the same call for the same reason, so no drift."""
    drift: Drift | None = None


async def verify(events: AsyncIterable[Recorded], stream: str) -> Verdict:
    """Decide every input of a stream again, on the state that the log had at that moment."""
    state = RoomState(stream=stream)
    verdict = Verdict(stream=stream)
    gaps = Gaps()
    group: list[Recorded] = []
    async for recorded in events:
        if is_heard(recorded.event) and group:
            state, verdict = _judge(state, group, verdict, gaps)
            if verdict.drift is not None:
                return verdict
            group = []
        group.append(recorded)
    return _judge(state, group, verdict, gaps)[1] if group else verdict


class Gaps:
    """Words that the room still knew at a moment, and the log does not any more: what it decided then stands."""

    def __init__(self) -> None:
        self._missing: set[MessageId | LineId | MemoryId] = set()
        self._lines: dict[MessageId, LineId] = {}
        """The line that a message carries."""
        self._stems: dict[Version, list[MemoryId]] = {}
        """The memories that stem from what was said at a version."""
        self._said: dict[MessageId, Version] = {}

    def __bool__(self) -> bool:
        return bool(self._missing)

    def opens(self, recorded: Recorded) -> None:
        """From here on the room knew these words, until it lost them too."""
        event = recorded.event
        if isinstance(event, HumanSpoke):
            self._said[event.message] = recorded.version
        if isinstance(event, MemoryKept) and event.text == ERASED:
            self._missing.add(event.memory)
            if event.source is not None:
                self._stems.setdefault(event.source, []).append(event.memory)
        elif isinstance(event, NotePinned) and event.text == ERASED:
            self._missing.add(_note(recorded.version))
        elif isinstance(event, HumanSpoke) and event.text == ERASED:
            self._missing.add(event.message)
        elif isinstance(event, LineStaged | LineEdited | LineRevised | VariantChosen) and event.text == ERASED:
            self._missing.add(event.line)
        elif isinstance(event, LinePosted):
            self._lines |= dict.fromkeys(event.messages, event.line)

    def closes(self, event: Event) -> None:
        """From here on the room knows no more than the log."""
        if isinstance(event, HumanErased):
            self._missing.difference_update(event.messages)
            for message in event.messages:
                self._missing.difference_update(self._stems.pop(self._said.get(message, Version(0)), ()))
        elif isinstance(event, MemoryForgotten):
            self._missing.difference_update(event.memories)
        elif isinstance(event, NoteUnpinned):
            self._missing.discard(_note(event.note))
        elif isinstance(event, LineWithdrawn | LineRetracted):
            self._missing.discard(event.line)
        elif isinstance(event, LineErased) and event.message in self._lines:
            self._missing.discard(self._lines[event.message])


def _note(version: Version) -> MemoryId:
    return MemoryId(f"note:{version}")


def _judge(state: RoomState, group: Sequence[Recorded], verdict: Verdict, gaps: Gaps) -> tuple[RoomState, Verdict]:
    clouded = bool(gaps)
    for one in group:
        gaps.opens(one)
        gaps.closes(one.event)
    heard, outputs = group[0], tuple(one.event for one in group[1:])
    verdict = replace(verdict, events=verdict.events + len(group), inputs=verdict.inputs + 1)
    after = state
    for recorded in group:
        after = evolve(after, recorded)
    if not is_heard(heard.event):
        return after, replace(verdict, drift=_drift(heard, outputs, ()))
    if any(_is_erased(one.event) for one in group):
        return after, replace(verdict, erased=verdict.erased + 1)
    decided = tuple(decide(state, heard.event, heard.at))
    erased = bool(state.erased or after.erased)
    same = _without_prompts(outputs, erased=erased) == _without_prompts(decided, erased=erased)
    if erased:
        skipped = sum(isinstance(event, ModelAsked) for event in outputs)
        verdict = replace(verdict, prompts_erased=verdict.prompts_erased + skipped)
    elif same and outputs != decided:
        reworded = sum(then != now for then, now in zip(outputs, decided, strict=True))
        verdict = replace(verdict, prompts_reworded=verdict.prompts_reworded + reworded)
    if not same and clouded:
        return after, replace(verdict, erased=verdict.erased + 1)
    return after, verdict if same else replace(verdict, drift=_drift(heard, outputs, decided))


def _drift(heard: Recorded, recorded: tuple[Event, ...], decided: tuple[Decided, ...]) -> Drift:
    return Drift(version=heard.version, kind=heard.kind, recorded=recorded, decided=decided)


def _is_erased(event: Event) -> bool:
    return any(getattr(event, name) == ERASED for name in personal_fields(type(event)))


def _without_prompts(events: Sequence[Event], *, erased: bool) -> list[Event]:
    """A prompt's wording is not a decision. Where words are gone, the line that it began with may be gone too."""

    def bare(event: ModelAsked) -> ModelAsked:
        return replace(event, prompt="", since=Version(0) if erased else event.since)

    return [bare(event) if isinstance(event, ModelAsked) else event for event in events]
