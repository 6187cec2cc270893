"""A JSON reader for what models write: lenient about form, never about content; it decides nothing about meaning.

Accepted beyond JSON: trailing commas, keys without quotes, single and curly quotes, raw newlines and needless escapes
in strings, and Python's `True`, `False`, `None`. Whatever JSON accepts is read the same. Text that ends too early is
`CutOff`, never completed: half a name is not a name.
"""

import json
from collections.abc import Iterator
from typing import Final, TypeAlias

import regex

Value: TypeAlias = "dict[str, Value] | list[Value] | str | int | float | bool | None"


class NotJson(ValueError):
    """Something at character {position} is not JSON, however kindly it is read."""

    def __init__(self, position: int) -> None:
        self.position = position
        super().__init__(f"not JSON at character {position}")


class CutOff(NotJson):
    """The text ends before the value does."""


DEEPEST: Final = 64
"""Our answers nest three deep; the limit keeps a hostile one from exhausting the stack."""

_SPACE = regex.compile(r"[\s\ufeff]*")
_NUMBER = regex.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_WORD = regex.compile(r"[A-Za-z]+")
_WORDS: Final[dict[str, bool | None]] = {
    "true": True, "false": False, "null": None, "True": True, "False": False, "None": None,
}  # fmt: skip
_UNICODE = regex.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}")
_BARE_KEY = regex.compile(r"[A-Za-z_]\w*")
_HALF = regex.compile(r"[\ud800-\udfff]")
_CLOSING: Final = {'"': '"', "'": "'", "“": "”"}
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_AFTER_A_STRING = frozenset(",:}]")


def value_at(text: str, start: int, depth: int = 0) -> tuple[Value, int]:
    """The value that begins at `start`, and the position after it. Raises CutOff or NotJson."""
    start = after_space(text, start)
    first = _character(text, start)
    if depth > DEEPEST:
        raise NotJson(start)
    if first == "{":
        return _object_at(text, start, depth)
    if first == "[":
        return _array_at(text, start, depth)
    if first in _CLOSING:
        return _string_at(text, start)
    return _plain_at(text, start)


def items_at(text: str, start: int, depth: int = 0) -> Iterator[tuple[Value, int]]:
    """Each item of the array that begins at `start`, as soon as it is closed, with the position after it."""
    position = _expect(text, start, "[")
    while _character(text, position) != "]":
        value, position = value_at(text, position, depth + 1)
        yield value, position
        position = _after_comma(text, position, "]")


def members_at(text: str, start: int) -> Iterator[tuple[str, int]]:
    """Each key of the object that begins at `start`, with the position of its value; values are read when passed."""
    position = _expect(text, start, "{")
    while _character(text, position) != "}":
        key, position = _key_at(text, position)
        position = _expect(text, after_space(text, position), ":")
        yield key, position
        _, position = value_at(text, position, 1)
        position = _after_comma(text, position, "}")


def after_space(text: str, position: int) -> int:
    """The first position from here on that is not white space."""
    found = _SPACE.match(text, position)
    return found.end() if found else position


def _object_at(text: str, start: int, depth: int) -> tuple[dict[str, Value], int]:
    read: dict[str, Value] = {}
    position = _expect(text, start, "{")
    while _character(text, position) != "}":
        key, position = _key_at(text, position)
        position = _expect(text, after_space(text, position), ":")
        read[key], position = value_at(text, position, depth + 1)
        position = _after_comma(text, position, "}")
    return read, position + 1


def _array_at(text: str, start: int, depth: int) -> tuple[list[Value], int]:
    read: list[Value] = []
    position = _expect(text, start, "[")
    for value, after in items_at(text, start, depth):
        read.append(value)
        position = _after_comma(text, after, "]")
    return read, position + 1


def _key_at(text: str, start: int) -> tuple[str, int]:
    bare = _BARE_KEY.match(text, start)
    if bare is None:
        return _string_at(text, start)
    if bare.end() == len(text):
        raise CutOff(start)
    return bare.group(), bare.end()


def _string_at(text: str, start: int) -> tuple[str, int]:
    closing = _CLOSING.get(_character(text, start))
    if closing is None:
        raise NotJson(start)
    read: list[str] = []
    position = start + 1
    while True:
        character = _character(text, position)
        if character == "\\":
            piece, position = _escape_at(text, position)
            read.append(piece)
        elif character == closing and _closes(text, position, closing):
            return "".join(read), position + 1
        else:
            read.append(character)
            position += 1


def _closes(text: str, position: int, closing: str) -> bool:
    """An apostrophe inside a single-quoted string does not end it: what follows must be structure."""
    if closing != "'":
        return True
    return _character(text, after_space(text, position + 1)) in _AFTER_A_STRING


def _escape_at(text: str, position: int) -> tuple[str, int]:
    letter = _character(text, position + 1)
    if letter != "u":
        return _ESCAPES.get(letter, letter), position + 2
    escape = _UNICODE.match(text, position)
    if escape is None:
        raise NotJson(position) if len(text) >= position + 6 else CutOff(position)
    # Half of a surrogate pair is no character and cannot be stored.
    read = str(json.loads(f'"{escape.group()}"'))
    return read.encode("utf-8", "replace").decode() if _HALF.search(read) else read, escape.end()


def _plain_at(text: str, start: int) -> tuple[Value, int]:
    word = _WORD.match(text, start) or _NUMBER.match(text, start)
    if word is None:
        raise NotJson(start)
    if word.end() == len(text):
        raise CutOff(start)  # `12` may be the beginning of `120`
    if word.group() in _WORDS:
        return _WORDS[word.group()], word.end()
    if word.group()[0].isalpha():
        raise NotJson(start)
    return json.loads(word.group()), word.end()


def _expect(text: str, position: int, character: str) -> int:
    if _character(text, position) != character:
        raise NotJson(position)
    return after_space(text, position + 1)


def _after_comma(text: str, position: int, closing: str) -> int:
    position = after_space(text, position)
    if _character(text, position) == closing:
        return position
    return _expect(text, position, ",")


def _character(text: str, position: int) -> str:
    if position >= len(text):
        raise CutOff(position)
    return text[position]
