"""What the screen did, told for one line and counted by policy, from the log alone."""

from msgspec.structs import replace

from events.heard import PolicySet
from events.policy import Policy, Screening
from replay.trips import screened, trips
from replay.why import explain
from tests.panel.evening import claimed, given, posted, says, script, stages, the_gathering_ends

SAID = "I would open the window and let the cold air in."
AGAIN = "I would open the window and let in the cold air."
FRESH = "Then put a coat on."
FIRST = (says("Wren, hi"), script(wren=SAID), claimed, posted)
NOBODY_ASKED = (says("what now?"), the_gathering_ends, stages("wren"))


def test_suspicions_rewrites_cuts_and_lines_are_counted():
    evening = given(*FIRST, *NOBODY_ASKED, script(wren=AGAIN), script(wren=AGAIN))
    (counted,) = trips(evening.log)
    assert (counted.lines, counted.suspected, counted.rewritten, counted.cut, counted.kept) == (1, 2, 1, 1, 0)
    assert counted.meters == {"own-overlap": 2}


def test_a_line_kept_since_a_person_asked_is_counted_apart():
    evening = given(*FIRST, says("Wren, and now?"), script(wren=AGAIN), script(wren=AGAIN))
    (counted,) = trips(evening.log)
    assert (counted.lines, counted.cut, counted.kept) == (2, 0, 1)


def test_each_policy_is_counted_by_itself():
    off = Policy(screen=Screening(own_overlap=0, closings=0))
    evening = given(*FIRST, PolicySet(policy=off), says("Wren, and now?"), script(wren=AGAIN))
    assert [(one.policy, one.lines, one.suspected) for one in trips(evening.log)] == [(Policy(), 1, 0), (off, 1, 0)]


def test_a_policy_that_comes_back_is_counted_on():
    other = replace(Policy(), strategy="list")
    evening = given(*FIRST, PolicySet(policy=other), PolicySet(policy=Policy()), says("Wren?"), script(wren=FRESH))
    assert [one.lines for one in trips(evening.log)] == [2]


def test_nothing_was_said_and_nothing_is_counted():
    assert trips(given(says("hello")).log) == ()


def test_why_tells_what_was_suspected_found_and_done():
    evening = given(*FIRST, says("Wren, and now?"), script(wren=AGAIN), script(wren=AGAIN))
    line = evening.state.unposted[0]
    told = explain("room-10", evening.log, line.staged).screened
    assert "wren suspected: own-overlap 1 above 0.5" in told
    assert told[1].startswith("wren at fault by the meters (own-overlap): You said nearly this before")
    assert told[-1].startswith("wren said the better attempt all the same")


def test_an_acquittal_is_told_too():
    evening = given(says("Wren, hi"), script(wren="You smile and sit down."))
    assert screened(evening.log)[-1] == "wren acquitted by the meters, and said as it was"
