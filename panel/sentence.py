"""A message as sentences of tokens, and what stands beside a token. Does not judge what that means."""
# ruff: noqa: RUF001 -- the punctuation of many scripts is the point here

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

import regex
from msgspec import Struct

from panel import lexicon

Kind = Literal["word", "run", "name", "stop", "line", "mark"]

WORDED: Final = ("word", "run", "name")


class Token(Struct, frozen=True, gc=False):
    """A word, a run of a script without spaces, a name inside one, the end of a sentence or of a line, or one mark."""

    kind: Kind
    text: str
    start: int
    end: int


SPACELESS: Final = r"\p{Han}\p{Hiragana}\p{Katakana}ー々\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_TOKEN: Final = regex.compile(
    rf"(?V1)(?P<word>[[\p{{L}}\p{{N}}\p{{M}}]--[{SPACELESS}]]+)|(?P<run>[{SPACELESS}][{SPACELESS}\p{{M}}]*)"
    r"|(?P<line>\n)|(?P<stop>[.!?。؟։।]+)|(?P<mark>\S)"
)
_ASCII_TOKEN: Final = regex.compile(r"(?P<word>[a-z0-9]+)|(?P<line>\n)|(?P<stop>[.!?]+)|(?P<mark>\S)")
_PAUSES: Final = frozenset(",:;—–-、،؛→")
_OPENING: Final = frozenset("([{（【")
_CLOSING: Final = frozenset(")]}）】")
_COMPARING: Final = frozenset("<>=")
_PLAIN_JOINERS: Final = frozenset(",、،;")


class Sentences(NamedTuple):
    """A tokenised text, with what a sentence must be asked again and again computed once: linear, whatever is asked."""

    tokens: Sequence[Token]
    sentence: Sequence[int]
    """The number of each token's sentence."""
    asks: Sequence[bool]
    """By sentence: it ends with a question mark."""
    last_you: Sequence[int]
    """By sentence: the index of its last word in the second person, or -1."""
    commas: Sequence[int]
    """The indices of all commas."""


def tokens_of(text: str, names: regex.Pattern[str] | None) -> list[Token]:
    """Cut folded text into tokens; a name that `names` finds inside a run is a token of its own."""
    tokens: list[Token] = []
    done = 0
    for found in names.finditer(text) if names else ():
        start, end = found.span()
        tokens += _plain_tokens(text, done, start)
        tokens.append(Token("name", found[0], start, end))
        done = end
    tokens += _plain_tokens(text, done, len(text))
    return tokens


def _plain_tokens(text: str, start: int, end: int) -> list[Token]:
    found = (_ASCII_TOKEN if text.isascii() else _TOKEN).finditer(text, start, end)
    return [Token(one.lastgroup, one[0], *one.span()) for one in found]  # pyright: ignore[reportArgumentType]


def sentences_of(tokens: Sequence[Token]) -> Sentences:
    sentence: list[int] = []
    asks: list[bool] = [False]
    last_you: list[int] = [-1]
    commas: list[int] = []
    number = 0
    for index, token in enumerate(tokens):
        sentence.append(number)
        if token.kind in ("stop", "line"):
            asks[-1] = "?" in token.text or "؟" in token.text
            asks.append(False)
            last_you.append(-1)
            number += 1
        elif token.text in lexicon.SECOND_PERSON:
            last_you[-1] = index
        elif token.text in _PLAIN_JOINERS:
            commas.append(index)
    return Sentences(tokens, sentence, asks, last_you, commas)


LeftKind = Literal["start", "greeted", "opened", "pause", "colon", "listed", "aside", "word"]


class Left(NamedTuple):
    """What stands before a name: nothing, a greeting, words such as "well", or else what cuts it off or does not."""

    kind: LeftKind
    at: int
    """The index of the token that decided, or -1."""


class Right(NamedTuple):
    """What stands after a name."""

    kind: Literal["end", "pause", "word"]
    at: int
    """The index of the first token after the name and its decoration; `len(tokens)` at the end."""


def left_of(text: Sentences, first: int) -> Left:
    """What stands before the token `first`."""
    at, openers = first - 1, list[str]()
    aside, nearest = False, -1
    while at >= 0 and text.tokens[at].kind not in ("stop", "line"):
        token = text.tokens[at]
        size = 1
        if token.text in _PAUSES:
            return Left(_before_pause(text, at, openers, aside=aside), at)
        if token.text in _OPENING:
            aside = True
        elif token.kind != "mark":
            size = _opener_ending_at(text, at)
            if (nearest < 0 and token.text not in lexicon.COURTESY) or token.text in lexicon.DETERMINERS:
                nearest = at
            if not size:
                return Left("aside" if aside else "word", nearest)
            openers.append(token.text)
        at -= size
    return Left("greeted" if _greets(openers) else "opened" if openers else "start", at)


def _before_pause(text: Sentences, at: int, openers: list[str], *, aside: bool) -> LeftKind:
    if only_openers_before(text, at):
        return "greeted"
    if aside:
        return "aside"
    if _greets(openers):
        return "greeted"
    if text.tokens[at].text == ":":
        return "colon"
    return "opened" if openers and not lexicon.CONJUNCTIONS.intersection(openers) else "listed" if openers else "pause"


def _greets(openers: list[str]) -> bool:
    return any(word in lexicon.GREETINGS or word.endswith(lexicon.RUN_GREETINGS) for word in openers)


def _opener_ending_at(text: Sentences, at: int) -> int:
    """How many tokens the opener takes that ends at `at`; 0 if none does."""
    token = text.tokens[at]
    if token.kind == "run":
        return int(token.text.endswith(lexicon.RUN_GREETINGS) and len(token.text) < 7)
    for phrase in lexicon.OPENING_PHRASES:
        size = len(phrase)
        if token.text == phrase[-1] and at + 1 >= size and _spells(text.tokens, at + 1 - size, phrase):
            return size
    return int(token.kind == "word" and token.text in lexicon.OPENERS)


def _spells(tokens: Sequence[Token], start: int, phrase: Sequence[str]) -> bool:
    return all(tokens[start + offset].text == word for offset, word in enumerate(phrase))


def only_openers_before(text: Sentences, at: int) -> bool:
    at -= 1
    seen = False
    while at >= 0 and text.tokens[at].kind not in ("stop", "line"):
        token = text.tokens[at]
        size = 1 if token.kind == "mark" and token.text not in _OPENING else _opener_ending_at(text, at)
        if not size:
            return False
        seen = seen or token.kind != "mark"
        at -= size
    return seen


def right_of(text: Sentences, last: int) -> Right:
    """What stands after the token `last`."""
    tokens, at = text.tokens, last + 1
    while at < len(tokens):
        token = tokens[at]
        if token.kind in ("stop", "line"):
            return Right("end", at)
        if token.text in _PAUSES or token.text in _CLOSING or (token.text == ">" and token.start == tokens[last].end):
            return Right("pause", at)
        if token.kind != "mark" or token.text in _COMPARING:
            return Right("word", at)
        at += 1
    return Right("end", at)
