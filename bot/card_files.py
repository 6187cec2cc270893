"""The files of a cast: TOML into structs, pictures by bytes, and what is wrong; what a card means is elsewhere."""

import difflib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Literal, TypeVar, cast, get_args
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

CARD_LIMIT_BYTES: Final = 64 * 1024
AVATAR_LIMIT_BYTES: Final = 1024 * 1024

_SHOWN: Final = 5  # unknown keys; a file of another kind would bring hundreds
_DOTS: Final = 2000  # on one line; the parser's time grows with the square of a dotted key's depth

T = TypeVar("T", bound=Struct)
Severity = Literal["error", "warning"]


class Problem(Struct, frozen=True, kw_only=True):
    """One thing that is wrong in a cast. An error leaves its file out; a warning lets it in."""

    file: Path
    line: int | None = None
    """Counted from 1; None where no line is to blame."""
    what: str
    remedy: str
    severity: Severity = "error"

    def __str__(self) -> str:
        file = str(self.file).encode(errors="backslashreplace").decode()  # a name on disk need not be Unicode
        place = f"{file}:{self.line}" if self.line else file
        return f"{place}: {self.severity}: {self.what} {self.remedy}"


class Spoiled(Exception):
    """A file that cannot be used, with all that is wrong in it."""

    def __init__(self, *problems: Problem) -> None:
        self.problems = problems
        super().__init__(*map(str, problems))


class Source(Struct, frozen=True):
    """A TOML file and its text, so that a problem can point at a line."""

    file: Path
    text: str = ""

    def problem(self, what: str, remedy: str, key: str = "", severity: Severity = "error") -> Problem:
        """A problem of this file, at the line that gives `key` its value."""
        return Problem(file=self.file, line=self._line_of(key), what=what, remedy=remedy, severity=severity)

    def _line_of(self, key: str) -> int | None:
        """Key-like words inside a text do not count: what stands above a true key is complete TOML."""
        lines = self.text.split("\n")
        looks_right = re.compile(rf"""\s*\[*\s*["']?{re.escape(key)}["']?\s*[=.\]]""")
        candidates = [number for number, line in enumerate(lines) if looks_right.match(line)] if key else []
        for number in candidates[:20]:  # each costs a parse; a twentieth look-alike is no longer worth it
            try:
                msgspec.toml.decode("\n".join(lines[:number]))
            except (msgspec.DecodeError, ValueError, RecursionError):
                continue
            return number + 1
        return None


# --- TOML -------------------------------------------------------------------------------------------------------------


def read(file: Path) -> Source:
    """The text of a TOML file, UTF-8 with or without a byte order mark; raises `Spoiled`."""
    data = bytes_of(file, CARD_LIMIT_BYTES)
    try:
        return Source(file, data.decode("utf-8-sig").replace("\r\n", "\n"))
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        remedy = "Save it as UTF-8 in your editor."
        raise Spoiled(Problem(file=file, line=line, what="This file is not UTF-8.", remedy=remedy)) from None


def decoded(source: Source, shape: type[T]) -> T:
    """The file as a struct, without unknown keys; raises `Spoiled` with everything that does not fit."""
    table = _table(source)
    fields = msgspec.structs.fields(shape)
    known = [field.name for field in fields]
    strange = [key for key in table if key not in known]
    faults = [source.problem(f"There is no key {key!r}.", suggestion(key, known), key) for key in strange[:_SHOWN]]
    if more := len(strange[_SHOWN:]):
        faults.append(source.problem(f"There are {more} more unknown keys.", "Is this the right file?"))
    faults += [
        source.problem(f"The key {field.name!r} is missing.", f"Add a line that begins with: {field.name} =")
        for field in fields
        if field.required and field.name not in table
    ]
    for key, inner in _entries(shape).items():
        faults += _faults_of_entries(source, key, table.get(key), inner)
    if not faults:
        try:
            return msgspec.convert(table, shape)
        except msgspec.ValidationError as error:
            faults.append(_misfit(source, str(error)))
    raise Spoiled(*faults)


def _entries(shape: type[Struct]) -> dict[str, type[Struct]]:
    """The keys that hold a list of tables, and what each of these is."""
    found: dict[str, type[Struct]] = {}
    for field in msgspec.structs.fields(shape):
        item = next(iter(get_args(field.type)), None)
        if isinstance(item, type) and issubclass(item, Struct):
            found[field.name] = item
    return found


def _faults_of_entries(source: Source, key: str, entries: object, shape: type[Struct]) -> Iterator[Problem]:
    """What is misspelt or missing in a list of tables; one that is none is for the conversion to find."""
    tables = (
        [one for one in cast("list[object]", entries) if isinstance(one, dict)] if isinstance(entries, list) else []
    )
    fields = msgspec.structs.fields(shape)
    known = [field.name for field in fields]
    for place, table in enumerate(cast("list[dict[str, object]]", tables), start=1):
        for name in [name for name in table if name not in known][:_SHOWN]:
            what = f"Entry {place} of `{key}` has no key {name!r}."
            yield source.problem(what, suggestion(name, known), key)
        for name in (field.name for field in fields if field.required and field.name not in table):
            yield source.problem(f"Entry {place} of `{key}` has no {name!r}.", f"Add a line: {name} =", key)


def _table(source: Source) -> dict[str, object]:
    for number, line in enumerate(source.text.split("\n"), start=1):
        if line.count(".") > _DOTS:
            what = f"This line has more than {_DOTS} dots."
            raise Spoiled(Problem(file=source.file, line=number, what=what, remedy="Break it into several lines."))
    try:
        # decoded as plain data first, since the struct itself would let unknown keys pass
        return msgspec.toml.decode(source.text, type=dict[str, object])
    except (msgspec.DecodeError, ValueError) as error:  # ValueError: a number with thousands of digits
        why = str(error)
        place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", why)
        line = int(place[1]) if place and place[1] else None
        what = f"This is not TOML: {why[: place.start()] if place else why}."
        remedy = 'Texts stand in "quotes", longer ones in three """, lists in [brackets].'
        raise Spoiled(Problem(file=source.file, line=line, what=what, remedy=remedy)) from None
    except RecursionError:
        problem = source.problem("The brackets are nested too deeply.", "A card needs one level of lists.")
        raise Spoiled(problem) from None


_SHAPES: Final = {
    "str": 'a text in "quotes"',
    "array": 'a list of texts: ["...", "..."]',
    "float": "a number without quotes",
    "int": "a whole number",
    "object": "a table",
    "bool": "true or false",
    "date": "a date without quotes",
    "datetime": "a date without quotes",
    "time": "a time without quotes",
}


def _misfit(source: Source, why: str) -> Problem:
    """Msgspec's sentence ("Expected `str`, got `int` - at `$.name`") in a card writer's words."""
    match = re.fullmatch(r"Expected `(\w+)`, got `(\w+)` - at `\$\.(\w+)(.*)`", why)
    if match is None:
        return source.problem(f"A value does not fit: {why}.", "Compare it with the card in docs/casts.md.")
    expected, got, key, inside = match.groups()
    name = inside.rpartition(".")[2] if "." in inside else ""
    named = f"`{name.partition('[')[0]}` in an entry of `{key}`" if name else f"`{key}`"
    what = f"{'An entry of ' if inside.endswith(']') else ''}{named} is {_SHAPES.get(got, got)}."
    return source.problem(what, f"Write {_SHAPES.get(expected, expected)}.", key)


def suggestion(word: str, known: Iterable[str]) -> str:
    """The nearest known word, or all of them."""
    choices = list(known)
    near = difflib.get_close_matches(word.lower(), choices, n=1)
    return f"Did you mean {near[0]!r}?" if near else f"Known here: {', '.join(choices) or 'nothing'}."


# --- pictures ---------------------------------------------------------------------------------------------------------

_KINDS: Final = (  # how a file begins; what it is; whether Discord takes it as an avatar
    (re.compile(rb"\x89PNG\r\n\x1a\n"), "a PNG", True),
    (re.compile(rb"\xff\xd8\xff"), "a JPEG", True),
    (re.compile(rb"RIFF.{4}WEBP", re.DOTALL), "a WebP", True),
    (re.compile(rb"GIF8"), "a GIF", False),
    (re.compile(rb"BM"), "a BMP", False),
    (re.compile(rb".{4}ftyp", re.DOTALL), "an AVIF, HEIC or video", False),
    (re.compile(rb"\s*<(\?xml|svg)"), "an SVG", False),
    (re.compile(rb"PK"), "a zip archive", False),
)
_SAVE_AS: Final = "Save the picture as PNG, JPEG or WebP."


def picture(source: Source, avatar: str) -> Path | None:
    """The picture file that a card names; None for none and for an https address; raises `Spoiled`."""
    if not avatar:
        return None
    if "://" in avatar:
        faults = [source.problem(what, remedy, "avatar") for what, remedy in _faults_of_address(avatar)]
        if faults:
            raise Spoiled(*faults)
        return None
    folder = source.file.parent
    path = folder
    try:
        path = (folder / avatar).resolve()
        inside = path.is_relative_to(folder.resolve())
        there = path.is_file()
    except (OSError, ValueError, RuntimeError):  # too long; a zero byte; links that go round
        inside, there = True, False
    if not inside:
        remedy = "Put the picture beside the card and name it without a path."
        raise Spoiled(source.problem(f"The avatar {avatar!r} lies outside of the cast's folder.", remedy, "avatar"))
    if not there:
        remedy = "Put it beside the card, or take the line out."
        raise Spoiled(source.problem(f"There is no picture {avatar!r}.", remedy, "avatar"))
    if fault := fault_of_picture(bytes_of(path, AVATAR_LIMIT_BYTES)):
        raise Spoiled(source.problem(f"The avatar {avatar!r} {fault}.", _SAVE_AS, "avatar"))
    return path


def _faults_of_address(avatar: str) -> Iterator[tuple[str, str]]:
    try:
        address = urlsplit(avatar)
        host = address.hostname or ""
    except ValueError:
        yield f"The avatar {avatar!r} is no address.", "Save the picture beside the card and name the file."
        return
    if address.scheme != "https" or not host:
        yield f"The avatar {avatar!r} is no https address.", "Begin it with https:// or name a file beside the card."
    if host.endswith(("discordapp.com", "discordapp.net")) and "attachments/" in address.path:
        # discord-api-docs 6644: attachment links are signed and run out
        yield "A link to a Discord attachment stops working within days.", "Save the picture beside the card."


def fault_of_picture(data: bytes) -> str | None:
    """What is wrong with these bytes as an avatar, to follow "it"; the file's own name is not believed."""
    if not data:
        return "is empty"
    for begins, kind, taken in _KINDS:
        if begins.match(data):
            return None if taken and _is_whole(data) else f"is {kind}{' that breaks off' if taken else ''}"
    return "is not a picture"


def _is_whole(data: bytes) -> bool:
    """False for a download that broke off; nothing is decoded here."""
    if data.startswith(b"RIFF"):
        return len(data) >= int.from_bytes(data[4:8], "little") + 8
    return (b"IEND\xaeB`\x82" if data.startswith(b"\x89PNG") else b"\xff\xd9") in data


def bytes_of(file: Path, limit: int) -> bytes:
    """The content of a regular file of at most `limit` bytes; raises `Spoiled`."""
    try:
        if not file.is_file():  # a pipe would keep us waiting
            remedy = "Put a plain file here."
            raise Spoiled(Problem(file=file, what="This is not a file.", remedy=remedy))
        with file.open("rb") as stream:
            data = stream.read(limit + 1)
    except OSError as error:
        what = f"This file cannot be read ({error.strerror})."
        raise Spoiled(Problem(file=file, what=what, remedy="Check that it is there and readable.")) from None
    if len(data) > limit:
        raise Spoiled(
            Problem(file=file, what=f"This file is larger than {limit // 1024} KiB.", remedy="Make it smaller.")
        )
    return data
