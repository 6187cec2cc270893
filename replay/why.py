"""Why a line was said, or why nobody spoke: the walk back from it, from the log alone."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from events import decided, heard
from events.base import LineId, MessageId, PersonaId, PersonId, TurnId, Version
from events.decided import Considered
from events.errors import NoSuchLine
from events.projector import Projector
from events.recorded import Recorded
from events.room import RoomState
from replay.changes import changes_of
from replay.trips import screened
from store.store import EventStore

LONGEST_SHOWN = 100
"""Characters of what was asked for, where nothing was found."""


class CallMade(Struct, frozen=True, kw_only=True):
    """One model call of the turn."""

    role: str
    about: tuple[PersonaId, ...]
    attempt: int
    prompt: str
    model: str = ""
    tokens: int = 0
    cached: int = 0
    seconds: float = 0.0
    failed: str = ""
    complaint: str = ""
    arranged: str = ""
    """How the writers were arranged, and why: `split: warren knows what the others do not`."""


class Explanation(Struct, frozen=True, kw_only=True):
    """Everything that led to a line, or to silence."""

    stream: str
    version: Version
    """Of the line that was staged, or of the message that was asked about."""
    at: datetime
    turn: TurnId | None
    occasion: str
    trigger: tuple[MessageId, ...]
    """The messages that the turn answers."""
    line: LineId | None = None
    persona: PersonaId | None = None
    text: str = ""
    rule: str = ""
    reason: str = ""
    """In the producer's own words, where there are any."""
    manner: str = ""
    forced: tuple[PersonaId, ...] = ()
    mentioned: tuple[PersonaId, ...] = ()
    address: tuple[str, ...] = ()
    considered: tuple[Considered, ...] = ()
    ai_run: int = 0
    """Persona lines since a person spoke, before this one."""
    cap: int = 0
    calls: tuple[CallMade, ...] = ()
    held_back: tuple[str, ...] = ()
    mended: tuple[str, ...] = ()
    screened: tuple[str, ...] = ()
    """What the screen suspected in this turn, and what came of it, a sentence a step."""
    by: PersonId | None = None
    """Whose words the line is, where a person spoke through the persona."""
    changes: tuple[str, ...] = ()
    """What was done to the line since, oldest first: by whom, and as which text."""
    silence: str = ""
    ended: str = ""
    posted: tuple[MessageId, ...] = ()
    names: dict[PersonaId, str] = {}


async def why(store: EventStore, what: str) -> Explanation:
    """Explain a line (`10.42`) or a Discord message (its id, or a link to it). Raises NoSuchLine."""
    stream, version = await _place_of(store, what.strip(" <>").rstrip("/").rpartition("/")[2])
    head = await store.head(stream)
    events = [recorded async for recorded in store.read(stream, upto=head.version if head else None)]
    return explain(stream, events, version)


async def _place_of(store: EventStore, what: str) -> tuple[str, Version]:
    if "." in what:
        place, _, version = what.partition(".")
        number, at = _number(place.removeprefix("room-")), _number(version)
        if number is not None and at is not None and await store.head(f"room-{number}") is not None:
            return f"room-{number}", Version(at)
    elif (message := _number(what)) is not None:
        found = await store.by_message(MessageId(message))
        if found is not None:
            about_line = isinstance(found.event, heard.LinePosted) and found.cause is not None
            return found.stream, found.cause if about_line and found.cause else found.version
    raise NoSuchLine(line=what[:LONGEST_SHOWN])


def _number(text: str) -> int | None:
    """A number that may be an id: Discord's are below 2^63, and so is what a store can be asked for."""
    return int(text) if text.isdecimal() and len(text) < 20 and int(text) < 2**63 else None


def explain(stream: str, events: Sequence[Recorded], version: Version) -> Explanation:
    """The explanation of the event at a version: a staged line, or a message of a person. Raises NoSuchLine."""
    projector = Projector(stream)
    before = projector.state
    found: Recorded | None = None
    for recorded in events:
        if recorded.version == version:
            found, before = recorded, projector.state
            projector.fold((recorded,))
            break
        projector.fold((recorded,))
    if found is None or not isinstance(found.event, decided.LineStaged | heard.HumanSpoke):
        raise NoSuchLine(line=f"{stream}@{version}")
    turn = found.event.turn if isinstance(found.event, decided.LineStaged) else _turn_of(events, found.event.message)
    part = _of_turn(events, turn)
    if turn is None:
        part = [one for one in events if version in (one.version, one.cause)]
    changes = changes_of(events, found.event.line) if isinstance(found.event, decided.LineStaged) else ()
    return _told(stream, found, before, turn, part, changes)


def _turn_of(events: Sequence[Recorded], message: MessageId) -> TurnId | None:
    for one in reversed(events):
        if isinstance(one.event, decided.AddressHeard) and one.event.message == message:
            return one.event.turn
    return None


def _of_turn(events: Sequence[Recorded], turn: TurnId | None) -> list[Recorded]:
    """The turn's events: from its opening to its end."""
    part: list[Recorded] = []
    for one in events:
        if isinstance(one.event, decided.TurnOpened) and one.event.turn == turn:
            part = [one]
        elif part:
            part.append(one)
            if isinstance(one.event, decided.TurnEnded) and one.event.turn == turn:
                break
    return part


def _told(  # noqa: PLR0917 - the six things that are known of what was found
    stream: str,
    found: Recorded,
    before: RoomState,
    turn: TurnId | None,
    part: Sequence[Recorded],
    changes: tuple[str, ...],
) -> Explanation:
    told = _Told()
    for one in part:
        told.hear(one)
    line = found.event if isinstance(found.event, decided.LineStaged) else None
    cues = [cue for cue in before.turn.cues if line and cue.persona == line.persona] if before.turn else []
    cue = cues[-1] if cues else None
    return Explanation(
        stream=stream,
        version=found.version,
        at=found.at,
        turn=turn,
        occasion=told.occasion,
        trigger=tuple(told.messages),
        line=line.line if line else None,
        persona=line.persona if line else None,
        text=line.text if line else "",
        rule=cue.rule if cue else told.rule,
        reason=cue.reason if cue else told.words,
        manner=cue.manner if cue else "",
        forced=tuple(dict.fromkeys(told.forced)),
        mentioned=tuple(dict.fromkeys(told.mentioned)),
        address=tuple(told.address),
        considered=tuple(told.considered),
        ai_run=before.ai_run,
        cap=before.cap,
        calls=tuple(told.calls.values()),
        held_back=tuple(told.held_back),
        mended=line.mended if line else (),
        screened=screened(part),
        by=line.by if line else None,
        changes=changes,
        silence=told.silence,
        ended=told.ended,
        posted=told.posted.get(line.line, ()) if line else (),
        names={seat.persona.id: seat.persona.name for seat in before.seats},
    )


class _Told:
    """Collects what a turn's events say."""

    def __init__(self) -> None:
        self.occasion = self.rule = self.silence = self.ended = self.words = ""
        self.messages: list[MessageId] = []
        self.forced: list[PersonaId] = []
        self.mentioned: list[PersonaId] = []
        self.address: list[str] = []
        self.considered: list[Considered] = []
        self.calls: dict[str, CallMade] = {}
        self.held_back: list[str] = []
        self.posted: dict[LineId, tuple[MessageId, ...]] = {}

    def hear(self, recorded: Recorded) -> None:
        """One more event."""
        match recorded.event:
            case decided.ModelAsked() | heard.ModelAnswered() | heard.ModelFailed() as about_a_call:
                self._hear_of_call(about_a_call)
            case decided.LineCut() | decided.LineWithdrawn() as unsaid:
                self._hear_of_unsaid(unsaid)
            case decided.TurnOpened(occasion=occasion):
                self.occasion = occasion
            case decided.AddressHeard() as to:
                self.messages.append(to.message)
                self.forced += to.forced
                self.mentioned += to.mentioned
                self.address += to.why
            case decided.FloorGiven() as floor:
                self.rule = floor.rule
                self.considered += floor.considered
            case decided.SilenceKept() as silence:
                self.silence, self.words = silence.reason, silence.words
                self.considered += silence.considered
            case heard.LinePosted(line=line, messages=messages):
                self.posted[line] = messages
            case decided.TurnEnded(reason=reason):
                self.ended = reason
            case _:
                pass  # nothing that explains a line

    def _hear_of_unsaid(self, event: decided.LineCut | decided.LineWithdrawn) -> None:
        what = event.line if isinstance(event, decided.LineWithdrawn) else event.persona
        self.held_back.append(f"{what}: {event.reason}" if what else event.reason)

    def _hear_of_call(self, event: decided.ModelAsked | heard.ModelAnswered | heard.ModelFailed) -> None:
        match event:
            case decided.ModelAsked() as asked:
                self.calls[asked.call] = CallMade(
                    role=asked.role,
                    about=asked.about,
                    attempt=asked.attempt,
                    prompt=asked.prompt,
                    complaint=asked.complaint,
                    arranged=asked.arranged,
                )
            case heard.ModelFailed(call=call, reason=reason) if call in self.calls:
                self.calls[call] = replace(self.calls[call], failed=reason)
            case heard.ModelAnswered(call=call) as answer if call in self.calls:
                self.calls[call] = replace(
                    self.calls[call],
                    model=answer.model,
                    tokens=answer.prompt_tokens + answer.completion_tokens,
                    cached=answer.cached_tokens,
                    seconds=answer.seconds,
                )
            case _:
                pass  # the answer to a call of an earlier turn
