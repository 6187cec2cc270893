"""What a line does, told from its words: how it opens and closes, whether it praises, contrasts or acts for a person.

Each is a list of forms, English first and as many other languages as we could check; good for a rate over many lines.
How much of it is too much is `meters.py`'s to say.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import regex

from panel.likeness import plain_words
from panel.mending import sentence_ends
from panel.wrapping import stretches

OPENING_WORDS: Final = 2
FIRST_WORDS, FIRST_SIGNS = 3, 80
"""An address that opens a line has so many words before it at most."""
SAME_CLOSING: Final = 3
"""Last words in common that make two closings one."""

_FLAGS: Final = regex.IGNORECASE | regex.VERSION1
_ADDRESSEE: Final = regex.compile(r"\A\s*@?[\w.|^`\[\]-]{1,32}[:,]\s+(?=\S+\s)")
_AFTER_A_NAME: Final = ("", *",!:.?…\u2014\u2013\uff0c、\uff01")
_QUESTION: Final = regex.compile(r"[?\uff1f\u061f\u037e][\s\p{P}\p{S}]*\Z")
_APART: Final = r"[^.!?;\n。\uff01\uff1f]"
"""Within one sentence."""

_CONTRAST: Final = regex.compile(
    rf"\bnot (?:just|only|merely|simply|so much)\b{_APART}{{2,60}}?\b(?:but|it's|it is|they're)\b"
    rf"|\bnot (?!sure\b|yet\b|bad\b|too\b){_APART}{{2,40}}?, but (?!(?:i|you|we|it|he|she|they|there)\b)"
    rf"|\b(?:isn't|aren't|wasn't|is not|are not|was not|'s not|'re not)\b{_APART}{{2,60}}?"
    r"(?:[,;\u2014\u2013-]+|[.!])\s*(?:it's|it is|it was|they're|they are|that's)\b"
    rf"|\bless (?:about |of an? |like )?\w+{_APART}{{0,30}}?,? (?:and )?more (?:about|of an?|like)\b"
    rf"|\bnicht (?:nur|bloß)?\b{_APART}{{2,60}}?, sondern\b"
    rf"|\b(?:pas|non pas) (?:seulement )?{_APART}{{2,60}}?,? mais (?:aussi|bien|plutôt|surtout)\b"
    rf"|\bno (?:solo |sólo |es ){_APART}{{2,60}}?,? sino\b"
    r"|不(?:仅|只|单|僅|單)?是[^。\uff01\uff1f\n]{1,30}[,\uff0c]?(?:而是|更是)",
    _FLAGS,
)
_PRAISE: Final = regex.compile(
    r"[\W_]*(?:(?:ah|oh|well|yes|yeah|hm+|aw+|wow|ha|now|and|but|so)\b[,!.…\s]*){0,2}(?:"
    r"(?:that(?:'s| is| was)|what|such) (?:an? |so )?(?:\w+ly )?(?:really |such an? )?"
    r"(?:great|good|excellent|wonderful|lovely|beautiful|brilliant|fantastic|fascinating|interesting|amazing|thoughtful"
    r"|insightful|perfect|clever|delightful|valid|fair|sharp|poetic)\b"
    r"|(?:great|good|excellent|wonderful|brilliant|fantastic|fascinating|interesting|amazing|thoughtful|insightful|nice"
    r"|lovely|valid|fair|beautifully) (?:question|point|idea|thought|thinking|observation|insight|suggestion|one|call"
    r"|take|perspective|story|image|choice|catch|eye|answer|put|said)\b"
    r"|well (?:said|put|spotted)\b|couldn't (?:agree|have said)|i (?:absolutely |completely |totally |really |just )?"
    r"(?:agree|love (?:that|this|it|the (?:way|idea)|how)|like (?:that|this|the way|how you)|appreciate)\b"
    r"|(?:you're|you are) (?:so |absolutely |quite |completely |totally )?right\b|absolutely\b(?! not)|exactly\b"
    r"|(?:eine? )?(?:gute|tolle|sch[oö]ne|interessante|spannende) (?:frage|idee|gedanke|beobachtung)\b"
    r"|(?:quelle )?(?:excellente?|bonne|belle) (?:question|id[ée]e|remarque)\b"
    r"|(?:qu[ée] )?(?:buena|excelente|gran) (?:pregunta|idea|observaci[oó]n)\b"
    r"|(?:很|真|非常)?(?:好的?|棒的?|有趣的?)(?:问题|想法|观点|問題|想法|觀點))",
    _FLAGS,
)
_CLOSINGS: Final = {
    "asks-back": r"(?:so,? |and )?(?:what (?:do|would|did) you (?:\w+ ){0,2}(?:think|say|feel|make of|reckon)\b.*"
    r"|(?:what|how) about (?:you|the rest of you|everyone)\b.*|(?:and )?(?:you|yours)|(?:any )?(?:other )?thoughts"
    r"|(?:don't|wouldn't|do) you (?:think|agree)(?: so)?|(?:am i|is it just me)\b.*|agreed?|right|no"
    r"|shall we|does that make sense|what's (?:yours|your (?:take|view|favou?rite))\b.*|who's with me)\?",
    "offers": r"(?:just )?(?:let me know|feel free|i'm (?:always )?here|happy to (?:help|share)"
    r"|if you (?:need|want|'d like)|reach out|don't hesitate)\b.*",
    "wishes": r"(?:good luck|take care|enjoy|have (?:a|fun)|stay (?:safe|warm|curious|tuned)|safe travels|sleep well"
    r"|all the best)\b.*",
    "sums-up": r"(?:in (?:the end|short)|at the end of the day|after all|ultimately|sometimes,?|maybe|perhaps)"
    r"\b.{0,80}\b(?:is what matters|all that matters|that's enough|the whole point|what counts|everything)\W*",
}
_CLOSING: Final = {name: regex.compile(rf"[\W_]*(?:{form})[\W_]*", _FLAGS) for name, form in _CLOSINGS.items()}
_LISTED: Final = regex.compile(r"^[ \t]*(?:[-*+•\u2013]|\d{1,2}[.)]|[a-z]\))[ \t]+\S", regex.MULTILINE)
_HEADING: Final = regex.compile(r"^[ \t]*#{1,3}[ \t]+\S|^[ \t]*\*\*[^*\n]+:?\*\*:?[ \t]*$", regex.MULTILINE)
_BOLD: Final = regex.compile(r"(?<!\*)\*\*(?=\S)[^*\n]+\*\*|(?<!_)__(?=\S)[^_\n]+__")
_LEAST_LISTED: Final = 2

_BODILY: Final = (
    r"(?:take|drink|eat|smile|nod|laugh|sigh|walk|leave|turn|look|reach|sit|stand|step|grab|open|run|kiss|hug|shrug"
    r"|whisper|shout|gasp|blush|accept|hand|pick|put|pull|push|move|go|come|start|begin|lean|stare|watch|hold|follow)"
)
_MINDED: Final = r"(?:say|reply|answer|feel|decide|agree|think|realiz|realis|choose|find yourself)"
_ADVERB: Final = r"(?:\w+ly\s+|just\s+|then\s+|slowly\s+)?"
_YOU_ACT: Final = regex.compile(
    rf"(?:\A|[.!…*\n]\s*|\b(?:and|then|as)\s+|,\s+)(?:you\s+{_ADVERB}(?:{_BODILY}|{_MINDED})e?\b"
    r"(?!\s+(?:to|care|for granted)\b)|you\s+can't help but\b|your (?:hands?|eyes|lips|heart|cheeks|fingers|breath)\s+"
    rf"{_ADVERB}(?:reach|trembl|shak|clos|widen|rac|part|flush|tighten|quicken|catch|linger)(?:e?s?|ed)\b)"
    rf"{_APART}*(?!{_APART}*\?)",
    _FLAGS,
)
_FREELY: Final = regex.compile(
    r"\b(?:if|when|whenever|once|until|unless|because|that|how|what|why|where|should|can)\b", _FLAGS
)
_QUOTE_FOR: Final = r"(?:says?|repl(?:y|ies)|answers?|whispers?|shouts?|asks?)[,:]?\s*[\"“'\u2018«]"
_NARRATED: Final = regex.compile(r"(?<!\*)\*(?!\*)(?P<said>[^*\n]+)\*(?!\*)|(?<!\w)_(?P<also>[^_\n]+)_(?!\w)")


def opening(text: str) -> tuple[str, ...]:
    """How a line begins: its first two words, or three signs of a script without spaces; nothing of a shorter line.

    A name that it is addressed to ("Sam: ...") stands before the opening.
    """
    words = plain_words(_ADDRESSEE.sub("", text))
    spaceless = bool(words) and len(words[0]) == 1 and not words[0].isascii()
    count = OPENING_WORDS + spaceless
    return words[:count] if len(words) > count else ()


def asks(text: str) -> bool:
    """Whether a line ends with a question."""
    return _QUESTION.search(text.rstrip()) is not None


def praises(text: str) -> bool:
    """Whether a line opens by praising, or warmly agreeing with, what was said before it."""
    return _PRAISE.match(text) is not None


def opens_by_naming(text: str, names: Iterable[str]) -> bool:
    """Whether one of these names stands among the first words of a line as an address: before a comma or the like."""
    head = text[:FIRST_SIGNS].casefold()
    for name in map(str.casefold, names):
        at = head.find(name) if name else -1
        if at < 0 or len(head[:at].split()) > FIRST_WORDS or head[at - 1 : at].isalnum():
            continue
        if head[at + len(name) : at + len(name) + 1] in _AFTER_A_NAME:
            return True
    return False


def closing(text: str) -> str:
    """The move that a line closes with: `asks-back`, `offers`, `wishes`, `sums-up`; empty where none is known."""
    last = last_sentence(text)
    return next((name for name, form in _CLOSING.items() if form.fullmatch(last)), "")


def same_closing(one: str, other: str) -> bool:
    """Whether two lines close with the same move, or with the same three words."""
    move = closing(one)
    if move and move == closing(other):
        return True
    words, others = plain_words(last_sentence(one)), plain_words(last_sentence(other))
    return len(words) >= SAME_CLOSING <= len(others) and words[-SAME_CLOSING:] == others[-SAME_CLOSING:]


def last_sentence(text: str) -> str:
    """The last sentence of a line."""
    ends = sentence_ends(text)
    return text[ends[-2] if len(ends) > 1 else 0 :].strip()


def contrast(text: str) -> str:
    """The words of a "not X but Y", or nothing."""
    found = _CONTRAST.search(text.replace("\u2019", "'"))
    return found[0] if found else ""


def marked(text: str) -> str:
    """What a line sets as on a page: a list of two or more, a heading, bold; nothing where it is plain talk."""
    prose = _without_code(text)
    if len(_LISTED.findall(prose)) >= _LEAST_LISTED:
        return "a list"
    if _HEADING.search(prose):
        return "a heading"
    return "bold" if _BOLD.search(prose) else ""


def acts_for(text: str, people: Sequence[str] = ()) -> str:
    """The words in which a line acts, speaks or decides for whoever reads it, or for one of these people; or nothing.

    "You drink it and leave" takes a person's part away; "you could leave" and "if you leave" do not.
    """
    plain = text.replace("\u2019", "'")
    for found in _YOU_ACT.finditer(plain):
        sentence = plain[max(plain.rfind(mark, 0, found.start() + 1) for mark in ".!?\n") + 1 : found.end()]
        if not _FREELY.search(sentence):
            return found[0].strip(" \n*.!…,")
    names = "|".join(regex.escape(name) for name in people if name)
    if not names:
        return ""
    quoted = regex.search(rf"\b(?:{names})\s+{_ADVERB}{_QUOTE_FOR}", plain, _FLAGS)
    if quoted:
        return quoted[0]
    acting = regex.compile(rf"\b(?:{names})\s+{_ADVERB}(?:{_BODILY}|{_MINDED})e?(?:s|es|d|ed)?\b", _FLAGS)
    told = (acting.search(found["said"] or found["also"] or "") for found in _NARRATED.finditer(plain))
    return next((found[0] for found in told if found), "")


def _without_code(text: str) -> str:
    kept = text
    for each in reversed(list(stretches(text))):
        if each.kind == "code":
            kept = kept[: each.start] + kept[each.end :]
    return kept
