"""What a failed call means: from the client's exceptions and the server's words to our errors. Nothing is sent here."""

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import httpx2
import msgspec
from openai import APIConnectionError, APIError, APIStatusError, APITimeoutError

from events.asked import Request
from events.errors import (
    MindError,
    MindFiltered,
    MindNonsense,
    MindOverloaded,
    MindRateLimited,
    MindRefusedKey,
    MindRejected,
    MindTimeout,
    MindUnreachable,
    PromptTooLong,
)

TOO_LONG = re.compile(
    r"context[ _-]?(length|size|window)|maximum (context|prompt) length|reduce the length"
    r"|too many (input |prompt )?tokens|(prompt|input|request|messages?)\b.{0,40}\btoo (long|large)"
    r"|\bexceed\w*\b.{0,60}\btokens? (allowed|limit)|\btokens?\b.{0,40}\bmust be <=",
    re.IGNORECASE | re.DOTALL,
)
LARGER_THAN_A_MINUTE = re.compile(r"(request|prompt|input) too large", re.IGNORECASE)
"""A 429 that no waiting mends: the request alone is more than the account may send in a minute."""
FILTERED = re.compile(
    r"content[ _-]?(filter|policy|management)|responsibleai|moderation|\bflagged\b|safety system"
    r"|data_inspection_failed",
    re.IGNORECASE,
)
NO_CREDIT = re.compile(
    r"insufficient[ _](user_)?(quota|balance|credits?|funds)|credit balance|out of credits?"
    r"|billing_(hard_limit|not_active)",
    re.IGNORECASE,
)
SECRET = re.compile(
    r"\bauthorization\W+(\w+\s+)?[^\s'\",]+|\b(bearer|basic)\s+[^\s'\",]+|\bsk-[\w*-]{4,}"
    r"|(?<=://)[^/@\s]+@|(?<=key=)[^&\s'\"]+",
    re.IGNORECASE,
)
ECHO_BYTES = 24
"""A complaint that shares this much with the prompt quotes it."""
UNWRITTEN = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout, httpx2.WriteError)
"""The server cannot have begun to work: a repeat costs nothing."""


class Mistakes:
    """Reads the failures of one server; knows what must not be told."""

    def __init__(self, place: str, secrets: tuple[str, ...], *, idle: float, total: float) -> None:
        self._place = place
        self._secrets = tuple(secret for secret in secrets if secret)
        self._idle = idle
        self._total = total

    def understood(self, error: BaseException, request: Request) -> MindError:
        """The error that the rest of the program knows."""
        match error:
            case MindError():
                return error
            case TimeoutError():
                return MindTimeout(seconds=self._total)
            case APIConnectionError():
                return self._unanswered(error)
            case APIStatusError():
                return self.answered(error.status_code, error.body, request, error.response.headers)
            case APIError():
                return self.answered(200, error.body, request)
            case _:
                return MindNonsense(why="it is not JSON")

    def _unanswered(self, error: APIConnectionError) -> MindError:
        cause = error.__cause__
        if isinstance(cause, httpx2.ConnectTimeout):
            return MindUnreachable(url=self._place, why="connecting took too long")
        if isinstance(error, APITimeoutError):
            return MindTimeout(seconds=self._idle)
        return MindUnreachable(url=self._place, why=self._fit_to_print(str(cause) or type(cause).__name__))

    def answered(
        self, status: int, body: object, request: Request, headers: Mapping[str, str] | None = None
    ) -> MindError:
        """What an error body means. A status below 400 stands for one that came inside a reply."""
        words = complaint(body)
        status = status if status >= 400 else _status_inside(body, words)
        if status != 401 and (LARGER_THAN_A_MINUTE if status == 429 else TOO_LONG).search(words):
            return PromptTooLong()
        if status in (400, 403, 422, 451) and FILTERED.search(words):
            return MindFiltered()
        if status in (401, 402, 403) or NO_CREDIT.search(words):
            return MindRefusedKey(status=status)
        if status in (408, 429) or status >= 500:
            return _for_now(status, retry_after(headers or {}))
        return MindRejected(status=status, why=self._without_the_talk(told(body), request))

    def _without_the_talk(self, words: str, request: Request) -> str:
        """Servers quote the request back at us, and what people wrote belongs into no error."""
        said = "\n".join(message.text for message in request.messages).encode()
        quoting = words.encode()
        windows = range(len(quoting) - ECHO_BYTES + 1)
        if any(quoting[start : start + ECHO_BYTES] in said for start in windows):
            return "its words quote the prompt and are withheld"
        return self._fit_to_print(words) or "it gives no reason"

    def _fit_to_print(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, "[hidden]")
        return SECRET.sub("[hidden]", text)[:200]


def worth_repeating(error: BaseException, meaning: MindError) -> bool:
    """A second try may succeed, and cannot make anything happen twice that costs."""
    if isinstance(error, APIConnectionError):
        return isinstance(error.__cause__, UNWRITTEN)
    return isinstance(error, APIStatusError) and isinstance(meaning, MindRateLimited | MindOverloaded)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that the server wants to be left alone: milliseconds, seconds or a date, as RFC 9110 has it."""
    try:
        if "retry-after-ms" in headers:
            return _finite(float(headers["retry-after-ms"]) / 1000)
        value = headers.get("retry-after", "")
        if value.replace(".", "", 1).isdigit():
            return _finite(float(value))
        return max(0.0, (parsedate_to_datetime(value).astimezone(UTC) - datetime.now(UTC)).total_seconds())
    except (ValueError, OverflowError):
        return None


def _finite(seconds: float) -> float | None:
    return max(0.0, seconds) if math.isfinite(seconds) else None


def complaint(body: object) -> str:
    """Everything that an error body says, on one line."""
    if isinstance(body, str):
        return body
    return msgspec.json.encode(body, enc_hook=str).decode() if body else ""


def told(body: object) -> str:
    """The sentence in an error body that is meant for people."""
    message = body.get("message") if isinstance(body, Mapping) else None
    return message if isinstance(message, str) else complaint(body)


def culprit(body: object) -> str | None:
    """The parameter that an error body names in a field of its own: OpenAI's `param`, FastAPI's `loc`."""
    if not isinstance(body, Mapping):
        return None
    match body.get("param"), body.get("detail"):
        case str(param), _:
            return param
        case _, [*details]:
            places = [detail.get("loc") for detail in details if isinstance(detail, Mapping)]
            return " ".join(str(step) for place in places if isinstance(place, list) for step in place)
        case _:
            return None


def _for_now(status: int, seconds: float | None) -> MindError:
    error = MindOverloaded(status=status)
    if status == 429:
        error = MindRateLimited(after="an unknown number of" if seconds is None else f"{seconds:g}")
    error.retry_after = seconds
    return error


def _status_inside(body: object, words: str) -> int:
    code = str(body.get("code")) if isinstance(body, Mapping) else ""
    if code.isdigit() and 400 <= int(code) < 600:
        return int(code)
    return 429 if "rate_limit" in words else 500
