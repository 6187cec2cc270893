"""The table's evening played through the pure panel: no loop, no clock, no store; and what it came to."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec import Struct

from bench.table_talk import REMARKS, TABLE, TableMinds
from events import heard
from events.base import GuildId, MessageId, PersonaId, PersonId, PlaceId, Version
from events.catalogue import Heard
from events.decided import Considered, FloorGiven, LineStaged, ModelAsked, PairType, SilenceKept
from events.persona import Persona
from events.policy import Obligations, Policy, StrategyName
from events.projector import evolve
from events.recorded import Recorded
from events.room import RoomState
from panel.decide import decide
from panel.owed import Ask, Debt, Find, Post, Retract, Ring, Show, owed
from panel.requests import compose

GUILD, PLACE, STREAM = GuildId(5), PlaceId(10), "room-10"
BEGIN = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)
APART = timedelta(minutes=4)
"""Between two remarks: every turn comes to its end in between."""
PEOPLE = {"Sam": PersonId(1), "Rio": PersonId(2)}


def play(strategy: StrategyName, obligations: Obligations | None = None) -> list[Recorded]:
    """The log of the whole evening under a strategy; the same every time."""
    return play_under(Policy(strategy=strategy, obligations=obligations or Obligations()))


def play_under(policy: Policy, seats: Sequence[Persona] = TABLE) -> list[Recorded]:
    """The same evening under any policy, and with other cards for the same personas."""
    table = _Table(TableMinds())
    table.hear(heard.PanelOpened(guild=GUILD, place=PLACE, salt="table", policy=policy))
    for persona in seats:
        table.hear(heard.PersonaSeated(persona=persona))
    for number, remark in enumerate(REMARKS, start=1):
        table.at = BEGIN + number * APART
        table.hear(
            heard.HumanSpoke(
                message=MessageId(number * 1000),
                person=PEOPLE[remark.by],
                name=remark.by,
                text=remark.text,
                sent_at=table.at,
            )
        )
        table.pay(until=table.at + APART)
    return table.log


class _Table:
    def __init__(self, minds: TableMinds) -> None:
        self.at = BEGIN
        self.log: list[Recorded] = []
        self._minds = minds
        self._state = RoomState(stream=STREAM)

    def hear(self, event: Heard) -> None:
        decided = decide(self._state, event, self.at)
        cause = Version(self._state.version + 1)
        self._record(event, None)
        for fact in decided:
            self._record(fact, cause)

    def _record(self, event: Any, cause: Version | None) -> None:
        version = Version(self._state.version + 1)
        recorded = Recorded(guild=GUILD, stream=STREAM, version=version, at=self.at, cause=cause, event=event)
        self.log.append(recorded)
        self._state = evolve(self._state, recorded)

    def pay(self, *, until: datetime) -> None:
        """The world does what is owed, in the order that it is due."""
        while debts := [debt for debt in owed(self._state) if debt.due < until]:
            debt = min(debts, key=lambda one: one.due)
            self.at = max(self.at, debt.due)
            self.hear(self._payment(debt))

    def _payment(self, debt: Debt) -> Heard:
        match debt:
            case Ask(call=call):
                text = self._minds.answer(compose(self._state, call))
                self.at += timedelta(seconds=1)
                return heard.ModelAnswered(call=call.id, text=text, model="scripted", seconds=1.0)
            case Post(line=one):
                return heard.PostStarted(line=one.line, attempt=one.attempt + 1, after=self._state.last_message)
            case Find(line=one):
                return heard.LinePosted(line=one.line, messages=(MessageId(1000 + self._state.version),))
            case Retract(line=line):
                return heard.LineRetracted(line=line)
            case Show(sign=sign):
                return heard.SignShown(sign=sign.version)
            case Ring(alarm=alarm, since=since):
                return heard.AlarmRang(alarm=alarm, since=since)


# --- what it came to ---


class Decision(Struct, frozen=True, kw_only=True):
    """The floor was given, or silence was kept."""

    rule: str
    """The rule, or the reason for the silence."""
    speakers: tuple[PersonaId, ...] = ()
    considered: tuple[Considered, ...] = ()


class Outcome(Struct, kw_only=True):
    """What followed from one remark."""

    decisions: list[Decision] = []
    spoke: list[PersonaId] = []
    asked: list[str] = []
    """The role of every model call, in order."""
    told: list[tuple[PersonaId, PairType]] = []
    """Whose brief said that a response is due, and to what."""


def outcomes(log: list[Recorded]) -> list[Outcome]:
    """What followed from each remark, in order."""
    return [_outcome(part) for part in _parts(log)]


def _parts(log: list[Recorded]) -> Iterator[list[Recorded]]:
    starts = [place for place, one in enumerate(log) if isinstance(one.event, heard.HumanSpoke)]
    for start, end in zip(starts, [*starts[1:], len(log)], strict=True):
        yield log[start:end]


def _outcome(part: list[Recorded]) -> Outcome:
    found = Outcome()
    for one in part:
        match one.event:
            case FloorGiven(rule=rule, cues=cues, considered=considered):
                speakers = tuple(cue.persona for cue in cues)
                found.decisions.append(Decision(rule=rule, speakers=speakers, considered=considered))
            case SilenceKept(reason=reason, considered=considered):
                found.decisions.append(Decision(rule=reason, considered=considered))
            case LineStaged(persona=persona):
                found.spoke.append(persona)
            case ModelAsked(role=role, due=due):
                found.asked.append(role)
                found.told += due
            case _:
                pass
    return found
