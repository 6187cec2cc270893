"""given(...).when(...).then(...): a room's decisions as sentences, with no loop, no clock and no I/O."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec.structs import replace

from events import heard
from events.base import Fact, GuildId, MessageId, PersonaId, PersonId, PlaceId, Version
from events.catalogue import Decided, Heard
from events.persona import Persona
from events.policy import Policy
from events.projector import evolve
from events.recorded import Recorded
from events.room import RoomState
from panel.decide import decide

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
WREN = Persona(id=PersonaId("wren"), name="Wren Okafor", card="Wren keeps a workshop.", aliases=("Wrenny",))
ALMA = Persona(id=PersonaId("alma"), name="Alma Reyes", card="Alma cooks.", aliases=("Al",))
BO = Persona(id=PersonaId("bo"), name="Bo", card="Bo grows roses.")
SAM, RIO = PersonId(1), PersonId(2)
NAMES = {SAM: "Sam", RIO: "Rio"}

Step = Heard | timedelta | Callable[["Evening"], Heard]


@dataclass
class Evening:
    """A room's log, built input by input; time moves only when it is told to."""

    at: datetime = NOON
    state: RoomState = field(default_factory=lambda: RoomState(stream="room-10"))
    log: list[Recorded] = field(default_factory=list)
    last: list[Decided] = field(default_factory=list)

    def hear(self, *steps: Step) -> "Evening":
        for step in steps:
            if isinstance(step, timedelta):
                self.at += step
                continue
            event = step(self) if callable(step) else step
            self.last = decide(self.state, event, self.at)
            cause = Version(self.state.version + 1)
            self._fold(event, None)
            for fact in self.last:
                self._fold(fact, cause)
        return self

    def _fold(self, event: Any, cause: Version | None) -> None:
        version = Version(self.state.version + 1)
        recorded = Recorded(
            guild=GuildId(5), stream=self.state.stream, version=version, at=self.at, cause=cause, event=event
        )
        self.log.append(recorded)
        self.state = evolve(self.state, recorded)

    # --- sentences ---

    def when(self, *steps: Step) -> "Evening":
        return self.hear(*steps)

    def then(self, *expected: object) -> "Evening":
        """Each expected fact (a type, or a fact whose given fields count) was decided last, in this order."""
        left = list(self.last)
        for wanted in expected:
            place = next((i for i, fact in enumerate(left) if _is(fact, wanted)), None)
            assert place is not None, f"{wanted!r} is not in order among:\n" + "\n".join(map(repr, self.last))
            left = left[place + 1 :]
        return self

    def but_never(self, *unwanted: type[Fact]) -> "Evening":
        found = [fact for fact in self.last if isinstance(fact, unwanted)]
        assert not found, f"decided: {found}"
        return self

    def all(self, kind: type[Fact]) -> list[Any]:
        return [one.event for one in self.log if isinstance(one.event, kind)]


@dataclass(frozen=True)
class like:  # noqa: N801 - reads as a word of a sentence
    """A fact of this kind with these fields; the others do not count."""

    kind: type[Fact]
    fields: dict[str, Any]


def a(kind: type[Fact], **fields: Any) -> like:
    return like(kind, fields)


def _is(fact: Fact, wanted: object) -> bool:
    if isinstance(wanted, like):
        return type(fact) is wanted.kind and all(getattr(fact, name) == value for name, value in wanted.fields.items())
    return type(fact) is wanted if isinstance(wanted, type) else fact == wanted


def given(*steps: Step, seats: Sequence[Persona] = (WREN, ALMA, BO), policy: Policy | None = None) -> Evening:
    """An open panel, and what happened on it so far."""
    opened = heard.PanelOpened(guild=GuildId(5), place=PlaceId(10), salt="salt", policy=policy or Policy())
    return Evening().hear(opened, *(heard.PersonaSeated(persona=persona) for persona in seats), *steps)


def after(seconds: float) -> timedelta:
    return timedelta(seconds=seconds)


def says(text: str, *, by: PersonId = SAM, message: int | None = None, late: bool = False, **more: Any) -> Step:
    def spoken(evening: Evening) -> Heard:
        return heard.HumanSpoke(
            message=MessageId(message or 1000 + evening.state.version),
            person=by,
            name=NAMES[by],
            text=text,
            sent_at=more.pop("sent_at", evening.at),
            late=late,
            **more,
        )

    return spoken


def types(by: PersonId = RIO) -> Heard:
    return heard.HumanTyping(person=by)


def the_gathering_ends(evening: Evening) -> Heard:
    turn = evening.state.turn
    assert turn is not None
    evening.at = max(evening.at, turn.until)
    return heard.AlarmRang(alarm="gather", since=turn.gathers)


def answer(text: str, *, role: str | None = None, finish: str = "stop") -> Step:
    def answered(evening: Evening) -> Heard:
        call = next(call for call in evening.state.calls if role in (None, call.role))
        return heard.ModelAnswered(call=call.id, text=text, model="scripted", finish=finish)

    return answered


def fails(reason: str = "timeout") -> Step:
    def failed(evening: Evening) -> Heard:
        return heard.ModelFailed(call=evening.state.calls[0].id, reason=reason)

    return failed


def script(**lines: str) -> Step:
    """The writer answers with these lines, in this order."""
    import msgspec

    said = [{"speaker": persona, "text": text} for persona, text in lines.items()]
    return answer(msgspec.json.encode({"lines": said}).decode(), role="writer")


def stages(*personas: str, **more: Any) -> Step:
    """The producer stages these personas."""
    import msgspec

    speakers = [{"persona": one, "length": "short", "manner": "", "reason": "fits"} for one in personas]
    return answer(msgspec.json.encode({"hold": False, "reason": "", "speakers": speakers}).decode(), role="producer")


HOLD = '{"hold": true, "reason": "they talk among themselves", "speakers": []}'


def claimed(evening: Evening) -> Heard:
    line = evening.state.unposted[0]
    return heard.PostStarted(line=line.line, attempt=line.attempt + 1, after=evening.state.last_message)


def posted(evening: Evening) -> Heard:
    line = evening.state.unposted[0]
    return heard.LinePosted(line=line.line, messages=(MessageId(5000 + evening.state.version),))


def with_policy(**changes: Any) -> Policy:
    return replace(Policy(), **changes)
