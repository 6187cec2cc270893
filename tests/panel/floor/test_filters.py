"""Who may be given the floor: each refusal has a reason, and where nobody is left there is silence, never everybody."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from events.base import Version
from events.decided import FloorGiven, ModelAsked, SilenceKept
from events.policy import Cooldowns, Limits, Policy, Silence, Transitions
from events.room import SceneState
from panel.floor.filters import remaining, sift, staging_limit
from panel.floor.graph import following
from tests.panel.evening import (
    NOON,
    Evening,
    a,
    after,
    answer,
    claimed,
    given,
    mutes,
    panel_of,
    posted,
    says,
    script,
    stages,
    staging,
    the_gathering_ends,
    unseats,
)

WREN_SPOKE = (says("Wren, hi"), script(wren="Open a window."), claimed, posted)
ANOTHER = (says("what should we cook?"), the_gathering_ends)
WREN_ALMA = (("wren", "alma"),)


def refusals(evening: Evening) -> dict[str, str]:
    return {one.persona: one.reason for one in sift(evening.state)[1]}


def resting(**cooldowns: float) -> Policy:
    return Policy(cooldowns=Cooldowns(**cooldowns))


def graph(kind: str, *edges: tuple[str, str], **more) -> Policy:
    return Policy(transitions=Transitions(kind=kind, edges=edges), **more)


# --- cooldowns ---


@pytest.mark.parametrize(
    ("seconds", "refused"), [(0, {"wren": "persona-rests"}), (59, {"wren": "persona-rests"}), (60, {})]
)
def test_a_persona_rests_after_its_own_line(seconds, refused):
    evening = given(*WREN_SPOKE, after(seconds), says("so, what now"), policy=resting(persona=60))
    assert refusals(evening) == refused


@pytest.mark.parametrize(("seconds", "count"), [(29, 3), (30, 0)])
def test_a_room_rests_after_anybodys_line(seconds, count):
    evening = given(*WREN_SPOKE, after(seconds), says("so, what now"), policy=resting(room=30))
    assert list(refusals(evening).values()) == ["room-rests"] * count


def test_a_room_that_rests_keeps_silence_with_every_reason():
    evening = given(*WREN_SPOKE, policy=resting(room=30)).when(*ANOTHER)
    evening.then(a(SilenceKept, reason="nobody-may")).but_never(ModelAsked, FloorGiven)
    assert {one.reason for one in evening.all(SilenceKept)[-1].considered} == {"room-rests"}


def test_rest_is_only_from_what_nobody_asked_for():
    evening = given(*WREN_SPOKE, policy=resting(room=600, persona=600))
    evening.when(says("does anyone else bake?")).then(a(ModelAsked, role="producer"))
    evening.when(says("Wren, and you?")).then(a(FloorGiven, rule="addressed"))


def test_whose_line_is_on_its_way_rests_already():
    evening = given(says("Wren, hi"), script(wren="Open a window."), claimed, policy=resting(persona=60))
    assert refusals(evening.hear(says("so, what now")))["wren"] == "persona-rests"


def test_a_room_with_a_rest_takes_one_speaker_at_a_time():
    state = given(*ANOTHER, policy=resting(room=1)).state
    assert staging_limit(state, 3) == 1


def test_two_that_followed_one_another_rest_as_a_pair_in_both_orders():
    talk = (says("what now?"), the_gathering_ends, stages("wren", "alma"))
    written = script(wren="Open a window.", alma="In this cold?")
    evening = given(*talk, written, claimed, posted, claimed, seats=panel(5), policy=resting(pair=60)).hear(posted)
    assert refusals(evening) == {"alma": "just-spoke", "wren": "pair-rests"}
    assert following(evening.state, ("alma", "wren", "p0")) == ("alma", "p0")
    evening.at += timedelta(seconds=60)
    assert following(evening.hear(says("so")).state, ("alma", "wren", "p0")) == ("alma", "wren", "p0")


def test_a_person_between_them_parts_a_pair():
    talk = (says("what now?"), the_gathering_ends, stages("wren", "alma"))
    written = script(wren="Open a window.", alma="In this cold?")
    evening = given(*talk, written, claimed, posted, claimed, posted, policy=resting(pair=60))
    assert refusals(evening.hear(says("so"))) == {}


def panel(size: int):
    return (*given().state.seats[0:0], *(seat.persona for seat in given().state.seats), *panel_of(size - 3))


# --- transitions ---


def test_a_disallowed_transition_refuses_only_that():
    evening = given(*WREN_SPOKE, says("so"), policy=graph("disallowed", *WREN_ALMA))
    assert refusals(evening) == {"alma": "transition"}


def test_an_allowed_graph_refuses_whatever_is_not_in_it():
    evening = given(*WREN_SPOKE, says("so"), policy=graph("allowed", *WREN_ALMA))
    assert refusals(evening) == {"wren": "transition", "bo": "transition"}


def test_a_graph_that_leaves_nobody_is_silence_and_never_everybody():
    evening = given(*WREN_SPOKE, policy=graph("allowed", ("alma", "bo"))).when(*ANOTHER)
    evening.then(a(SilenceKept, reason="nobody-may")).but_never(ModelAsked, FloorGiven)
    assert [one.reason for one in evening.all(SilenceKept)[-1].considered] == ["transition"] * 3


@pytest.mark.parametrize("kind", ["allowed", "disallowed"])
def test_an_empty_graph_is_none(kind):
    assert refusals(given(*WREN_SPOKE, says("so"), policy=graph(kind))) == {}


def test_a_graph_binds_nobody_before_the_first_line():
    assert refusals(given(says("so"), policy=graph("allowed", *WREN_ALMA))) == {}


def test_who_has_left_the_panel_binds_nobody():
    evening = given(*WREN_SPOKE, unseats("wren"), says("so"), policy=graph("allowed", *WREN_ALMA))
    assert refusals(evening) == {}


def test_the_graph_counts_within_one_staging_too():
    evening = given(*ANOTHER, policy=graph("disallowed", *WREN_ALMA)).when(stages("wren", "alma"))
    evening.then(a(ModelAsked, attempt=2, complaint="alma may not follow wren"))
    evening.when(answer(staging("alma", "wren"))).then(a(ModelAsked, role="writer", about=("alma", "wren")))


def test_a_line_on_its_way_is_the_last_voice():
    evening = given(says("Wren, hi"), script(wren="Open a window."), claimed, policy=graph("disallowed", *WREN_ALMA))
    assert refusals(evening.hear(says("so")))["alma"] == "transition"


def test_an_address_goes_past_the_graph():
    evening = given(*WREN_SPOKE, policy=graph("disallowed", *WREN_ALMA))
    evening.when(says("Alma, and you?")).then(a(FloorGiven, rule="addressed"))


# --- quiet hours, caps, scenes ---

NIGHT = {"quiet_from": 11, "quiet_until": 13}


def test_quiet_hours_are_for_lulls_unless_the_policy_says_more():
    assert refusals(given(says("so"), policy=Policy(silence=Silence(**NIGHT)))) == {}
    wide = Policy(silence=Silence(**NIGHT, quiet_for="unasked"))
    assert set(refusals(given(says("so"), policy=wide)).values()) == {"quiet-hours"}


def test_who_asks_the_panel_at_night_is_answered():
    wide = Policy(silence=Silence(**NIGHT, quiet_for="unasked"))
    given(policy=wide).when(says("is anyone awake?")).then(a(ModelAsked, role="producer"))


def test_the_first_refusal_gives_the_reason():
    evening = given(*WREN_SPOKE, mutes("wren"), says("so"), policy=resting(persona=60))
    assert refusals(evening) == {"wren": "muted"}


def test_a_scene_stages_line_after_line_in_the_place_of_the_cap():
    scene = SceneState(left=7, until=datetime(2026, 12, 1, tzinfo=UTC), since=Version(1))
    state = replace(given(*WREN_SPOKE).state, scene=scene, ai_run=40)
    assert (remaining(state), sift(state)[0] != ()) == (1, True)
    spent = replace(state, scene=replace(scene, left=0))
    assert {one.reason for one in sift(spent)[1]} == {"cap"}


def test_twenty_seats_do_not_make_the_cap_useless():
    state = given(says("so"), seats=panel_of(20)).state
    assert [remaining(replace(state, ai_run=run)) for run in (0, 2, 3)] == [3, 1, 0]
    assert remaining(replace(state, policy=Policy(limits=Limits(speakers_a_turn=6)))) == 6


def test_time_is_the_rooms_own():
    assert given(says("so")).state.at == NOON
