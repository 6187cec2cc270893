"""Between a fact and its columns: kind, schema, data without words of people, and those words apart. No SQL here."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import NODEFAULT, defstruct
from msgspec.structs import FieldInfo
from msgspec.structs import fields as fields_of

from events.base import EPOCH, ERASED, Fact, Version
from events.catalogue import KINDS, SCHEMAS, Event, kind_of, personal_fields
from events.errors import BrokenEvent
from events.upcasts import upcast

BEGINNING: Final = Version(0)
"""Before the first event of a stream."""
NO_WORDS: Final = b"{}"
"""A fact that may hold words of people, and holds none: there is nothing to erase."""

_MICROSECOND: Final = timedelta(microseconds=1)
_encoder = msgspec.json.Encoder()
_decode: Callable[[bytes], Event] = msgspec.json.Decoder(Event).decode
Encode = Callable[[Any], bytes]


class Stored(NamedTuple):
    """The columns of a fact."""

    kind: str
    schema: int
    data: bytes
    """JSON, the kind first, without personal fields."""
    words: bytes | None
    """JSON of the personal fields; None where the kind has none, or where they were erased."""


def pack(event: Event) -> Stored:
    """The columns of a fact, at the newest schema of its kind. Raises UnicodeEncodeError for half a character."""
    kind = kind_of(event)
    split = _split(type(event))
    if split is None:
        return Stored(kind, SCHEMAS[kind], _encoder.encode(event), None)
    plain, words = split
    return Stored(kind, SCHEMAS[kind], plain(event), words(event))


def unpack(kind: str, schema: int, data: bytes, words: bytes | None, *, stream: str = "?", version: int = 0) -> Event:
    """The fact that these columns hold, brought to the newest schema; erased words read as `ERASED`.

    Raises:
        UnknownKind, FutureSchema: a newer version wrote it.
        BrokenEvent: the columns hold no such fact.
    """
    try:
        if SCHEMAS.get(kind) != schema:
            return _unpack_older(kind, schema, data, words, stream=stream, version=version)
        if words is None:
            words = _ERASED_WORDS[kind]
        return _decode(data if words == NO_WORDS else data[:-1] + b"," + words[1:])
    except (msgspec.DecodeError, UnicodeDecodeError) as why:
        # A decoder's message names fields and types, never the words.
        raise BrokenEvent(version=version, stream=stream, why=why) from why


def holds_words(event: Event) -> bool:
    """Whether there is something to erase in a fact."""
    return pack(event).words not in {None, NO_WORDS}


def _unpack_older(kind: str, schema: int, data: bytes, words: bytes | None, *, stream: str, version: int) -> Event:
    fields: dict[str, object] = msgspec.json.decode(data, type=dict[str, object])
    if words is not None:
        fields |= msgspec.json.decode(words, type=dict[str, object])
    fields = upcast(fields, kind, schema, stream=stream, version=version)
    if words is None:
        fields |= dict.fromkeys(personal_fields(KINDS[kind]), ERASED)
    return _decode(_encoder.encode(fields))


@cache
def _split(kind: type[Fact]) -> tuple[Encode, Encode] | None:
    """Two encoders of a kind: of everything but the words of people, and of these; None where there are none."""
    personal = personal_fields(kind)
    if not personal:
        return None
    fields = {field.name: field for field in fields_of(kind)}
    tag = kind.__struct_config__.tag
    plain = _part("Plain", [fields[name] for name in fields if name not in personal], tag=tag, tag_field="kind")
    return plain, _part("Words", [fields[name] for name in personal])


def _part(name: str, fields: list[FieldInfo], **config: Any) -> Encode:
    """An encoder of some fields of a fact, by a struct of its own: msgspec then leaves out what is at its default."""
    ordered = sorted(fields, key=lambda field: not field.required)
    specs = [(field.name, field.type) if field.required else _with_default(field) for field in ordered]
    part = defstruct(name, specs, omit_defaults=True, gc=False, **config)
    encode = _encoder.encode
    if len(ordered) == 1:
        only = attrgetter(ordered[0].name)
        return lambda event: encode(part(only(event)))
    take = attrgetter(*(field.name for field in ordered))
    return lambda event: encode(part(*take(event)))


def _with_default(field: FieldInfo) -> tuple[str, Any, Any]:
    if field.default_factory is not NODEFAULT:
        return field.name, field.type, msgspec.field(default_factory=field.default_factory)
    return field.name, field.type, field.default


_ERASED_WORDS: dict[str, bytes] = {
    kind: _encoder.encode(dict.fromkeys(personal_fields(fact), ERASED)) for kind, fact in KINDS.items()
}
"""What stands for erased words; `{}` for a kind that has none, which is also what they read as."""


def micros(at: datetime) -> int:
    """Microseconds since 1970, UTC. Raises TypeError for a time without a zone."""
    since = at - EPOCH
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


@lru_cache(maxsize=64)
def instant(at: int) -> datetime:
    """The time of so many microseconds since 1970; an input and what was decided about it share theirs."""
    return EPOCH + at * _MICROSECOND
