"""The arithmetic's terms: each is visible in the log, does what its name says, and no word of the talk is in it."""

import re

import pytest
from msgspec.structs import replace

from events.base import PersonaId, Version
from events.decided import FloorGiven
from events.room import Obligation
from panel.floor.arithmetic import choose, terms
from panel.floor.filters import sift
from panel.topic import overlap
from tests.panel.evening import (
    Evening,
    a,
    answer,
    claimed,
    given,
    posted,
    says,
    script,
    the_gathering_ends,
    with_policy,
)

SCORED = with_policy(strategy="scored")
CARDS = {
    PersonaId("cook"): "Bakes bread, roasts coffee, keeps a café in the Señora's old kitchen.",
    PersonaId("smith"): "Forges iron and mends every gate in the village.",
    PersonaId("gardener"): "Prunes roses, plants orchards and worries about frost in the village.",
}


def parts(evening: Evening, persona: str, likeness: float = 0.0) -> dict[str, float]:
    seat = evening.state.seat(PersonaId(persona))
    return terms(evening.state, seat, likeness)


def owing(evening: Evening, **more) -> Evening:
    one = Obligation(id="o1", pair="request", holder=PersonaId("alma"), source=Version(4), **more)
    evening.state = replace(evening.state, obligations=(one,))
    return evening


def test_every_candidate_is_written_down_with_the_terms_of_its_score():
    evening = given(says("how do I prune roses?"), the_gathering_ends, policy=SCORED)
    evening.when(answer('{"scores": {"bo": 0.9, "wren": 0.1, "alma": 0.1}}')).then(a(FloorGiven, rule="scored"))
    reasons = {one.persona: one.reason for one in evening.all(FloorGiven)[-1].considered}
    assert reasons.keys() == {"wren", "alma", "bo"}
    assert re.match(r"topic 1\.00, quiet 0\.\d\d, talkative 0\.25, die 0\.\d\d$", reasons["bo"])


def test_the_score_is_the_sum_of_what_is_shown():
    state = given(says("what about Bo's roses?"), the_gathering_ends).state
    _, considered = choose(state, sift(state)[0], {})
    shown = {one.persona: sum(map(float, re.findall(r"-?\d\.\d\d", one.reason))) for one in considered}
    assert shown == pytest.approx({one.persona: one.score for one in considered}, abs=0.03)


def test_the_reasons_are_short_and_hold_no_word_of_the_talk():
    state = given(says("what about Bo's zinnias?"), the_gathering_ends).state
    _, considered = choose(state, sift(state)[0], {})
    assert max(len(one.reason) for one in considered) <= 120
    assert not any("zinnia" in one.reason for one in considered)


def test_who_was_talked_about_is_ahead():
    evening = given(says("I read what Bo wrote, what now?"))
    assert parts(evening, "bo")["mentioned"] > 0 == parts(evening, "wren")["mentioned"]


def test_who_has_talked_a_lot_is_behind_and_who_has_not_is_ahead():
    evening = given(says("Wren, hi"), script(wren="Open a window."), claimed, posted, says("so"))
    assert parts(evening, "wren")["fair"] < 0 < parts(evening, "bo")["fair"]
    assert parts(evening, "wren")["quiet"] < parts(evening, "bo")["quiet"]


def test_an_answer_owed_to_a_person_weighs_more_than_one_owed_to_a_persona():
    evening = given(says("so"))
    to_a_person = parts(owing(evening), "alma")["owed"]
    to_a_persona = parts(owing(evening, by=PersonaId("bo"), depth=1), "alma")["owed"]
    assert to_a_person > to_a_persona > parts(evening, "wren")["owed"] == 0


# --- the topic, by words ---


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("who can mend a gate?", "smith"),
        ("ROSES!", "gardener"),
        ("my rose looks ill", "gardener"),
        ("is the cafe open?", "cook"),
        ("the senora was here", "cook"),
        ("an orchard, maybe", "gardener"),
        ("bakes he still?", "cook"),
    ],
)
def test_the_card_that_shares_the_words_is_closest(text, who):
    shares = overlap(text, CARDS)
    assert shares[who] > 0
    assert sorted(shares.values())[:2] == [0.0, 0.0]


@pytest.mark.parametrize("text", ["", "?!", "what is the one that you have", "\U0001f44d", "zebra"])
def test_words_that_no_card_has_or_that_mean_nothing_say_nothing(text):
    assert set(overlap(text, CARDS).values()) == {0.0}


def test_a_word_that_fewer_cards_have_weighs_more():
    shares = overlap("frost in the village", CARDS)
    assert shares["gardener"] > 2 * shares["smith"] > 0


def test_an_overlap_is_never_more_than_one():
    everything = " ".join(CARDS.values())
    assert all(0 <= share <= 1 for share in overlap(everything, CARDS).values())


@pytest.mark.parametrize(("text", "who"), [("今晚吃面包吗", "baker"), ("ХЛЕБ есть?", "baker-ru")])
def test_other_scripts_have_words_too(text, who):
    cards = {PersonaId("baker"): "她做面包", PersonaId("baker-ru"): "Печёт хлеб", PersonaId("other"): "Fishes."}
    shares = overlap(text, cards)
    assert [persona for persona, share in shares.items() if share] == [who]


def test_without_a_model_the_topic_decides_by_words():
    evening = given(says("how do I prune roses?"))
    assert choose(evening.state, sift(evening.state)[0], {})[0] == ("bo",)


def test_what_a_persona_has_been_saying_counts_as_its_topic():
    evening = given(says("Wren, hi"), script(wren="Zinnias love this light."), claimed, posted, says("zinnias, then?"))
    evening.hear(the_gathering_ends)
    _, considered = choose(evening.state, sift(evening.state)[0], {})
    assert "topic" in next(one.reason for one in considered if one.persona == "wren")
