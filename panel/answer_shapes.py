"""The shapes in which models put their lines as JSON, whatever they call the parts; who may be heard is decode's."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

import regex

from panel.loose_json import NotJson, Value, after_space, items_at, members_at, value_at

SPEAKERS: Final = ("speaker", "name", "persona", "character", "id")
TEXTS: Final = ("text", "message", "content", "line", "says")
LINES: Final = ("lines", "messages", "responses", "dialogue")
"""What models call these; the first of each is what they were asked for."""
WRAPPERS: Final = (*LINES, "response", "answer", "output", "result", "data")
OBJECT: Final = r"\{\s*(?:[\"'“]|(?:lines|speaker|text)\s*:)"
"""How an object of an answer begins, as a pattern."""

_TWICE = regex.compile(r"\s*\"\s*[\[{]\s*(?:\{\s*)?\\\"")


def unpacked(text: str) -> str:
    """The JSON that a whole answer holds as a string of JSON, encoded twice; else the text as it is."""
    if not _TWICE.match(text):
        return text
    try:
        value, end = value_at(text, 0)
    except NotJson:
        return text
    return value if isinstance(value, str) and not text[end:].strip() else text


def line_items(text: str, start: int) -> Iterator[Value]:
    """The lines of the JSON that begins at `start`, each as soon as it is closed. Raises NotJson, CutOff."""
    if text[start] == "[":
        for item, _ in items_at(text, start):
            yield item
        return
    for name, position in members_at(text, start):
        at = after_space(text, position)
        opens = text[at : at + 1]
        if (name in LINES and opens == "[") or (name in WRAPPERS and opens == "{"):
            yield from line_items(text, at)
            return
    yield value_at(text, start)[0]


def said_in(item: Mapping[str, Value], known: Collection[str]) -> list[tuple[Value, Value]]:
    """Speaker and text of one item: `{"speaker", "text"}`, or each of `{speaker: text}` where all are `known` names."""
    if not any(name in item for name in (*SPEAKERS, *TEXTS)) and item and all(name in known for name in item):
        return list(item.items())
    return [(_first(item, SPEAKERS), _first(item, TEXTS))]


def _first(item: Mapping[str, Value], names: Sequence[str]) -> Value:
    return next((item[name] for name in names if name in item), None)
