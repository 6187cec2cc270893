"""First pair parts by rules: what a text makes due, in several languages, and what makes nothing due."""
# ruff: noqa: RUF001 -- the question marks of many scripts are the point here

import time
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.decided import PairType
from panel.pairs import FIRST_PARTS, SECOND_PARTS, first_pair_part, only_asks

NAMES = ("Iris", "Iris Vale", "Tom", "小雪")


def test_every_first_pair_part_has_a_second_part_and_a_name_in_prompts():
    assert set(SECOND_PARTS) == set(FIRST_PARTS) == set(get_args(PairType))
    assert all(SECOND_PARTS.values())


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("Did the parcel come?", "yes-no-question"),
        ("You agree, Tom?", "yes-no-question"),
        ("Iris, why is the lamp off?", "wh-question"),
        ("so what happened then?", "wh-question"),
        ("Tom: red or white?", "choice"),
        ("which of them is older, the mill or the bridge?", "choice"),
        ("hey iris what is in the box", "wh-question"),
        ("is it salt or sugar", "choice"),
        ("Could you read that aloud, Iris?", "request"),
        ("please open the window", "request"),
        ("Tom, tell us about the harbour.", "request"),
        ("Tom, look at that", "request"),
        ("hey Iris, sing!", "request"),
        ("May we come in?", "request"),
        ("Would you like some soup?", "offer"),
        ("Shall I fetch your coat?", "offer"),
        ("Do you want to come along tonight?", "invitation"),
        ("let's walk to the pier", "invitation"),
        ("Hello Iris", "greeting"),
        ("good evening, all of you", "greeting"),
        ("Good night, Tom!", "farewell"),
        ("see you tomorrow", "farewell"),
        ("How about a round of chess?", "invitation"),
        ("Iris?", "summons"),
        ("Iris and Tom!", "summons"),
        ("@Tom", "summons"),
        ("<@88>", "summons"),
        ("That was a wonderful trick, Tom.", "assessment"),
        ("What a mess!", "assessment"),
        ("You never answer my letters.", "complaint"),
        ("Iris, you forgot the keys again", "complaint"),
        ("thank you both", "thanks"),
        ("ah, thanks Tom, that helps", "thanks"),
    ],
)
def test_a_text_makes_its_answer_due(text, pair):
    assert first_pair_part(text, names=NAMES) == pair


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("Warum ist die Tür offen?", "wh-question"),
        ("Ist das Brot fertig?", "yes-no-question"),
        ("Tee oder Kaffee?", "choice"),
        ("Kannst du mir den Weg zeigen?", "request"),
        ("Vielen Dank, Tom", "thanks"),
        ("¿Cuándo llega el tren?", "wh-question"),
        ("Hola Iris", "greeting"),
        ("hasta mañana", "farewell"),
        ("Pourquoi pas ?", "wh-question"),
        ("bonsoir tout le monde", "greeting"),
        ("Dove sei?", "wh-question"),
        ("grazie mille", "thanks"),
        ("Onde fica a estação?", "wh-question"),
        ("Obrigada!", "thanks"),
        ("Waarom niet?", "wh-question"),
        ("Ga je mee?", "invitation"),
        ("どこに行きますか？", "wh-question"),
        ("猫は好きですか。", "yes-no-question"),
        ("ありがとう", "thanks"),
        ("你饿了吗", "yes-no-question"),
        ("为什么？", "wh-question"),
        ("晚安", "farewell"),
        ("لماذا؟", "wh-question"),
        ("Πού είσαι;", "wh-question"),
        ("Когда ужин?", "wh-question"),
    ],
)
def test_other_languages_count_too(text, pair):
    assert first_pair_part(text, names=NAMES) == pair


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "🙂",
        "The boats are in.",
        "Iris, the boats are in.",
        "I know what he wanted.",
        "what he wanted was a lamp.",
        "when it rains we stay in",
        "she asked “where is it?” and left",
        "> are you there?\nI saw that.",
        "look at `who?` in the listing",
        "https://lamp.test/find?q=who",
        "no, thanks",
        "yes please",
        "thanks to the wind we were early",
        "you never know",
        "is that so",
        "do it tomorrow",
        "look at that",
        "I told Iris and Tom.",
    ],
)
def test_what_asks_for_nothing_is_no_first_pair_part(text):
    assert first_pair_part(text, names=NAMES) is None


def test_a_question_counts_before_the_greeting_that_it_follows():
    assert first_pair_part("Hi Iris! Did you sleep?", names=NAMES) == "yes-no-question"


def test_of_two_questions_the_latest_counts():
    assert first_pair_part("Did you see it? What was it?") == "wh-question"


def test_a_word_that_is_nobodys_name_is_no_summons():
    assert first_pair_part("Marmalade", names=NAMES) is None


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Which one do you mean?", True),
        ("Iris, the red one or the blue one?", True),
        ("The red one. Which do you like?", False),
        ("The red one.", False),
        ("Iris?", False),
        ("", False),
    ],
)
def test_only_a_line_that_says_nothing_else_only_asks(text, asks):
    assert only_asks(text, names=NAMES) is asks


@given(st.text(max_size=200))
def test_any_text_is_read(text):
    assert first_pair_part(text, names=NAMES) in {None, *get_args(PairType)}


def test_a_long_text_is_read_in_no_time():
    start = time.perf_counter()
    first_pair_part("so and but well, tell me not, " * 3_000, names=NAMES)
    assert time.perf_counter() - start < 2
