"""Prompt texts: jinja2 templates, and the filters that keep names and words of people data, never structure."""

from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, cast

import regex
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from events.base import Version
from events.room import RoomState, Utterance
from panel.casting import in_one_line
from panel.knowing import heard
from panel.labels import key, voices

LONGEST_NAME = 80
_NO_LABEL = str.maketrans({":": " ", "\uff1a": " ", "[": "(", "]": ")"})
_NO_CONTROLS = dict.fromkeys((*range(32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A)), " ")
"""Control characters, and those that turn the direction of reading."""


@cache
def _prompts() -> Environment:
    here = Path(__file__).with_name("prompts")
    # Prompts are plain text for a model, not a page: nothing is escaped, and words of people are only ever values.
    plain = Environment(
        loader=FileSystemLoader(here),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
    )
    filters = cast("dict[str, Callable[..., object]]", plain.filters)
    filters.update(name=one_line, quoted=quoted, block=block, in_one_line=in_one_line)
    return plain


def render(template: str, **values: Any) -> str:
    """One prompt text."""
    return _prompts().get_template(template).render(**values).strip()


_CONTROL_TOKEN = regex.compile(r"<(?=[|\uff5c])|(?<=[|\uff5c])>|\[(?=/?INST\])")
"""Where the control tokens of chat templates open and close; a space there makes them words."""
_HEADING = regex.compile(r"[^\p{L}\p{N}]*(?:[\p{L}\p{N} _-]{1,30}[:\uff1a]|\p{Lu}{4,}\.)|\[|#")


def one_line(name: object) -> str:
    """A name as data: one line, no control characters, no colon that could pass for a label, of bounded length."""
    return _one_line(str(name))


@lru_cache(1024)  # the same few people and personas, line after line
def _one_line(name: str) -> str:
    kept = "".join(sign if sign.isprintable() else " " for sign in name)
    return " ".join(_defused(kept).translate(_NO_LABEL).split())[:LONGEST_NAME].strip() or "somebody"


def quoted(text: object) -> str:
    """Words of people as data: further lines begin with a bar, so that none can begin with a label or a role."""
    lines = (_defused(line.translate(_NO_CONTROLS)).strip() for line in str(text).splitlines())
    return "\n  | ".join(line for line in lines if line)


def block(text: object) -> str:
    """The same where it begins a line of its own: a first line that could pass for a label or heading has a bar too."""
    words = quoted(text)
    return f"| {words}" if _HEADING.match(words) else words


def _defused(text: str) -> str:
    return _CONTROL_TOKEN.sub(lambda found: f"{found[0]} " if found[0] != ">" else " >", text)


def shown_names(room: RoomState, talk: list[Utterance]) -> dict[Version, str]:
    """Each line's author as the model sees it: namesakes, and people called like a persona or a role, told apart."""
    personas = [seat.persona for seat in room.seats]
    taken = {*voices(personas), *(key(said.name) for said in talk if said.persona)}
    called = [key(persona.name) for persona in personas]
    shown: dict[Version, str] = {}
    for said in talk:
        name = one_line(said.name)
        if said.person and key(name) in taken:
            name = f"{name} (a person)"
        elif said.persona and called.count(key(name)) > 1:
            name = f"{name} ({said.persona})"
        shown[said.version] = name
    return shown


def unheard(room: RoomState, talk: list[Utterance]) -> dict[Version, str]:
    """Before which lines a prompt for several says who of the panel does not hear what follows, or does again."""
    marks: dict[Version, str] = {}
    before: list[str] = []
    for said in talk:
        absent = [one_line(seat.persona.name) for seat in room.seats if not heard(room, said, seat.persona.id)]
        if absent != before:
            marks[said.version] = f"not heard by {' and '.join(absent)}:" if absent else "heard by everybody:"
        before = absent
    return marks
