"""What was missed while offline: the newest fresh address is answered, the rest is context."""

from events.decided import FloorGiven, ModelAsked, PanelHushed, TurnEnded, TurnOpened
from events.heard import CaughtUp
from tests.panel.evening import NOON, a, after, given, says, the_gathering_ends

BACK = CaughtUp(missed=1, until=2000)


def missed(text: str, *, seconds_ago: float = 60, **more):
    return says(text, late=True, sent_at=NOON - after(seconds_ago), **more)


def test_a_missed_message_by_itself_opens_no_turn():
    given().when(missed("Wren, hi")).but_never(TurnOpened)


def test_the_newest_fresh_address_is_answered():
    evening = given(missed("Bo, hi", seconds_ago=90), missed("Wren, hi"), missed("never mind")).when(BACK)
    evening.then(a(TurnOpened, occasion="catch-up"), FloorGiven, a(ModelAsked, about=("wren",)))


def test_an_address_older_than_the_policys_freshness_is_context():
    evening = given(missed("Wren, hi", seconds_ago=301)).when(BACK)
    evening.and_nothing_else()
    assert evening.state.talk[-1].text == "Wren, hi"


def test_messages_to_nobody_are_context():
    given(missed("what should we cook?")).when(BACK).and_nothing_else()


def test_an_aside_that_was_missed_is_not_answered():
    given(missed("~ Wren, not you")).when(BACK).and_nothing_else()


def test_a_stop_that_was_missed_is_obeyed():
    given(missed("Wren, hi")).when(missed("stop")).then(a(PanelHushed, reason="stop-word"))


def test_after_a_missed_stop_nothing_is_answered():
    given(missed("Wren, hi"), missed("stop")).when(BACK).and_nothing_else()


def test_an_address_after_a_missed_stop_is_answered():
    given(missed("stop"), missed("Wren, hi")).when(BACK).then(a(ModelAsked, about=("wren",)))


def test_a_turn_that_was_going_on_gives_way_to_what_was_asked_meanwhile():
    evening = given(says("Alma, hi"), missed("Wren, hi")).when(BACK)
    evening.then(a(TurnEnded, reason="superseded"), a(TurnOpened, occasion="catch-up"))
    assert {cue.persona for cue in evening.state.turn.cues} == {"alma", "wren"}


def test_a_missed_message_does_not_put_the_silence_off():
    evening = given(missed("what a day", seconds_ago=200))
    assert (evening.at - evening.state.lull.since_at).total_seconds() == 200


def test_what_was_missed_is_not_answered_twice():
    evening = given(missed("Wren, hi"), BACK)
    assert len(evening.all(TurnOpened)) == 1
    evening.hear(says("so?"), the_gathering_ends)
    assert evening.state.turn.addressed.forced == ("wren",)
