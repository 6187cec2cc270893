"""How alike two lines are, by their words; what likeness is too much is `screen.py`'s to say."""

from itertools import pairwise
from typing import Final
from unicodedata import normalize

import regex
from rapidfuzz import fuzz

_WORD: Final = regex.compile(r"\p{Han}|[\p{Hiragana}\p{Katakana}ー]|[\p{L}\p{N}][\p{L}\p{M}\p{N}']*")
_NO: Final = regex.compile(
    r"no|not|never|nobody|nothing|none|without|cannot|\w+n't|nicht|kein\w*|nie|nunca|jamais|不|没"
)

SAME_LETTERS: Final = 0.9
"""Two lines whose letters agree to this share differ by a word or two. Our choice, tried on a handful of pairs only:
refit it on real logs."""


def plain_words(text: str) -> tuple[str, ...]:
    """The words without case and punctuation; in scripts without spaces every character is one."""
    return tuple(_WORD.findall(normalize("NFKC", text).casefold().replace("\u2019", "'")))


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
