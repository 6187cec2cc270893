"""Over-used words: which of them a text holds. The lists lie in `word_lists/`; what a rate means is `meters.py`'s."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import regex

from panel.likeness import plain_words

_LISTS: Final = Path(__file__).with_name("word_lists")
_WORD: Final = regex.compile(r"[a-z']+")


class _Lists:
    """The lists, read once."""

    def __init__(self) -> None:
        self.words, self.pairs, self.triples = map(_entries, ("words", "bigrams", "trigrams"))
        self.left_out = _entries("stop_words")


def slop_in(text: str, names: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """The over-used words, pairs and triples of a text, once for each time; `names` (words in small letters) are none.

    The lists know English alone, and many invented names: whoever is called so is not to blame.
    """
    lists = _read()
    said = [word for word in plain_words(text) if word not in names]
    kept = [word for word in said if _WORD.fullmatch(word) and word not in lists.left_out]
    words = (word for word in said if word in lists.words)
    return (*words, *_runs(kept, 2, lists.pairs), *_runs(kept, 3, lists.triples))


def content_words(text: str) -> tuple[str, ...]:
    """The words of a text but for English stop words, in small letters and in order."""
    left_out = _read().left_out
    return tuple(word for word in plain_words(text) if word not in left_out)


@cache
def _read() -> _Lists:
    return _Lists()


def _entries(name: str) -> frozenset[str]:
    return frozenset((_LISTS / f"{name}.txt").read_text(encoding="utf-8").split("\n")) - {""}


def _runs(words: Sequence[str], length: int, known: frozenset[str]) -> Iterator[str]:
    runs = (" ".join(words[start : start + length]) for start in range(len(words) - length + 1))
    return (run for run in runs if run in known)
