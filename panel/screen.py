"""Meters and verdicts for one line before it may be staged; who speaks, and what was written, is decided elsewhere.

First the line is mended (what is not speech goes, what is too long is cut), then it is judged. A verdict's text,
screened again, is accepted as it is.
"""

from collections.abc import Sequence
from typing import Final

import regex
from msgspec import Struct

from panel.labels import Speaker
from panel.likeness import likeness, plain_words
from panel.mending import mended, sentence_ends, within
from panel.quiet import is_deferral, is_empty, is_refusal, is_silence

NEAR: Final = 0.6
"""Likeness above this is a near-repeat: the bar for two lines of one turn in C79 (n-gram overlap)."""
SHORT: Final = 4
"""Lines of fewer words repeat innocently; the field's repetition meters count from four words."""

_ROUNDS: Final = 8
_LINK = regex.compile(r"https?://")
_YOU_ACT = regex.compile(
    r"(?:\A|[.!?…*\n]\s*|\b(?:and|then|as)\s+)you\s+(?:\w+ly\s+)?"
    r"(?:take|drink|eat|say|smile|nod|laugh|sigh|walk|leave|turn|look|reach|feel|decide|agree|follow|sit|stand|step|grab|open"
    r"|run|kiss|hug|shrug|reply|answer|whisper|shout|gasp|blush|accept|hand|pick|put|pull|push|move|go|come|start|begin)"
    r"\b(?![^.!?\n]*\?)",
    regex.IGNORECASE,
)
"""A story in which "you" act; an English list, good for a rate over many lines and not for a verdict over one."""


class Verdict(Struct, frozen=True):
    """What may be staged of a line: `text`, mended as `cut` says by code; or `rejected`, the code of the reason."""

    text: str = ""
    rejected: str = ""
    cut: tuple[str, ...] = ()


class Meters(Struct, frozen=True):
    """What a line looks like in numbers; nothing is rejected by them alone."""

    words: int
    sentences: int
    links: int
    likeness: float
    """To the most similar recent line of anybody, 0 to 1."""
    own_likeness: float
    """To the most similar recent line of the same persona, 0 to 1."""
    acts_for_reader: bool
    """Tells "you" what you do, and so takes a person's agency (C77)."""


def screen(
    text: str,
    *,
    persona: Speaker,
    recent: Sequence[str],
    own_recent: Sequence[str],
    limit: int,
    sentences: int | None = None,
    forced: bool = False,
) -> Verdict:
    """Mend and judge one line. `recent` and `own_recent` are oldest first; `limit` is in code points.

    `sentences` is the staged length; half as many again are let pass (C141). A `forced` persona was asked by name and
    may hand the question on. Codes: `empty`, `silence-text`, `deferral`, `refusal`, `exact-repeat`, `near-repeat`.
    """
    cut: dict[str, None] = {}
    for _ in range(_ROUNDS):  # a cut may leave a line that wants mending: quotes that now wrap it whole
        line, codes = mended(text, persona)
        cut.update(dict.fromkeys(codes))
        shorter = within(line, limit, sentences)
        if shorter != line:
            cut["over-long"] = None
        if shorter == text:
            break
        text = shorter
    rejected = _objection(text, persona, recent, own_recent, forced=forced)
    return Verdict("" if rejected else text, rejected, tuple(cut))


def meters(text: str, *, recent: Sequence[str] = (), own_recent: Sequence[str] = ()) -> Meters:
    """The numbers of one line, for the log and the exams."""
    return Meters(
        words=len(plain_words(text)),
        sentences=len(sentence_ends(text)),
        links=len(_LINK.findall(text)),
        likeness=max((likeness(text, other) for other in recent), default=0.0),
        own_likeness=max((likeness(text, other) for other in own_recent), default=0.0),
        acts_for_reader=_YOU_ACT.search(text) is not None,
    )


def _objection(text: str, persona: Speaker, recent: Sequence[str], own: Sequence[str], *, forced: bool) -> str:
    if is_empty(text):
        return "empty"
    if is_silence(text, persona):
        return "silence-text"
    if is_deferral(text, persona) and not forced:
        return "deferral"
    if is_refusal(text, persona):
        return "refusal"
    return _repetition(text, recent, own)


def _repetition(text: str, recent: Sequence[str], own: Sequence[str]) -> str:
    words = plain_words(text)
    said = {plain_words(other) or (other,) for other in (*recent, *own)}
    if len(words) < SHORT:
        last = (*own, *recent)[-1:]
        return "exact-repeat" if any((plain_words(other) or (other,)) == (words or (text,)) for other in last) else ""
    if words in said:
        return "exact-repeat"
    return "near-repeat" if any(likeness(text, other) > NEAR for other in (*recent, *own)) else ""
