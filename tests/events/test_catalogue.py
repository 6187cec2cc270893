"""The catalogue: every kind has a kebab tag of its own, and survives its stored form."""

import re

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.base import ERASED, kebab
from events.catalogue import DECIDED, HEARD, KINDS, SCHEMAS, blanked, decode, encode, is_heard, kind_of, personal_fields
from events.decided import FloorGiven, LineStaged, SilenceKept
from events.heard import DraftHeard, HumanEdited, HumanSpoke, ModelAnswered, SpeakOrdered, StopOrdered

ALL = sorted(KINDS.items())
# JSON knows neither: a policy is checked where it is set.
st.register_type_strategy(float, st.floats(allow_nan=False, allow_infinity=False))


@pytest.mark.parametrize(("tag", "kind"), ALL)
def test_a_tag_is_the_name_in_kebab(tag, kind):
    assert tag == kebab(kind.__name__)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", tag)


def test_no_two_kinds_share_a_tag_and_each_has_a_schema():
    assert len(KINDS) == len(HEARD) + len(DECIDED) == len(SCHEMAS)


@pytest.mark.parametrize(("tag", "kind"), ALL)
def test_a_kind_says_what_it_is(tag, kind):
    assert kind.__doc__
    assert kind.__struct_config__.frozen


@pytest.mark.parametrize(("tag", "kind"), ALL)
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_a_fact_survives_its_stored_form(tag, kind, data):
    words = dict.fromkeys(personal_fields(kind), st.text(max_size=20))
    fact = data.draw(st.builds(kind, **words))
    stored = encode(fact)
    assert decode(stored) == fact
    assert msgspec.json.decode(stored)["kind"] == kind_of(fact) == tag
    assert is_heard(fact) is (kind in HEARD)


@pytest.mark.parametrize("text", [b"{}", b'{"kind": "nobody-knows"}', b'{"kind": "human-spoke"}', b"[]", b"", b"null"])
def test_what_is_no_fact_is_refused(text):
    with pytest.raises(msgspec.DecodeError):
        decode(text)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (HumanSpoke, ("name", "text")),
        (HumanEdited, ("text",)),
        (SpeakOrdered, ("about",)),
        (ModelAnswered, ("text",)),
        (DraftHeard, ("so_far",)),
        (LineStaged, ("text",)),
        (FloorGiven, ("words",)),
        (SilenceKept, ("words",)),
        (StopOrdered, ()),
    ],
)
def test_words_and_names_of_people_are_marked(kind, fields):
    assert set(personal_fields(kind)) == set(fields)


def test_blanking_takes_the_words_and_leaves_the_rest():
    fact = HumanEdited(message=7, text="12 Fern Rd")
    assert blanked(fact) == HumanEdited(message=7, text=ERASED)
    assert blanked(StopOrdered(by=1)) == StopOrdered(by=1)
