"""What the screen measures of a line against the talk before it, and what is too little to measure."""

from itertools import chain, repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from events.policy import Screening
from panel.meters import METERS, Background, Reading, Secret, Spoken, readings

BARS = Screening()
SANDWICH = "A hot dog is clearly a sandwich, because it is meat between two pieces of bread."
PLAIN = (
    "Soup again today.", "The kettle is on its way.", "My sister paints doors.", "Rain on the roof all night.",
    "We lost the key, then found it.", "Bread wants time, as ever.", "Nobody likes the new chairs.", "It rained.",
    "There is a draught here.",
)  # fmt: skip


def talk_of(*own: str, others: tuple[str, ...] = ()) -> Background:
    """Bo's own lines, each after one of Sam's."""
    asked = others or tuple(f"what of it, number {n}" for n in range(len(own)))
    pairs = zip(asked, own, strict=False)
    said = chain.from_iterable((Spoken("1", a, ("Sam",), persona=False), Spoken("bo", b, ("Bo",))) for a, b in pairs)
    return Background(speaker="bo", talk=tuple(said))


def read(meter: str, line: str, behind: Background, bars: Screening = BARS) -> Reading:
    return METERS[meter](line, behind, bars)


def others_said(*lines: str) -> Background:
    return Background(speaker="bo", talk=tuple(Spoken("al", line, ("Al",)) for line in lines))


# --- repeating ---


@pytest.mark.parametrize(
    "line",
    [
        "A hot dog is clearly a sandwich, because it is meat between two slices of bread.",
        "A hot dog is clearly a sandwich because it's meat between two pieces of bread!",
        "Well, a hot dog is clearly a sandwich, because it is meat between two pieces of bread.",
    ],
)
def test_a_line_that_says_nearly_the_same_is_above_the_bar(line):
    assert read("overlap", line, others_said(SANDWICH, "Hm.")).above
    assert read("own-overlap", line, talk_of(SANDWICH, "Hm.")).above


@pytest.mark.parametrize(
    "line",
    [
        "A hot dog is not a sandwich, because it is meat in one folded bun.",
        "A hot dog is clearly not a sandwich, because it is meat between two pieces of bread.",
        "Meat between bread? By that rule my pocket is a sandwich.",
    ],
)
def test_another_position_in_like_words_is_no_repeat(line):
    assert not read("overlap", line, others_said(SANDWICH)).above


@pytest.mark.parametrize(
    ("line", "behind"),
    [
        (
            "a HOT dog is clearly a sandwich because it is meat between two pieces of bread",
            others_said(SANDWICH, "No."),
        ),
        (SANDWICH, talk_of(SANDWICH, "Later.")),
        ("Yes!", others_said("No.", "Yes.")),
        ("❤️", others_said("❤️")),
        ("我不同意这个说法", others_said("我不同意这个说法。", "好")),
        ("ฉันไม่เห็นด้วยกับเรื่องนี้", others_said("ฉันไม่เห็นด้วยกับเรื่องนี้", "ใช่")),
    ],
)
def test_the_same_words_are_a_repeat(line, behind):
    assert read("repeat", line, behind).above


@pytest.mark.parametrize("line", ["Yes.", "Ha!", "❤️", "I think so.", "好的"])
def test_a_short_line_may_come_back_after_another_one(line):
    behind = others_said(line, "Something else entirely.")
    assert not any(reading.above for reading in readings(line, behind, BARS))


def test_what_lies_further_back_is_forgotten():
    assert not read("own-overlap", SANDWICH, talk_of(SANDWICH, *PLAIN, *PLAIN)).above


# --- habits: rates over the own last lines, which need enough of them, and a line that does it itself ---

HABITS = {
    "openers": ("You know, {} is a thing.", "Well then, {} it is."),
    "questions": ("And is {} a thing?", "So {} is a thing."),
    "praise": ("Great point, but {} is a thing.", "But {} is a thing."),
    "contrast": ("{} is not just a thing, but a whole world.", "{} is a thing, and a world."),
    "marked": ("**{}** is a thing.", "{} is a thing."),
}
THINGS = ("Soup", "Rain", "Bread", "Paint", "Tea", "A door", "The moon", "Salt", "A boat", "Wool")


@pytest.mark.parametrize("meter", HABITS)
def test_a_habit_is_above_its_bar(meter):
    own = [HABITS[meter][0].format(thing) for thing in THINGS[:-1]]
    assert read(meter, HABITS[meter][0].format(THINGS[-1]), talk_of(*own)).above


@pytest.mark.parametrize("meter", HABITS)
def test_a_line_that_does_not_do_it_is_not_suspected_for_those_that_did(meter):
    own = [HABITS[meter][0].format(thing) for thing in THINGS[:-1]]
    assert not read(meter, HABITS[meter][1].format(THINGS[-1]), talk_of(*own)).above


@pytest.mark.parametrize("meter", HABITS)
def test_once_is_no_habit(meter):
    assert not read(meter, HABITS[meter][0].format("Soup"), talk_of(*PLAIN)).above


@pytest.mark.parametrize("meter", HABITS)
def test_a_few_lines_are_too_few_for_a_rate(meter):
    own = [HABITS[meter][0].format(thing) for thing in THINGS[:2]]
    assert not read(meter, HABITS[meter][0].format("Soup"), talk_of(*own)).above


@pytest.mark.parametrize("name", ["Nolan", "nolan", "Dr. Moth", "小明"])
def test_naming_whoever_spoke_before_counts_like_praise(name):
    talk = tuple(
        said
        for thing in THINGS
        for said in (Spoken("no", "Go on.", (name,)), Spoken("bo", f"{name}, {thing} is a thing.", ("Bo",)))
    )
    assert read("praise", f"Ah, {name}, that is a thing.", Background(speaker="bo", talk=talk)).above


def test_naming_somebody_who_did_not_speak_is_no_flattery():
    own = [f"Alma, {thing} is a thing." for thing in THINGS]
    assert read("praise", "Alma, this too.", talk_of(*own)).value == 0


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ("Soup is best. What do you think?", "Rain is better. What would you say?"),
        ("Take the boat. Let me know how it goes!", "Paint it. Feel free to ask."),
        ("It holds the line between us and the sea.", "A wall is what keeps us and the sea."),
    ],
)
def test_the_same_closing_move_twice_in_a_row_is_above_the_bar(before, line):
    assert read("closings", line, talk_of(before)).above
    assert not read("closings", line, talk_of(before, "Something else.")).above


@pytest.mark.parametrize(
    "line",
    [
        "It's not magic, it's patience.",
        "This isn't about soup \u2014 it's about home.",
        "That is not only a door but a promise.",
        "Das ist nicht nur Regen, sondern ein Zeichen.",
        "Ce n'est pas une porte, mais plutôt une promesse.",
        "No es solo lluvia, sino una promesa.",
        "这不是雨\uff0c而是一个承诺。",
    ],
)
def test_one_thing_set_against_another_is_a_contrast(line):
    assert read("contrast", line, Background(speaker="bo")).value == 1


@pytest.mark.parametrize(
    "line",
    ["I'm not sure, but I think so.", "Not yet. It is late.", "It is not raining.", "Not now, but we could later."],
)
def test_a_plain_denial_is_no_contrast(line):
    assert read("contrast", line, Background(speaker="bo")).value == 0


@pytest.mark.parametrize(
    "line", ["- soup\n- bread", "1. soup\n2. bread", "## Soup", "**Soup:**\nhot", "It is **very** hot.", "• a\n• b"]
)
def test_a_line_set_like_a_page_is_marked(line):
    assert read("marked", line, Background(speaker="bo")).value == 1


@pytest.mark.parametrize("line", ["2 - 1 is 1", "*waves*", "I said - no.", "```\n- a\n- b\n```", "It is #1 for me."])
def test_talk_is_not_marked(line):
    assert read("marked", line, Background(speaker="bo")).value == 0


# --- words ---

WORN = "Her voice was barely above a whisper, and a shiver ran down her spine."


def test_over_used_words_count_for_each_thousand_of_the_own_words():
    own = list(repeat(WORN + " Then we all went home and had soup with bread and more soup after that.", 20))
    reading = read("slop", WORN, talk_of(*own))
    assert reading.above
    assert reading.value > 50


def test_over_used_words_of_somebody_new_are_not_counted_yet():
    assert not read("slop", WORN, talk_of(WORN)).above


def test_a_name_is_no_over_used_word():
    behind = replace(talk_of(), names=frozenset({"elara"}))
    assert read("slop", "Elara is here.", behind).value == 0
    assert read("slop", "Elara is here.", talk_of()).value > 0


def test_two_personas_that_share_their_words_drift_together():
    ours = ["old harbour lamps burn slowly while quiet keepers count patient tides"] * 12
    talk = tuple(Spoken(who, line) for line in ours for who in ("bo", "al"))
    line = "old harbour lamps burn slowly"
    behind = Background(speaker="bo", talk=(*talk, Spoken("al", line), Spoken("al", line)))
    assert read("drift", line, behind).above


def test_two_personas_with_words_of_their_own_do_not_drift():
    talk = tuple(
        said
        for n in range(30)
        for said in (
            Spoken("bo", f"roses want pruning and bone meal {n}"),
            Spoken("al", f"stock needs marrow, leeks {n}"),
        )
    )
    assert read("drift", "roses again", Background(speaker="bo", talk=talk)).value < 0.2


# --- length, and what is a person's own ---


@pytest.mark.parametrize(("line", "above"), [("word " * 40, True), ("word " * 20, False), ("字" * 80, True)])
def test_length_is_measured_against_what_was_staged(line, above):
    assert read("longer", line, Background(speaker="bo", staged_words=25)).above is above


@pytest.mark.parametrize(
    "line",
    [
        "I hand you the cup. You drink it and say 'delicious!' and leave.",
        "*You smile and take my hand.*",
        "The door opens, and you step inside.",
        "You slowly nod.",
        "A cold wind. Your hands tremble as the bell rings.",
        '*Sam laughs and sits down.* "Fine."',
        "Sam says, \u201cI'm in!\u201d and that was that.",
    ],
)
def test_a_line_that_acts_for_a_person_takes_their_part(line):
    behind = Background(speaker="bo", talk=(Spoken("1", "hi", ("Sam",), persona=False),))
    assert read("agency", line, behind).above


@pytest.mark.parametrize(
    "line",
    [
        "Do you drink tea? You take sugar, don't you?",
        "If you leave, you take the key.",
        "You could sit down.",
        "Sam says he likes soup.",
        "*I laugh and sit down.*",
        "Take care!",
        "I think you should go and look.",
        "You're late.",
    ],
)
def test_talking_to_a_person_takes_nothing(line):
    behind = Background(speaker="bo", talk=(Spoken("1", "hi", ("Sam",), persona=False),))
    assert not read("agency", line, behind).above


# --- what is private ---

WILL = Secret("Bo hid the captain's will inside the blue piano.")


@pytest.mark.parametrize(
    "line",
    [
        "Fine: I hid the captain's will inside the blue piano.",
        "Somebody once put the captain's will inside the blue piano, they say.",
    ],
)
def test_a_secret_recited_is_above_the_bar(line):
    assert read("private", line, replace(talk_of(), secrets=(WILL,))).above


@pytest.mark.parametrize(
    "line", ["There is a will, and I know where.", "The piano is out of tune.", "I like the colour blue."]
)
def test_a_secret_hinted_at_is_not(line):
    assert not read("private", line, replace(talk_of(), secrets=(WILL,))).above


def test_a_code_is_given_away_by_itself():
    behind = replace(talk_of(), secrets=(Secret("The safe opens with 7731."),))
    assert read("private", "Try 7731, friend.", behind).above


def test_what_was_said_aloud_is_no_secret_any_more():
    behind = replace(others_said("So Bo hid the captain's will inside the blue piano!"), secrets=(WILL,))
    assert not read("private", "Yes, I hid the captain's will inside the blue piano.", behind).above


def test_a_secret_of_somebody_else_is_a_leak():
    behind = replace(talk_of(), secrets=(Secret(WILL.text, own=False),))
    assert read("leak", "The captain's will inside the blue piano? Sure.", behind).above
    assert not read("private", "The captain's will inside the blue piano? Sure.", behind).above


# --- all of them ---


def test_a_bar_of_nothing_switches_a_meter_off():
    off = Screening(**{name: 0 for name in Screening.__struct_fields__ if isinstance(getattr(BARS, name), float)})
    above = [one.meter for one in readings(SANDWICH, talk_of(SANDWICH), off) if one.above]
    assert above == []


@pytest.mark.parametrize("line", PLAIN)
def test_ordinary_lines_are_above_no_bar(line):
    assert [one.meter for one in readings(line, talk_of("Hm.", "Well, soup."), BARS) if one.above] == []


@given(st.text(max_size=200), st.lists(st.text(max_size=60), max_size=12))
def test_any_text_can_be_measured(line, said):
    behind = replace(talk_of(*said), secrets=(WILL,), staged_words=25)
    measured = readings(line, behind, BARS)
    assert [one.meter for one in measured] == list(METERS)
    assert all(one.value >= 0 for one in measured)
