"""Where a cast's names stand in a tokenised message. Finds them; does not judge whether they are spoken to."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import regex

from panel import lexicon
from panel.names import Bearer, Cast, Folded, Form, Handle, flat
from panel.sentence import Token


class Hit(NamedTuple):
    """A name in the text: tokens `first` to `last`, with the @ before it and the honorific after it."""

    bearers: tuple[Bearer, ...]
    first: int
    last: int
    typed: bool
    """With @."""
    weak: bool
    """An everyday word or a single character."""
    symbol: bool
    """The name is an emoji."""
    capital: bool
    """Written as names are; always so where the script has no capitals."""
    possessive: bool
    hushed: bool
    suffix: str
    handle: Handle
    """Written as no ordinary name is."""


class Message(NamedTuple):
    """A message in the forms in which it is searched."""

    text: str
    folded: Folded
    hushed: bytearray
    """By character of `text`: quoted or struck."""
    tokens: Sequence[Token]


class Edge(NamedTuple):
    """What touches a name on one side."""

    bound: bool = False
    """It belongs to a longer word, a path or an address: this is no name."""
    typed: bool = False
    possessive: bool = False
    suffix: str = ""
    reach: int = 0
    """How many tokens belong to the name on this side."""


_NO_JOINT: Final = frozenset(",:;\N{EM DASH}\N{EN DASH}、،؛()[]{}@&/+\n")
_EMPHASIS: Final = frozenset("_*|~")
_GLUE: Final = frozenset("#$\\=")
_CONTRACTED: Final = frozenset(("s", "ll", "d", "re", "ve", "m"))
_SIGNED: Final = regex.compile(r"(?=.*\w)[\p{S}\p{Pc}\[\]{}]")
_INNER_SPACE: Final = regex.compile(r"[\s・·=]")


def hits_in(message: Message, cast: Cast) -> Iterable[Hit]:
    """Every name of the cast in the message, the longest first where several begin together."""
    free_from = 0
    for at, token in enumerate(message.tokens):
        word = _INNER_SPACE.sub("", token.text) if token.kind == "name" else token.text
        forms = cast.forms.get(word) or (() if word.isascii() else cast.forms.get(flat(word), ()))
        hit = _hit_at(message, at, forms, listed=at - free_from == 1) if forms and at >= free_from else None
        if hit:
            yield hit
            free_from = hit.last + 1


def _hit_at(message: Message, at: int, forms: Sequence[Form], *, listed: bool) -> Hit | None:
    """The name that begins with token `at`. `listed`: only one mark stands between it and the name before."""
    text, folded, hushed, tokens = message
    token = tokens[at]
    before = _before(tokens, at, listed=listed)
    if before.bound:
        return None
    for form in forms:
        last = at if len(form.words) == 1 else _last_of(tokens, at, form.words)
        if last is None or (form.only_at and not before.typed):
            continue
        bearers = _as_written(form, folded.text, token.start)
        signed = _signed_to(bearers, form.words[0], folded.text, token.start)
        while last + 1 < len(tokens) and tokens[last + 1].end <= signed:
            last += 1
        after = _after(tokens, last)
        if after.bound or (
            token.kind == "name" and len(token.text) == 1 and not before.typed and not _alone(tokens, at, after)
        ):
            continue
        start, end = folded.at[token.start], folded.at[tokens[last].end]
        raw = text[start:end]
        return Hit(
            bearers=bearers,
            first=at - before.reach,
            last=last + after.reach,
            typed=before.typed,
            weak=form.weak and not signed,
            symbol=token.kind == "mark",
            capital=raw.lower() == raw.upper() or (raw[0].isupper() and not raw[1:].isupper()),
            possessive=after.possessive,
            hushed=bool(hushed[start]),
            suffix=after.suffix,
            handle="" if form.weak and not signed else weakest(_handle_of(bearer, form.words) for bearer in bearers),
        )
    return None


def _last_of(tokens: Sequence[Token], at: int, words: tuple[str, ...]) -> int | None:
    """The index of the last word of a name of several words; between them may stand space and a few marks."""
    symbols = tokens[at].kind == "mark"
    for word in words[1:]:
        short = len(tokens[at].text) <= 3
        at += 1
        limit = at + 3
        while at < min(limit, len(tokens)) and not symbols and _joint(tokens[at], after_short=short):
            at += 1
        if at >= len(tokens) or (tokens[at].text != word and flat(tokens[at].text) != word):
            return None
    return at


def _joint(token: Token, *, after_short: bool) -> bool:
    if token.kind == "stop":
        return token.text == "." and after_short  # "Dr. Moth", not "Anna. Lind is here"
    return token.kind == "mark" and token.text not in _NO_JOINT


def _as_written(form: Form, folded: str, start: int) -> tuple[Bearer, ...]:
    """Where several are called so, those whose name is written here with its decoration: "wren★" is not "wren"."""
    if len(form.bearers) == 1:
        return form.bearers
    fits = [
        max((len(name) for name in bearer.literals if _written(name, form.words[0], folded, start)), default=0)
        for bearer in form.bearers
    ]
    return tuple(bearer for bearer, fit in zip(form.bearers, fits, strict=True) if fit == max(fits))


def _written(name: str, word: str, folded: str, start: int) -> bool:
    offset = name.find(word)
    return offset >= 0 and start >= offset and folded.startswith(name, start - offset)


def _signed_to(bearers: Sequence[Bearer], word: str, folded: str, start: int) -> int:
    """Where a name ends that is written here with its signs ("|Long|", "Kit{K}"), which no ordinary word has; or 0."""
    ends = (
        start - name.find(word) + len(name)
        for bearer in bearers
        for name in bearer.literals
        if _SIGNED.search(name) and _written(name, word, folded, start)
    )
    return max((end for end in ends if not folded[end : end + 1].isalnum()), default=0)


def weakest(handles: Iterable[Handle]) -> Handle:
    """What holds of several names: the least of them."""
    return min(handles, key=("", "plain", "odd").index)


def _handle_of(bearer: Bearer, words: Sequence[str]) -> Handle:
    """What the name is where the words are of the name itself, not of an alias."""
    return bearer.handle if all(word in bearer.literals[0] for word in words) else ""


def _touching(tokens: Sequence[Token], left: int, right: int) -> bool:
    return left >= 0 and right < len(tokens) and tokens[left].end == tokens[right].start


def _worded(tokens: Sequence[Token], left: int, right: int, *, at: int) -> bool:
    """The tokens touch, and the one at `at` is a word."""
    return _touching(tokens, left, right) and tokens[at].kind == "word"


def _before(tokens: Sequence[Token], at: int, *, listed: bool) -> Edge:
    near = at - 1
    if not _touching(tokens, near, at):
        return Edge()
    mark = tokens[near].text
    worded = _worded(tokens, near - 1, near, at=near - 1)
    if mark == "@":
        return Edge(bound=worded, typed=not worded, reach=1)
    if mark in _GLUE:
        return Edge(bound=True)
    if mark == "/":  # "Bo/Wren" is a list, "/wren" and "home/wren" are not
        return Edge(bound=not (worded and listed))
    if mark == "-":
        opens_a_line = near == 0 or tokens[near - 1].kind == "line"
        dash = _touching(tokens, near - 1, near) and tokens[near - 1].text == "-" and tokens[near - 1].start > 0
        return Edge(bound=not opens_a_line and not (dash and _worded(tokens, near - 2, near - 1, at=near - 2)))
    if mark in (".", "'"):
        return Edge(bound=worded or mark == ".")
    while mark in _EMPHASIS and _touching(tokens, near - 1, near):
        near -= 1
        mark = tokens[near].text
        if tokens[near].kind == "word":
            return Edge(bound=tokens[near + 1].text == "_")
        if mark == "@":
            return Edge(typed=True, reach=at - near)
    return Edge()


def _after(tokens: Sequence[Token], last: int) -> Edge:
    near = last + 1
    if not _touching(tokens, last, near):
        return Edge()
    mark, kind = tokens[near].text, tokens[near].kind
    worded = _worded(tokens, near, near + 1, at=near + 1) if near + 1 < len(tokens) else False
    following = tokens[near + 1].text if near + 1 < len(tokens) else ""
    if kind == "run":
        return _run_after(mark)
    if mark == "'":
        if worded:
            return Edge(bound=following not in _CONTRACTED, possessive=following in _CONTRACTED)
        spaced = near + 1 < len(tokens) and tokens[near + 1].kind == "word"
        return Edge(possessive=spaced and tokens[last].text.endswith(("s", "x", "z")))
    if mark == "-":
        honorific = worded and following in lexicon.HONORIFICS
        return Edge(bound=worded and not honorific, suffix=following if honorific else "", reach=2 if honorific else 0)
    if mark in _GLUE or mark == "@" or (mark == ":" and following == ":" and _touching(tokens, near, near + 1)):
        return Edge(bound=mark != "$")
    if mark == ".":
        return Edge(bound=worded)
    while mark in _EMPHASIS and _touching(tokens, near, near + 1):
        near += 1
        mark = tokens[near].text
        if tokens[near].kind == "word":
            return Edge(bound=tokens[near - 1].text == "_")
    return Edge()


def _run_after(run: str) -> Edge:
    if run in lexicon.KOREAN_CALLS:
        return Edge(suffix=run, reach=1)
    suffix = next((one for one in lexicon.SUFFIXES if run.startswith(one)), "")
    return Edge(suffix=suffix, reach=int(bool(suffix) and run == suffix))


def _alone(tokens: Sequence[Token], at: int, after: Edge) -> bool:
    """A one-character name in a script without spaces: nothing touches it but a mark or an honorific."""
    free_before = not _touching(tokens, at - 1, at) or tokens[at - 1].kind not in ("word", "run", "name")
    free_after = not _touching(tokens, at, at + 1) or tokens[at + 1].kind not in ("word", "run", "name")
    return free_before and (free_after or bool(after.suffix))
