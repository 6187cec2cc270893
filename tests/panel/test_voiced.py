"""A writer that speaks for a persona which was not staged: it is cut, and by policy that persona speaks for itself."""

from events.decided import FloorGiven, LineCut, ModelAsked
from events.policy import Policy
from tests.panel.evening import a, answer, given, mutes, says, script, stages, the_gathering_ends

TRIGGER = Policy(foreign_voices="trigger")
FOR_TWO = "Wren: I would paint it.\nBo: And I would not, not for money."


def staged_wren(policy: Policy, *before):
    return given(*before, says("what should I do with the shed?"), the_gathering_ends, stages("wren"), policy=policy)


def test_the_other_voice_is_cut_and_nothing_follows_by_default():
    evening = staged_wren(Policy()).when(answer(FOR_TWO, role="writer"))
    evening.then(a(LineCut, persona="bo", reason="not staged")).but_never(FloorGiven)


def test_who_was_voiced_gets_the_floor_to_say_it_itself():
    evening = staged_wren(TRIGGER).when(answer(FOR_TWO, role="writer"))
    evening.then(
        a(LineCut, persona="bo"), a(FloorGiven, rule="was-voiced"), a(ModelAsked, role="writer", about=("bo",))
    )
    evening.when(script(bo="Not for money."))
    assert evening.staged() == [("wren", "I would paint it."), ("bo", "Not for money.")]


def test_a_muted_persona_is_not_roused_by_a_writer():
    staged_wren(TRIGGER, mutes("bo")).when(answer(FOR_TWO, role="writer")).but_never(FloorGiven)


def test_the_cap_holds_for_who_was_voiced():
    evening = given(says("so?"), the_gathering_ends, stages("wren", "alma"), policy=TRIGGER)
    evening.when(answer("Wren: Paint it.\nAlma: Burn it, it is rotten.\nBo: Grow roses.", role="writer"))
    evening.but_never(FloorGiven)
