"""The stable prefix: how much of every prompt a model server has seen before, and what is the same for all speakers."""

import pytest
from msgspec.structs import replace

from bench.played import play_under
from bench.prefix import ARRANGEMENTS, requests, shared
from events.policy import Policy, Silence
from tests.panel.evening import ALMA, BO, WREN, Evening, claimed, given, posted, says, script, the_silence_lasts

LEAST = 0.85
"""Of the words of every prompt after the first, on the scripted evening."""
OPEN = tuple(replace(one, public=f"Everybody knows {one.name}.") for one in (WREN, ALMA, BO))
EVERYBODY = says("Wren, Alma and Bo, what is for dinner?")


@pytest.mark.parametrize("stances", ["off", "kept", "shown"])
@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_nearly_all_of_every_prompt_begins_an_earlier_one(arrangement, stances):
    found = shared(requests(play_under(Policy(arrangement=arrangement, stances=stances))))[1:]
    assert len(found) > 15
    assert min(one.share for one in found) >= LEAST


def prefixes(evening: Evening) -> set[str]:
    """The system messages of the open calls."""
    return {evening.request(place).messages[0].text for place in range(len(evening.state.calls))}


@pytest.mark.parametrize("arrangement", ["split", "each"])
def test_where_personas_write_apart_all_calls_share_one_prefix(arrangement):
    keeper = replace(OPEN[0], private="Wren owes money.")
    policy = Policy(arrangement=arrangement, stances="kept", silence=Silence(on=True))
    evening = given(says("~ a quiet day"), the_silence_lasts, seats=(keeper, *OPEN[1:]), policy=policy)
    weighing = prefixes(evening)
    evening.hear(EVERYBODY)
    asked = prefixes(evening)
    evening.hear(script(wren="Soup, I would say."), claimed, posted)
    assert len(weighing | asked | prefixes(evening)) == 1


def test_the_prefix_holds_what_all_may_know_of_all_and_the_brief_the_speakers_own_card():
    evening = given(EVERYBODY, seats=OPEN, policy=Policy(arrangement="each"))
    system, _, brief = (said.text for said in evening.request().messages)
    assert "[alma] Alma Reyes\nEverybody knows Alma Reyes." in system
    assert "keeps a workshop" not in system
    assert brief.startswith("[wren] Wren Okafor\nWren keeps a workshop.")
    assert "Alma cooks." not in brief


def test_with_one_writer_every_card_stands_in_the_prefix_and_none_in_the_brief():
    evening = given(EVERYBODY, seats=OPEN)
    system, _, brief = (said.text for said in evening.request().messages)
    assert all(one.card in system for one in OPEN)
    assert not any(one.card in brief for one in OPEN)


def test_who_is_asked_about_its_own_mind_sees_no_other_card_even_with_one_writer():
    evening = given(says("~ a quiet day"), the_silence_lasts, seats=OPEN, policy=Policy(silence=Silence(on=True)))
    prompt = str(evening.request().messages)
    assert evening.call().role == "motivation"
    assert (BO.card in prompt, WREN.card in prompt, ALMA.card in prompt) == (True, False, False)


def test_a_secret_stands_in_its_owners_brief_so_that_the_prefix_stays():
    keeper = replace(OPEN[0], private="Wren owes money.")
    plain, secret = (given(EVERYBODY, seats=(one, *OPEN[1:])).request() for one in (OPEN[0], keeper))
    assert secret.messages[:2] == plain.messages[:2]
    assert secret.messages[2].text.startswith("Only Wren Okafor knows this:\n- Wren owes money.\n\nThe message")
