"""Text that Discord accepts: cut into messages without breaking its markup, and made harmless for an echo.

Discord's fences may open in mid-line and CommonMark's may not, so no CommonMark parser finds them for us.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import regex

LIMIT: Final = 2000
"""Code points in a message's content, which is Python's `len`: discord-api-docs#1315."""


# The best cut first: after a paragraph, a line, a sentence, a word.
_PARAGRAPH = regex.compile(r"\n[ \t]*\n(?:[ \t]*\n)*")
_LINE = regex.compile(r"\n")
_SENTENCE = regex.compile(r"(?<=[.!?…][)\"”»*_]*)[ \t]+|(?<=[。\uff01\uff1f][」』”]*)(?=\S)")
_WORD = regex.compile(r"[ \t]+")
_BOUNDARIES: Final = (_PARAGRAPH, _LINE, _SENTENCE, _WORD)
_IN_CODE: Final = (_PARAGRAPH, _LINE)
_ENOUGH: Final = 0.5
"""A better kind of cut wins if the message that it leaves is at least this full."""

_FENCE = regex.compile(
    r"(?m:^[ \t]*(?P<mark>`{3,}|~{3,})(?P<language>[^`\n]*)\n)(?P<body>(?s:.*?))(?m:^[ \t]*(?P=mark)[`~]*[ \t]*$)"
    r"|(?<!`)(?P<mark>`{3,})(?P<language>[\w+#.-]*(?=\n))?\n?(?P<body>(?s:.+?))(?P=mark)`*"
)
_OPEN_FENCE = regex.compile(r"^[ \t]*(?P<mark>`{3,}|~{3,})[^`\n]*\n(?=(?s:.*)\S)", regex.MULTILINE)
_WHOLE = regex.compile(
    r"(?<!`)(`{1,2})(?!`)[^\n]*?[^`\n]\1(?!`)"
    r"|!?\[[^\[\]\n]*\]\(<?[^()\s]*(?:\([^()\s]*\)[^()\s]*)*>?(?:[ \t]+\"[^\"\n]*\")?\)"
    r"|<[^<>\s]{1,200}>|https?://[^\s<>]+"
)
"""What must not be cut if that can be avoided: inline code, links, Discord's own tokens."""
_LONGEST_LANGUAGE: Final = 40
_MENTION = regex.compile(r"@(?=everyone|here)|<(?=[@#/]|id:)", regex.IGNORECASE)


class _Fence(NamedTuple):
    """A code block as positions in the text, and the marks that close and reopen it."""

    start: int
    body: int
    body_end: int
    end: int
    mark: str
    opening: str


class _Cut(NamedTuple):
    """A message ends at `left`, after which `closing` is written; the next one begins at `right`."""

    left: int
    right: int
    closing: str = ""


class _Text(NamedTuple):
    """A text with what is known about its markup."""

    text: str
    fences: tuple[_Fence, ...]
    whole: tuple[tuple[int, int], ...]


def split(text: str, limit: int = LIMIT) -> tuple[str, ...]:
    """The text as messages of at most `limit` code points, in order; a code block that is cut is closed and reopened.

    Nothing is lost but white space at the cuts. Blank text is no message. Raises ValueError for a limit below 1.
    """
    if limit < 1:
        raise ValueError("A message holds at least one character.")
    if len(text) <= limit:
        return (text,) if text.strip() else ()
    return tuple(_messages(_known(text, limit), limit))


def inert(text: str) -> str:
    """The text with mentions that mention nobody: for an echo to one person. It looks the same."""
    return _MENTION.sub("\\g<0>\u200b", text)


def _messages(known: _Text, limit: int) -> Iterator[str]:
    text = known.text
    position = 0
    inside: _Fence | None = None
    while text[position:].strip():
        opening = inside.opening if inside else ""
        room = limit - len(opening)
        last = len(text) - position <= room
        cut = _Cut(len(text), len(text)) if last else _best_cut(known, position, room)
        message = opening + text[position : cut.left]
        message = message + cut.closing if cut.closing else message.rstrip()
        if message.strip():
            yield message
        position = cut.right
        inside = (
            next((fence for fence in known.fences if fence.body <= position < fence.end), None) if cut.closing else None
        )
        if inside and not text[position : inside.body_end].strip():
            position, inside = inside.end, None  # what closes the block was written already


def _known(text: str, limit: int) -> _Text:
    fences = [_fence(found) for found in _FENCE.finditer(text)]
    left_open = _OPEN_FENCE.search(text, fences[-1].end if fences else 0)
    if left_open:  # an answer that was cut off; in several messages its block must be closed in each
        return _known(f"{text}\n{left_open['mark']}", limit)
    usable = (
        fence for fence in fences if max(fence.body - fence.start, len(fence.opening)) + len(fence.mark) + 1 < limit
    )
    return _Text(text, tuple(usable), tuple(found.span() for found in _WHOLE.finditer(text)))


def _fence(found: regex.Match[str]) -> _Fence:
    body, body_end = found.span("body")
    language = (found["language"] or "").strip()
    opening = found["mark"] + (language if len(language) <= _LONGEST_LANGUAGE else "") + "\n"
    return _Fence(found.start(), body, body_end, found.end(), found["mark"], opening)


def _best_cut(known: _Text, position: int, room: int) -> _Cut:
    """The last cut of the best kind that leaves a message full enough; else the last cut; else one inside a word."""
    lasts: list[_Cut] = []
    for boundary in _BOUNDARIES:
        cuts = [*_cuts(known, boundary, position, position + room)]
        if cuts:
            lasts.append(max(cuts))
            if lasts[-1].left - position >= room * _ENOUGH:
                return lasts[-1]
    return max(lasts) if lasts else _hard_cut(known, position, position + room)


def _cuts(known: _Text, boundary: regex.Pattern[str], position: int, reach: int) -> Iterator[_Cut]:
    if boundary is _PARAGRAPH:
        edges = (edge for fence in known.fences for edge in (fence.start, fence.end))
        yield from (_Cut(edge, edge) for edge in edges if position < edge <= reach)
    for found in boundary.finditer(known.text, position + 1, reach + 1):
        left, right = found.span()
        fence = _around(known, left)
        if left > reach or not known.text[position:left].strip():
            continue
        if fence is None:
            if not any(start < left < end for start, end in known.whole):
                yield _Cut(left, right)
        elif boundary in _IN_CODE and fence.body < left < fence.body_end and left > position:
            closing = "\n" + fence.mark
            if left + len(closing) <= reach:
                yield _Cut(left, left + 1, closing)


def _hard_cut(known: _Text, position: int, reach: int) -> _Cut:
    fence = _around(known, reach)
    if fence:
        closing = "\n" + fence.mark
        left = min(reach - len(closing), fence.body_end)
        if left > max(fence.body, position):
            left = _between_characters(known.text, max(fence.body, position), left)
            return _Cut(left, left, closing)
        return _Cut(fence.start, fence.start)
    spared = next((start for start, end in known.whole if position < start < reach < end), reach)
    left = _between_characters(known.text, position, spared)
    return _Cut(left, left)


def _around(known: _Text, position: int) -> _Fence | None:
    return next((fence for fence in known.fences if fence.start < position < fence.end), None)


def _between_characters(text: str, start: int, end: int) -> int:
    """The last position up to `end` that cuts no character with its accents, no emoji with its joiners."""
    left = start
    for found in regex.finditer(r"\X", text[start : end + 1]):
        if start + found.end() <= end:
            left = start + found.end()
    return left if left > start else end
