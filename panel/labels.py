"""Who a label or a name in model text stands for; what follows from it is decided in `decode.py` and `screen.py`."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, Literal, Protocol
from unicodedata import normalize

import regex
from msgspec import Struct

from events.base import PersonaId
from panel.label_forms import FORMS, LONGEST_LABEL, OPENING, in_a_phrase


class Speaker(Protocol):
    """Somebody who can be labelled: `Persona`, or anything with an id and names."""

    @property
    def id(self) -> PersonaId: ...
    @property
    def name(self) -> str: ...
    @property
    def aliases(self) -> tuple[str, ...]: ...


class Voice(Struct, frozen=True):
    """Whose words they are: a persona's, a person's, or a role of the chat format."""

    kind: Literal["persona", "human", "role"]
    name: str
    persona: PersonaId | None = None


class Label(Struct, frozen=True):
    """A name and a colon, or what stands for them, at the start of a line."""

    voice: Voice
    start: int
    end: int
    """Where the words begin."""
    form: str = "colon"
    loose: bool = False
    """It may be ordinary prose, and counts only in an answer that opened so."""


ROLES: Final = ("user", "human", "assistant", "ai", "system", "developer")
# fmt: off
_NOT_A_FIRST_NAME: Final = frozenset({
    "a", "an", "the", "one", "my", "our", "old", "young", "big", "little", "note", "notes", "answer", "question",
    "pros", "cons", "yes", "no", "ok", "also", "ps", "mr", "mrs", "ms", "dr", "sir", "lady", "lord", "miss",
})
# fmt: on
"""First words of names that are no names by themselves: "One Ear", "Dr Moth"."""

_TITLES: Final = ("user", "human", "assistant")
"""Roles that count in every form; "**AI**" and "[system]" head an explanation as often as a script."""

_LINE = regex.compile(r"^(?=.*\S)|(?<=</[^<>\n]{1,60}>)(?=<)", regex.MULTILINE)
_LINE_START = regex.compile(rf"{OPENING}(?=[^\s@>:\uff1a])")
_COLON = regex.compile(
    r"(?:</?\w{1,20}>)*[ \t]*[*_~\"“”'\u2019»\])]*(?:[ \t]*[(\[][^()\[\]\n]{0,40}[)\]])?[*_~]*(?:</?\w{1,20}>)*[ \t]*"
    r"(?P<colon>[:\uff1a])[*_~]*(?:</?\w{1,20}>)*"
)
_DECORATION = regex.compile(r"[^\p{L}\p{M}\p{N}'\u2019 &.+]+")
_BREAKS = regex.compile(r"[\s_\-\\]+")
_SPACELESS = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}]")


@lru_cache(1024)  # the same few people and personas, line after line
def key(name: str) -> str:
    """The form in which names are compared: NFKC, case-folded, undecorated, `night_owl` like `Night Owl`."""
    folded = _BREAKS.sub(" ", normalize("NFKC", name).casefold()).strip()
    plain = " ".join(_DECORATION.sub(" ", folded).replace("\u2019", "'").split()).strip("'. ")
    return plain or folded


def voices(cast: Sequence[Speaker], humans: Sequence[str] = ()) -> dict[str, Voice]:
    """Every key that names somebody. A name that two share names nobody; a persona's name wins over a role's."""
    known: dict[str, Voice | None] = {role: Voice("role", role) for role in ROLES}
    people = [(_person(name), (name,)) for name in humans]
    seated = [(Voice("persona", speaker.name, speaker.id), _names(speaker)) for speaker in cast]
    _add(known, [(voice, [key(name) for name in names]) for voice, names in seated])
    _add(known, [(voice, [key(name) for name in names]) for voice, names in people], yielding=True)
    _add(known, [(voice, _first_words(names)) for voice, names in (*seated, *people)], yielding=True)
    return {name: voice for name, voice in {**_doubled(known), **known}.items() if voice and name}


def labels_in(text: str, known: Mapping[str, Voice], staged: Collection[PersonaId | None] = ()) -> Iterator[Label]:
    """The labels of a script in order: known names at the starts of lines, set apart as `label_forms` says.

    Where the text opens with the loose label of a `staged` persona, others in the same form are labels too.
    """
    opened = ""
    for number, line in enumerate(_LINE.finditer(text)):
        label = _label_at(text, line.start(), known)
        if label and label.loose and number == 0 and label.voice.persona in staged:
            opened = label.form
        if label and (not label.loose or label.form == opened):
            yield label


def label_at(
    text: str, start: int, known: Mapping[str, Voice], staged: Collection[PersonaId | None] = ()
) -> Label | None:
    """The label of the line that begins at `start`; "One thing to note:" is none, because nobody is called so.

    A loose one ("Wren - Hello.") only of a `staged` persona.
    """
    label = _label_at(text, start, known)
    return label if label and (not label.loose or label.voice.persona in staged) else None


def named_in(text: str, known: Mapping[str, Voice]) -> tuple[Voice, ...]:
    """Everybody whose name stands in the text as a word of its own, each once; longer names hide shorter ones."""
    folded = key(text)
    found: dict[Voice, None] = {}
    for name in sorted(known, key=len, reverse=True):
        pattern = _as_a_word(name)
        if regex.search(pattern, folded):
            found[known[name]] = None
            folded = regex.sub(pattern, "\n", folded)
    return tuple(found)


def _label_at(text: str, start: int, known: Mapping[str, Voice]) -> Label | None:
    for name, form in FORMS.items():
        found = form.pattern.match(text, start)
        voice = known.get(key(found["who"])) if found else None
        if found and voice and not (voice.kind == "role" and name != "tag" and voice.name not in _TITLES):
            return Label(voice, start, found.end(), name, form.loose)
        if name == "tag":  # what is set in brackets is no part of a longer name; everything else may be
            label = _before_a_colon(text, start, known)
            if label:
                return label
    return None


def _before_a_colon(text: str, start: int, known: Mapping[str, Voice]) -> Label | None:
    line = _LINE_START.match(text, start)
    if line is None:
        return None
    end = text.find("\n", line.end())
    end = min(len(text) if end < 0 else end, line.end() + LONGEST_LABEL)
    for found in _colons(text, line.end(), end):
        before = text[line.end() : found.start()]
        voice = known.get(key(before))
        if voice:
            form = "numbered" if line["number"] else "colon"
            return Label(voice, start, found.end(), form, loose=form == "numbered")
        for phrase in in_a_phrase(before):
            voice = known.get(key(phrase.who))
            if voice:
                return Label(voice, start, found.end(), "phrase", phrase.loose or bool(line["number"]))
    return None


def _colons(text: str, start: int, end: int) -> Iterator[regex.Match[str]]:
    for position in range(start, end):
        found = _COLON.match(text, position)
        # " :smile:" is an emoji, "name://" an address.
        if found is None or text.startswith("//", found.end()):
            continue
        spaced_before = text[found.start("colon") - 1].isspace()
        if not (spaced_before and text[found.end() : found.end() + 1].strip()):
            yield found


def _as_a_word(name: str) -> str:
    if _SPACELESS.search(name):
        return regex.escape(name)
    return rf"(?<![\p{{L}}\p{{N}}]){regex.escape(name)}(?![\p{{L}}\p{{N}}])"


def _doubled(known: Mapping[str, Voice | None]) -> dict[str, Voice]:
    """`Wren Wren:` and `Wren Wren Okafor:`, which models write after a prompt that ends with a label."""
    names: dict[Voice, list[str]] = {}
    for name, voice in known.items():
        if voice:
            names.setdefault(voice, []).append(name)
    return {f"{one} {two}": voice for voice, own in names.items() for one, two in product(own, repeat=2)}


def _names(speaker: Speaker) -> tuple[str, ...]:
    return (speaker.id, speaker.name, *speaker.aliases)


def _person(name: str) -> Voice:
    return Voice("human", name)


def _first_words(names: Iterable[str]) -> list[str]:
    words = [key(name).split() for name in names]
    firsts = [several[0] for several in words if len(several) > 1]
    without_article = [" ".join(several[1:]) for several in words if len(several) > 1 and several[0] == "the"]
    return [*(first for first in firsts if first not in _NOT_A_FIRST_NAME and len(first) > 1), *without_article]


def _add(known: dict[str, Voice | None], named: Sequence[tuple[Voice, list[str]]], *, yielding: bool = False) -> None:
    """Add names; a key that two of them claim becomes nobody's, and with `yielding` what was known stays."""
    claimed: dict[str, set[Voice]] = {}
    for voice, keys in named:
        for each in keys:
            claimed.setdefault(each, set()).add(voice)
    for each, claimants in claimed.items():
        if not (yielding and each in known):
            known[each] = next(iter(claimants)) if len(claimants) == 1 else None
