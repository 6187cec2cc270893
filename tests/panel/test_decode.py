"""From model text to lines and to objects."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.base import PersonaId
from events.persona import Persona
from panel.decode import (
    Segment,
    UnreadableAnswer,
    complete_lines,
    lines_in,
    object_in,
    speaker_named,
    without_control_tokens,
    without_reasoning,
)


def persona(id_: str, name: str, *aliases: str) -> Persona:
    return Persona(id=PersonaId(id_), name=name, card="", aliases=aliases)


WREN = persona("wren", "Wren Okafor", "Wrenny")
ALMA = persona("alma", "Alma Reyes", "Al")
BO = persona("bo", "Bo")
OWL = persona("night_owl", "The Night Owl")
CAST = (WREN, ALMA, BO)
HUMANS = ("Sam", "Rio Blanca")


def said(text: str, *staged: Persona, cast: tuple[Persona, ...] = CAST) -> list[tuple[str | None, str]]:
    return [(each.persona, each.text) for each in lines_in(text, staged, cast=cast, humans=HUMANS) if not each.dropped]


def dropped(text: str, *staged: Persona) -> list[str]:
    return [each.dropped for each in lines_in(text, staged, cast=CAST, humans=HUMANS) if each.dropped]


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


@pytest.mark.parametrize(
    "text",
    [
        "<think>plan</think>Hi",
        "plan plan</think>Hi",
        "Hi <think>now I should",
        "<thought>x</thought>Hi",
        "<thinking>\na\n\nb\n</thinking>\n\nHi",
        "<THINK >x</ Think>Hi",
        "< reasoning >x</reasoning >Hi",
        '<think type="deep">x</think>Hi',
        "<think>a <think>b</think> c</think>Hi",
        "[THINK]x[/THINK]Hi",
        "◁think▷x◁/think▷Hi",
        "<|begin_of_thought|>x<|end_of_thought|>Hi",
        "<think>see ``` here</think>Hi",
        "<|channel|>analysis<|message|>plan<|end|><|start|>assistant<|channel|>final<|message|>Hi",
        "<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>commentary<|message|>b<|end|>"
        "<|start|>assistant<|channel|>final<|message|>Hi",
        "<|channel|>final<|message|>Hi",
        "analysisThe user greets.assistantfinalHi",
    ],
)
def test_only_what_was_meant_to_be_heard_is_left(text):
    assert without_reasoning(text) == "Hi"


@pytest.mark.parametrize(
    "text", ["<think>only this", "plan</think>", "<think>x</think>", "<|channel|>analysis<|message|>x"]
)
def test_a_thought_alone_is_nothing(text):
    assert without_reasoning(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "use `<think>` in your prompt",
        "so:\n```xml\n<think>\nplan\n</think>\n```\nlike this",
        "~~~\n</think>\n~~~",
        "I think so, and the reason is < 3 > 2.",
        "  spaces stay  ",
        "The final analysis: fine.",
    ],
)
def test_code_and_plain_words_are_left_alone(text):
    assert without_reasoning(text) == text
    assert without_control_tokens(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "Hello<|im_end|>",
        "<final>Hello</final>",
        "Hello\n### Instruction:",
        "Hello\n### Instruction:\nWrite more.\n### Response:\nMore.",
        "<final/>Hello",
        "Hello</s>",
        "<s>[INST] Greet. [/INST] Hello</s>",
        "Greet. [/INST] Hello",
        "### Instruction:\nGreet.\n### Response:\nHello",
        "<|im_start|>assistant\nHello<|im_end|>\n<|im_start|>user\nwhy?",
        "<|start_header_id|>assistant<|end_header_id|>\n\nHello<|eot_id|>",
        "<start_of_turn>model\nHello<end_of_turn>",
        "Hello<｜end▁of▁sentence｜>",
        "Hello<|im_e",
        '<tool_call>{"name":"x"}</tool_call>Hello',
    ],
)
def test_template_tokens_are_not_words(text):
    assert without_control_tokens(text) == "Hello"


@pytest.mark.parametrize("text", ["`<|im_end|>` ends a turn", "```\n</s>\n### Instruction:\n```"])
def test_tokens_inside_code_are_unchanged(text):
    assert without_control_tokens(text) == text


def test_a_reply_with_several_speakers_keeps_only_the_staged_one():
    answer = "Wren: I'd open a window.\nAlma: In this cold?\nSam: ok I will"
    assert lines_in(answer, [WREN], cast=CAST, humans=HUMANS) == (
        Segment(WREN.id, "I'd open a window."),
        Segment(ALMA.id, "In this cold?", "not staged"),
        Segment(None, "ok I will", "speaks for a person"),
    )


@pytest.mark.parametrize(
    "answer",
    [
        "Hello.",
        "Wren: Hello.",
        "Wren:\n\nHello.",
        "**Wren:** Hello.",
        "**Wren**: Hello.",
        "Wren Okafor: Hello.",
        "Wren Wren: Hello.",
        "WREN : Hello.",
        "[Wren]: Hello.",
        "### Wren:\nHello.",
        "Wren (smiling): Hello.",
        "wrenny: Hello.",
        "<|im_start|>assistant\nWren: Hello.<|im_end|>",
        "<think>Alma: no\nBo: yes</think>Wren: Hello.",
        "Wren could greet.\nWren: maybe?\nAlma: hm</think>Wren: Hello.",
        "Hello.\nSam: hi!\nWren: I said hello.",
        "Hello.\n**User:** and then?",
        '{"lines":[{"speaker":"wren","text":"Hello."}]}',
        'Here:\n```json\n{"lines":[{"speaker":"Wren Okafor","text":"Wren: Hello."}]}\n```',
        '{"mood":"calm","lines":[{"speaker":"WREN","text":"Hello.<|im_end|>"}]}',
        '[{"speaker":"wren","text":"Hello.\\nAlma: What?"}]',
        '{"speaker":"wren","text":"<think>x</think>Hello."}',
        'Wren: {"lines":[{"speaker":"wren","text":"Hello."}]}',
    ],
)
def test_a_line_comes_out_bare(answer):
    assert said(answer, WREN) == [("wren", "Hello.")]


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("Wren: the bird, not me: is small.", "the bird, not me: is small."),
        (
            "One thing to note: it rains.\nPros: cheap.\nCons: wet.",
            "One thing to note: it rains.\nPros: cheap.\nCons: wet.",
        ),
        ("@Alma: look at this.", "@Alma: look at this."),
        ("> Alma: no\nShe did say that.", "> Alma: no\nShe did say that."),
        ("Bo :smile: is here", "Bo :smile: is here"),
        ("Try\n```\nUser: hi\nBo: yes\n```", "Try\n```\nUser: hi\nBo: yes\n```"),
        ("Bottle: green. Alma said: no.", "Bottle: green. Alma said: no."),
    ],
)
def test_prose_with_a_colon_is_text(answer, text):
    assert said(answer, WREN) == [("wren", text)]


def test_a_label_of_somebody_who_is_not_here_is_text():
    answer = "Fine.\nBo: that is my cat's name."
    assert said(answer, WREN) == [("wren", "Fine.")]
    assert said(answer, WREN, cast=(WREN, ALMA)) == [("wren", answer)]


@pytest.mark.parametrize(
    "answer", ["Alma: Hm.\nWren: Yes.", "Sam: I agree with you.", "Assistant: Yes.", "", "Wren:", " \n"]
)
def test_an_answer_that_is_not_the_staged_speakers_says_nothing(answer):
    assert said(answer, WREN) == []


def test_several_staged_speakers_are_heard_in_order():
    answer = "Wren: One.\n\nAlma Reyes: Two,\nand a half.\n**Bo:** Three."
    assert said(answer, WREN, ALMA, BO) == [("wren", "One."), ("alma", "Two,\nand a half."), ("bo", "Three.")]


def test_whoever_answers_an_invented_line_is_not_heard_again():
    answer = "Wren: One.\nSam: why?\nWren: Because.\nBo: Two."
    assert said(answer, WREN, BO) == [("wren", "One."), ("bo", "Two.")]
    assert dropped(answer, WREN, BO) == ["speaks for a person", "after another voice"]


def test_unlabelled_text_is_nobodys_when_two_are_staged():
    assert dropped("Well.", WREN, BO) == ["no speaker"]


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ('{"speaker":"alma","text":"x"}', "not staged"),
        ('{"speaker":"Sam","text":"x"}', "speaks for a person"),
        ('{"speaker":"Zed","text":"x"}', "nobody by that name"),
        ('{"speaker":"wren"}', "unreadable"),
        ('{"speaker":"wren","text":" "}', "empty"),
        ('{"speaker":"wr', "unreadable"),
    ],
)
def test_a_structured_line_that_may_not_be_heard_is_dropped_with_its_reason(item, reason):
    answer = '{"lines":[{"speaker":"wren","text":"Kept."},' + item
    assert said(answer, WREN) == [("wren", "Kept.")]
    assert reason in dropped(answer, WREN)


def test_closed_items_are_complete_while_the_answer_streams():
    partial = '```json\n{"lines":[{"speaker":"wren","text":"One."},{"speaker":"alma","text":"Tw'
    assert complete_lines(partial, [WREN, ALMA], cast=CAST, humans=HUMANS) == (Segment(WREN.id, "One."),)


def test_a_script_is_complete_up_to_its_last_label():
    partial = "Wren: One.\nAlma: Two.\nBo: Th"
    heard = complete_lines(partial, [WREN, ALMA, BO], cast=CAST, humans=HUMANS)
    assert heard == (Segment(WREN.id, "One."), Segment(ALMA.id, "Two."))


def test_no_thought_is_complete_before_it_ends():
    assert complete_lines("<think>Wren: a\nAlma: b\nBo: c", [WREN, ALMA], cast=CAST, humans=HUMANS) == ()


_PIECES = st.sampled_from([
    "Wren: ", "**Alma:** ", "Bo: ", "Sam: ", "User: ", "Note: ", "\n", "\n\n", " ", "Hi there.", "x", "`", "```", "```py\n", "~~~",
    "<think>", "</think>", "<thi", "nk>", "< ", "<|im_end|>", "<|im_start|>assistant\n", "<|channel|>analysis<|message|>", "<|end|>",
    "<|channel|>final<|message|>", "### Instruction:\n", '{"lines":[', '{"speaker":"wren","text":"', '"},', '"}', "]}", "{", '"', "'",
    '{"speaker":"alma","text":"Two."}', ",", ":", "\\", "(softly)", "[", "]",
])  # fmt: skip
_STARTS = st.sampled_from(
    ["", "Wren: a\nAlma: b\n", '{"lines":[{"speaker":"wren","text":"a"},', "<think>x</think>", "```json\n"]
)
_STAGED = st.sampled_from([(WREN,), (WREN, ALMA), (ALMA, BO, WREN)])


@settings(max_examples=600, deadline=None)
@given(_STARTS, st.lists(_PIECES, max_size=14), _STAGED, st.data())
def test_what_is_complete_stays_as_it_is(start, pieces, staged, data):
    whole = start + "".join(pieces)
    cut = data.draw(st.integers(0, len(whole)))
    early = complete_lines(whole[:cut], staged, cast=CAST, humans=HUMANS)
    assert lines_in(whole, staged, cast=CAST, humans=HUMANS)[: len(early)] == early


@settings(max_examples=300, deadline=None)
@given(_STARTS, st.lists(_PIECES, max_size=14), _STAGED)
def test_only_staged_speakers_are_kept_and_never_without_words(start, pieces, staged):
    segments = lines_in(start + "".join(pieces), staged, cast=CAST, humans=HUMANS)
    kept = [each for each in segments if not each.dropped]
    assert {each.persona for each in kept} <= {speaker.id for speaker in staged}
    assert all(each.text.strip() for each in kept)


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        (" wren ", "wren"),
        ('"Wren"', "wren"),
        ("Role: Wren Okafor", "wren"),
        ("night\\_owl", "night_owl"),
        ("Night Owl", "night_owl"),
        ("WREN.", "wren"),
        ("**Wren**", "wren"),
        ("The next speaker is Bo.", "bo"),
        ("<think>Alma or Bo?</think>Bo", "bo"),
        ('{"speaker": "bo"}', "bo"),
        ("I choose Wren because Alma spoke", None),
        ("Wren, Alma", None),
        ("Not Bo.", None),
        ("a robot with a bottle", None),
        ("", None),
        ("nobody", None),
    ],
)
def test_a_selector_is_understood_when_it_names_one(answer, named):
    assert speaker_named(answer, (*CAST, OWL)) == named


def test_a_longer_name_hides_the_shorter_one_inside_it():
    anna, anna_lind = persona("a1", "Anna"), persona("a2", "Anna Lind")
    assert speaker_named("I pick Anna Lind", (anna, anna_lind)) == "a2"


def test_a_name_that_two_share_names_nobody():
    assert speaker_named("Mira", (persona("m1", "Mira"), persona("m2", "Mira"))) is None
