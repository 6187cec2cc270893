"""Who may be given the floor, and who gets it without a model: the filters, addresses, and the cap."""

import pytest

from events.decided import (
    AddressHeard,
    Considered,
    FloorGiven,
    FuseBlown,
    LineCut,
    LineStaged,
    LineWithdrawn,
    ModelAsked,
    SignGiven,
    SilenceKept,
)
from events.persona import Persona
from panel.floor.filters import sift
from tests.panel.evening import (
    ALMA,
    BO,
    RIO,
    WREN,
    a,
    claimed,
    given,
    limits,
    mutes,
    panel_of,
    posted,
    says,
    script,
    stages,
    the_gathering_ends,
    unseats,
)

SHY = Persona(id="shy", name="Shy", card="-", talkativeness=0.0)

# --- addresses ---


def test_an_address_gives_the_floor_without_asking_who_should_speak():
    evening = given().when(says("Alma, what did you mean by that?"))
    evening.then(a(FloorGiven, rule="addressed"), a(ModelAsked, role="writer", about=("alma",)))
    assert evening.state.turn.cues[0].forced


def test_several_who_are_named_all_answer_in_the_order_named_also_past_the_cap():
    evening = given().when(says("Bo, Alma and Wren, who is right?"))
    assert [cue.persona for cue in evening.state.turn.cues] == ["bo", "alma", "wren"]


def test_a_reply_to_a_persona_is_an_address():
    given().when(says("why?", answers="bo")).then(a(FloorGiven, rule="answers-a-reply"))


def test_a_personas_role_is_an_address():
    given().when(says("thoughts?", roles=("bo", "wren"))).then(a(FloorGiven, rule="role"))


def test_a_reply_comes_before_a_role_and_a_role_before_a_name():
    given().when(says("Wren, why?", answers="bo", roles=("alma",))).then(a(AddressHeard, forced=("bo", "alma", "wren")))


def test_a_reply_to_a_person_called_like_a_persona_addresses_nobody():
    evening = given(says("hello all", name="Wren")).when(says("why?", by=RIO, to_others=True))
    assert evening.state.turn.addressed.forced == ()


def test_to_whom_a_message_is_does_not_depend_on_who_happens_to_be_hashed_first():
    evening = given(says("hi", name="Kim"), says("hi", by=RIO, name="Kit")).when(says("Kim, are you there?", by=RIO))
    evening.then(a(AddressHeard, to_human=True, forced=()))


def test_an_address_that_only_a_muted_persona_could_answer_is_met_with_a_sign():
    given(mutes("bo")).when(says("Bo, hi", message=7)).then(
        a(SignGiven, reason="muted", message=7, persona="bo"), a(SilenceKept, reason="addressed-muted")
    ).but_never(ModelAsked)


def test_whoever_is_not_muted_answers_and_the_sign_tells_of_the_other():
    evening = given(mutes("bo")).when(says("Bo and Alma, hi"))
    evening.then(a(SignGiven, reason="muted", persona="bo"), FloorGiven)
    assert [cue.persona for cue in evening.state.turn.cues] == ["alma"]


def test_the_only_candidate_needs_no_model_to_be_chosen():
    given(mutes("bo"), mutes("alma")).when(says("what should we cook?"), the_gathering_ends).then(
        a(FloorGiven, rule="only-candidate"), a(ModelAsked, role="writer", about=("wren",))
    )


def test_a_panel_that_is_muted_whole_is_quiet_and_legal():
    given(mutes("bo"), mutes("alma"), mutes("wren")).when(says("so?"), the_gathering_ends).then(
        a(SilenceKept, reason="nobody-may")
    )


def test_a_panel_without_seats_is_quiet_and_legal():
    given(seats=()).when(says("so?"), the_gathering_ends).then(a(SilenceKept, reason="nobody-may"))


def test_being_talked_about_is_a_hint_and_not_an_address():
    evening = given().when(says("I read what Bo wrote yesterday"))
    assert evening.state.turn.addressed.mentioned == ("bo",)
    assert evening.state.turn.addressed.forced == ()


# --- filters ---


def test_each_refusal_keeps_its_reason():
    evening = given(mutes("bo"), seats=(WREN, ALMA, BO, SHY))
    assert sift(evening.state)[1] == (
        Considered(persona="bo", verdict="refused", reason="muted"),
        Considered(persona="shy", verdict="refused", reason="only-when-asked"),
    )


def test_nobody_answers_themselves():
    evening = given(says("Wren, hi"), script(wren="Open a window."), claimed, posted)
    assert a_reason(evening, "wren") == "just-spoke"


def a_reason(evening, persona):
    return next(one.reason for one in sift(evening.state)[1] if one.persona == persona)


@pytest.mark.parametrize(("size", "cap"), [(1, 1), (2, 1), (3, 2), (10, 9)])
def test_persona_lines_in_a_row_stay_below_the_unmuted_seats(size, cap):
    evening = given(seats=panel_of(size))
    assert evening.state.cap == cap
    assert len(sift(evening.state)[0]) == size


@pytest.mark.parametrize("size", [1, 2])
def test_a_small_panel_may_answer_once(size):
    evening = given(says("Persona0, hi"), script(p0="Open a window."), claimed, posted, seats=panel_of(size))
    assert sift(evening.state)[0] == ()


def test_what_is_staged_counts_towards_the_cap():
    evening = given(says("Wren, hi"), script(wren="Open a window."), seats=(WREN, ALMA))
    assert a_reason(evening, "alma") == "cap"


def test_muting_lowers_the_cap_at_once_also_for_what_is_staged():
    evening = given(says("what should we cook?"), the_gathering_ends, stages("wren", "alma"))
    evening.hear(script(wren="Bread.", alma="Soup, I would say."))
    evening.when(mutes("bo")).then(a(LineWithdrawn, reason="cap"))
    assert evening.staged() == [("wren", "Bread.")]


def test_unseating_lowers_the_cap_for_what_is_not_written_yet():
    evening = given(says("what should we cook?"), the_gathering_ends, stages("wren", "alma"))
    evening.when(unseats("bo")).then(a(LineCut, persona="alma", reason="cap", final=True))


def test_who_was_asked_by_name_is_not_cut_by_a_lower_cap():
    given(says("Wren, Alma, and?")).when(mutes("bo")).but_never(LineCut, LineWithdrawn)


def test_a_line_that_lands_above_the_persons_newest_does_not_count_as_one_after_it():
    evening = given(says("Wren, hi", message=1), script(wren="Open a window."), claimed, seats=(WREN,))
    evening.when(says("and now?", message=9000), posted)
    assert evening.state.ai_run == 0


# --- fuses ---


def test_the_fuse_of_lines_an_hour_stops_also_who_was_asked_and_says_so():
    evening = given(says("Wren, hi"), script(wren="Open a window."), claimed, posted, policy=limits(lines_an_hour=1))
    evening.when(says("Wren, why?")).then(FuseBlown, a(SignGiven, reason="fuse"), a(SilenceKept, reason="fuse"))


def test_a_turn_asks_no_more_models_than_the_fuse_allows():
    evening = given(says("Wren, Alma, and?"), policy=limits(calls_a_turn=1))
    evening.when(script(alma="In this cold?")).then(a(LineCut, persona="wren", final=True), LineStaged)
    assert len(evening.all(ModelAsked)) == 1
