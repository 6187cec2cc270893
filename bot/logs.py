"""Logging: where logs go, in which form, and what is cut from them. What is logged of a turn is in `turn_log`."""

import logging
import re
import sys
from collections.abc import Iterable

import structlog
from structlog.typing import EventDict, WrappedLogger

SHAPES = (
    re.compile(r"(?i)(/(?:webhooks|interactions)/\d+/)[\w.~-]+"),
    re.compile(r"(?i)\b((?:bearer|basic|bot)\s+)(?=\S*\d)[\w.~+/=-]{8,}"),
    re.compile(r"""(?ix)\b(
        (?:(?:proxy-)?authorization | (?:x[-_])?(?:api|auth|access)[-_]?(?:key|token) | [a-z_]*_(?:token|key)
           | token | password | passwd | secret )
        ["']?\s*[:=]\s*["']?(?:(?:bearer|basic|bot)\s+)? ) (?!\[hidden\]) [^\s"',;&)}\]]{4,}"""),
    re.compile(r"\b((?:sk|pk|gsk|xai|hf|ghp|glpat)[-_])[\w-]{8,}"),
    re.compile(r"\b(AIza)[\w-]{20,}"),
    re.compile(r"(://[^:/\s@\"']*:)\S+(?=@)"),
    re.compile(r"\b()(?=[\w.-]*\d)[\w-]{20,}\.[\w-]{4,}\.[\w-]{20,}"),
    # Statements fail with what they were to write: words of people.
    re.compile(r"(?s)(\[parameters: ).*?(?=\]\n|\]\\n|\]$)"),
)
"""How a secret looks that nobody told us of: webhook addresses, headers, keys, passwords in URLs, bot tokens."""

SHORTEST = 6
"""A told secret that is shorter is not looked for: it would be found in every other word."""

HIDDEN = "[hidden]"

QUIET = (
    *("alembic", "aiohttp", "aiosqlite", "apscheduler", "asyncio", "discord", "filelock", "gguf", "httpcore2"),
    *("httpx2", "markdown_it", "openai", "simcord", "sqlalchemy"),
)
"""Libraries that log a request, a job or a step each: they are heard only when something is wrong."""

_told: set[str] = set()


def without_secrets(text: str) -> str:
    """The text with tokens, keys and passwords taken out: those that were told, and whatever looks like one."""
    for secret in sorted(_told, key=len, reverse=True):
        text = text.replace(secret, HIDDEN)
    for shape in SHAPES:
        text = shape.sub(rf"\g<1>{HIDDEN}", text)
    return text


def keep_secret(secrets: Iterable[str]) -> None:
    """From now on these never reach a log, in whatever shape they come."""
    _told.update(secret for secret in secrets if len(secret) >= SHORTEST)


def set_up(level: str, style: str, *, secrets: Iterable[str] = ()) -> None:
    """Send every log, ours and the libraries', through one chain to standard error.

    Args:
        level: `debug`, `info`, `warning` or `error`; the libraries in `QUIET` are heard from `warning` on.
        style: `console`, `json`, or `auto`: console at a terminal, json elsewhere.
        secrets: what must never be logged.
    """
    keep_secret(secrets)
    chain: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    console = style == "console" or (style == "auto" and sys.stderr.isatty())
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[*chain, structlog.stdlib.ExtraAdder()],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            *(_for_people() if console else _for_machines()),
            _hide,
        ],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *chain,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    for name in QUIET:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))


def _for_people() -> list[structlog.typing.Processor]:
    # The renderer's own tracebacks show local variables, which hold the words of a talk.
    plain = structlog.dev.plain_traceback
    return [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), pad_event_to=0, exception_formatter=plain)]


def _for_machines() -> list[structlog.typing.Processor]:
    return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(default=str, ensure_ascii=False)]


def _hide(_logger: WrappedLogger, _method: str, line: EventDict | str) -> str:
    """The last in the chain, so that nothing that is rendered escapes it: fields, tracebacks, objects."""
    return without_secrets(str(line))
