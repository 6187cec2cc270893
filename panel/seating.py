"""What a moderator should know before a persona is seated: names that collide, mislead or are hard to call."""
# ruff: noqa: RUF001 -- look-alike letters are the point here

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Final
from unicodedata import normalize

import regex

from events.base import PersonaId
from panel import lexicon
from panel.names import INVISIBLE, WORDS, Named, flat, fold, forms_of

_EMOJI: Final = regex.compile(r"(?=\p{Extended_Pictographic})\X")
# Single letters of Cyrillic and Greek, and digits, that look like Latin ones (Unicode TS 39 lists them all).
_LOOKALIKES: Final = str.maketrans(
    "АВЕЅІЈКМНОРСТХУавеѕіјкмнорстхуһԁԛԝɡΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορικυχ01I|",
    "ABESIJKMHOPCTXYaBesijkmhopcTxyhdqwgABEZHlKMNOPTYXavopikuxolll",
)
_MIXED: Final = (regex.compile(r"\p{Latin}"), regex.compile(r"\p{Cyrillic}"), regex.compile(r"\p{Greek}"))

_TITLING: Final = lexicon.TITLES | lexicon.PARTICLES


def seating_warnings(new: Named, seated: Sequence[Named]) -> tuple[str, ...]:
    """What a moderator should know before `new` is seated beside `seated`: one sentence a trouble, with a way out."""
    warnings: list[str] = []
    mine = {fold(text).text.strip(): text for text in (new.name, *new.aliases)}
    for text in mine.values():
        warnings += _own_trouble(text)
    for other in (one for one in seated if one.id != new.id):
        warnings += _shared_trouble(new, other)
    return tuple(dict.fromkeys(warnings))


def shared_aliases(new: Named, other: Named) -> tuple[str, ...]:
    """What both would be called, and at least one of them by an alias: such a seat is refused, since an alias is there
    to tell people apart. First names that two names share are none of this: who is meant then has a rule of its own.
    """
    by_name, by_alias = _called_by_name(new), _called_by_alias(new)
    others_name, others_alias = _called_by_name(other), _called_by_alias(other)
    shared = (by_alias & (others_name | others_alias)) | (by_name & others_alias)
    return tuple(sorted(" ".join(words) for words in shared - (by_name & others_name)))


def _called_by_name(persona: Named) -> set[tuple[str, ...]]:
    """The whole name, and the parts of it that somebody is called by; a title calls nobody."""
    forms = forms_of(persona.name, ())
    return {tuple(map(flat, words)) for words, part, _, _ in forms if not (part and _TITLING.issuperset(words))}


def _called_by_alias(persona: Named) -> set[tuple[str, ...]]:
    wholes = (words for alias in persona.aliases for words, part, _, _ in forms_of(alias, ()) if not part)
    return {tuple(map(flat, words)) for words in wholes}


def called_like(name: str, seated: Sequence[Named]) -> tuple[PersonaId, ...]:
    """Whom of the seated a person of this name could be taken for: by a name, a first name, an alias, or its look."""
    words = tuple(map(flat, WORDS.findall(fold(name).text)))
    return tuple(
        one.id
        for one in seated
        if words in _called_by_name(one) | _called_by_alias(one) or _skeleton(name) in _looks_of(one)
    )


def _looks_of(persona: Named) -> set[str]:
    parts = (part for part in persona.name.split() if part.casefold() not in _TITLING)
    return {_skeleton(text) for text in (persona.name, *persona.aliases, *parts)}


def _own_trouble(text: str) -> Iterable[str]:
    words = WORDS.findall(fold(text).text)
    bare = [word for word in words if word not in lexicon.ARTICLES] or words
    if not words:
        yield f"“{text}” has no letters: it is found only when it is written exactly so. Add an alias."
    elif len(bare) == 1 and len(bare[0]) == 1:
        yield f"“{text}” is a single character: it is heard only with @, or alone before a pause. Add an alias."
    elif all(word in lexicon.EVERYDAY for word in bare):
        yield f"“{text}” is an everyday word: it is heard only with @, or set off by punctuation. Add an alias."
    if any(sum(bool(script.search(word)) for script in _MIXED) > 1 for word in words):
        yield f"“{text}” mixes alphabets, so that it looks like another name but is not found by it. Retype it in one."
    if INVISIBLE.search(_EMOJI.sub("", text)):
        yield f"“{text}” contains invisible characters, which are ignored. Retype it without them."


def _shared_trouble(new: Named, other: Named) -> Iterable[str]:
    for mine, theirs in product((new.name, *new.aliases), (other.name, *other.aliases)):
        if _plain(mine) == _plain(theirs):
            yield f"“{mine}” is also what {other.name} ({other.id}) is called: nobody can tell them apart. Rename one."
        elif _skeleton(mine) == _skeleton(theirs):
            yield f"“{mine}” looks like “{theirs}” ({other.id}) but is spelled with other letters. Rename one."
    if not _plain_names(new) & _plain_names(other):
        yield from _shared_parts(new, other)


def _shared_parts(new: Named, other: Named) -> Iterable[str]:
    mine, theirs = (
        {words for words, _, _, only_at in forms_of(one.name, one.aliases) if not only_at} for one in (new, other)
    )
    for words in sorted(mine & theirs):
        said = " ".join(words)
        yield f"“{said}” means both {new.name} and {other.name} ({other.id}): one of them answers. Add an alias."


def _plain_names(persona: Named) -> set[str]:
    return {_plain(text) for text in (persona.name, *persona.aliases)}


def _plain(text: str) -> str:
    return flat(" ".join(WORDS.findall(fold(text).text))) or fold(text).text.strip()


def _skeleton(text: str) -> str:
    return _plain(normalize("NFKC", text).translate(_LOOKALIKES).replace("rn", "m"))
