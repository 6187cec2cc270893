"""How much of a message a card is about, by the words that they share: what decides where no embedding was measured.

A word counts by how few of the cards it stands in (inverse document frequency, Sparck Jones 1972), and is known by its
first letters, since a language's endings are not known here (truncation, McNamee & Mayfield 2004).
"""

from collections import Counter
from collections.abc import Mapping
from math import log
from typing import Final, TypeVar
from unicodedata import normalize

from panel.lexicon import STOP_WORDS
from panel.likeness import plain_words

Key = TypeVar("Key", bound=str)

STEM: Final = 5
"""Letters by which a word is known."""
ACCENTS: Final = frozenset(map(chr, range(0x300, 0x370)))
"""Combining marks of Latin, Greek and Cyrillic: people leave them out. Vowel signs of other scripts are letters."""
SURE: Final = 2.0
"""Weight of shared words from which a share means what it says: one word in common is little evidence."""


def overlap(text: str, cards: Mapping[Key, str]) -> dict[Key, float]:
    """0 to 1 for each card: the weight of the message's words that it has, of those that any card has."""
    asked = stems(text)
    known = {persona: stems(card) & asked for persona, card in cards.items()}
    counts = Counter(stem for shared in known.values() for stem in shared)
    weights = {stem: log((1 + len(cards)) / count) for stem, count in counts.items()}
    whole = max(SURE, sum(weights.values()))
    return {persona: sum(weights[stem] for stem in sorted(shared)) / whole for persona, shared in known.items()}


def stems(text: str) -> frozenset[str]:
    """The words that mean something, without case, accents and endings."""
    return frozenset(_stem(word) for word in plain_words(text) if word not in STOP_WORDS)


def _stem(word: str) -> str:
    bare = normalize("NFC", "".join(sign for sign in normalize("NFD", word) if sign not in ACCENTS))
    return (bare.removesuffix("s") if len(bare) > 3 else bare)[:STEM]
