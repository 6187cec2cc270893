"""From model text to an object: any wrapping, mended form, nothing guessed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.errors import UnreadableAnswer
from panel.decode import object_in


@pytest.mark.parametrize(
    "answer",
    [
        '{"speakers":["bo"]}',
        'Sure!\n```json\n{"speakers":["bo"]}\n```\nAnything else?',
        'I would say {"speakers": ["bo"]} here.',
        '```\n{"speakers":["bo"]}\n```',
        '```bash\necho \'{"speakers":["alma"]}\' | jq .\n```\n{"speakers":["bo"]}',
        '```python\n{"speakers":["bo"]}\n```',
        '{"speakers":["bo",],}',
        "{'speakers':['bo']}",
        "{“speakers”:[“bo”]}",
        '{{"speakers":["bo"]}}',
        '\ufeff{"speakers":["bo"]}<|im_end|>',
        'In a set {a, b} I pick {"speakers":["bo"]}',
        '<think>{"speakers":["alma"]}</think>{"speakers":["bo"]}',
        '{"speakers":["alma"]} no, wait</think>{"speakers":["bo"]}',
        '<|channel|>analysis<|message|>{"speakers":[]}<|end|><|start|>assistant<|channel|>final<|message|>{"speakers":["bo"]}',
    ],
)
def test_an_object_is_found_in_any_wrapping(answer):
    assert object_in(answer) == {"speakers": ["bo"]}


@pytest.mark.parametrize(
    ("answer", "cue"),
    [
        ('{"cue":"say ```\\nwren\\n``` aloud"}', "say ```\nwren\n``` aloud"),
        ('```json\n{"cue":"a ` tick\n```bash\nand a fence"}\n```', "a ` tick\n```bash\nand a fence"),
        ('{"cue":"two\nlines"}', "two\nlines"),
        ("{'cue':'don't stop'}", "don't stop"),
        ('{"cue":"night\\_owl"}', "night_owl"),
        ('{"cue":"a \\ud83d\\ude42 smile"}', "a 🙂 smile"),
        ('{"cue":"half \\ud83d of it"}', "half ? of it"),
        ('{"cue":"use <think> tags"}', "use <think> tags"),
    ],
)
def test_what_stands_in_a_string_is_kept(answer, cue):
    assert object_in(answer) == {"cue": cue}


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "I cannot decide.",
        '{"speakers":["bo","wr',
        '```json\n{"speakers":["bo"],\n```',
        '{"lines":[{"speaker":"bo","text":"hi"},{"speaker":"wr',
        '{"lines":[{"speaker":"bo","text":"He said "no", then left."},{"speaker":"alma","text":"x"}]}',
        '<think>{"speakers":["alma"]}',
        '{"a":' * 500,
    ],
)
def test_an_answer_that_is_cut_off_or_broken_is_not_guessed(answer):
    with pytest.raises(UnreadableAnswer):
        object_in(answer)


_json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(), _json_values, max_size=4), st.sampled_from([None, 2]), st.booleans())
def test_what_json_accepts_is_read_the_same(value, indent, ascii_only):
    written = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert object_in(written) == value


@given(st.dictionaries(st.text(min_size=1), _json_values, min_size=1, max_size=4), st.data())
def test_no_beginning_of_an_object_is_taken_for_an_object(value, data):
    written = json.dumps(value)
    cut = data.draw(st.integers(0, len(written) - 1))
    with pytest.raises(UnreadableAnswer):
        object_in(written[:cut])
