"""Text that stands in for saying nothing: narrated silence, no-reply tokens, handing on. Refusals are `refusals`.

Silence is a decision in structure (C05). Whether such text is let pass is `screen.py`'s.
"""

from collections.abc import Sequence
from html import unescape
from typing import Final

import regex

from panel.labels import Speaker, key


def any_of(*forms: str) -> str:
    """One of these, as a pattern."""
    return f"(?:{'|'.join(forms)})"


_MUTE_EMOJI: Final = "🔇🔕🤐🤫😶🙊🫥"
_BLANK: Final = regex.compile(
    r"[\s.…·•。、,;\-\u2013—_~*`|/\\()\[\]{}<>\"'“”\u2018\u2019«»\p{Cf}\p{Mn}" + _MUTE_EMOJI + "]*"
)
_SHOWN: Final = regex.compile(r"[^\s*_~`|>#\p{Cf}\p{Mn}\u2800\u3164\u115f\u1160\uffa0]")
_NO_VALUE: Final = regex.compile(r"null|undefined|NaN|nil|n/a|EO[FTS]|\ufffd+|-#")
_NOT_RENDERED: Final = regex.compile(
    r"<!--.*?-->|</?[a-zA-Z][a-zA-Z0-9]{0,15}(?:\s[^<>\n]*)?/?>|!?\[\s*\]\([^()\n]*\)|`{3,}\w*\s*`{3,}"
    r"|\\(?:[nrt]|u(?:200[b-f]|00a0|feff|2060))|\x1b\[[\d;]*m",
    regex.DOTALL | regex.IGNORECASE,
)
"""Markup of other media, and escapes that were never undone: around nothing, it is nothing."""
_SAID_BY_A_TAG: Final = regex.compile(r"<\s*/?\s*(?:silen\w*|empty|no\w*)\b[^<>]*>", regex.IGNORECASE)
_CODE: Final = regex.compile(r"(?<!`)`{1,2}(?!`)[^`\n]*[^`\s][^`\n]*`")
_EDGES: Final = regex.compile(r"\A[\s\p{P}\p{S}\p{Cf}\p{Mn}]+|[\s\p{P}\p{S}\p{Cf}]+\Z")
_ASIDE: Final = regex.compile(
    r"[*_~`\"]*[(\[{<*_][*_~`]*(?P<inside>[^\n*()\[\]{}<>]{1,160}?)[*_~`]*[)\]}>*_][*_~`\".]*"
)
_SENTENCE: Final = regex.compile(r"[^.!?…\n]+[.!?…]*")

# Tokens by which programs tell their own machinery to stay silent.
_COMMAND: Final = any_of(
    "NO", "SKIP", "STAY", "KEEP", "END", "PASS", "SILENT", "SILENCE", "NOTHING", "HEARTBEAT", "IDLE", "NULL", "EMPTY",
    "DO_NOT", "DONT", "WAIT", "REMAIN",
)  # fmt: skip
NO_REPLY_TOKEN: Final = regex.compile(rf"(?<![\w`])(?:{_COMMAND}(?:_[A-Z]+)+|NOREPLY|NORESPONSE)(?![\w`])")
_SHOUTED: Final = regex.compile(
    r"[A-Z]+(?:[_-][A-Z]+)+|NOREPLY|PASS|SKIP|SILENT|SILENCE|NULL|NONE|NIL|NOOP|N/A|EMPTY|IDLE|WAIT|END"
)

# Narration. Everything below is matched against case-folded words without outer punctuation.
_STAY: Final = any_of(
    "stays?", "staying", "remains?", "remaining", "keeps?", "keeping", "be", "being", "sits?", "falls?"
)
_NO_ANSWER: Final = (
    any_of("no", "empty", "blank", "null")
    + " "
    + any_of("reply", "response", "answer", "output", "message", "comment", "text")
)
_FOREIGN: Final = any_of(
    "schweigt", "schweigen", "stille", "silencio", "沉默", "无言", "無言", "沈黙", "молчит", "молчание"
)
_BARE: Final = any_of(
    _NO_ANSWER + "(?: needed| required| necessary| given)?",
    "(?:stays|staying|remains|remaining|keeps|keeping) (?:silent|quiet|mum)",
    "silence", "silent", "no_?reply", "says? nothing", "saying nothing", "nothing to (?:say|report)", _FOREIGN,
)  # fmt: skip
_NOT: Final = any_of("do(?:es)? not", "do(?:es)?n't", "will not", "won't", "is not", "isn't", "am not", "'m not")
_UTTER: Final = any_of(
    "say(?:ing)? (?:anything|a word)", "speak(?:ing)?", "reply(?:ing)?", "respond(?:ing)?", "answer(?:ing)?",
    "comment(?:ing)?",
)  # fmt: skip
_QUIET: Final = any_of(
    rf"(?:just |simply |now |still )?(?:{_STAY}|is|am|'m)(?: \w+ly)?(?: completely| very)? "
    r"(?:silent|quiet|mute|mum|in silence|out of (?:this|it|that)(?: one)?)",
    "say(?:s|ing)? nothing(?: at all| more| else)?",
    "sit(?:s|ting)? (?:this|that|it)(?: one)? out",
    rf"{_NOT} {_UTTER}",
    rf"(?:chooses?|decides?) (?:not to {_UTTER}|to (?:say nothing|{_STAY} (?:silent|quiet)))",
    "has nothing to (?:say|add)",
    "(?:listen|wait|watch)(?:s|es|ing)? (?:quietly|silently|in silence)",
    "lets? the (?:silence|moment) (?:hang|pass|linger|stretch)",
)
_WILL: Final = any_of(
    "'ll", "'m", "'d rather", " would rather", " will", " shall", " am", r" (?:choose|prefer) to", "'m going to"
)
_WHILE: Final = any_of("for now", "here", "now", "today", "this time", "on this(?: one)?", "then")
_I_AM_QUIET: Final = regex.compile(
    rf"(?:\w+,? )?i{_WILL}? ?{_QUIET}(?: {_WHILE})*(?:,? (?:because|since|as|so|until|unless|while)\b.*)?"
)
_IN_AN_ASIDE: Final = regex.compile(
    any_of(
        _BARE,
        rf".*\b{_QUIET}\b.*",
        rf"(?!.*\bbr(?:eak|oke)).*\b(?:silent(?:ly)?|silence|wordless(?:ly)?|speechless|{_NO_ANSWER})\b.*",
        "end|eo[fts]|end of (?:turn|line|message|reply|text)",
        "pass(?:es)?|skip(?:s|ped)?(?: turn)?|none|null|nothing|empty|blank|quiet|listen(?:s|ing)|wait(?:s|ing)",
    )
)

# Handing on.
_ADO: Final = r"(?:(?:i think|i guess|maybe|perhaps|honestly|well|hm+|ah|oh|no|sorry|then|so|hey)[,:]? )*"
_SOMEBODY: Final = r"(?:(?!and\b)\S+ ?){1,3}"
_IT: Final = r"(?:that|this|it|these|those|the (?:floor|question|mic|answer|word|rest))(?: one)?"
_TAKE: Final = any_of("answer", "take", "handle", "field", "respond", "reply")
_NOT_A_NAME: Final = r"(?!(?:i|we|you|he|she|they|that|this|it|who|nobody|one|me|us|him|her|them|away|again)\b)"
_I_WILL: Final = r"i(?:'ll| will|'d(?: rather)?| would(?: rather)?|'m going to)?(?: just| happily| gladly)?"
_DEFERRAL: Final = regex.compile(
    _ADO
    + any_of(
        rf"{_I_WILL} (?:leave|hand|pass) {_IT}(?: over| on| back| off)? to {_SOMEBODY}",
        rf"{_I_WILL} (?:defer|hand over|pass|yield) to {_SOMEBODY}",
        rf"{_I_WILL} let {_NOT_A_NAME}(?:\S+ ){{1,3}}?{_TAKE}\b(?: \S+){{0,4}}",
        rf"{_I_WILL} leave {_IT} for (?:\S+ ){{1,3}}?to {_TAKE}",
        r"(?:that|this|it)(?:'s| is|'d be| would be)(?: more| really)* (?:one|an? (?:question|topic|matter|job)) for"
        r"(?: \S+){1,4}",
        r"(?:over|back) to you(?:,? \S+){0,3}",
        rf"{_NOT_A_NAME}\S+(?: \S+)? (?:can|could|should|will|may|might) {_TAKE}(?: to)?(?: {_IT})?"
        r"(?: better| first| best| instead)?(?: than (?:me|i can))?",
        rf"(?:better )?ask {_NOT_A_NAME}\S+(?: \S+)?(?: about (?:that|this|it))?(?: instead)?",
        rf"{_I_WILL} (?:pass|skip)(?: on)?(?: {_IT})?(?: {_WHILE})*",
        r"(?:i(?:'ve| have)(?: got)? )?nothing (?:more |else |useful )?(?:to add|to say|from me)"
        rf"(?: there| {_WHILE})*",
        rf"i (?:do not|don't) have anything (?:more |else |useful )?to (?:add|say)(?: there| {_WHILE})*",
        "not my (?:turn|question|department)|no comment",
    )
)


def is_empty(text: str) -> bool:
    """Nothing would be seen: white space, invisible characters, markup around nothing; or a program's word for it."""
    if _SHOWN.search(text) is None or _NO_VALUE.fullmatch(text.strip()):
        return True
    if _SAID_BY_A_TAG.search(text) or _CODE.search(text):
        return False  # that is silence in words, and that is shown as it stands
    return _SHOWN.search(unescape(_NOT_RENDERED.sub("", unescape(text)))) is None


def is_silence(text: str, persona: Speaker) -> bool:
    """The text narrates or encodes that nothing is said: `*(silent)*`, `NO_REPLY`, a lone dot, "(Bo says nothing.)"."""
    if _BLANK.fullmatch(text):
        return True
    bare = _EDGES.sub("", text)
    if NO_REPLY_TOKEN.match(bare) or _SHOUTED.fullmatch(bare):
        return True
    aside = _ASIDE.fullmatch(text.strip())
    if aside and _IN_AN_ASIDE.fullmatch(_plain(aside["inside"])):
        return True
    sentences = sentences_of(text)
    return any(_narrates(each, persona) for each in sentences) and _all_idle(sentences, persona)


def is_deferral(text: str, persona: Speaker) -> bool:
    """The whole text hands the question on or has nothing to add: "I'll leave that one to Alma."."""
    return _all_idle(sentences_of(text), persona)


def _all_idle(sentences: Sequence[str], persona: Speaker) -> bool:
    return bool(sentences) and all(_narrates(each, persona) or _DEFERRAL.fullmatch(each) for each in sentences)


def _narrates(sentence: str, persona: Speaker) -> bool:
    if regex.fullmatch(_BARE, sentence) or _I_AM_QUIET.fullmatch(sentence):
        return True
    return any(regex.fullmatch(rf"{regex.escape(name)} {_QUIET}", sentence) for name in names_of(persona))


def names_of(persona: Speaker) -> set[str]:
    """What somebody is called, as `key` has it."""
    names = {key(name) for name in (persona.name, persona.id, persona.name.split(" ")[0], *persona.aliases)}
    return names - {""}


def sentences_of(text: str) -> list[str]:
    """The sentences of a text in small letters, without the marks at their edges."""
    plain = (_plain(found) for found in _SENTENCE.findall(text))
    return [each for each in plain if each]


def _plain(text: str) -> str:
    folded = text.casefold().replace("\u2019", "'")
    return _EDGES.sub("", " ".join(folded.split()))
