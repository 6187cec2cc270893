"""From model text to lines and to objects: lenient in wrapping, strict in content; what may be said is `screen.py`'s.

Everything is read from left to right and decided early, so that what `complete_lines` gives for the beginning of an
answer stays true for the whole of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

import regex
from msgspec import Struct
from msgspec.structs import replace

from events.base import PersonaId
from events.errors import UnreadableAnswer
from panel.answer_shapes import OBJECT, line_items, said_in, unpacked
from panel.labels import Label, Speaker, Voice, key, label_at, labels_in, named_in, voices
from panel.loose_json import CutOff, NotJson, Value, members_at, value_at
from panel.wrapping import stretches, unsettled_from, without_control_tokens, without_reasoning, without_thoughts

__all__ = [
    "Segment",
    "Speaker",
    "UnreadableAnswer",
    "complete_lines",
    "lines_in",
    "object_in",
    "speaker_named",
    "without_control_tokens",
    "without_reasoning",
]

NOT_STAGED: Final = "not staged"
FOR_A_PERSON: Final = "speaks for a person"
FOR_A_ROLE: Final = "speaks for a role"
AFTER_ANOTHER: Final = "after another voice"
NOBODY: Final = "nobody by that name"
NO_SPEAKER: Final = "no speaker"
NOTHING_SAID: Final = "empty"
UNREADABLE: Final = "unreadable"

_BRACE = regex.compile(r"\{")
_OBJECT = regex.compile(OBJECT)
_FOREIGN_FENCE = regex.compile(r"^[ \t]*(`{3,})[ \t]*(?!json)\w[^`\n]*\n(?s:.*?)^[ \t]*\1`*[ \t]*$", regex.M | regex.I)
_PREAMBLE = regex.compile(r"(?:\s|\ufeff|<\|[^|<>\n]{1,60}\|>(?:assistant\b)?)*")
_JSON_OPENING = regex.compile(r"\s*(?:`{3,}[ \t]*(?:json\w*)?\s*)?" rf"(?={OBJECT}|\[\s*{OBJECT})", regex.I)
_BALANCE = regex.compile(r"\"(?:[^\"\\\n]|\\.)*\"|[{}]")
_CLOSING_TAG = regex.compile(r"\s*</[^<>\n]{1,60}>\Z")
_NEGATION = regex.compile(r"\b(?:not|no|nobody|none|neither|nor|never|except|but|without|anyone|either|or|\w+n't)\b")


class Segment(Struct, frozen=True):
    """A piece of a writer's answer. Kept: `persona` is staged and `dropped` is empty. Otherwise `dropped` says why."""

    persona: PersonaId | None
    text: str
    dropped: str = ""
    note: str = ""
    """What the persona is to remember of it, in the writer's words."""


def object_in(text: str) -> dict[str, object]:
    """The first JSON object of an answer: bare, fenced or in prose, its form repaired. Raises UnreadableAnswer."""
    opening = _JSON_OPENING.match(text)
    if opening:
        try:
            value, end = value_at(text, opening.end())
        except NotJson:
            pass  # perhaps there is a better one further on
        else:
            if isinstance(value, dict) and not any(each.kind != "code" for each in stretches(text[end:])):
                return dict(value)
    return dict(_first_object(without_reasoning(text)))


def lines_in(
    text: str, staged: Sequence[Speaker], *, cast: Sequence[Speaker], humans: Sequence[str]
) -> tuple[Segment, ...]:
    """A writer's answer in order, kept and dropped. Reads `{"lines": [{"speaker", "text"}]}` and `Name: text` scripts.

    One staged speaker: unlabelled text is theirs, and the first foreign voice ends the script (C10). Several: a voice
    that was interrupted is not heard again. An answer that opens in prose may be a thought whose beginning the chat
    template swallowed, so an end of thought there discards all before it.
    """
    house = _house(staged, cast, humans)
    text = unpacked(text)
    answer = _opening(text, house)
    if answer.json is None and not answer.labelled:
        text = without_control_tokens(without_reasoning(text))
        start = _lines_object(text)
        return tuple(_script(text, house) if start is None else _spoken_in(text, start, house))
    return tuple(
        _script(without_thoughts(text), house) if answer.json is None else _spoken_in(text, answer.json, house)
    )


def complete_lines(
    partial: str, staged: Sequence[Speaker], *, cast: Sequence[Speaker], humans: Sequence[str]
) -> tuple[Segment, ...]:
    """The segments of an unfinished answer that no further text can change; always the beginning of `lines_in`.

    JSON: the closed items. Script: what stands before the last label. Prose before any label: nothing yet.
    """
    house = _house(staged, cast, humans)
    answer = _opening(partial, house)
    if answer.json is not None:
        return tuple(_spoken_in(partial, answer.json, house, finished=False))
    if not answer.labelled:
        return ()
    settled = without_thoughts(partial[: unsettled_from(partial)])
    settled = settled[: unsettled_from(settled)]
    last = settled.rfind("\n") + 1
    label = label_at(settled, last, house.known)
    if label is None or not regex.search(r"\w", settled[label.end :]):
        settled = settled[: unsettled_from(settled[:last])]
    return tuple(_script(settled, house))[:-1]


def speaker_named(text: str, cast: Sequence[Speaker]) -> PersonaId | None:
    """The one persona that a selector's answer names, whatever case, quotes or frame it used; two are none."""
    answer = without_control_tokens(without_reasoning(text))
    known = {name: voice for name, voice in voices(cast).items() if voice.kind == "persona"}
    exact = known.get(key(answer))
    if exact:
        return exact.persona
    named = named_in(answer, known)
    if len(named) != 1 or _NEGATION.search(answer.casefold().replace("\u2019", "'")):
        return None
    return named[0].persona


def _first_object(text: str) -> dict[str, Value]:
    """The first object that stands outside of code in another language; failing that, the first anywhere."""
    for foreign in (_FOREIGN_FENCE, None):
        nothing_but_braces = False
        for value in _objects(text, foreign):
            if value:
                return value
            nothing_but_braces = True
        if nothing_but_braces:
            return {}
    raise UnreadableAnswer(detail="it holds no JSON object")


def _objects(text: str, passed_over: regex.Pattern[str] | None) -> Iterator[dict[str, Value]]:
    position = 0
    while brace := _BRACE.search(text, position):
        fence = passed_over.search(text, position) if passed_over else None
        if fence and fence.start() < brace.start():
            position = fence.end()
            continue
        looks_like_one = _OBJECT.match(text, brace.start())
        try:
            value, position = value_at(text, brace.start())
        except NotJson as broken:
            if looks_like_one and isinstance(broken, CutOff):
                raise UnreadableAnswer(detail="it is cut off") from broken
            # An object inside a broken one is not the answer.
            position = _past(text, brace.start()) if looks_like_one else brace.end()
        else:
            if isinstance(value, dict):
                yield value


def _past(text: str, start: int) -> int:
    depth = 0
    for found in _BALANCE.finditer(text, start):
        depth += {"{": 1, "}": -1}.get(found.group(), 0)
        if depth == 0:
            return found.end()
    return len(text)


class _House(Struct, frozen=True):
    """Everybody whose label means something in one answer, and who of them may be heard."""

    known: Mapping[str, Voice]
    staged: frozenset[PersonaId]
    only: Voice | None

    def alone(self, voice: Voice | None) -> "_House":
        """The same house while one of its voices has the floor."""
        return _House(self.known, frozenset({voice.persona} if voice and voice.persona else ()), voice)

    def objection(self, voice: Voice | None) -> str:
        """Why this voice may not be heard; empty for a staged persona."""
        if voice is None:
            return NO_SPEAKER
        if voice.kind == "human":
            return FOR_A_PERSON
        if voice.kind == "role":
            return FOR_A_ROLE
        return "" if voice.persona in self.staged else NOT_STAGED


def _house(staged: Sequence[Speaker], cast: Sequence[Speaker], humans: Sequence[str]) -> _House:
    own = {name: voice for name, voice in voices(staged).items() if voice.kind == "persona"}
    seated = {speaker.id: speaker for speaker in (*cast, *staged)}
    ids = frozenset(speaker.id for speaker in staged)
    only = Voice("persona", staged[0].name, staged[0].id) if len(ids) == 1 else None
    return _House({**voices(tuple(seated.values()), humans), **own}, ids, only)


class _Opening(Struct, frozen=True):
    """How an answer begins: with JSON at a position, with a label, or (neither) in prose."""

    json: int | None = None
    labelled: bool = False


def _opening(text: str, house: _House) -> _Opening:
    start = _after(_PREAMBLE, text, 0)
    for stretch in stretches(text):
        if stretch.kind != "thought" or stretch.start != start:
            break
        start = _after(_PREAMBLE, text, stretch.end)
    if json := _JSON_OPENING.match(text, start):
        return _Opening(json=json.end())
    rest = text[start:]
    label = label_at(rest, 0, house.known, house.staged)
    if label is None:
        return _Opening()
    json = _JSON_OPENING.match(rest, label.end)
    return _Opening(json=start + json.end()) if json else _Opening(labelled=True)


def _lines_object(text: str) -> int | None:
    """Where an object with lines begins that stands in prose."""
    starts = (found.start() for found in _OBJECT.finditer(text))
    return next((start for start in starts if _holds_lines(text, start)), None)


def _holds_lines(text: str, start: int) -> bool:
    try:
        return any(name in ("lines", "speaker") for name, _ in members_at(text, start))
    except NotJson:
        return False


def _after(pattern: regex.Pattern[str], text: str, position: int) -> int:
    found = pattern.match(text, position)
    return found.end() if found else position


def _script(text: str, house: _House) -> Iterator[Segment]:
    """The segments of `Name: text` lines. Labels inside code are none."""
    spoken: set[PersonaId | None] = set()
    interrupted = False
    for voice, words in _turns(text, house):
        dropped = house.objection(voice)
        if not dropped and interrupted and (house.only or (voice and voice.persona in spoken)):
            dropped = AFTER_ANOTHER
        said = without_control_tokens(without_reasoning(words)).strip()
        interrupted = interrupted or dropped not in ("", NO_SPEAKER)
        persona = voice.persona if voice else None
        if not dropped and said:
            spoken.add(persona)
        if said or voice:
            yield Segment(persona, said, dropped or ("" if said else NOTHING_SAID))


def _turns(text: str, house: _House) -> Iterator[tuple[Voice | None, str]]:
    """Who holds the floor, and the words up to the next label of somebody else."""
    code = [(each.start, each.end) for each in stretches(text) if each.kind == "code"]
    labels = [
        each for each in labels_in(text, house.known, house.staged) if not any(a <= each.start < b for a, b in code)
    ]
    ends = [*(each.start for each in labels), len(text)]
    before = text[: ends[0]]
    # "Here is Wren's line:" announces the words and is none of them.
    announced = bool(labels) and labels[0].voice == house.only and before.rstrip().endswith(":")
    opening = [(None if announced else house.only, before)] if before.strip() else []
    pairs = [*opening, *((each.voice, _words(text, each, end)) for each, end in zip(labels, ends[1:], strict=True))]
    for voice, same in groupby(pairs, key=lambda pair: pair[0]):
        yield voice, "\n".join(words.strip() for _, words in same)


def _words(text: str, label: Label, end: int) -> str:
    """What follows a label; a quote that was opened before the label is closed behind the words."""
    words = text[label.end : end].rstrip()
    if "<" in text[label.start : label.end]:
        words = _CLOSING_TAG.sub("", words)
    quoted = sum(text.count(mark, label.start, label.end) for mark in '"“”') == 1
    return words[:-1] if quoted and words[-1:] in ('"', "”") else words


def _spoken_in(text: str, start: int, house: _House, *, finished: bool = True) -> Iterator[Segment]:
    """The segments of the JSON that begins at `start`; where it breaks off, the rest is dropped, not guessed."""
    try:
        for item in line_items(text, start):
            yield from _item(item, house)
    except NotJson as broken:
        if finished:
            yield Segment(None, "", UNREADABLE)
        elif not isinstance(broken, CutOff):
            return


def _item(item: Value, house: _House) -> Iterator[Segment]:
    """One `{"speaker", "text"}`, or `{speaker: text}`; other voices inside a text are cut like in a script."""
    if isinstance(item, str) and item.strip():
        yield from _script(item, house)
        return
    if not isinstance(item, dict):
        yield Segment(None, "", UNREADABLE)
        return
    for name, words in said_in(item, [each for each in item if key(each) in house.known]):
        yield from _line(name, words, item.get("note"), house)


def _line(name: Value, words: Value, noted: Value, house: _House) -> Iterator[Segment]:
    voice = house.known.get(key(name)) if isinstance(name, str) else house.only
    persona = voice.persona if voice else None
    if not isinstance(words, str):
        yield Segment(persona, "", UNREADABLE)
    elif not words.strip():
        yield Segment(persona, "", NOTHING_SAID)
    elif dropped := house.objection(voice):
        yield Segment(persona, words, NOBODY if voice is None and isinstance(name, str) else dropped)
    else:
        note = noted.strip() if isinstance(noted, str) else ""
        for segment in _script(words, house.alone(voice)):
            yield segment if segment.dropped else replace(segment, note=note)
