"""What /panel show says of answers that are due."""

from bot.commands.panel import described
from bot.markdown import inert
from events.heard import SceneOrdered
from tests.panel.evening import ALMA, KIT, WREN, claimed, given, posted, says, script, with_policy


def test_who_was_asked_and_could_not_answer_is_shown():
    room = given(says("Wren, what now?"), script(wren="Alma, what is in the pot?"), claimed, posted, seats=(WREN, ALMA))
    assert "**Alma Reyes** was asked by Wren Okafor: a question" in described(room.state)


def test_what_a_person_asked_is_shown_without_their_name():
    assert "**Alma Reyes** was asked: a choice" in described(given(says("Alma, tea or coffee?")).state)


def test_where_nothing_is_due_nothing_is_said_of_it():
    assert "was asked" not in described(given(says("what a day")).state)


def test_a_scene_shows_its_topic_its_lines_and_its_end():
    room = given(SceneOrdered(lines=4, minutes=2, topic="the tide"), policy=with_policy(strategy="round-robin"))
    until = int(room.state.scene.until.timestamp())
    assert f"A scene about {inert('the tide')}: 4 lines left, until <t:{until}:t>" in described(room.state)


def test_without_a_scene_no_word_is_said_of_one():
    assert "A scene" not in described(given(says("what a day")).state)


def test_a_member_who_can_be_taken_for_a_persona_is_shown():
    shown = described(given(says("good evening", by=KIT, name="Wren")).state)
    assert "A member calls themselves **Wren**, and can be taken for Wren Okafor" in shown


def test_a_member_with_a_name_of_their_own_is_not_pointed_at():
    assert "A member calls themselves" not in described(given(says("good evening", by=KIT)).state)
