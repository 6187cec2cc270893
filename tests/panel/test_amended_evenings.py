"""What holds over every conversation holds over those in which lines are changed all the time, too."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings

from events.base import ERASED
from events.controls import LineRevised
from events.decided import TurnEnded, TurnOpened
from tests.panel import test_properties as always
from tests.panel.wild_evening import amended_evenings

amended = given(amended_evenings())
often = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
PROPERTIES = [
    always.test_at_most_one_turn_is_open_and_each_that_opened_ends_once,
    always.test_who_spoke_was_planned_and_in_that_order,
    always.test_a_claim_is_never_owed_for_a_muted_or_unseated_persona_without_an_order,
    always.test_an_input_opens_at_most_one_turn,
    always.test_folding_in_two_halves_is_folding_whole,
    always.test_the_log_survives_its_stored_form,
    always.test_deciding_the_log_again_gives_the_same,
    always.test_a_turn_that_has_begun_is_always_owed_something,
    always.test_when_nobody_speaks_any_more_all_debts_are_paid_and_the_room_is_quiet,
    always.test_an_open_call_is_composed_to_the_prompt_that_the_log_names,
]


@pytest.mark.parametrize("holds", PROPERTIES, ids=lambda one: one.__name__.removeprefix("test_"))
@amended
@often
def test_it_holds(holds: Callable[..., None], drawn):
    holds.hypothesis.inner_test(drawn)


@amended
@often
def test_a_redo_changes_its_line_once_or_not_at_all(drawn):
    log = [one.event for one in always.played(drawn).evening.log]
    turns = [one.turn for one in log if isinstance(one, TurnOpened) and one.redoes is not None]
    revised = [one.turn for one in log if isinstance(one, LineRevised) and one.text != ERASED]
    assert set(revised) <= set(turns)
    assert len(revised) == len(set(revised))


@amended
@often
def test_a_line_that_stands_has_the_text_that_was_put_there_last(drawn):
    state = always.played(drawn).evening.state
    owed = {one.line: one.text for one in state.revisions}
    said = {one.line: one for one in state.talk if one.line is not None}
    assert {line: said[line].text for line in owed if line in said} == {
        line: text for line, text in owed.items() if line in said
    }
    assert all(one.text in one.variants for one in said.values() if one.variants)


@amended
@often
def test_every_turn_that_writes_again_ends(drawn):
    log = [one.event for one in always.played(drawn).evening.log]
    opened = {one.turn for one in log if isinstance(one, TurnOpened) and one.redoes is not None}
    ended = {one.turn for one in log if isinstance(one, TurnEnded)}
    assert len(opened - ended) <= 1
