"""What /panel show says of answers that are due."""

from bot.commands.panel import described
from tests.panel.evening import ALMA, WREN, claimed, given, posted, says, script


def test_who_was_asked_and_could_not_answer_is_shown():
    room = given(says("Wren, what now?"), script(wren="Alma, what is in the pot?"), claimed, posted, seats=(WREN, ALMA))
    assert "**Alma Reyes** was asked by Wren Okafor: a question" in described(room.state)


def test_what_a_person_asked_is_shown_without_their_name():
    assert "**Alma Reyes** was asked: a choice" in described(given(says("Alma, tea or coffee?")).state)


def test_where_nothing_is_due_nothing_is_said_of_it():
    assert "was asked" not in described(given(says("what a day")).state)
