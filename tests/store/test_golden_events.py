"""One stored sample of every kind at every schema ever shipped: each must load for ever, and is never edited."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from events.base import ERASED
from events.catalogue import KINDS, SCHEMAS, encode, personal_fields
from store.codec import pack, unpack

SAMPLES = Path(__file__).parents[1] / "golden" / "events"
EVER = [f"{kind}.{schema}" for kind, newest in sorted(SCHEMAS.items()) for schema in range(1, newest + 1)]
NEWEST = [f"{kind}.{newest}" for kind, newest in sorted(SCHEMAS.items())]
WITH_WORDS = [name for name in EVER if personal_fields(KINDS[name.split(".")[0]])]


class Sample(msgspec.Struct, forbid_unknown_fields=True):
    """The columns of a fact, readable."""

    kind: str
    schema: int
    data: dict[str, Any]
    words: dict[str, Any] | None


def sample(name: str) -> Sample:
    return msgspec.json.decode((SAMPLES / f"{name}.json").read_bytes(), type=Sample)


def columns(held: Sample) -> tuple[str, int, bytes, bytes | None]:
    words = None if held.words is None else msgspec.json.encode(held.words)
    return held.kind, held.schema, msgspec.json.encode(held.data), words


def test_no_sample_is_missing_and_none_is_of_an_unknown_kind():
    assert sorted(file.stem for file in SAMPLES.glob("*.json")) == sorted(EVER)


@pytest.mark.parametrize("name", EVER)
def test_a_sample_loads_as_its_kind(name: str):
    held = sample(name)
    assert f"{held.kind}.{held.schema}" == name
    assert type(unpack(*columns(held))) is KINDS[held.kind]


@pytest.mark.parametrize("name", NEWEST)
def test_nothing_of_a_sample_is_lost(name: str):
    """A field that was renamed would be read as its default, in silence."""
    held = sample(name)
    assert msgspec.json.decode(encode(unpack(*columns(held)))) == held.data | (held.words or {})


@pytest.mark.parametrize("name", NEWEST)
def test_words_lie_where_they_would_be_stored_today(name: str):
    held = sample(name)
    stored = pack(unpack(*columns(held)))
    assert msgspec.json.decode(stored.data) == held.data
    assert (stored.words is None) == (held.words is None)


@pytest.mark.parametrize("name", WITH_WORDS)
def test_a_blanked_sample_loads_without_its_words(name: str):
    held = sample(name)
    kind, schema, data, _ = columns(held)
    read = unpack(kind, schema, data, None)
    assert {getattr(read, field) for field in personal_fields(KINDS[kind])} == {ERASED}
