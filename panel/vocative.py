"""How a name stands in its sentence: spoken to, or spoken about. Sees tokens; does not know whose the names are."""

from bisect import bisect_left
from collections.abc import Collection
from typing import Final

import regex

from panel import lexicon
from panel.names import Handle
from panel.sentence import Left, Right, Sentences, Token, left_of, only_openers_before, right_of

_HANGUL: Final = regex.compile(r"\p{Hangul}")
_ALL_WORDS: Final = lexicon.GROUPS | lexicon.SET_OFF_GROUPS | lexicon.ASKED_GROUPS | {"you", "u", "y"}


def spoken_to(
    text: Sentences, first: int, last: int, *, suffix: str = "", several: bool = False, handle: Handle = ""
) -> str:
    """Why the name (or list of names) from token `first` to `last` is an address; empty if it is a mention.

    `suffix` is an honorific or a calling particle that follows the name; `several`: the list is joined with "and";
    `handle`: the name is written as no ordinary name is; a plain one may be a word too.
    """
    left, right = left_of(text, first), right_of(text, last)
    if suffix in lexicon.KOREAN_CALLS:
        return "calling suffix"
    if right.kind == "word":
        if text.tokens[right.at].kind in ("run", "name"):
            return _before_a_run(text, left, right, last, suffix)
        return _before_a_word(text, left, right, several=several, thanked=_thanks(text, first)) or (
            "a handle at the start" if handle and _opens_with_a_handle(text, left, right, handle) else ""
        )
    if right.kind == "pause":
        return _before_a_pause(text, left, right)
    return _at_the_end(text, left, right)


def _at_the_end(text: Sentences, left: Left, right: Right) -> str:
    asked = right.at < len(text.tokens) and "?" in text.tokens[right.at].text
    match left.kind:
        case "start" if not asked and _answers(text, left):
            return ""
        case "start":
            return "the name alone"
        case "greeted" | "opened":
            return "after a greeting" if left.at < 0 or text.tokens[left.at].kind != "mark" else _closing(text, left)
        case "pause":
            return "after a pause, at the end"
        case "listed":
            called = text.last_you[text.sentence[left.at]] >= 0 and text.tokens[left.at + 1].text in ("then", "next")
            return "next in order" if called else ""
        case "word":
            return "at the end" if _ends_an_address(text, left.at) or _ends_thanks(text, left.at) else ""
        case _:
            return ""


def _closing(text: Sentences, left: Left) -> str:
    return "after a greeting" if only_openers_before(text, left.at) else "after a pause, at the end"


def _answers(text: Sentences, left: Left) -> bool:
    """A name alone answers the question before it ("My favourite? Wren."), or is an item of a numbered list."""
    if left.at < 0:
        return False
    before = text.tokens[left.at]
    if before.kind == "stop" and "?" in before.text:
        return True
    return before.text == "." and left.at > 0 and text.tokens[left.at - 1].text.isdecimal()


def _before_a_pause(text: Sentences, left: Left, right: Right) -> str:
    after = right.at + 1
    if _scores(text, right.at):
        return ""
    match left.kind:
        case "start" | "greeted":
            return "" if _apposition(text, right.at) else "at the start"
        case "opened" if left.at < 0 or text.tokens[left.at].kind in ("stop", "line"):
            return "" if _apposition(text, right.at) else "at the start"
        case "colon":
            return "after a colon"
        case "pause" | "opened":
            return "" if _third_person(text, after) else "between pauses"
        case "listed":
            return "between pauses" if text.last_you[text.sentence[right.at]] > right.at else ""
        case "word":
            return "before a pause" if _ends_an_address(text, left.at) or _to(text, left, right) else ""
        case _:
            return ""


def _scores(text: Sentences, at: int) -> bool:
    """A tally: "Omar: 3, Lin: 2"."""
    following = [token.text for token in text.tokens[at : at + 3]]
    return (
        len(following) > 1 and following[0] == ":" and following[1].isdecimal() and following[2:] in ([], [","], ["\n"])
    )


def _to(text: Sentences, left: Left, right: Right) -> bool:
    """The form of a letter: "To Wren: hello"."""
    return (
        text.tokens[right.at].text == ":"
        and text.tokens[left.at].text in ("to", "for", "cc", "an", "para", "à")
        and left_of(text, left.at).kind == "start"
    )


def _before_a_word(text: Sentences, left: Left, right: Right, *, several: bool, thanked: bool) -> str:
    token = text.tokens[right.at]
    if left.kind not in ("start", "greeted", "opened", "pause"):
        return ""
    if left.kind == "opened" and thanked and not _third_person(text, right.at):
        return "after a greeting"
    if several and (token.text in lexicon.PLURAL_VERBS or token.text in lexicon.INVERTING):
        return "a question to a list" if _inverted(text, right.at) else ""
    if _third_person(text, right.at):
        return ""
    if token.text in lexicon.SAID_TO or _inverted(text, right.at) or _clause(text, right.at):
        return "before what is said to a person"
    if token.text in lexicon.ORDINALS and right_of(text, right.at).kind != "word":
        return "put in order"
    if left.kind == "greeted":
        beyond = token.text in lexicon.BEYOND and not _group_word(text, right.at + 1)
        return "" if beyond else "after a greeting"
    return "before a question or a “you”" if left.kind != "pause" and _asks_on(text, right.at) else ""


def _clause(text: Sentences, at: int) -> bool:
    """A clause begins that has no use for the name before it: "but that is odd", "not now", "just click"."""
    opening, following = (token.text for token in (*text.tokens[at : at + 2], *[Token("mark", "", 0, 0)] * 2)[:2])
    if opening in ("but", "not"):
        return following in lexicon.CLAUSES
    if opening in lexicon.SOFTENERS:
        return following in lexicon.SAID_TO - lexicon.PAST_TOO
    return opening == "one" and following in lexicon.SPANS


def _opens_with_a_handle(text: Sentences, left: Left, right: Right, handle: Handle) -> bool:
    """Nothing but a handle opens the message or the line, and what follows does not go on about it.

    After a plain one it must not be able to: "fennel soup is great" speaks of a soup, "fennel the shop" to somebody.
    """
    if handle == "plain" and not _stands_apart(text.tokens[right.at].text):
        return False
    opens = left.kind == "start" and (left.at < 0 or text.tokens[left.at].kind == "line")
    told = text.tokens[right.at].text in lexicon.BEYOND_A_HANDLE or _third_person(text, right.at)
    return opens and text.tokens[right.at].kind == "word" and not told


def _stands_apart(word: str) -> bool:
    """No word to which the one before it could belong, as "fennel" to "soup": an article, a number, "one", "just"."""
    return word in lexicon.APART or word in lexicon.ADVERBS or any(sign.isdecimal() for sign in word)


def _asks_on(text: Sentences, at: int) -> bool:
    """The sentence goes on to a question mark or a "you", and not about the name."""
    sentence = text.sentence[at]
    return text.tokens[at].text not in lexicon.BEYOND and (text.asks[sentence] or text.last_you[sentence] > at)


def _before_a_run(text: Sentences, left: Left, right: Right, last: int, suffix: str) -> str:
    if left.kind not in ("start", "greeted", "opened", "pause"):
        return ""
    token = text.tokens[right.at]
    if token.text.removeprefix(suffix).startswith(lexicon.RUN_SAID_TO):
        return "before what is said to a person"
    paused = token.start > text.tokens[last].end
    korean = bool(_HANGUL.match(token.text))
    if paused and (not korean or left.kind == "greeted" or suffix or text.asks[text.sentence[right.at]]):
        return "at the start, before a space"
    return "after a greeting" if left.kind == "greeted" else ""


def space_is_a_pause(text: Sentences, last: int) -> bool:
    """Between a name and a run of a script that writes no spaces, a space is a breath."""
    name, following = text.tokens[last], text.tokens[last + 1 : last + 2]
    return name.kind == "name" and any(
        token.kind == "run" and token.start > name.end and not _HANGUL.match(token.text) for token in following
    )


def _group_word(text: Sentences, at: int) -> bool:
    return at < len(text.tokens) and text.tokens[at].text in lexicon.GROUPS


def _third_person(text: Sentences, at: int) -> bool:
    """The words at `at` go on about somebody: "is late", "just said", "thinks"; not "is it true", "could you"."""
    tokens = text.tokens
    while at < len(tokens) and tokens[at].text in lexicon.ADVERBS:
        at += 1
    if at >= len(tokens) or tokens[at].kind != "word":
        return False
    word = tokens[at].text
    if word in lexicon.INVERTING:
        return not _inverted(text, at)
    if word in lexicon.PAST:
        return True
    if word in lexicon.NOT_VERBS or len(word) < 3:
        return False
    return word.isascii() and ((word.endswith("s") and not word.endswith(("ss", "us"))) or word.endswith("ed"))


def _inverted(text: Sentences, at: int) -> bool:
    """A verb before its subject, as in a question: "could you", "is it", "isn't it"."""
    tokens = text.tokens
    if tokens[at].text not in lexicon.INVERTING and tokens[at].text not in lexicon.PLURAL_VERBS:
        return False
    after = at + 1
    while after < len(tokens) and tokens[after].text in ("'", "t", "not"):
        after += 1
    if after >= len(tokens):
        return False
    word = tokens[after].text
    asked = text.asks[text.sentence[at]]
    if word == "it" and tokens[at].text in lexicon.OBJECTS_TOO:
        return asked
    return word in lexicon.PRONOUN_SUBJECTS or (asked and word in ("your", "ur", "this", "that", "my"))


def _apposition(text: Sentences, comma: int) -> bool:
    """After "Wren" and a pause: "the captain, said ..." or "who was late, said ..."."""
    tokens, at = text.tokens, comma + 1
    if at >= len(tokens):
        return False
    opening = tokens[at].text
    relative = opening in ("who", "whose", "whom", "which")
    if not relative and opening not in ("the", "a", "an", "my", "our", "his", "her", "their"):
        return False
    following = bisect_left(text.commas, at)
    if following == len(text.commas):
        return False
    closing = text.commas[following]
    same = text.sentence[closing] == text.sentence[comma] and closing - at <= (9 if relative else 4)
    return same and _third_person(text, closing + 1)


def _ends_an_address(text: Sentences, at: int) -> bool:
    """The word before a name that no comma sets off lets it be an address: "what do you think Wren"."""
    token = text.tokens[at]
    if token.kind == "run":
        return token.text.endswith(lexicon.RUN_ENDINGS) or token.text.endswith(lexicon.RUN_GREETINGS)
    if token.text not in lexicon.BEFORE_A_LAST_NAME:
        return False
    before = text.tokens[at - 1].text if at else ""
    if token.text in ("you", "u", "ya") and before in ("are", "r", "re", "is", "were"):
        return at > 1 and text.tokens[at - 2].text in lexicon.ASKING
    return not (token.text in ("me", "it", "us", "him", "you") and before in lexicon.NAMING)


def _thanks(text: Sentences, at: int) -> bool:
    """The word before the token `at` thanks, or is the "you" of "thank you"."""
    before = [token.text for token in text.tokens[max(0, at - 2) : at]]
    return bool(before) and (before[-1] in lexicon.THANKS or before in (["thank", "you"], ["thank", "u"]))


def _ends_thanks(text: Sentences, at: int) -> bool:
    """As in “thanks for the link Wren”: thanks for a thing, which ends before the name and has no use for it."""
    start = bisect_left(text.sentence, text.sentence[at])
    spelled = [token.text for token in text.tokens[start : at + 1]]
    if "for" not in spelled[1:4] or not _thanks(text, start + spelled.index("for")):
        return False
    thing = spelled[-1]
    bound = thing in lexicon.DETERMINERS | lexicon.JOINERS | lexicon.PAST | lexicon.BEYOND or thing.endswith("ing")
    return not bound and not thing.endswith("ed")


def speaks_to_all(text: Sentences, *, except_in: Collection[int] = ()) -> bool:
    """Some sentence speaks to everybody who listens; the sentences `except_in` are known to be for somebody else."""
    tokens = text.tokens
    return any(
        _means_all(text, at)
        for at, token in enumerate(tokens)
        if token.text in _ALL_WORDS or (token.kind == "run" and token.text.startswith(lexicon.RUN_GROUPS))
        if text.sentence[at] not in except_in
    )


def _means_all(text: Sentences, at: int) -> bool:
    tokens = text.tokens
    word = tokens[at].text
    following = [token.text for token in tokens[at + 1 : at + 4]] + ["", "", ""]
    preceding = ["", "", *(token.text for token in tokens[max(0, at - 2) : at])]
    asked = text.asks[text.sentence[at]]
    if tokens[at].kind == "run":
        free = left_of(text, at).kind in ("start", "greeted")
        return word.startswith(("你们", "你們")) or (free and (asked or word[2:3] in ("", "好", "、")))
    if word == "y":
        return following[:2] == ["'", "all"]
    if word in ("you", "u"):
        if preceding[-1] == "of" and preceding[-2] in lexicon.PARTS_OF_YOU:
            return True
        counted = following[0] in lexicon.COUNTED and following[1] not in lexicon.NOT_COUNTED
        return counted and not (following[1].endswith("s") and following[1] not in lexicon.NOT_VERBS)
    if word == "yall":
        return True
    asks_before = preceding[-1] in lexicon.ASKERS and word in lexicon.ASKED_GROUPS
    if asks_before and (asked or left_of(text, at - 1).kind in ("start", "greeted", "opened")):
        return True
    if word in lexicon.SET_OFF_GROUPS:
        left, right = left_of(text, at), right_of(text, at)
        if left.kind not in ("start", "greeted", "pause", "opened") or right.kind == "word":
            return False
        return left.kind == "greeted" or right.kind == "pause" or (asked and word != "all")
    return bool(spoken_to(text, at, at + (following[0] == "else")))
