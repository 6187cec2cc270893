"""Adjacency pairs: which second pair parts are due after a first one, and which first pair part a text is, by rules.

Schegloff & Sacks, "Opening up closings", Semiotica 8 (1973): once a first part is out, its second is due, and its
absence is noticed. The rules would rather find nothing than something: what they leave open, a model may be asked. Who
is meant is not decided here.
"""

import unicodedata
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

import regex

from events.decided import PairType
from panel import pair_words as words
from panel.markup import INERT, speech_of

FIRST_PARTS: Final[dict[PairType, str]] = {
    "yes-no-question": "a yes/no question",
    "wh-question": "a question",
    "choice": "a choice",
    "request": "a request",
    "offer": "an offer",
    "invitation": "an invitation",
    "greeting": "a greeting",
    "farewell": "a farewell",
    "summons": "a call by name",
    "assessment": "an assessment",
    "complaint": "a complaint",
    "thanks": "thanks",
}
"""The types in the words of a prompt."""

SECOND_PARTS: Final[dict[PairType, tuple[str, ...]]] = {
    "yes-no-question": ("an answer: yes or no", "why there is no answer"),
    "wh-question": ("an answer", "why there is no answer"),
    "choice": ("one of the alternatives", "neither of them"),
    "request": ("granting it", "refusing it"),
    "offer": ("accepting it", "declining it"),
    "invitation": ("accepting it", "declining it"),
    "greeting": ("a greeting",),
    "farewell": ("a farewell",),
    "summons": ("an answer to the call",),
    "assessment": ("agreeing", "disagreeing"),
    "complaint": ("an apology or an account", "denying it"),
    "thanks": ("making little of it", "accepting it"),
}
"""The second pair parts that are due, the preferred one first."""

ASKING: Final[frozenset[PairType]] = frozenset(("yes-no-question", "wh-question", "choice"))
INSERTABLE: Final = ASKING | {"request", "offer", "invitation"}
"""After these a question of one's own may come first ("Which one?"), and the answer is still due."""

_QUESTION_MARKS: Final = dict.fromkeys(map(ord, "\u061f\u037e\u055e\u1367\u203d\u2e2e\u2047\u2048\u2049\ua60f"), "?")
"""Of other scripts (full-width ones are folded by the normal form)."""
_GREEK: Final = regex.compile(r"\p{Greek}[^\p{L}\n]*;")
_OPENING_MARKS: Final = dict.fromkeys(map(ord, "\u00bf\u00a1"))
_ACCENTS: Final = regex.compile(r"(?<=[\p{Latin}\p{Greek}])\p{Mn}+")
_NOISE: Final = regex.compile(r"(?V1)[[^\p{L}\p{N}\p{M}]--[',;:?!.。।…\n\s-]]+")
_SENTENCE: Final = regex.compile(r"([^.?!。।\n]++|[.](?=\w))++([.?!。।\s]*)")
_CLAUSE: Final = regex.compile(r"\s*[,;:…-]\s+|\s*[,;:…]\s*")


class Sentence(NamedTuple):
    """One sentence in its plain form."""

    text: str
    asks: bool
    """It ends with a question mark."""
    called: bool
    """It begins or ends with a name."""


def first_pair_part(text: str, *, names: Iterable[str] = ()) -> PairType | None:
    """What `text` makes due, or None; a question before all else, the latest first.

    `names` are those that somebody here may be called by: such a name alone is a summons.
    """
    sentences = _sentences(text, names)
    for sentence in reversed(sentences):
        asked = _question(sentence)
        if asked is not None:
            return asked
    stated = [sentence.text for sentence in sentences if not words.SECONDING.search(sentence.text)]
    for pair, rule in _STATED:
        if any(map(rule, stated)):
            return pair
    if any(sentence.called and _leads(words.IMPERATIVE)(sentence.text) for sentence in sentences):
        return "request"
    calls = [sentence for sentence in sentences if sentence.called and not sentence.text]
    return "summons" if calls or _is_a_mention(text) else None


def only_asks(text: str, *, names: Iterable[str] = ()) -> bool:
    """Whether all that is said is a question: it answers nothing."""
    worded = [sentence for sentence in _sentences(text, names) if sentence.text]
    return bool(worded) and all(_question(sentence) in ASKING for sentence in worded)


def _question(sentence: Sentence) -> PairType | None:
    said = _opened(sentence.text)
    if not said or words.ACKNOWLEDGING.search(said):
        return "wh-question" if sentence.asks and not sentence.text and not sentence.called else None
    for pair, pattern in _ACTIONS:
        if (sentence.asks or pair == "request") and pattern.search(said):
            return pair if sentence.asks else None
    wh = words.WH.search(said)
    if sentence.asks and words.OR.search(said) and (not wh or words.WHICH.search(said)):
        return "choice"
    if sentence.asks:
        return "wh-question" if wh else "yes-no-question"
    if words.UNMARKED_WH.search(said):
        return "wh-question"
    if words.UNMARKED_YES_NO.search(said):
        return "wh-question" if wh else "choice" if words.OR.search(said) else "yes-no-question"
    return None


def _opened(said: str) -> str:
    """Without the words that only open it."""
    opener = words.OPENERS.match(said)
    return said[opener.end() :] if opener and opener.end() < len(said) else said


def _leads(pattern: regex.Pattern[str]) -> Callable[[str], bool]:
    return lambda said: pattern.search(said) is not None or pattern.search(_opened(said)) is not None


def _clause_is(pattern: regex.Pattern[str]) -> Callable[[str], bool]:
    return lambda said: any(pattern.fullmatch(clause) for clause in _clauses(said))


def _thanks(said: str) -> bool:
    return any(words.THANKS.match(clause) or words.THANKS.match(_opened(clause)) for clause in _clauses(said))


def _clauses(said: str) -> list[str]:
    return [clause.strip() for clause in _CLAUSE.split(said) if clause.strip()]


_ACTIONS: Final[tuple[tuple[PairType, regex.Pattern[str]], ...]] = (
    ("invitation", words.INVITATION),
    ("offer", words.OFFER),
    ("request", words.REQUEST),
)
"""What a question does where it does more than ask."""
_STATED: Final[tuple[tuple[PairType, Callable[[str], bool]], ...]] = (
    ("request", _leads(words.REQUEST)),
    ("invitation", _leads(words.INVITATION)),
    ("offer", _leads(words.OFFER)),
    ("complaint", _leads(words.COMPLAINT)),
    ("farewell", _clause_is(words.FAREWELL)),
    ("thanks", _thanks),
    ("greeting", _clause_is(words.GREETING)),
    ("assessment", _leads(words.ASSESSMENT)),
)
"""What a sentence does that does not ask, the strongest first."""


def _sentences(text: str, names: Iterable[str]) -> list[Sentence]:
    called = _names_at_the_ends(names)
    found: list[Sentence] = []
    for match in _SENTENCE.finditer(_plain(text)):
        said, end = match[0][: match.start(2) - match.start()], match[2]
        bare = called.sub(" ", said) if called else said
        bare = " ".join(bare.strip(" ,;:-").split())
        found.append(Sentence(bare, asks="?" in end, called=bare != " ".join(said.strip(" ,;:-").split())))
    if not found and "?" in _plain(text):
        found.append(Sentence("", asks=True, called=False))
    return found


def _plain(text: str) -> str:
    """Small letters, one kind of question mark; no markup, quoted words or emoji, no accents on Latin and Greek."""
    speech = speech_of(text)
    own = "".join(
        " " if hushed or sign == INERT else sign for sign, hushed in zip(speech.text, speech.hushed, strict=True)
    )
    if _GREEK.search(own):
        own = own.replace(";", "?")
    marked = unicodedata.normalize("NFKC", own.translate(_QUESTION_MARKS).translate(_OPENING_MARKS)).casefold()
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", marked.replace("\u2019", "'")))
    return _NOISE.sub(" ", unicodedata.normalize("NFC", bare))


def _names_at_the_ends(names: Iterable[str]) -> regex.Pattern[str] | None:
    plain = sorted({name for one in names if (name := _plain(one).strip())}, key=len, reverse=True)
    if not plain:
        return None
    any_name = rf"(?:{'|'.join(map(regex.escape, plain))})"
    joined = rf"{any_name}\b[\s,;:-]*(?:(?:and|und|y|et|e|en|и|和|と)\s*(?={any_name}))?"
    return regex.compile(rf"^\s*(?:{words.OPENERS.pattern})?\K(?:{joined})++|(?:[\s,]*\b{any_name})++\s*$")


def _is_a_mention(text: str) -> bool:
    """Nothing but @names: it calls them, whoever they are."""
    return regex.fullmatch(r"(?:\s*(?:<@[!&]?\d{1,20}>|@[\w.-]+)[\s,!.]*)+", text) is not None
