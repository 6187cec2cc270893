"""What a room owes: in strict order, paced, looked for once it was started, and nothing once it is paid."""

from datetime import timedelta

import pytest

from events.heard import LineRetracted, SignShown
from panel.owed import DOUBT, Ask, Find, Post, Retract, Ring, Show, owed
from tests.panel.evening import (
    RIO,
    after,
    claimed,
    deletes,
    given,
    missed,
    mutes,
    posted,
    says,
    script,
    types,
    with_policy,
)

TWO_STAGED = (says("Wren, Alma, and?", message=7), script(wren="Open a window." * 3, alma="In this cold?"))


def test_an_open_call_is_owed_at_once():
    assert [debt.call.role for debt in given(says("Wren, hi")).debts(Ask)] == ["writer"]


def test_lines_are_owed_one_at_a_time_in_the_staged_order():
    evening = given(*TWO_STAGED)
    assert [post.line.persona for post in evening.debts(Post)] == ["wren"]
    evening.hear(claimed, posted)
    assert [post.line.persona for post in evening.debts(Post)] == ["alma"]


def test_a_line_that_has_left_is_looked_for_and_no_other_is_sent_meanwhile():
    evening = given(*TWO_STAGED, claimed)
    assert evening.debts(Post) == []
    find = evening.debts(Find)[0]
    assert (find.line.persona, find.due) == ("wren", evening.at + DOUBT)


def test_sending_and_looking_are_one_debt():
    evening = given(*TWO_STAGED)
    post = evening.debts(Post)[0]
    assert evening.hear(claimed).debts(Find)[0].key == post.key


def test_a_line_that_did_not_arrive_is_owed_again():
    evening = given(*TWO_STAGED, claimed, missed)
    assert [post.line.persona for post in evening.debts(Post)] == ["wren"]
    assert evening.state.unposted[0].attempt == 1


def test_the_first_line_goes_out_at_once():
    evening = given(*TWO_STAGED, types(RIO))
    assert evening.debts(Post)[0].due == evening.at


def test_the_next_line_leaves_time_to_read_the_last():
    evening = given(*TWO_STAGED, claimed, posted, policy=with_policy(characters_a_second=10.0))
    assert evening.debts(Post)[0].due == evening.at + timedelta(seconds=4.2)


def test_the_pause_between_two_lines_is_bounded():
    evening = given(*TWO_STAGED, claimed, posted, policy=with_policy(characters_a_second=0.1, longest_pause=3.0))
    assert evening.debts(Post)[0].due == evening.at + timedelta(seconds=3)


def test_the_next_line_waits_for_somebody_who_types_but_not_for_ever():
    evening = given(*TWO_STAGED, claimed, posted, types(RIO))
    assert evening.debts(Post)[0].due == evening.at + timedelta(seconds=10)
    evening.hear(after(9), types(RIO), after(9), types(RIO))
    assert evening.debts(Post)[0].due == evening.state.last_line_at + timedelta(seconds=16)


def test_the_gathering_is_owed_an_alarm():
    evening = given(says("so"))
    ring = evening.debts(Ring)[0]
    assert (ring.alarm, ring.since, ring.due) == ("gather", evening.state.turn.gathers, evening.state.turn.until)


def test_a_sign_is_owed_until_it_was_shown():
    evening = given(mutes("wren"), says("Wren, hi"))
    assert len(evening.debts(Show)) == 1
    evening.hear(SignShown(sign=evening.state.signs[0].version, shown=False))
    assert owed(evening.state) == ()


def test_a_removal_is_owed_until_the_line_is_gone():
    asked = (says("Wren, hi", message=7), script(wren="Open a window."), claimed, posted, deletes(7))
    evening = given(*asked, policy=with_policy(on_delete="remove"))
    unwanted = evening.debts(Retract)[0].line
    assert owed(evening.hear(LineRetracted(line=unwanted)).state) == ()
    assert evening.said() == []


@pytest.mark.parametrize("steps", [(), (says("stop"),), (says("~ aside"),), (mutes("wren"),)])
def test_a_room_where_nothing_happens_owes_nothing(steps):
    assert owed(given(*steps).state) == ()


def test_nothing_is_owed_after_everything_was_paid():
    evening = given(*TWO_STAGED, claimed, posted, claimed, posted)
    assert owed(evening.state) == ()


def test_no_two_debts_of_a_room_share_a_key():
    evening = given(mutes("bo"), says("Bo and Wren, hi"), script(wren="Open a window."), claimed, says("Alma, why?"))
    keys = [debt.key for debt in owed(evening.state)]
    assert len(keys) == len(set(keys)) == 3
