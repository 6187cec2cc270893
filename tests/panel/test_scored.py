"""The floor by arithmetic: pure, seeded, fair, and never somebody who speaks only when asked."""

from collections import Counter

import pytest
from msgspec.structs import replace

from events.decided import FloorGiven, SilenceKept
from events.heard import PersonaSeated
from events.persona import Persona
from panel.dice import draw
from panel.floor.arithmetic import choose
from panel.floor.filters import sift
from tests.panel.evening import ALMA, BO, WREN, a, answer, fails, given, mutes, says, the_gathering_ends, with_policy

NEVER = replace(WREN, talkativeness=0.0)
SELDOM = replace(ALMA, talkativeness=0.2)
SCORED = with_policy(strategy="scored")


def draws(evening, times):
    """Who is chosen on so many versions of the same room."""
    rooms = (replace(evening.state, version=version) for version in range(times))
    return Counter(persona for room in rooms for persona in choose(room, sift(room)[0], {})[0])


def test_ten_thousand_draws_never_pick_whoever_is_muted_or_speaks_only_when_asked():
    evening = given(mutes("bo"), says("what should we cook?"), seats=(NEVER, SELDOM, BO))
    assert draws(evening, 10_000).keys() == {"alma"}


def test_talkativeness_zero_alone_is_no_candidate_for_a_fallback():
    given(mutes("bo"), mutes("alma"), seats=(NEVER, ALMA, BO)).when(says("so?"), the_gathering_ends).then(
        a(SilenceKept, reason="nobody-may")
    )


def test_the_same_room_always_gives_the_same_pick():
    evening = given(says("what should we cook?"), the_gathering_ends)
    picks = {choose(evening.state, sift(evening.state)[0], {}) for _ in range(100)}
    assert len(picks) == 1


def test_equals_take_turns():
    counts = draws(given(says("what now?")), 3000)
    assert counts.keys() == {"wren", "alma", "bo"}
    assert min(counts.values()) > 0.6 * max(counts.values())


def test_whoever_has_been_quiet_is_more_likely():
    evening = given(says("what should we cook?"))
    said = replace(evening.state.talk[0], version=3, person=None, persona="wren", name="Wren Okafor")
    evening.state = replace(evening.state, talk=(said, *evening.state.talk * 6))
    counts = draws(evening, 1000)
    assert counts["wren"] < counts["bo"]


def test_who_fits_the_topic_is_first():
    evening = given(says("how do I prune roses?"))
    speakers, considered = choose(evening.state, sift(evening.state)[0], {"wren": 0.1, "alma": 0.1, "bo": 0.7})
    assert speakers == ("bo",)
    assert considered[0].persona == "bo"


@pytest.mark.parametrize("text", ["ok thanks!", "lol", "good night", "yeah, true", "...", "\U0001f44d"])
def test_a_bare_acknowledgement_asks_for_no_answer(text):
    evening = given(says("what should we cook?"), says(text))
    assert draws(evening, 200) == Counter()


@pytest.mark.parametrize("text", ["ok, and then?", "真的吗\uff1f", "هل هذا صحيح؟"])
def test_a_question_asks_for_one_in_any_script(text):
    evening = given(says("what should we cook?"), says(text))
    assert draws(evening, 100).total() >= 100


def test_two_speak_only_where_the_cap_leaves_room_for_two():
    evening = given(says("what should we cook?"), seats=(WREN, ALMA))
    assert draws(evening, 500).total() == 500


def test_a_measured_likeness_decides_the_scored_floor():
    evening = given(says("how do I prune roses?"), policy=SCORED).when(the_gathering_ends)
    evening.when(answer('{"scores": {"bo": 0.9, "wren": 0.1, "alma": 0.1}}')).then(a(FloorGiven, rule="scored"))
    assert evening.state.turn.cues[0].persona == "bo"


@pytest.mark.parametrize("text", ["", '{"scores": {"bo": 1e999, "wren": 0.1}}', '{"scores": "none"}'])
def test_a_likeness_that_is_no_number_counts_for_nothing(text):
    given(says("how do I prune roses?"), the_gathering_ends, policy=SCORED).when(answer(text)).then(FloorGiven)


def test_a_floor_without_a_likeness_is_given_all_the_same():
    given(says("how do I prune roses?"), the_gathering_ends, policy=SCORED).when(fails()).then(
        a(FloorGiven, rule="scored")
    )


def test_a_fallback_stages_only_whom_the_producer_was_asked_about():
    late = PersonaSeated(persona=Persona(id="late", name="Late", card="-", talkativeness=1.0))
    evening = given(says("what should we cook?"), the_gathering_ends, late).when(fails())
    assert {cue.persona for cue in evening.state.turn.cues} <= {"wren", "alma", "bo"}


def test_a_draw_depends_on_the_salt_the_version_and_the_name_and_on_nothing_else():
    state = given().state
    assert draw(state, "x") == draw(replace(state, hushed=True), "x")
    assert len({draw(state, "x"), draw(state, "y"), draw(replace(state, salt="z"), "x")}) == 3
