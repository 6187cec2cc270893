"""The reader of the embedded evening can be displeased: each fault is found, and plain speech has none."""

import pytest

from tests.stories.reading import faults, objections

EARLIER = ("Who's carrying the spare, then?", "No, not yet.")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "empty"),
        ("...", "empty"),
        ("Nolan: I kept the line open.", "label"),
        ("**Iris** - I kept the line open.", "label"),
        ("[Sam] I kept the line open.", "label"),
        ("I kept it open.<|im_end|>", "tag"),
        ("<think>they are wet</think> Come in.", "tag"),
        ('{"text": "Come in."}', "tag"),
        ("Come in. [/INST]", "tag"),
        ("Come in. Iris: No, stay out.", "foreign voice"),
        ("Nolan has kept the line open.", "foreign voice"),
        ("*sighs* Come in.", "narration"),
        ("He nods and opens the door.", "narration"),
        ("(quietly) Come in.", "narration"),
        ("I kept the line open for a busin", "cut off"),
        ("I kept the line open for the.", "cut off"),
        ("Come in.\nSit down.", "several lines"),
        ("Who's carrying the spare then?", "repeat"),
        ("Well, who's carrying the spare, then?", "repeat"),
        ("No, not yet!", "repeat"),
    ],
)
def test_a_fault_is_found(text, fault):
    assert fault in faults("Nolan", text, EARLIER)


@pytest.mark.parametrize(
    "text",
    [
        "Iris, you made a face just now.",
        "Hang on, go back a second.",
        "So it isn't the money, it's being asked last?",
        "No, not that one.",
        "There's a song for exactly this... and it's nine minutes long!",
    ],
)
def test_plain_speech_has_none(text):
    assert faults("Nolan", text, EARLIER) == []


def test_a_line_is_a_repeat_only_of_an_earlier_one():
    assert objections([("Iris", "That's a lovely moss."), ("Warren", "That's a lovely moss.")]) == [
        "repeat: Warren: That's a lovely moss."
    ]
