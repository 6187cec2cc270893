"""What may be taken from a line without asking its writer again; whether the rest may be said is `screen.py`'s."""

from collections.abc import Callable
from typing import Final

import regex

from panel.label_forms import STAMP
from panel.labels import Speaker, Voice, key, label_at, voices
from panel.likeness import length_in_words
from panel.loose_json import NotJson, value_at
from panel.quiet import NO_REPLY_TOKEN
from panel.wrapping import stretches, without_control_tokens, without_reasoning

Mend = Callable[[str, Speaker], str]

_INVISIBLE = regex.compile(
    r"(?V1)[[\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]--[\n\t\u200c\u200d\U000E0020-\U000E007F]]"
)
_LONE_JOINER = regex.compile(
    r"(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]+|[\u200c\u200d]+(?![\p{L}\p{M}\p{Extended_Pictographic}])"
)
_REST = r"[^\s<>\"'`)\]]*"
_ADDRESS = (
    rf"(?:\bdata:(?:[\w.+-]+/[\w.+-]+)?(?:;[\w.+=-]+)*(?<!data:),{_REST}|\bdata:,(?=\S){_REST}|\bdata:[\w.+-]+/[\w.+-]+;{_REST}"
    rf"|\b(?:javascript|vbscript|view-source|blob):(?=[\w/(]){_REST}|\bfile:[/\\]{_REST}|\b(?!https?:)[a-z][a-z\d+.-]*://{_REST})"
)
_LINK_TO_ADDRESS = regex.compile(rf"!?\[(?P<shown>[^\[\]\n]*)\]\([ \t]*<?{_ADDRESS}>?[^()\n]*\)", regex.IGNORECASE)
_BARE_ADDRESS = regex.compile(rf"(?P<before>[ \t]?)<?{_ADDRESS}>?(?P<after>[ \t]?)", regex.IGNORECASE)
_RAW_ID = regex.compile(r"(?P<before>[ \t]?)(?:<(?:@[!&]?|#|id:)\d+>|(?<![\w<:/])@\d{15,20}\b)(?P<after>[ \t]?)")
_MENTION_OF_WORDS = regex.compile(
    r"<(?P<sign>[@#])(?P<name>[^\d\s<>&!:/][^<>\n]{0,40})>|<(?P<command>/[\w -]{1,40}):\d+>"
)
"""A mention with a name where an id belongs: `<@Rio>`, `<#general>`, `</panel show:1>`."""
_SILENT_TAIL = regex.compile(rf"\s*[(\[*_<]*{NO_REPLY_TOKEN.pattern}[)\]*_>.!]*")
_WRAPPER = regex.compile(
    r"\A<(?P<tag>line|message|msg|turn|post|text|speech|say|dialogue|content|reply)\b[^<>]*>(?P<inside>.*)</(?P=tag)>\Z",
    regex.DOTALL | regex.IGNORECASE,
)
_BRACKETED = regex.compile(r"\A[\[<(](?P<inside>[^\[\]<>()\n]{1,120})[\]>)][ \t]*(?::[ \t]*)?(?=\S)")
_STAMPED = regex.compile(rf"(?:{STAMP})[,;|\s-]*", regex.IGNORECASE)
_LEADING_STAMP = regex.compile(rf"\A{STAMP}[ \t|-]+", regex.IGNORECASE)
_QUOTES: Final = {'"': '"', "“": "”", "„": "“", "«": "»", "»": "«", "「": "」", "『": "』", "\u2018": "\u2019"}

_END = regex.compile(r"(?:[.!?…]+[)\"”»*_\]\u2019']*(?=\s|\Z))|[。\uff01\uff1f][」』”]*|\n{2,}")
_NO_END = regex.compile(r"\b(?:mr|mrs|ms|dr|st|prof|vs|e\.g|i\.e|no|jr|sr|\p{L}|\d+)\.\Z", regex.IGNORECASE)
_INTERJECTION = regex.compile(r"\W*\w+[!…]+\W*")
_FENCE = regex.compile(r"(?<!`)`{3,}")


def mended(text: str, persona: Speaker) -> tuple[str, tuple[str, ...]]:
    """The line without what is not speech, and the codes of what was taken."""
    cut: dict[str, None] = {}
    before = None
    while text != before:
        before = text
        for code, mend in _MENDS.items():
            better = mend(text, persona).strip()
            if better != text.strip():
                cut[code] = None
            text = better
    return text, tuple(cut)


def within(text: str, limit: int, words: float | None) -> str:
    """The line, ending at a sentence end within `limit` code points and within so many words, where one ends there.

    A first sentence that is longer stays whole, and so does code: no shorter part of them says anything.
    """
    if words is not None and length_in_words(text) > words and not _FENCE.search(text):
        fitting = [end for end in sentence_ends(text) if length_in_words(text[:end]) <= words]
        text = _unbroken(text, fitting[-1], limit) if fitting else text
    if len(text) <= limit:
        return text
    fitting = [end for end in sentence_ends(text) if end <= limit]
    return _unbroken(text, fitting[-1], limit) if fitting else _at_a_word(text, limit)


def sentence_ends(text: str) -> list[int]:
    """Positions after each sentence; an interjection ("Ha!") belongs to the sentence that follows it."""
    code = [(each.start, each.end) for each in stretches(text) if each.kind == "code"]
    ends: list[int] = []
    for found in _END.finditer(text):
        start = ends[-1] if ends else 0
        said = text[start : found.end()]
        if any(a < found.end() < b for a, b in code) or _NO_END.search(text, start, found.end()):
            continue
        if said.strip() and not (_INTERJECTION.fullmatch(said) and text[found.end() :].strip()):
            ends.append(found.end())
    if text[ends[-1] if ends else 0 :].strip():
        ends.append(len(text))
    return ends


def _visible(text: str, _: Speaker) -> str:
    return _LONE_JOINER.sub("", _INVISIBLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n")))


def _unwrapped(text: str, _: Speaker) -> str:
    return without_control_tokens(without_reasoning(text))


def _without_envelope(text: str, persona: Speaker) -> str:
    """The words of a copied transcript line: `[12:03] Wren: x`, `<line speaker="wren">x</line>`, `{"text": "x"}`."""
    wrapper = _WRAPPER.match(text)
    if wrapper:
        return wrapper["inside"]
    bracket = _BRACKETED.match(text)
    if bracket:
        stamped = _STAMPED.sub("", bracket["inside"])
        known = _own(persona)
        if (not stamped and stamped != bracket["inside"]) or key(stamped.rstrip(": ")) in known:
            return text[bracket.end() :]
    stamp = _LEADING_STAMP.match(text)
    if stamp and label_at(text[stamp.end() :], 0, _own(persona)):
        return text[stamp.end() :]
    return _text_of_object(text) if text.startswith("{") else text


def _text_of_object(text: str) -> str:
    try:
        value, end = value_at(text, 0)
    except NotJson:
        return text
    words = value.get("text") if isinstance(value, dict) else None
    return words if isinstance(words, str) and not text[end:].strip() else text


def _without_own_label(text: str, persona: Speaker) -> str:
    addressed = text.removeprefix("@")  # to itself: a label that was taken for a mention
    label = label_at(addressed, 0, _own(persona), (persona.id,))
    return addressed[label.end :] if label else text


def _own(persona: Speaker) -> dict[str, Voice]:
    return {name: voice for name, voice in voices((persona,)).items() if voice.kind == "persona"}


def _unquoted(text: str, _: Speaker) -> str:
    closing = _QUOTES.get(text[:1])
    inside = text[1:-1]
    if closing is None or len(text) < 3 or text[-1] != closing or text[0] in inside or closing in inside:
        return text
    return inside


def _without_addresses(text: str, _: Speaker) -> str:
    """Only http and https stay: files, data and scripts leak or do harm (C146)."""
    return _BARE_ADDRESS.sub(_gap, _LINK_TO_ADDRESS.sub(lambda link: link["shown"], text))


def _without_raw_ids(text: str, _: Speaker) -> str:
    named = _MENTION_OF_WORDS.sub(lambda found: found["command"] or f"{found['sign']}{found['name']}", text)
    return _RAW_ID.sub(_gap, named)


def _without_silent_tail(text: str, _: Speaker) -> str:
    token = _SILENT_TAIL.search(text)
    return _SILENT_TAIL.sub("", text) if token and text[: token.start()].strip() else text


_MENDS: Final[dict[str, Mend]] = {
    "invisible": _visible,
    "wrapping": _unwrapped,
    "envelope": _without_envelope,
    "own-label": _without_own_label,
    "quotes": _unquoted,
    "address": _without_addresses,
    "raw-id": _without_raw_ids,
    "silence-token": _without_silent_tail,
}


def _gap(removed: regex.Match[str]) -> str:
    return " " if removed["before"] and removed["after"] else ""


def _unbroken(text: str, end: int, limit: int) -> str:
    """The text up to `end`, without a code fence that would stay open."""
    kept = text[:end].rstrip()
    fences = list(_FENCE.finditer(kept))
    if len(fences) % 2 == 0:
        return kept
    before = kept[: fences[-1].start()].rstrip()
    return before or _at_a_word(kept, limit)


def _at_a_word(text: str, limit: int) -> str:
    """For a text without a sentence end in reach: cut after a word, and say so by an ellipsis."""
    if limit < 2:
        return text[: max(0, limit)]
    kept = text[: limit - 1]
    space = max(kept.rfind(" "), kept.rfind("\n"))
    clusters = regex.findall(r"\X", text[:limit])
    whole = "".join(clusters[:-1])[: limit - 1]
    kept = kept[:space] if space > limit // 2 else whole
    fences = list(_FENCE.finditer(kept))
    if len(fences) % 2:
        kept = kept[: fences[-1].start()].rstrip() or _FENCE.sub("", kept)
    return kept.rstrip() + "…"
