"""What of a message is plain speech: Discord's markup laid aside, offsets kept. Knows nothing of names or people."""
# ruff: noqa: RUF001 -- quotation marks of many languages are the point here

from collections import defaultdict, deque
from typing import Final, NamedTuple

import regex

INERT: Final = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Stands, character for character, where something opaque stood: code, a link, an emoji, a mention token."""

_OPAQUE: Final = tuple(
    (needle, regex.compile(pattern, regex.IGNORECASE))
    for needle, pattern in (
        ("<", r"<a?:\w{1,64}:\d{1,20}>"),  # custom emoji
        ("<", r"<@[!&]?\d{1,20}>|<\#\d{1,20}>|<id:\w{1,40}>"),  # user, role, channel, guild navigation
        ("<", r"<t:-?\d{1,20}(?::\w)?>"),  # timestamp
        ("<", r"</[^:<>\n]{1,100}:\d{1,20}>"),  # slash command
        ("](", r"\]\(<?https?://[^\s()]{1,2000}+(?:\s[^()\n]{0,200}+)?\)"),  # the target of a masked link
        ("://", r"\b[a-z][a-z0-9+.-]{1,15}+://[^\s<>|]++"),
        ("www.", r"\bwww\.[^\s<>|]++"),
        ("@", r"@(?<![\w.]@)(?:everyone|here)\b"),
        ("@", r"(?<![\w.+-])[\w.+-]++@[\w-]++\.[\w.-]++"),  # e-mail
        (":", r":(?<!\w:)\w{2,64}:(?!\w)"),  # emoji by its short name
    )
)
"""What is opaque, each behind a piece of text without which it cannot occur: most messages hold none."""
_BACKTICKS: Final = regex.compile(r"`+")
_HUSHED: Final = tuple(
    regex.compile(pattern, regex.MULTILINE)
    for pattern in (
        r"^[ ]{0,16}>>>[ ][\s\S]*+",  # Discord quotes to the end of the message, and line by line
        r"^[ ]{0,16}>[ ].*+$",
        r"~~[\s\S]+?~~",
        r'"[^"\n]*+"',
        r"“[^“”\n]*+”",
        r"„[^„“”\n]*+[“”]",
        r"«[^«»\n]*+»",
        r"「[^「」\n]*+」",
        r"『[^『』\n]*+』",
        r"(?<![\w'])['‘](?=\w)(?:[^'’‘\n]|(?<=\w)['’](?=\w))*+(?<!\s)['’](?!\w)",
    )
)


class Speech(NamedTuple):
    """A message without its markup, as long as the message itself."""

    text: str
    """The message; every opaque character is `INERT`, spoiler bars are spaces."""
    hushed: bytearray
    """One flag a character: 1 where the words are quoted or struck, so that they are not the writer's to anybody."""


def speech_of(message: str) -> Speech:
    """Lay the markup of `message` aside as Discord would render it; linear in its length."""
    text = _without_code(message) if "`" in message else message
    for needle, pattern in _OPAQUE:
        if needle in text:
            text = pattern.sub(_blank, text)
    text = text.replace("||", "  ")
    hushed = bytearray(len(text))
    for pattern in _HUSHED:
        for found in pattern.finditer(text):
            start, end = found.span()
            hushed[start:end] = b"\x01" * (end - start)
    return Speech(text, hushed)


def _blank(found: regex.Match[str]) -> str:
    return INERT * len(found[0])


def _without_code(text: str) -> str:
    """Code is what stands between two runs of backticks of one length (three or more: a fence); unclosed is text."""
    runs = [found.span() for found in _BACKTICKS.finditer(text)]
    closers: defaultdict[int, deque[int]] = defaultdict(deque)
    for number, (start, end) in enumerate(runs):
        closers[min(end - start, 3)].append(number)
    parts: list[str] = []
    written = number = 0
    while number < len(runs):
        start, end = runs[number]
        later = closers[min(end - start, 3)]
        while later and later[0] <= number:
            later.popleft()
        escaped = start > 0 and text[start - 1] == "\\"
        if escaped or not later:
            number += 1
            continue
        number = later[0] + 1
        stop = runs[later[0]][1]
        parts += (text[written:start], INERT * (stop - start))
        written = stop
    return "".join((*parts, text[written:]))
