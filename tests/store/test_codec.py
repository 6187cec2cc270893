"""Between facts and columns: nothing is lost, words of people are apart, and what cannot be read says so."""

from datetime import UTC
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events import upcasts
from events.base import EPOCH, ERASED
from events.catalogue import KINDS, SCHEMAS, blanked, encode, personal_fields
from events.errors import BrokenEvent, FutureSchema, UnknownKind
from events.heard import HumanSpoke, HumanTyping, ModelAnswered, SpeakOrdered
from store.codec import instant, micros, pack, unpack
from tests.store.facts import FACTS, of

MARK = "wörds of a pérson \u2603"
WITH_WORDS = [fact for fact in KINDS.values() if personal_fields(fact)]
SPOKE = HumanSpoke(message=7, person=3, name="Ada", text="Hello, both of you", sent_at=EPOCH)


@given(FACTS)
def test_any_fact_comes_back_as_it_was(fact: Any):
    assert unpack(*pack(fact)) == fact


@given(st.sampled_from(WITH_WORDS).flatmap(of))
def test_words_of_people_are_never_among_the_data(fact: Any):
    marked = msgspec.structs.replace(fact, **dict.fromkeys(personal_fields(type(fact)), MARK))
    stored = pack(marked)
    words = msgspec.json.decode(stored.words)
    assert MARK.encode() not in stored.data
    assert set(msgspec.json.decode(stored.data)).isdisjoint(personal_fields(type(fact)))
    assert words == dict.fromkeys(personal_fields(type(fact)), MARK)


@given(st.sampled_from(WITH_WORDS).flatmap(of))
def test_blanked_words_read_as_erased(fact: Any):
    stored = pack(fact)
    assert unpack(stored.kind, stored.schema, stored.data, None) == blanked(fact)


@given(FACTS)
def test_the_columns_together_are_the_fact_as_json(fact: Any):
    stored = pack(fact)
    together = msgspec.json.decode(stored.data) | msgspec.json.decode(stored.words or b"{}")
    assert together == msgspec.json.decode(encode(fact))


@given(st.datetimes(timezones=st.timezones()))
def test_a_time_is_kept_to_the_microsecond(at: Any):
    assert instant(micros(at)) == at.astimezone(UTC)


def test_what_is_at_its_default_is_not_stored():
    assert pack(HumanTyping(person=3)).data == b'{"kind":"human-typing","person":3}'


def test_a_fact_that_could_hold_words_and_holds_none_has_nothing_to_erase():
    assert pack(SpeakOrdered(persona="nolan")).words == b"{}"


def test_a_kind_without_words_has_none():
    assert pack(HumanTyping(person=3)).words is None


# --- what cannot be read ---


def test_a_kind_of_a_newer_version_is_named():
    with pytest.raises(UnknownKind, match=r"Event 4 of room-1 is of kind human-sang"):
        unpack("human-sang", 1, b'{"kind":"human-sang"}', None, stream="room-1", version=4)


def test_a_schema_of_a_newer_version_is_refused_not_guessed():
    stored = pack(SPOKE)
    with pytest.raises(FutureSchema, match=r"human-spoke\) has schema 2; this version knows 1"):
        unpack(stored.kind, stored.schema + 1, stored.data, stored.words, stream="room-1", version=4)


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"\xff\xfe", b'{"kind":"human-spoke"}', b'{"kind":"human-spoke","message":"x"}', b"[]"],
)
def test_a_broken_event_is_named_by_its_place(data: bytes):
    with pytest.raises(BrokenEvent, match=r"Event 4 of room-1 cannot be read"):
        unpack("human-spoke", 1, data, b'{"name":"Ada","text":"secret"}', stream="room-1", version=4)


def test_a_broken_event_is_told_without_its_words():
    with pytest.raises(BrokenEvent) as caught:
        unpack("human-spoke", 1, b'{"kind":"human-spoke"}', b'{"name":"Ada","text":"secret"}')
    assert "secret" not in str(caught.value)


# --- older schemas ---


@pytest.fixture
def second_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    """A world in which the first schema of `model-answered` called the model `engine`."""

    def renamed(fields: dict[str, object]) -> dict[str, object]:
        return {"model" if name == "engine" else name: held for name, held in fields.items()}

    monkeypatch.setitem(SCHEMAS, "model-answered", 2)
    monkeypatch.setattr(upcasts.upcast, "__kwdefaults__", {**DEFAULTS, "steps": {("model-answered", 1): renamed}})


DEFAULTS = dict(upcasts.upcast.__kwdefaults__ or {})
OLD = b'{"kind":"model-answered","call":"c1","engine":"small"}'


@pytest.mark.usefixtures("second_schema")
def test_an_older_fact_is_brought_to_the_newest_schema():
    read = unpack("model-answered", 1, OLD, b'{"text":"Hi"}')
    assert read == ModelAnswered(call="c1", model="small", text="Hi")


@pytest.mark.usefixtures("second_schema")
def test_an_older_fact_whose_words_were_erased_is_read_too():
    read = unpack("model-answered", 1, OLD, None)
    assert read == ModelAnswered(call="c1", model="small", text=ERASED)


@pytest.mark.usefixtures("second_schema")
def test_a_new_fact_is_stored_with_the_newest_schema():
    assert pack(ModelAnswered(call="c1", model="small", text="Hi")).schema == 2
