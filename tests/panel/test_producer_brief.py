"""What the producer is told of each candidate beside the talk: who is asked, by whom, as it was when it was asked."""

from msgspec.structs import replace

from events.asked import digest
from events.decided import ModelAsked
from events.policy import Limits, Obligations, Policy
from panel.requests import compose
from tests.panel.evening import Evening, a, answer, claimed, given, posted, says, script, the_gathering_ends

ONE = Policy(limits=Limits(speakers_a_turn=1))
STRANDED = (says("Wren, hi"), script(wren="Alma, what are you cooking?"), claimed, posted)
AGAIN = (says("so, what now"), the_gathering_ends)


def brief(evening: Evening) -> str:
    return evening.request().messages[2].text


def test_who_was_asked_and_has_not_answered_is_told_with_who_asked():
    asked = brief(given(*STRANDED, *AGAIN, policy=ONE))
    assert "alma (Alma Reyes): has not spoken lately; was asked by Wren Okafor, and owes an answer" in asked
    assert asked.count("owes an answer") == 2  # her line, and the rule
    assert "OWED" in asked


def test_where_nothing_is_owed_no_word_is_said_of_it():
    assert "OWED" not in brief(given(*AGAIN))


def test_a_policy_without_designation_does_not_tell_the_producer_either():
    policy = replace(ONE, obligations=Obligations(designation="off"))
    assert "OWED" not in brief(given(*STRANDED, *AGAIN, policy=policy))


def test_what_is_owed_is_what_was_owed_when_the_producer_was_asked():
    evening = given(*STRANDED, *AGAIN, policy=ONE)
    evening.state = replace(evening.state, obligations=())
    assert digest(compose(evening.state, evening.call())) == evening.call().prompt


def test_a_second_attempt_is_told_again():
    evening = given(*STRANDED, *AGAIN, policy=ONE).when(answer("I cannot decide."))
    evening.then(a(ModelAsked, role="producer", attempt=2))
    assert "was asked by Wren Okafor" in brief(evening)
