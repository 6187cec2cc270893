"""How alike two lines are, by their words; what likeness is too much is `screen.py`'s to say."""

from functools import lru_cache
from itertools import pairwise
from typing import Final
from unicodedata import normalize

import regex
from rapidfuzz import fuzz

_SPACELESS: Final = regex.compile(
    r"\p{Han}|[\p{Hiragana}\p{Katakana}ー]|[\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}--\p{M}]\p{M}*", regex.VERSION1
)
_WORD: Final = regex.compile(rf"{_SPACELESS.pattern}|[\p{{L}}\p{{N}}][\p{{L}}\p{{M}}\p{{N}}']*", regex.VERSION1)
_NO: Final = regex.compile(
    r"no|not|never|nobody|nothing|none|without|cannot|\w+n't|nicht|kein\w*|nie|nunca|jamais|不|没"
)

SAME_LETTERS: Final = 0.9
"""Two lines whose letters agree to this share differ by a word or two. Our choice, tried on a handful of pairs only:
refit it on real logs."""

SIGN: Final = 0.6
"""Of a word, what one sign of a script without spaces is worth: Chinese has 1.5 to 1.8 a word."""

REMEMBERED: Final = 2048
"""Lines whose words are kept at hand: each is compared with every new one as long as it is recent."""


@lru_cache(REMEMBERED)
def plain_words(text: str) -> tuple[str, ...]:
    """The words without case and punctuation; in scripts without spaces every character is one."""
    return tuple(_WORD.findall(normalize("NFKC", text).casefold().replace("\u2019", "'")))


def length_in_words(text: str) -> float:
    """How many words a text has, or would have if its script had spaces: some two signs make a word there."""
    return sum(SIGN if _SPACELESS.fullmatch(word) else 1.0 for word in plain_words(text))


def likeness(one: str, other: str) -> float:
    """0 to 1: the share of word pairs that two lines have in common (Jaccard), or 1 where nearly every letter agrees.

    Where one line denies what the other says, letters are no evidence: "It is." and "It is not." are two positions.
    """
    words, others = plain_words(one), plain_words(other)
    if not words or not others:
        return 0.0
    if words == others:
        return 1.0
    pairs, other_pairs = set(pairwise(words)), set(pairwise(others))
    shared = len(pairs & other_pairs) / max(1, len(pairs | other_pairs))
    if _denials(words) != _denials(others):
        return 0.0
    letters = fuzz.ratio(" ".join(words), " ".join(others)) / 100
    return 1.0 if letters >= SAME_LETTERS else shared


def _denials(words: tuple[str, ...]) -> int:
    return sum(1 for word in words if _NO.fullmatch(word))
