"""Reading what earlier versions wrote: step by step, never guessed."""

import pytest

from events.catalogue import KINDS, SCHEMAS
from events.errors import FutureSchema, UnknownKind
from events.upcasts import STEPS, upcast

OLD = {"kind": "human-spoke", "says": "hi"}
TWO_STEPS = {
    ("human-spoke", 1): lambda data: {**data, "text": data["says"]},
    ("human-spoke", 2): lambda data: {key: value for key, value in data.items() if key != "says"},
}


def test_a_fact_of_today_is_left_as_it_is():
    assert upcast(OLD, "human-spoke", SCHEMAS["human-spoke"]) is OLD


def test_an_older_fact_takes_every_step_in_order():
    assert upcast(OLD, "human-spoke", 1, steps=TWO_STEPS) == {"kind": "human-spoke", "text": "hi"}


def test_a_fact_halfway_takes_the_rest():
    assert upcast({"text": "hi", "says": "hi"}, "human-spoke", 2, steps=TWO_STEPS) == {"text": "hi"}


def test_a_step_leaves_the_old_object_alone():
    upcast(OLD, "human-spoke", 1, steps=TWO_STEPS)
    assert OLD == {"kind": "human-spoke", "says": "hi"}


def test_steps_of_one_kind_do_not_touch_another():
    assert upcast({"by": 1}, "stop-ordered", 1, steps=TWO_STEPS) == {"by": 1}


def test_a_fact_from_the_future_is_refused():
    with pytest.raises(FutureSchema, match=r"Event 4 of room-10 \(human-spoke\) has schema 9; this version knows 1"):
        upcast(OLD, "human-spoke", 9, stream="room-10", version=4)


def test_a_kind_that_nobody_knows_is_refused():
    with pytest.raises(UnknownKind, match="Event 4 of room-10 is of kind seance-ordered, which"):
        upcast({}, "seance-ordered", 1, stream="room-10", version=4)


def test_every_step_is_of_a_known_kind_and_leads_to_its_newest_schema():
    assert {kind for kind, _ in STEPS} <= set(KINDS)
    assert {kind: start + 1 for kind, start in sorted(STEPS)} == {
        kind: SCHEMAS[kind] for kind in KINDS if SCHEMAS[kind] > 1
    }
