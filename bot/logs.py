"""Logging: one line a turn, ids and counts only; words of a talk and secrets never reach it."""

import logging
import re
import sys
from collections.abc import Sequence
from datetime import datetime

import structlog
from structlog.typing import EventDict, WrappedLogger

from events.decided import FloorGiven, ModelAsked, SilenceKept, TurnEnded, TurnOpened
from events.heard import ModelAnswered, ModelFailed
from events.recorded import Recorded
from events.room import RoomState

SECRETS = (
    re.compile(r"(?i)(/webhooks/\d+/)[\w.-]+"),
    re.compile(r"(?i)\b(bearer|bot)\s+[\w.~+/=-]{8,}"),
    re.compile(r"\b(sk-)[\w-]{8,}"),
    re.compile(r"(://[^:/\s@]+:)[^@\s]+(?=@)"),
    re.compile(r"\b([MNO][\w-]{20,30}\.)[\w-]{4,8}\.[\w-]{20,}"),
)


QUIET = ("apscheduler", "discord", "discord.webhook", "httpx2", "httpcore2", "openai", "aiosqlite", "aiohttp")


def without_secrets(text: str) -> str:
    """The text with tokens, keys and passwords taken out."""
    for secret in SECRETS:
        text = secret.sub(lambda match: f"{match.group(1)}[hidden]", text)
    return text


def _hide(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    return {key: without_secrets(value) if isinstance(value, str) else value for key, value in event.items()}


def set_up(level: str, style: str) -> None:
    """Send every log, ours and the libraries', through one chain to standard error."""
    chain: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    console = style == "console" or (style == "auto" and sys.stderr.isatty())
    last: list[structlog.typing.Processor]
    if console:
        last = [_hide, structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())]
    else:
        last = [structlog.processors.format_exc_info, _hide, structlog.processors.JSONRenderer()]
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=chain, processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last]
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    structlog.configure(
        processors=[*chain, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    # Libraries that log a request, a job or a heartbeat each are only heard when something is wrong.
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)


class TurnLog:
    """Watches the rooms and writes one line when a turn ends."""

    def __init__(self) -> None:
        self._log = structlog.stdlib.get_logger("greenroom.turn")
        self._turns: dict[str, dict[str, object]] = {}

    def __call__(self, state: RoomState, events: Sequence[Recorded]) -> None:
        """Told of every append."""
        for recorded in events:
            event = recorded.event
            if isinstance(event, TurnOpened):
                self._turns[state.stream] = {"turn": event.turn, "occasion": event.occasion, "opened": recorded.at}
            turn = self._turns.get(state.stream)
            if turn is None:
                continue
            if isinstance(event, FloorGiven):
                turn["rule"], turn["speakers"] = event.rule, [cue.persona for cue in event.cues]
            elif isinstance(event, SilenceKept):
                turn["silence"] = event.reason
            elif isinstance(event, ModelAsked):
                turn["calls"] = _count(turn.get("calls")) + 1
            elif isinstance(event, ModelAnswered):
                turn["tokens"] = _count(turn.get("tokens")) + event.prompt_tokens + event.completion_tokens
            elif isinstance(event, ModelFailed):
                turn["failed"] = event.reason
            elif isinstance(event, TurnEnded):
                opened = turn.pop("opened")
                seconds = (recorded.at - opened).total_seconds() if isinstance(opened, datetime) else 0.0
                turn |= {"posted": event.posted, "ended": event.reason, "seconds": round(seconds, 2)}
                self._log.info("turn", room=state.stream, **turn)
                del self._turns[state.stream]


def _count(value: object) -> int:
    return value if isinstance(value, int) else 0
