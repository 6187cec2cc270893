"""A cast's names made ready to be found: folding, and the forms of a name. Does not read messages."""
# ruff: noqa: RUF001 -- letters of many alphabets are the point here

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, Literal, NamedTuple, Protocol
from unicodedata import combining, normalize

import regex

from events.base import PersonaId
from panel import lexicon
from panel.sentence import SPACELESS


class Named(Protocol):
    """Whoever can be called: `events.Persona` is one."""

    @property
    def id(self) -> PersonaId: ...
    @property
    def name(self) -> str: ...
    @property
    def aliases(self) -> tuple[str, ...]: ...


Words = tuple[str, ...]
Standing = Literal["seated", "human", "absent"]
Handle = Literal["", "plain", "odd"]
"""Odd is what no word looks like: "max_82", "StevenJ". Plain may be a word as well: "wren", "fennel"."""


class Bearer(NamedTuple):
    """One who may be meant by a name."""

    persona: PersonaId
    """Empty for a human."""
    standing: Standing
    literals: tuple[str, ...]
    """The folded names as they are written, decoration and all."""
    handle: Handle = ""
    """The name is written as no ordinary name is. Who so begins a message speaks to somebody."""


class Form(NamedTuple):
    """One way to say a name."""

    words: tuple[str, ...]
    bearers: tuple[Bearer, ...]
    weak: bool
    """An everyday word or a single character: wants punctuation around it."""
    only_at: bool
    """A stop-word, or words run together: counts only when typed with @."""


class Folded(NamedTuple):
    """A text in the form in which names are compared: NFKC, case-folded, nothing invisible."""

    text: str
    at: Sequence[int]
    """For each folded character, and once past the end: the index in the original."""


class Cast(NamedTuple):
    """The compiled names of everybody who may be meant."""

    forms: dict[str, tuple[Form, ...]]
    """By first word, the longest first."""
    spaceless: regex.Pattern[str] | None
    """Finds the names whose script has no spaces between words."""


WORDS: Final = regex.compile(rf"(?V1)[[\p{{L}}\p{{N}}\p{{M}}]--[{SPACELESS}\p{{Cn}}]]+|[{SPACELESS}]+")
_SYMBOLS: Final = regex.compile(r"[^\s\w]")
_RUN: Final = regex.compile(rf"[{SPACELESS}]+")
_SPACED: Final = regex.compile(r"[\s|/·・]")
# Not "Wren", "McCoy", "Anna-Lena": digits, signs, no capital, nothing but capitals, or one after a small letter.
_HANDLE: Final = regex.compile(
    r"(?!\S*\s|(?:Mac|Mc|De|Di|La|Le|Van|Von)[A-Z][a-z]+$)"
    r"(?=[\x21-\x7e]{2,}$)(?=.*[A-Za-z])(?:.*[0-9_|\[\]{}^`~\\]|[^A-Z]+$|[^a-z]+$|.*[a-z][A-Z])"
)
_VOWELLESS: Final = regex.compile(r"[^aeiouy]+$")
_CLUSTER: Final = regex.compile(r"[\x00-\x7f]+(?!\p{M})|\X")
INVISIBLE: Final = regex.compile(r"[\p{Cf}\p{Variation_Selector}\u034f\u115f\u1160\u3164\uffa0\u2800]")
_APOSTROPHES: Final = str.maketrans(dict.fromkeys("’‘ʼʹ′＇´", "'"))
_FLAT: Final = str.maketrans(
    {"ı": "i", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th", "ـ": ""}
)


@lru_cache(maxsize=8192)
def _fold_cluster(cluster: str) -> str:
    visible = normalize("NFKC", INVISIBLE.sub("", cluster).translate(_APOSTROPHES))
    return INVISIBLE.sub("", normalize("NFKC", visible.casefold()))


def fold(text: str) -> Folded:
    """Fold `text` a grapheme at a time, so that every folded character knows where it came from."""
    if text.isascii():
        return Folded(text.lower(), range(len(text) + 1))
    parts: list[str] = []
    at: list[int] = []
    for found in _CLUSTER.finditer(text):
        start, end = found.span()
        cluster = found[0]
        if cluster.isascii():
            parts.append(cluster.lower())
            at.extend(range(start, end))
        else:
            folded = _fold_cluster(cluster)
            parts.append(folded)
            at.extend([start] * len(folded))
    at.append(len(text))
    return Folded("".join(parts), at)


@lru_cache(maxsize=8192)
def flat(word: str) -> str:
    """`word` (folded) without its accents. The marks that make a letter in Indic, Thai or Kana scripts stay."""
    if word.isascii():
        return word
    kept = (
        char for char in normalize("NFD", word) if not (10 <= combining(char) <= 35 or 202 <= combining(char) <= 240)
    )
    return normalize("NFC", "".join(kept)).translate(_FLAT)


def _handle(name: str) -> Handle:
    if not _HANDLE.match(name):
        return ""
    return "plain" if name.isalpha() and name.islower() and not _VOWELLESS.match(name) else "odd"


class Claim(NamedTuple):
    """One person's claim to a form. The lowest tier wins: accents as written, then who is here, then a whole name."""

    tier: tuple[int, int, int]
    bearer: Bearer
    weak: bool
    only_at: bool


@lru_cache(maxsize=256)
def compiled(people: tuple[tuple[PersonaId, str, tuple[str, ...], Standing], ...]) -> Cast:
    """Compile who may be meant; cached by value. See `Claim` for who wins a form that several claim."""
    claims: defaultdict[tuple[str, ...], list[Claim]] = defaultdict(list)
    for persona, name, aliases, standing in people:
        literals = tuple(fold(text).text.strip() for text in (name, *aliases))
        bearer = Bearer(persona, standing, literals, handle=_handle(name))
        order = ("seated", "human", "absent").index(standing)
        for words, part, weak, only_at in forms_of(name, aliases):
            claims[words].append(Claim((0, order, part), bearer, weak, only_at))
    for words, made in list(claims.items()):
        plain = tuple(flat(word) for word in words)
        if plain != words:
            claims[plain] += (claim._replace(tier=(1, *claim.tier[1:])) for claim in made)
    forms: defaultdict[str, list[Form]] = defaultdict(list)
    for words, made in claims.items():
        best = min(claim.tier for claim in made)
        chosen = [claim for claim in made if claim.tier == best]
        bearers = tuple(dict.fromkeys(claim.bearer for claim in chosen))
        weak, only_at = all(claim.weak for claim in chosen), all(claim.only_at for claim in chosen)
        forms[words[0]].append(Form(words, bearers, weak, only_at))
    by_first = {first: tuple(sorted(found, key=lambda form: -len(form.words))) for first, found in forms.items()}
    return Cast(by_first, _spaceless_pattern(form for found in by_first.values() for form in found))


def forms_of(name: str, aliases: tuple[str, ...]) -> Iterable[tuple[tuple[str, ...], int, bool, bool]]:
    """Every way to say one person's names: words, 0 for a whole name or 1 for a part, weak, only with @."""
    for text in (name, *aliases):
        folded = fold(text).text
        words = tuple(WORDS.findall(folded))
        if not words:
            symbols = tuple(_SYMBOLS.findall(folded))
            if symbols:
                yield symbols, 0, True, folded.isascii()
            continue
        yield words, 0, *_strength(words)
        if len(words) > 1 and words[0] in lexicon.ARTICLES:
            weak, only_at = _strength(words[1:])
            yield words[1:], 0, weak and words[1] not in lexicon.TITLES, only_at
        if len(words) > 1:
            spaced = any(_SPACED.search(folded, *gap) for gap in _gaps(folded))
            yield ("".join(words),), 0, False, spaced and not _RUN.match(words[0])
    folded = fold(name).text
    parts = [tuple(WORDS.findall(piece)) for piece in _pieces(folded)]
    if len(parts) < 2:
        return
    whole = len(parts)
    for start in range(whole):
        for end in range(start + 1, min(whole, start + 4) + 1):
            words = tuple(word for piece in parts[start:end] for word in piece)
            single = end - start == 1
            if end - start == whole or (single and not _may_stand_alone(words, first=start == 0)):
                continue
            weak, only_at = _strength(words)
            yield words, 1, weak or (len(words) == 1 and words[0] in lexicon.TITLES | lexicon.PARTICLES), only_at


def _pieces(folded: str) -> list[str]:
    """What white space and decoration separate; a hyphen, an apostrophe or a full stop does not."""
    pieces = regex.split(r"(?V1)[\s\p{S}\p{Cn}[\p{P}--['\-.]]]+", folded)
    return [piece for piece in pieces if WORDS.search(piece)]


def _gaps(folded: str) -> Iterable[tuple[int, int]]:
    spans = [found.span() for found in WORDS.finditer(folded)]
    return ((left[1], right[0]) for left, right in pairwise(spans))


def _may_stand_alone(words: tuple[str, ...], *, first: bool) -> bool:
    word = "".join(words)
    if word in lexicon.STOP_WORDS or word in lexicon.INTERJECTIONS:
        return False
    return len(word) > 1 and (first or word not in lexicon.PARTICLES)


def _strength(words: Words) -> tuple[bool, bool]:
    """Whether `words` are weak, and whether they count only with @."""
    if len(words) > 1:
        telling = [word for word in words if word not in lexicon.TITLES]
        return len(telling) == len(words) and lexicon.EVERYDAY.issuperset(telling), False
    word = "".join(words)
    return len(word) == 1 or word.isdecimal() or word in lexicon.EVERYDAY, word in lexicon.ONLY_AT


def _spaceless_pattern(forms: Iterable[Form]) -> regex.Pattern[str] | None:
    """Where a script has no spaces, a name ends with the run of its script, before a particle, or anywhere (Han)."""
    found = sorted(
        {form.words for form in forms if any(_RUN.match(word) for word in form.words)},
        key=lambda words: -sum(map(len, words)),
    )
    if not found:
        return None
    return regex.compile("|".join(_edged(words) for words in found))


def _edged(words: tuple[str, ...]) -> str:
    first, last = words[0][0], words[-1][-1]
    body = r"[\s・·=]?".join(regex.escape(word) for word in words)
    return f"{_left_edge(first)}{body}{_right_edge(last)}"


def _left_edge(char: str) -> str:
    if regex.match(r"[\p{Katakana}ー]", char):
        return r"(?<![\p{Katakana}ー])"
    if regex.match(r"\p{Hiragana}", char):
        return r"(?<!\p{Hiragana}(?<!" + "|".join(lexicon.RUN_GREETINGS) + "))"
    if regex.match(r"\p{Hangul}", char):
        return r"(?<!\p{Hangul})"
    if regex.match(r"\p{Thai}", char):
        return "(?<![เแโใไ])"
    return "" if _RUN.match(char) else r"(?<![\p{L}\p{N}])"


def _right_edge(char: str) -> str:
    if regex.match(r"[\p{Katakana}ー]", char):
        return r"(?![\p{Katakana}ー])"
    if regex.match(r"\p{Hiragana}", char):
        return rf"(?:(?!\p{{Hiragana}})|(?={'|'.join(lexicon.KANA_PARTICLES)}))"
    if regex.match(r"\p{Hangul}", char):
        tails = (*lexicon.KOREAN_CALLS, *lexicon.KOREAN_PARTICLES, *lexicon.SUFFIXES)
        return rf"(?=(?:{'|'.join(sorted(tails, key=len, reverse=True))})?(?!\p{{Hangul}}))"
    if regex.match(r"[\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]", char):
        return r"(?![\p{M}ะาๅ])"
    return "" if _RUN.match(char) else r"(?![\p{L}\p{N}])"
