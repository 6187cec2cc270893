"""A setting's value as text: how it is shown, and how what somebody typed is read. What shows may be typed again."""

from collections.abc import Callable
from functools import cache
from typing import Any, get_args, get_origin
from zoneinfo import available_timezones

import msgspec

from bot.markdown import inert
from bot.policy_settings import RANGES, SHOWN, Setting
from events.base import PersonaId
from events.errors import Refusal
from events.policy import ZoneName

LONGEST_TEXT = 1000
LONGEST_WORD = 60
LONGEST_LIST = 50
YES = frozenset(("on", "yes", "true", "1"))
NO = frozenset(("off", "no", "false", "0"))
INHERIT = frozenset(("", "default", "null"))
"""What is typed to have the room's first value again."""

Persona = Callable[[str], PersonaId]
"""The id of whom a text names; raises a Refusal where it names nobody."""


class NotAValue(Refusal):
    """{name} cannot be “{value}”: it is {wanted}. Write “default” to take back what was set."""


def text_of(one: Setting, value: Any) -> str:
    """A value as it is shown, and as it may be typed again."""
    if value is None or value in ("", ()):
        return "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, int | float):
        unit = RANGES[one.name].unit
        return _number(value) + (f" {unit}" if unit else "")
    if isinstance(value, tuple):
        return ", ".join(" > ".join(part) if isinstance(part, tuple) else part for part in value)
    return str(value)


def wanted(one: Setting) -> str:
    """What a value may be, in words."""
    if one.choices:
        return "one of " + ", ".join(one.choices)
    none = ", or none" if one.may_be_none else ""
    if one.name in RANGES:
        span = RANGES[one.name]
        kind = "a whole number" if one.type is int else "a number"
        unit = f" {span.unit}" if span.unit else ""
        return f"{kind} from {_number(span.low)} to {_number(span.high)}{unit}{none}"
    if one.type is ZoneName:
        return "a time zone like “Europe/Berlin”, “America/New_York” or “UTC”"
    if one.type is str:
        return f"a text of at most {LONGEST_TEXT} characters, or none"
    of = get_args(one.type)[0]
    if get_origin(of) is tuple:
        return "pairs of personas like “nolan > iris, iris > warren”, or none"
    what = "personas" if of is PersonaId else "words"
    return f"a list of {what} with commas between them, at most {LONGEST_LIST}, or none"


def _number(value: float) -> str:
    return str(value).removesuffix(".0")


def inherits(text: str) -> bool:
    """Whether a text asks for the room's first value instead of naming one."""
    return text.strip().casefold() in INHERIT


def read(one: Setting, text: str, persona: Persona) -> Any:
    """The value that a text names. Raises NotAValue, and what `persona` raises."""
    plain = text.strip() if one.type is str else " ".join(text.split())
    try:
        return _read(one, plain, persona)
    except (msgspec.ValidationError, ValueError):
        raise NotAValue(name=one.name, value=inert(plain[:SHOWN]), wanted=wanted(one)) from None


def _read(one: Setting, text: str, persona: Persona) -> Any:
    lower = text.casefold()
    if lower == "none" and (one.may_be_none or one.type is str or get_origin(one.type) is tuple):
        return None if one.may_be_none else one.type() if one.type is str else ()
    if one.type is bool:
        return _yes_or_no(lower)
    if one.name in RANGES:
        return _in_range(one, lower)
    if one.type is ZoneName:
        return _zone(lower)
    if one.type is str:
        return _at_most(text, LONGEST_TEXT)
    if get_origin(one.type) is tuple:
        return _list(get_args(one.type)[0], text, persona)
    return msgspec.convert(lower.replace("_", "-").replace(" ", "-"), one.type)


def _zone(text: str) -> ZoneName:
    known = zones().get(text.replace(" ", "_"))
    if known is None:
        raise ValueError(text)
    return known


@cache
def zones() -> dict[str, ZoneName]:
    """The time zones that this machine knows, by their names in lower case."""
    return {name.casefold(): ZoneName(name) for name in sorted(available_timezones())}


def _yes_or_no(text: str) -> bool:
    if text not in YES | NO:
        raise ValueError(text)
    return text in YES


def _in_range(one: Setting, text: str) -> float:
    span = RANGES[one.name]
    bare = text.removesuffix(span.unit).rstrip()
    value = msgspec.convert(bare, one.type, strict=False)
    if not span.low <= value <= span.high:  # false for NaN, too
        raise ValueError(text)
    return value


def _list(of: Any, text: str, persona: Persona) -> tuple[Any, ...]:
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not parts or len(parts) > LONGEST_LIST:
        raise ValueError(text)
    if get_origin(of) is tuple:
        found = [_edge(part, persona) for part in parts]
    else:
        found = [persona(part) if of is PersonaId else _at_most(part, LONGEST_WORD) for part in parts]
    return tuple(dict.fromkeys(found))


def _edge(text: str, persona: Persona) -> tuple[PersonaId, PersonaId]:
    ends = text.replace("->", ">").replace("→", ">").split(">")
    if len(ends) != 2:
        raise ValueError(text)
    return persona(ends[0].strip()), persona(ends[1].strip())


def _at_most(text: str, characters: int) -> str:
    if len(text) > characters:
        raise ValueError(text)
    return text
