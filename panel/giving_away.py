"""How much of something private a line says word for word. Who may know what is `knowing.py`'s to say."""

from collections.abc import Iterable, Sequence
from typing import Final

import regex

from panel.slop import content_words

RUN: Final = 3
"""Content words in a row that give an item away; a shorter item counts whole, from two words on."""

_CODE: Final = regex.compile(r"(?=.*\d)[\p{L}\p{N}]{4,}|\d{3,}")
_SENTENCE: Final = regex.compile(r"[^.!?;\n。\uff01\uff1f]+")


def given_away(line: str, secrets: Iterable[str], said: Sequence[str]) -> tuple[float, str]:
    """The largest share, 0-1, of a secret's sentence that a line holds in a row, and these words without stop words.

    A number or code counts alone. What was said aloud before is no secret any more. In its own words anybody may tell
    anything: only a line that recites is found here.
    """
    words = content_words(line)
    worst, shown = 0.0, ""
    for part in (part for secret in secrets for part in _SENTENCE.findall(secret)):
        value, run = _shared_run(words, content_words(part))
        if value > worst and not any(_holds(content_words(each), run) for each in said):
            worst, shown = value, " ".join(run)
    return worst, shown


def _shared_run(words: Sequence[str], secret: Sequence[str]) -> tuple[float, tuple[str, ...]]:
    """The longest run of the secret's content words in a line, as a share; a code or number is a secret by itself."""
    codes = [word for word in secret if word in words and _CODE.fullmatch(word)]
    if codes:
        return 1.0, (codes[0],)
    least = min(RUN, max(2, len(secret)))
    for length in range(len(secret), least - 1, -1):
        for start in range(len(secret) - length + 1):
            run = tuple(secret[start : start + length])
            if _holds(words, run):
                return length / len(secret), run
    return 0.0, ()


def _holds(words: Sequence[str], run: Sequence[str]) -> bool:
    length = len(run)
    return any(tuple(words[start : start + length]) == tuple(run) for start in range(len(words) - length + 1))
