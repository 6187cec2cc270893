"""The forms in which a script sets a speaker's name apart from the words; whose name it is, `labels.py` says.

A strict form is a label wherever it stands; a loose one is also ordinary prose ("Bo - what a name"), and counts only
in an answer that opened in it.
"""
# ruff: noqa: RUF001 -- dashes and brackets of many scripts are the point here

from collections.abc import Iterator
from typing import Final, NamedTuple

import regex

LONGEST_LABEL: Final = 120

STAMP: Final = (
    r"(?:\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-][\d:]+)?)?|\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?"
    r"|#\d+|(?:line|message|msg|turn|id)[ :#=]*\d+)"
)
"""What stands before a line of a log: the time, or its number."""

_STAMPS: Final = rf"(?:[\[(<]?(?i:{STAMP})[\])>]?[ \t|,:-]+)?"
_TOKENS: Final = r"(?:<\|[^|<>\n]{1,40}\|>[ \t]*|</?\w{1,20}>[ \t]*)*"
OPENING: Final = (
    rf"[ \t]*{_TOKENS}{_STAMPS}(?P<number>[(]?(?:\d{{1,3}}|[a-zA-Z])[.)][ \t]+)?(?:#{{1,6}}[ \t]+)?"
    r"[*_~\"“”'\u2018\u2019«\[(]*[ \t]*"
)
"""What may stand before a name and its colon; the number of a list makes the label a loose one."""


class Form(NamedTuple):
    """A pattern whose `who` is the name, and whose end is where the words begin."""

    pattern: regex.Pattern[str]
    loose: bool


class Phrase(NamedTuple):
    """A name with words around it that stand before a colon."""

    who: str
    loose: bool


_START: Final = rf"[ \t]*(?:<\|[^|<>\n]{{1,40}}\|>[ \t]*)*{_STAMPS}"
_WHO: Final = r"(?P<who>[^\n\[\](){}<>|*_#=:]{1,60}?)"
_MANNER: Final = r"(?:[ \t]*\([^()\n]{0,40}\))?"
_WORDS_BELOW: Final = r"[ \t]*\n(?=\s*[^\s\p{Ll}])"
_VERBS_NOW: Final = (
    "says|replies|asks|adds|answers|responds|whispers|shouts|mutters|murmurs|laughs|sighs|writes|speaks|exclaims"
    "|continues|retorts|yells|types|posts|remarks|interjects|chimes in"
)
_VERBS_THEN: Final = (
    "said|replied|asked|added|answered|responded|whispered|shouted|muttered|murmured|laughed|sighed|wrote|exclaimed"
    "|continued|retorted|yelled|typed|remarked|interjected|chimed in"
)
_WORDS: Final = "lines?|reply|response|answer|turn|message|words|text|dialogue|post"
_SPEAKER: Final = "speaker|speaking|character|persona|voice|spoken by"
_RECORD: Final = "name|from|author|role|who|agent|sender|user(?:name)?"


def _form(pattern: str, *, loose: bool = False) -> Form:
    return Form(regex.compile(_START + pattern), loose)


FORMS: Final[dict[str, Form]] = {
    # [Wren] Hello.   [Wren, smiling] Hello.   [Speaker: Wren] Hello.   never [Wren](https://...)
    "bracket": _form(
        rf"[*_]*(?:\[{{1,2}}|【|\{{{{1,2}})[ \t]*(?i:(?:{_SPEAKER})[ \t]*[:=][ \t]*)?{_WHO}"
        r"(?i:,[^\[\]{}\n]{1,40}|[ \t]+speaking)?[ \t]*"
        r"(?:】|(?:\]{1,2}|\}{1,2})(?=[*_]*(?:\s|:|\Z)))[*_]*(?:[ \t]*:[*_]*)?"
    ),
    # <Wren> Hello.   <line speaker="wren">Hello.</line>
    "tag": _form(
        r"[*_]*<[ \t]*(?:\w+[ \t]+(?:speaker|name|who|from|by|id)[ \t]*=[ \t]*)?"
        rf"[\"']?{_WHO}[\"']?[ \t]*>[*_]*(?:[ \t]*:)?"
    ),
    # Speaker: Wren, and the words below it
    "field": _form(
        rf"[*_]*(?i:{_SPEAKER})[*_]*[ \t]*[:=][*_ \t]*{_WHO}[*_]*[ \t]*[\n|;,]\s*"
        rf"(?:[*_]*(?i:{_WORDS})[*_]*[ \t]*[:=][*_]*)?"
    ),
    # Name: Wren, below which another field holds the words
    "record": _form(
        rf"[*_]*(?i:{_RECORD})[*_]*[ \t]*[:=][*_ \t]*{_WHO}[*_]*[ \t]*[\n|;,]\s*"
        rf"[*_]*(?i:{_WORDS}|content)[*_]*[ \t]*[:=][*_]*"
    ),
    # **Wren**   ### Wren   === Wren ===   each on a line of its own
    "heading": _form(
        rf"(?:\#{{1,6}}[ \t]+[*_]*|[*_]{{1,3}}|(?:={{2,}}|-{{2,}})[ \t]*){_WHO}"
        rf"[*_]*{_MANNER}[*_]*[ \t]*[=\#-]*[ \t]*\n(?=\s*\S)"
    ),
    # Wren — Hello.   Wren | Hello.   Wren -> Hello.
    "dash": _form(
        rf"[*_]*{_WHO}[*_]*{_MANNER}"
        r"(?:[ \t]*[—―][ \t]*|[ \t]+(?:[–|•·~»→=-]|-{1,2}>?|>{1,3})[ \t]+|[;~][ \t]+)(?=[^\s—―-])",
        loose=True,
    ),
    # Wren, and the words below
    "alone": _form(rf"{_WHO}{_MANNER}{_WORDS_BELOW}", loose=True),
    # **Wren** Hello.
    "bold": _form(rf"(?:\*\*|__){_WHO}(?:\*\*|__){_MANNER}[ \t]+(?=[^\s\p{{Ll}}])", loose=True),
    # (Wren) Hello.
    "parenthesis": _form(rf"\([ \t]*{_WHO}[ \t]*\)[ \t]+(?=[^\s\p{{Ll}}])", loose=True),
    # Wren said, "Hello."
    "told": _form(
        rf"[*_]*{_WHO}[*_]*[ \t]+(?i:{_VERBS_NOW}|{_VERBS_THEN})\b[^\n:\"“]{{0,40}},[ \t]*(?=[\"“])", loose=True
    ),
}
"""In the order in which they are tried; a name and a colon comes behind the bracketed ones."""

_SAYS = regex.compile(rf"{_WHO}(?:[ \t]+\w+ly)?[ \t]+(?i:(?P<now>{_VERBS_NOW})|{_VERBS_THEN})\b[^\n]{{0,40}}")
_OTHER_PHRASES: Final = tuple(
    regex.compile(pattern)
    for pattern in (
        rf"{_WHO}['\u2019]s?[ \t]+(?:next[ \t]+)?(?i:{_WORDS})",
        rf"(?i:(?:the[ \t]+)?(?:{_WORDS})[ \t]+(?:from|by|of|for)|as|from)[ \t]+{_WHO}",
        rf"{_WHO}[ \t]+(?i:here|speaking|again)",
        rf"{_WHO}[ \t]*(?:\bto\b|→|->|>|@)[ \t]*[^\n]{{1,60}}",
        rf"{_WHO},[ \t]*\w+(?:ly|ing)\b[^\n]{{0,30}}",
    )
)


def in_a_phrase(before: str) -> Iterator[Phrase]:
    """The names that words before a colon may hold: "Wren says", "Wren's reply", "Wren to Sam"; loosest last."""
    says = _SAYS.fullmatch(before.strip("*_ \t"))
    if says:
        yield Phrase(says["who"], loose=says["now"] is None)
    for pattern in _OTHER_PHRASES:
        found = pattern.fullmatch(before.strip("*_ \t"))
        if found:
            yield Phrase(found["who"], loose=True)
