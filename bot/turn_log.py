"""One log line a turn: ids and counts, never words. Watches what the rooms append; decides nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

import structlog

from events.base import CallId, PersonaId
from events.catalogue import Event
from events.decided import FloorGiven, ModelAsked, SilenceKept, TurnEnded, TurnOpened
from events.heard import ModelAnswered, ModelFailed
from events.recorded import Recorded
from events.room import RoomState

MOST = 2_000
"""Rooms whose turn is kept in mind; where turns never end, the oldest are forgotten."""


@dataclass
class _Turn:
    """What is known of the turn that goes on in a room."""

    name: str
    occasion: str = ""
    opened: datetime | None = None
    """None where it was opened before this process."""
    rule: str = ""
    speakers: list[PersonaId] = field(default_factory=list)
    silence: str = ""
    asked: set[CallId] = field(default_factory=set)
    tokens: int = 0
    failed: str = ""

    def told(self) -> dict[str, object]:
        """What there is to say."""
        counts = {
            "occasion": self.occasion,
            "rule": self.rule,
            "speakers": self.speakers,
            "silence": self.silence,
            "calls": len(self.asked),
            "tokens": self.tokens,
            "failed": self.failed,
        }
        return {name: count for name, count in counts.items() if count}


class TurnLog:
    """Writes one line when a turn ends."""

    def __init__(self) -> None:
        self._log = structlog.stdlib.get_logger("greenroom.turn")
        self._turns: dict[str, _Turn] = {}

    def __len__(self) -> int:
        """Turns that are kept in mind."""
        return len(self._turns)

    def __call__(self, state: RoomState, events: Sequence[Recorded]) -> None:
        """Told of every append."""
        for recorded in events:
            match recorded.event:
                case TurnOpened(turn=name, occasion=occasion):
                    self._keep(state.stream, _Turn(name, occasion, recorded.at))
                case TurnEnded() as ended:
                    self._end(state.stream, ended, recorded.at)
                case event:
                    _count(self._turns.get(state.stream), event)

    def _keep(self, stream: str, turn: _Turn) -> None:
        self._turns[stream] = turn
        if len(self._turns) > MOST:
            del self._turns[next(iter(self._turns))]

    def _end(self, stream: str, ended: TurnEnded, at: datetime) -> None:
        known = self._turns.get(stream)
        turn = self._turns.pop(stream) if known is not None and known.name == ended.turn else _Turn(ended.turn)
        lasted = {} if turn.opened is None else {"seconds": round((at - turn.opened).total_seconds(), 2)}
        told = turn.told() | {"posted": ended.posted, "ended": ended.reason} | lasted
        self._log.info("turn", room=stream, turn=ended.turn, **told)


def _count(turn: _Turn | None, event: Event) -> None:
    if turn is None or getattr(event, "turn", turn.name) != turn.name:
        return
    match event:
        case FloorGiven(rule=rule, cues=cues):
            turn.rule, turn.speakers = rule, [cue.persona for cue in cues]
        case SilenceKept(reason=reason):
            turn.silence = reason
        case ModelAsked(call=call):
            turn.asked.add(call)
        case ModelAnswered(call=call) as answer if call in turn.asked:
            turn.tokens += answer.prompt_tokens + answer.completion_tokens
        case ModelFailed(call=call, reason=reason) if call in turn.asked:
            turn.failed = reason
        case _:
            pass  # nothing to count
