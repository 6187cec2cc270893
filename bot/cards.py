"""From cards to personas: reads casts, folders of TOML cards, and reports what is wrong; nobody is seated here."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from bot.card_files import (
    AVATAR_LIMIT_BYTES,
    Problem,
    Source,
    Spoiled,
    bytes_of,
    decoded,
    fault_of_picture,
    picture,
    read,
    suggestion,
)
from events.base import PersonaId
from events.errors import NoSuchCast, NoSuchPersona
from events.persona import Lore, Persona
from panel.likeness import plain_words
from panel.seating import shared_aliases

BUNDLED: Final = Path(__file__).parent / "casts"
"""The root of the casts that come with Greenroom."""

NAME_LIMIT: Final = 80  # code points, as Discord counts them
SUMMARY_LIMIT_WORDS: Final = 30
LANGUAGE_LIMIT: Final = 40
LORE_LIMIT: Final = 600
"""Characters of one entry: several are shown at once."""
CAST_FILE: Final = "cast.toml"

_ID: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
_ID_REMEDY: Final = "Use 1 to 32 of a-z, 0-9, - and _, and begin with a letter or a digit."
_BLANK_LETTERS: Final = "\u115f\u1160\u3164\uffa0"  # Hangul fillers: letters to Unicode, nothing on the screen


class Cast(Struct, frozen=True, kw_only=True):
    """Personas that belong together, in the order of `cast.toml`."""

    name: str
    """The folder's name."""
    title: str
    scene: str = ""
    personas: tuple[Persona, ...] = ()
    avatars: dict[PersonaId, Path | None] = {}
    """One entry a persona; None where it has no picture file."""
    problems: tuple[Problem, ...] = ()


class Casts(Struct, frozen=True):
    """All casts that could be read, and the problems of those that could not."""

    casts: tuple[Cast, ...] = ()
    problems: tuple[Problem, ...] = ()

    def cast(self, name: str) -> Cast:
        """The cast in the folder of this name; raises `NoSuchCast`."""
        for cast in self.casts:
            if cast.name == name:
                return cast
        raise NoSuchCast(cast=name)

    def persona(self, persona: str) -> Persona:
        """The persona with this id; raises `NoSuchPersona`."""
        for cast in self.casts:
            for one in cast.personas:
                if one.id == persona:
                    return one
        raise NoSuchPersona(persona=persona)

    def avatar_bytes(self, persona: PersonaId) -> bytes | None:
        """The picture as it is now; None where there is none, or no usable one any more (a seat outlives its card)."""
        path = next((cast.avatars[persona] for cast in self.casts if persona in cast.avatars), None)
        if path is None:
            return None
        try:
            data = bytes_of(path, AVATAR_LIMIT_BYTES)
        except Spoiled:
            return None
        return data if fault_of_picture(data) is None else None


def load_casts(*roots: Path) -> Casts:
    """Every cast in these roots. The first to take a name or an id keeps it; what is broken is reported and left out.

    Never raises for what lies in the folders: one bad card must not stop the others, nor the start.
    """
    casts: dict[str, Cast] = {}
    taken: dict[PersonaId, Path] = {}
    problems: list[Problem] = []
    for root in dict.fromkeys(roots):
        for entry in _entries(root, problems):
            if os.path.isdir(entry):  # noqa: PTH112 - Path.is_dir raises where a folder is closed to us
                if entry.name in casts:
                    what = f"A cast named {entry.name!r} was already read from another root."
                    problems.append(Problem(file=entry, what=what, remedy="Rename this folder."))
                    continue
                cast = _cast(entry, taken)
                problems += cast.problems
                if cast.personas:
                    casts[cast.name] = cast
            elif entry.suffix.lower() == ".toml":
                remedy = "Move it into a folder of its own beside the other casts."
                problems.append(Problem(file=entry, what="This card lies outside of a cast.", remedy=remedy))
    return Casts(tuple(casts.values()), tuple(problems))


def load_cast(folder: Path) -> Cast:
    """One cast. What is broken is left out and stands in `problems`; never raises for what lies in the folder."""
    return _cast(folder, {})


# --- a folder ---------------------------------------------------------------------------------------------------------


class _CastFile(Struct, frozen=True):
    title: str = ""
    scene: str = ""
    order: tuple[str, ...] = ()


class _Card(Struct, frozen=True):
    source: Source
    persona: Persona
    avatar: Path | None


def _cast(folder: Path, taken: dict[PersonaId, Path]) -> Cast:
    """Reads a folder; `taken` gains the ids that its cards hold."""
    name = folder.absolute().name
    if not _ID.fullmatch(name):
        problem = Problem(file=folder, what=f"{name!r} cannot be the name of a cast.", remedy=_ID_REMEDY)
        return Cast(name=name, title=name, problems=(problem,))
    problems: list[Problem] = []
    files = [entry for entry in _entries(folder, problems) if entry.suffix.lower() == ".toml"]
    cards: list[_Card] = []
    frame, source = _CastFile(), Source(folder / CAST_FILE)
    for file in files:
        try:
            if file.name == CAST_FILE:
                source = read(file)
                frame = decoded(source, _CastFile)
            else:
                cards.append(_card(file, taken, problems))
        except Spoiled as spoiled:
            problems += spoiled.problems
    if not cards and not problems:
        remedy = "Put one TOML file a persona here; docs/casts.md has a card to copy."
        problems.append(
            Problem(file=folder, what="There is no card in this folder.", remedy=remedy, severity="warning")
        )
    ids = [str(card.persona.id) for card in cards]
    problems += _faults_of_order(source, frame.order, ids)
    ranks = {one: rank for rank, one in reversed(list(enumerate(frame.order)))}
    cards.sort(key=lambda card: ranks.get(card.persona.id, len(frame.order)))
    personas = tuple(_with_names_of_its_own(cards, problems))
    return Cast(
        name=name,
        title=_one_line(frame.title) or name.replace("-", " ").replace("_", " ").title(),
        scene=frame.scene.strip(),
        personas=personas,
        avatars={card.persona.id: card.avatar for card in cards},
        problems=tuple(problems),
    )


def _entries(folder: Path, problems: list[Problem]) -> list[Path]:
    """What lies in a folder, by name; hidden entries and those that begin with an underscore do not count."""
    try:
        return sorted(entry for entry in folder.iterdir() if entry.name[0] not in "._")
    except OSError as error:
        what = f"This folder cannot be read ({error.strerror})."
        problems.append(Problem(file=folder, what=what, remedy="Create it, or make it readable.", severity="warning"))
        return []


def _faults_of_order(source: Source, order: tuple[str, ...], ids: list[str]) -> Iterator[Problem]:
    strangers = [one for one in order if one not in ids]
    if strangers:
        what = f"`order` names {', '.join(map(repr, strangers[:3]))}, not in this cast."
        yield source.problem(what, suggestion(strangers[0], ids), "order", "warning")


def _with_names_of_its_own(cards: list[_Card], problems: list[Problem]) -> Iterator[Persona]:
    """The personas, without aliases that would call somebody else of the cast as well."""
    owner: dict[str, PersonaId] = {}
    for card in cards:
        holder = owner.setdefault(card.persona.name.casefold(), card.persona.id)
        if holder != card.persona.id:
            what = f"The name {card.persona.name!r} is also that of {holder!r}."
            remedy = "Change one of the names, or give each an alias of its own."
            problems.append(card.source.problem(what, remedy, "name", "warning"))
    called = {card.persona.id: msgspec.structs.replace(card.persona, aliases=()) for card in cards}
    for card in cards:
        persona = card.persona
        for alias in persona.aliases:
            alone = msgspec.structs.replace(persona, aliases=(alias,))
            others = (other for other in called.values() if other.id != persona.id and shared_aliases(alone, other))
            holder = next(others, None)
            if holder is None:
                kept = called[persona.id]
                called[persona.id] = msgspec.structs.replace(kept, aliases=(*kept.aliases, alias))
            else:
                what = f"The alias {alias!r} already calls {holder.id!r}, so it was left out."
                problems.append(card.source.problem(what, "Choose another alias.", "aliases", "warning"))
        yield called[persona.id]


# --- a card -----------------------------------------------------------------------------------------------------------


def _card(file: Path, taken: dict[PersonaId, Path], problems: list[Problem]) -> _Card:
    """One card, its id entered in `taken`; adds warnings to `problems`, raises `Spoiled` with the errors."""
    source = read(file)
    persona = _tidy(decoded(source, Persona))
    faults = list(_faults(source, persona))
    if persona.id in taken:
        remedy = f'Ids are unique over all casts: give this card another, such as `id = "{persona.id[:30]}-2"`.'
        faults.append(source.problem(f"The id {persona.id!r} already belongs to {taken[persona.id]}.", remedy, "id"))
    avatar: Path | None = None
    try:
        avatar = picture(source, persona.avatar)
    except Spoiled as spoiled:
        faults += spoiled.problems
    if any(fault.severity == "error" for fault in faults):
        raise Spoiled(*faults)
    problems += faults
    taken[persona.id] = file
    return _Card(source, persona, avatar)


def _tidy(persona: Persona) -> Persona:
    """Names and summaries are single lines (prompts rely on it); blank aliases and sample lines say nothing."""
    return msgspec.structs.replace(
        persona,
        name=_one_line(persona.name),
        card=persona.card.strip(),
        summary=_one_line(persona.summary),
        aliases=tuple(dict.fromkeys(tidy for alias in persona.aliases if _legible(tidy := _one_line(alias)))),
        voice=tuple(tidy for line in persona.voice if (tidy := line.strip())),
        public=_one_line(persona.public),
        private=persona.private.strip(),
        language=_one_line(persona.language),
        lore=tuple(_tidy_lore(entry) for entry in persona.lore),
    )


def _tidy_lore(entry: Lore) -> Lore:
    keys = tuple(dict.fromkeys(tidy for key in entry.keys if (tidy := _one_line(key))))
    return msgspec.structs.replace(entry, keys=keys, text=entry.text.strip())


def _faults(source: Source, persona: Persona) -> Iterator[Problem]:
    if not _ID.fullmatch(persona.id):
        yield source.problem(f"{persona.id!r} cannot be an id.", _ID_REMEDY, "id")
    if not _legible(persona.name):
        yield source.problem(
            "The name has no letter and no digit to call it by.", "Write a name that can be said.", "name"
        )
    if len(persona.name) > NAME_LIMIT:
        yield source.problem(
            f"The name has {len(persona.name)} characters.",
            f"Shorten it to {NAME_LIMIT}, which is all that Discord shows.",
            "name",
        )
    if not _legible(persona.card):
        yield source.problem("The card is blank.", "Say in a few sentences who this is.", "card")
    if not 0 <= persona.talkativeness <= 1:  # also refuses nan
        what = f"`talkativeness` is {persona.talkativeness:g}."
        yield source.problem(what, "Choose from 0 (only when asked) to 1.", "talkativeness")
    if (words := len(persona.summary.split())) > SUMMARY_LIMIT_WORDS:
        what = f"The summary has {words} words."
        remedy = f"Say it in {SUMMARY_LIMIT_WORDS}: role, two traits, one goal."
        yield source.problem(what, remedy, "summary", "warning")
    if len(persona.language) > LANGUAGE_LIMIT:
        what = f"`language` has {len(persona.language)} characters."
        yield source.problem(what, 'Name one: language = "French".', "language")
    for place, entry in enumerate(persona.lore, start=1):
        yield from _faults_of_lore(source, place, entry)


def _faults_of_lore(source: Source, place: int, entry: Lore) -> Iterator[Problem]:
    if not entry.text:
        yield source.problem(f"Entry {place} of `lore` is blank.", "Say what is worth knowing, or take it out.", "lore")
    if len(entry.text) > LORE_LIMIT:
        what = f"Entry {place} of `lore` has {len(entry.text)} characters."
        yield source.problem(what, f"Keep it to {LORE_LIMIT}, or make two entries of it.", "lore", "warning")
    if not entry.keys:
        yield source.problem(f"Nothing brings up entry {place} of `lore`.", 'Name a word: keys = ["ferry"].', "lore")
    for key in (key for key in entry.keys if not plain_words(key)):
        what = f"The key {key!r} in entry {place} of `lore` is no word."
        yield source.problem(what, "Keys are compared with whole words of the talk.", "lore")


def _one_line(text: str) -> str:
    return re.sub(r"[\s\x00-\x1f\x7f-\x9f]+", " ", text).strip()


def _legible(text: str) -> bool:
    """Whether something can be read out: blanks, emoji and invisible characters cannot."""
    return any(character.isalnum() and character not in _BLANK_LETTERS for character in text)
