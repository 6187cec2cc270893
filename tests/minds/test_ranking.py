"""Which line wins: nearness helps, faults cost, and each fault has a name."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minds.ranking import (
    LEXICAL_PLACES,
    Backdrop,
    Candidate,
    cosine,
    lexical_vector,
    motivation,
    rank,
    weigh,
)

VOICE = ("Trim the wick first.", "Storms pass, lamps stay.", "Who lit that?")
CARD = "Keeper of a lighthouse; wants lamps that burn through storms."


OWN = ("The harbour wants a lantern.",)


def backdrop(*chat: str, asker: str = "Sam") -> Backdrop:
    chat = chat or ("I hate a big storm.", "My lamp went out in the storm.")
    return Backdrop(
        speaker="Wren",
        asker=asker,
        chat=chat,
        names=frozenset({"Wren", "Bo", "Sam", "You"}),
        voice=VOICE,
        recent=lexical_vector(" ".join(chat[-3:])),
        newest=lexical_vector(chat[-1]),
        card=lexical_vector(CARD),
        voices=tuple(map(lexical_vector, VOICE)),
        own=OWN,
    )


def candidate(text: str, logprob: float = -1.0) -> Candidate:
    return Candidate(text, lexical_vector(text), logprob)


def faults(text: str, *chat: str, asker: str = "Sam") -> set[str]:
    return {name for name, part in weigh(candidate(text), backdrop(*chat, asker=asker)).parts.items() if part < 0}


def test_a_line_about_the_talk_beats_a_line_about_nothing():
    first, _ = rank([candidate("Purple suits most curtains."), candidate("A lamp hates every gale.")], backdrop())
    assert first.text == "A lamp hates every gale."


def test_of_two_equal_lines_the_surer_one_wins():
    first, _ = rank([candidate("A lamp can fail.", -3.0), candidate("A lamp can fail.", -0.5)], backdrop())
    assert first.parts["sureness"] > -0.2


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Just so.", "too short"),
        ("I know a man who repairs the.", "cut off"),
        ("Maybe my lamp went under the table.", "borrows"),
        ("Lamps stay, as storms pass, lamps stay.", "borrows"),
        ("My lamp went out in the storm.", "echoes"),
        ("Good old Wren likes it bright.", "names itself"),
        ("That sounds familiar to me, Bo.", "calls the wrong person"),
        ("I told it to Emily once.", "brings a stranger"),
        ("Emily, you should trim it.", "brings a stranger"),
        ("My old lantern was brighter.", "harps"),
        ("Great question, that one about lamps.", "recites"),
        ("Gulls hate every big storm.", "closes alike"),
        ("Sam brings a new glass tomorrow.", "tells of the asker"),
        ("Aye sir, it burns all night.", "recites"),
        ("No, no, that is too bright.", "stutters"),
        ("Ooh, no way, no way at all.", "stutters"),
        ("As an assistant I like it bright.", "breaks the scene"),
        ("Somebody was killed by such weather.", "turns grim"),
        ("I'm not sure about it at all.", "shrugs"),
        ("Hello there and good to meet you.", "greets unasked"),
        ("Yes, that is what I thought.", "yes to no question"),
        ("That is very bright tonight!", "unlike the voice"),
    ],
)
def test_a_fault_is_found_and_named(text, fault):
    assert fault in faults(text)


@pytest.mark.parametrize(
    ("text", "said", "fault"),
    [
        ("Hello there, come in and sit.", "Good evening, everybody!", "greets unasked"),
        ("Yes, that is what I thought.", "Is the lamp out?", "yes to no question"),
        ("He died at sea long ago.", "How did the old keeper die, and who died with him?", "turns grim"),
        ("I told Emily to wait.", "Have you met Emily?", "brings a stranger"),
        ("Trim the wick and it will burn.", "My lamp is out.", "borrows"),
        ("It burns well, I'd say so.", "My lamp is out.", "brings a stranger"),
        ("Sam, that wants a new glass.", "My lamp is out.", "calls the wrong person"),
        ("I'd ask you for a new glass.", "My lamp is out.", "calls the wrong person"),
        ("Aye, that wants a new glass.", "My lamp is out.", "brings a stranger"),
        ("Your lantern is a good one.", "Do you like my lantern?", "harps"),
    ],
)
def test_what_the_talk_allows_is_no_fault(text, said, fault):
    assert fault not in faults(text, said)


def test_a_word_that_only_the_grammar_wanted_is_unlikely():
    forced = Candidate("It burns well, sirrah.", lexical_vector("burns"), -1.0, lowest=-7.0)
    assert weigh(forced, backdrop()).parts["unlikely"] < 0


def test_a_line_that_did_not_end_is_cut_off():
    broken = Candidate("It burns well when the glass", lexical_vector("glass"), -1.0, ended=False)
    assert weigh(broken, backdrop()).parts["cut off"] < 0


@pytest.mark.parametrize("asked", ["Is the lamp out?", "Wren, tell us of the worst storm."])
def test_a_question_is_evaded_by_a_question(asked):
    assert "evades" in faults("And what do you think of it?", asked)


@pytest.mark.parametrize("text", ["Yes, I did.", "Not yet, I think.", "I do, every night."])
def test_a_question_for_yes_or_no_is_answered_by_one(text):
    assert weigh(candidate(text), backdrop("Is the lamp out?")).parts["answers"] > 0


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Evening, everybody.", "Good to see you in this rain."),
        ("Good night, everybody.", "Sleep well, and mind the stairs."),
        ("Thanks for the lamp.", "You're welcome to it."),
    ],
)
def test_what_is_said_for_manners_is_returned(said, text):
    assert weigh(candidate(text), backdrop(said)).parts["answers"] > 0


@pytest.mark.parametrize("said", ["My lamp is out.", "Why is the lamp out?"])
def test_nothing_else_is_answered_by_a_yes(said):
    assert "answers" not in weigh(candidate("Yes, I did."), backdrop(said)).parts


def test_asking_back_counts_for_a_voice_that_asks():
    assert weigh(candidate("And how long was it out?"), backdrop()).parts["asks back"] == pytest.approx(0.1)


def test_a_strong_fault_outweighs_the_best_nearness():
    first, second = rank(
        [candidate("My lamp went out in the storm."), candidate("That wants a new glass.")], backdrop()
    )
    assert (first.text, second.text) == ("That wants a new glass.", "My lamp went out in the storm.")


@pytest.mark.parametrize(("nearness", "rested"), [(0.26, None), (0.30, None), (0.32, 3), (0.4, 0)])
def test_talk_that_is_not_truly_close_stays_below_the_usual_threshold(nearness, rested):
    assert motivation(nearness, rested) <= 3.95


@pytest.mark.parametrize(("nearness", "rested"), [(0.32, None), (0.34, 4), (0.40, 1)])
def test_talk_in_the_middle_of_a_card_passes_the_usual_threshold(nearness, rested):
    assert motivation(nearness, rested) > 3.95


@given(st.floats(-1, 1), st.one_of(st.none(), st.integers(0, 20)))
def test_motivation_stays_on_its_scale(nearness, rested):
    assert 1.0 <= motivation(nearness, rested) <= 5.0


@given(st.floats(-1, 0.9), st.integers(0, 5))
def test_nearer_talk_never_motivates_less(nearness, rested):
    assert motivation(nearness, rested) <= motivation(nearness + 0.1, rested)


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_can_be_weighed(text, said):
    assert math.isfinite(weigh(candidate(text), backdrop(said)).score)


@given(st.text(max_size=80))
def test_a_lexical_vector_has_one_length_and_no_sign(text):
    vector = lexical_vector(text)
    assert len(vector) == LEXICAL_PLACES
    assert min(vector) >= 0


def test_an_empty_vector_is_near_nothing():
    assert cosine((), (1.0, 2.0)) == 0.0


def test_forms_of_a_word_are_lexically_near():
    assert cosine(lexical_vector("burning lamps"), lexical_vector("a lamps burning bright")) > 0.8
