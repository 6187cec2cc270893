"""What a thinker is told: five lines, its own earlier thoughts, and nobody else's."""

from events.heard import HumanErased
from tests.panel.evening import answer, given, says, the_gathering_ends, with_policy

ALONE = with_policy(strategy="self-selection")
LISTENED = tuple(
    answer(f'{{"thought": "{who} wonders", "action": "listen", "importance": 1}}', role="thought")
    for who in ("WREN", "ALMA", "BO")
)


def prompt(evening, place):
    return "\n".join(said.text for said in evening.request(place).messages)


def test_a_persona_is_told_its_own_thoughts_and_nobody_elses():
    evening = given(
        says("rain again."), the_gathering_ends, *LISTENED, says("still raining."), the_gathering_ends, policy=ALONE
    )
    assert "WREN wonders" in prompt(evening, 0)
    assert "ALMA wonders" not in prompt(evening, 0)


def test_five_lines_of_the_talk_are_shown():
    evening = given(*(says(f"remark {n}.") for n in range(8)), the_gathering_ends, policy=ALONE)
    assert "remark 3." in prompt(evening, 0)
    assert "remark 2." not in prompt(evening, 0)


def test_a_thought_about_words_that_are_taken_back_is_told_to_nobody_any_more():
    evening = given(
        says("my street is Fern Rd.", message=7), the_gathering_ends, *LISTENED, HumanErased(messages=(7,)),
        says("still raining."), the_gathering_ends, policy=ALONE,
    )  # fmt: skip
    assert "wonders" not in prompt(evening, 0)
