"""What cannot be said at all, in one line before it may be staged; what is merely too much of it is `suspicion`'s.

First the line is mended (what is not speech goes, what is too long is cut), then it is judged. A verdict's text,
screened again, is accepted as it is.
"""

from typing import Final

import regex
from msgspec import Struct

from panel.labels import Speaker
from panel.mending import mended, within
from panel.quiet import is_deferral, is_empty, is_silence
from panel.refusals import is_refusal

_ROUNDS: Final = 8
_STRUCTURE: Final = regex.compile(
    r"\W{0,4}(?:json\w*\s*)?[\[{]\s*(?:[\[{]\s*)*[\"'“\\]*(?:lines|speaker|text|name|persona|content|message)[\"'”\\]*\s*:",
    regex.I,
)
"""An answer's structure that could not be read: never words."""


class Verdict(Struct, frozen=True):
    """What may be staged of a line: `text`, mended as `cut` says by code; or `rejected`, the code of the reason."""

    text: str = ""
    rejected: str = ""
    cut: tuple[str, ...] = ()


def screen(
    text: str,
    *,
    persona: Speaker,
    limit: int,
    words: float | None = None,
    forced: bool = False,
) -> Verdict:
    """Mend and judge one line. `limit` is in code points, and so is nothing else: `words` is what was staged, with
    what is let pass on top (C141). A `forced` persona was asked by name and may hand the question on.

    Codes: `empty`, `unreadable`, `silence-text`, `deferral`, `refusal`.
    """
    cut: dict[str, None] = {}
    for _ in range(_ROUNDS):  # a cut may leave a line that wants mending: quotes that now wrap it whole
        line, codes = mended(text, persona)
        cut.update(dict.fromkeys(codes))
        shorter = within(line, limit, words)
        if shorter != line:
            cut["over-long"] = None
        if shorter == text:
            break
        text = shorter
    rejected = _objection(text, persona, forced=forced)
    return Verdict("" if rejected else text, rejected, tuple(cut))


def _objection(text: str, persona: Speaker, *, forced: bool) -> str:
    if is_empty(text):
        return "empty"
    if _STRUCTURE.match(text):
        return "unreadable"
    if is_silence(text, persona):
        return "silence-text"
    if is_deferral(text, persona) and not forced:
        return "deferral"
    return "refusal" if is_refusal(text, persona) else ""
