"""given(...).when(...).then(...): a room's decisions as sentences, with no loop, no clock and no I/O."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from events import heard
from events.asked import Request
from events.base import Fact, GuildId, LineId, MessageId, PersonaId, PersonId, PlaceId, Version
from events.catalogue import Decided, Heard
from events.persona import Persona
from events.policy import Limits, Policy, Silence
from events.projector import evolve
from events.recorded import Recorded
from events.room import Call, RoomState
from panel.decide import decide
from panel.owed import Ring, owed
from panel.requests import compose

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
WREN = Persona(id=PersonaId("wren"), name="Wren Okafor", card="Wren keeps a workshop.", aliases=("Wrenny",))
ALMA = Persona(id=PersonaId("alma"), name="Alma Reyes", card="Alma cooks.", aliases=("Al",))
BO = Persona(id=PersonaId("bo"), name="Bo", card="Bo grows roses.")
CAST = (WREN, ALMA, BO)
SAM, RIO, KIT = PersonId(1), PersonId(2), PersonId(3)
NAMES = {SAM: "Sam", RIO: "Rio", KIT: "Kit"}
HOLD = '{"hold": true, "reason": "they talk among themselves", "speakers": []}'
ATTENTIVE = Policy(silence=Silence(on=True))
"""The line after a silence is switched on."""

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

    def and_nothing_else(self) -> "Evening":
        assert self.last == [], f"decided: {self.last}"
        return self

    # --- what to look at ---

    def all(self, kind: type[Fact]) -> list[Any]:
        return [one.event for one in self.log if isinstance(one.event, kind)]

    def said(self) -> list[tuple[str, str]]:
        """(persona, text) of what stands in the channel."""
        return [(one.persona, one.text) for one in self.state.talk if one.persona]

    def staged(self) -> list[tuple[str, str]]:
        """(persona, text) of what is staged and unposted."""
        return [(line.persona, line.text) for line in self.state.unposted]

    def debts(self, kind: type) -> list[Any]:
        return [debt for debt in owed(self.state) if isinstance(debt, kind)]

    def request(self, place: int = -1) -> Request:
        """The prompt of an open call."""
        return compose(self.state, self.call(place))

    def call(self, place: int = -1) -> Call:
        return self.state.calls[place]


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


# --- where an evening begins ---


def given(*steps: Step, seats: Sequence[Persona] = CAST, policy: Policy | None = None) -> Evening:
    """An open panel, and what happened on it so far."""
    opened = heard.PanelOpened(guild=GuildId(5), place=PlaceId(10), salt="salt", policy=policy or Policy())
    return Evening().hear(opened, *(heard.PersonaSeated(persona=persona) for persona in seats), *steps)


def with_policy(**changes: Any) -> Policy:
    return replace(Policy(), **changes)


def limits(**changes: Any) -> Policy:
    return Policy(limits=Limits(**changes))


def panel_of(size: int) -> tuple[Persona, ...]:
    return tuple(Persona(id=PersonaId(f"p{n}"), name=f"Persona{n}", card="-") for n in range(size))


# --- people ---


def after(seconds: float) -> timedelta:
    return timedelta(seconds=seconds)


def says(text: str, *, by: PersonId = SAM, message: int | None = None, late: bool = False, **more: Any) -> Step:
    def spoken(evening: Evening) -> Heard:
        return heard.HumanSpoke(
            message=MessageId(message or 1000 + evening.state.version),
            person=by,
            name=more.get("name", NAMES[by]),
            text=text,
            sent_at=more.get("sent_at", evening.at),
            late=late,
            **{key: value for key, value in more.items() if key not in ("sent_at", "name")},
        )

    return spoken


def types(by: PersonId = RIO) -> Heard:
    return heard.HumanTyping(person=by)


def deletes(*messages: int) -> Heard:
    return heard.HumanErased(messages=tuple(map(MessageId, messages)))


def edits(message: int, text: str) -> Heard:
    return heard.HumanEdited(message=MessageId(message), text=text)


def mutes(persona: str, *, muted: bool = True) -> Heard:
    return heard.MuteSet(persona=PersonaId(persona), muted=muted)


def unseats(persona: str) -> Heard:
    return heard.PersonaUnseated(persona=PersonaId(persona))


def orders(persona: str, about: str = "") -> Heard:
    return heard.SpeakOrdered(persona=PersonaId(persona), about=about)


# --- alarms ---


def the_gathering_ends(evening: Evening) -> Heard:
    return _rings(evening, "gather")


def the_silence_lasts(evening: Evening) -> Heard:
    return _rings(evening, "silence")


def _rings(evening: Evening, alarm: str) -> Heard:
    ring = next(debt for debt in evening.debts(Ring) if debt.alarm == alarm)
    evening.at = max(evening.at, ring.due)
    return heard.AlarmRang(alarm=ring.alarm, since=ring.since)


# --- models ---


def answer(text: str, *, role: str | None = None, finish: str = "stop") -> Step:
    def answered(evening: Evening) -> Heard:
        call = next(call for call in evening.state.calls if role in (None, call.role))
        return heard.ModelAnswered(call=call.id, text=text, model="scripted", finish=finish)

    return answered


def fails(reason: str = "timeout") -> Step:
    return lambda evening: heard.ModelFailed(call=evening.state.calls[0].id, reason=reason)


def streams(text: str, lines: int = 1) -> Step:
    """The beginning of an answer, with so many complete lines."""
    return lambda evening: heard.DraftHeard(call=evening.call().id, position=lines - 1, so_far=text)


def lines(*said: tuple[str, str]) -> str:
    """A writer's answer."""
    return msgspec.json.encode({"lines": [{"speaker": who, "text": text} for who, text in said]}).decode()


def script(**said: str) -> Step:
    """The writer answers with these lines, in this order."""
    return answer(lines(*said.items()), role="writer")


def staging(*personas: str) -> str:
    """A producer's answer."""
    speakers = [{"persona": one, "length": "short", "manner": "", "reason": "fits"} for one in personas]
    return msgspec.json.encode({"hold": False, "reason": "", "speakers": speakers}).decode()


def stages(*personas: str) -> Step:
    return answer(staging(*personas), role="producer")


def wants(motivation: float | str) -> Step:
    """The first persona that was asked gives this motivation."""
    return answer(f'{{"for": "-", "against": "-", "motivation": {motivation}}}', role="motivation")


# --- the channel ---


def line(evening: Evening) -> LineId:
    return evening.state.unposted[0].line


def claimed(evening: Evening) -> Heard:
    first = evening.state.unposted[0]
    return heard.PostStarted(line=first.line, attempt=first.attempt + 1, after=evening.state.last_message)


def posted(evening: Evening) -> Heard:
    return heard.LinePosted(line=line(evening), messages=(MessageId(5000 + evening.state.version),))


def missed(evening: Evening) -> Heard:
    return heard.PostMissed(line=line(evening))


def refused(reason: str) -> Step:
    return lambda evening: heard.LineFailed(line=line(evening), reason=reason)


def shown(evening: Evening) -> Heard:
    return heard.SignShown(sign=evening.state.signs[0].version)
