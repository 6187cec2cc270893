"""What moderators, the platform and the operator do: close, mute, unseat, order, stop, resume, wake, fail."""

import pytest

from events.decided import (
    FloorGiven,
    LineCut,
    LineWithdrawn,
    ModelAsked,
    ModelDropped,
    PanelHushed,
    PanelRoused,
    SignGiven,
    TurnEnded,
    TurnOpened,
)
from events.heard import PanelClosed, PanelOpened, ResumeOrdered, RoomWoke, StopOrdered, TurnAbandoned
from panel.owed import owed
from tests.panel.evening import (
    a,
    after,
    claimed,
    given,
    missed,
    mutes,
    orders,
    posted,
    refused,
    says,
    script,
    shown,
    stages,
    the_gathering_ends,
    unseats,
)

TWO_STAGED = (says("Wren, Alma, and?"), script(wren="Open a window.", alma="In this cold?"))

# --- mute and unseat ---


@pytest.mark.parametrize("step", [mutes("alma"), unseats("alma")])
def test_what_is_unposted_of_whoever_is_silenced_is_withdrawn(step):
    evening = given(*TWO_STAGED).when(step)
    evening.then(LineWithdrawn)
    assert evening.staged() == [("wren", "Open a window.")]


def test_a_line_that_has_left_is_resolved_and_not_withdrawn():
    evening = given(*TWO_STAGED, claimed).when(mutes("wren"))
    evening.but_never(LineWithdrawn)
    assert evening.hear(posted).said() == [("wren", "Open a window.")]


def test_a_line_of_a_muted_persona_that_did_not_arrive_is_not_sent_again():
    given(*TWO_STAGED, claimed, mutes("wren")).when(missed).then(a(LineWithdrawn, reason="moved-on"))


def test_whoever_is_muted_before_the_line_is_written_is_left_out_and_whoever_asked_is_told():
    evening = given(says("Wren, Alma, and?")).when(mutes("alma"))
    evening.then(a(LineCut, persona="alma", reason="muted", final=True), a(SignGiven, reason="muted", persona="alma"))
    evening.hear(script(wren="Open a window.", alma="In this cold?"))
    assert evening.staged() == [("wren", "Open a window.")]


def test_a_call_for_the_muted_persona_alone_is_dropped_and_the_turn_ends():
    given(says("Wren, hi")).when(mutes("wren")).then(LineCut, a(ModelDropped, reason="muted"), TurnEnded)


def test_unmuting_changes_nothing_by_itself():
    given(mutes("wren")).when(mutes("wren", muted=False)).and_nothing_else()


# --- orders ---


def test_an_order_goes_past_selection_gathering_and_mute():
    evening = given(mutes("bo"), says("what should we cook?")).when(orders("bo", "rain, and nothing else"))
    evening.then(a(TurnOpened, occasion="order"), a(FloorGiven, rule="ordered"), a(ModelAsked, about=("bo",)))
    assert "was asked to talk about: rain, and nothing else" in evening.request().messages[2].text
    evening.hear(script(bo="Rain is what roses drink."), claimed, posted)
    assert evening.said() == [("bo", "Rain is what roses drink.")]


def test_an_order_goes_past_the_cap():
    evening = given(*TWO_STAGED, claimed, posted, claimed, posted).when(orders("bo"))
    evening.then(a(FloorGiven, rule="ordered"))


def test_an_order_rouses_a_hushed_panel():
    given(says("stop")).when(orders("bo")).then(a(PanelRoused, reason="ordered"), FloorGiven)


def test_whoever_was_to_answer_a_person_speaks_after_the_ordered_one():
    evening = given(says("Alma, why?")).when(orders("bo", "rain"))
    assert [(cue.persona, cue.rule) for cue in evening.state.turn.cues] == [("bo", "ordered"), ("alma", "carried")]
    assert evening.request().messages[2].text.count("rain") == 1


@pytest.mark.parametrize("persona", ["kit", "WREN", ""])
def test_an_order_to_nobody_is_nothing(persona):
    given().when(orders(persona)).and_nothing_else()


# --- stop, resume, close ---


def test_stop_withdraws_what_is_unsent_and_stays():
    evening = given(*TWO_STAGED).when(StopOrdered())
    evening.then(LineWithdrawn, LineWithdrawn, a(TurnEnded, reason="stopped"), a(PanelHushed, reason="stop"))
    evening.when(says("what should we cook?")).but_never(TurnOpened)


def test_a_second_stop_is_no_second_hush():
    given(StopOrdered()).when(StopOrdered()).and_nothing_else()


def test_resume_lifts_the_hush_and_says_nothing():
    given(StopOrdered()).when(ResumeOrdered()).then(a(PanelRoused, reason="resume")).but_never(TurnOpened)


def test_a_lost_line_is_not_sent_after_a_stop():
    evening = given(says("Wren, hi"), script(wren="Open a window."), claimed, StopOrdered()).when(missed)
    evening.then(LineWithdrawn)
    assert owed(evening.state) == ()


def test_nothing_survives_the_closing():
    evening = given(*TWO_STAGED).when(PanelClosed())
    evening.then(a(TurnEnded, reason="closed"))
    assert owed(evening.state) == ()


def test_a_closed_panel_hears_nothing():
    given(PanelClosed()).when(says("Wren, hi")).and_nothing_else()


def test_a_panel_that_opens_again_begins_with_empty_seats():
    again = PanelOpened(guild=5, place=10, salt="other")
    assert given(*TWO_STAGED, PanelClosed(), again).state.seats == ()


def test_an_operator_may_end_a_turn_but_only_the_one_that_is_meant():
    evening = given(says("Wren, hi"))
    evening.when(TurnAbandoned(turn="t1", reason="operator")).and_nothing_else()
    evening.when(TurnAbandoned(turn=evening.state.turn.id, reason="operator")).then(a(TurnEnded, reason="operator"))


# --- waking up ---


def test_a_turn_that_is_still_fresh_goes_on_after_a_restart():
    evening = given(*TWO_STAGED)
    before = owed(evening.state)
    evening.when(after(60), RoomWoke()).and_nothing_else()
    assert owed(evening.state) == before


def test_a_turn_that_the_talk_has_moved_on_from_is_ended():
    evening = given(*TWO_STAGED).when(after(601), RoomWoke())
    evening.then(a(LineWithdrawn, reason="stale"), a(TurnEnded, reason="stale"))
    assert owed(evening.state) == ()


def test_a_line_that_had_left_is_looked_for_and_not_sent_again_once_stale():
    evening = given(says("Wren, hi"), script(wren="Open a window."), claimed, after(601), RoomWoke())
    evening.when(missed).then(LineWithdrawn)
    assert owed(evening.state) == ()


# --- refused by the platform ---


def test_a_line_that_is_refused_takes_those_after_it_along():
    evening = given(*TWO_STAGED, claimed).when(refused("refused"))
    evening.then(a(LineWithdrawn, reason="refused"), a(SignGiven, reason="failed"), a(TurnEnded, reason="failed"))
    assert evening.state.unposted == ()


def test_what_a_moderator_can_mend_is_a_notice_once_an_hour():
    fails = (claimed, refused("no-webhook-permission"))
    evening = given(*TWO_STAGED, *fails, shown, *TWO_STAGED, *fails)
    assert [(sign.reason, sign.message) for sign in evening.all(SignGiven)] == [("no-webhook-permission", None)]
    evening.hear(after(3601), *TWO_STAGED, *fails)
    assert len(evening.all(SignGiven)) == 2


def test_a_line_that_nobody_asked_for_fails_without_a_sign():
    evening = given(says("what should we cook?"), the_gathering_ends, stages("wren"), script(wren="Bread."), claimed)
    evening.when(refused("refused")).then(LineWithdrawn, TurnEnded).but_never(SignGiven)


def test_a_failure_of_an_unknown_line_changes_nothing():
    evening = given(*TWO_STAGED, claimed)
    failed = refused("refused")(evening)
    evening.hear(posted).when(failed).and_nothing_else()
