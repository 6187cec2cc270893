"""From a writer's and a selector's answer to lines and to a speaker."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.base import PersonaId
from events.persona import Persona
from panel.decode import (
    Segment,
    complete_lines,
    lines_in,
    speaker_named,
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
        "Sure, here is Wren's line:\n\nWren: Hello.",
        '"Wren: Hello."',
        '{"lines":[{"speaker":"wren","text":"Hello."}]}',
        'Here:\n```json\n{"lines":[{"speaker":"Wren Okafor","text":"Wren: Hello."}]}\n```',
        '{"mood":"calm","lines":[{"speaker":"WREN","text":"Hello.<|im_end|>"}]}',
        '[{"speaker":"wren","text":"Hello.\\nAlma: What?"}]',
        '{"speaker":"wren","text":"<think>x</think>Hello."}',
        'Wren: {"lines":[{"speaker":"wren","text":"Hello."}]}',
        '{"response": {"lines": [{"speaker": "wren", "text": "Hello."}]}}',
        '{"lines": {"speaker": "wren", "text": "Hello."}}',
        '{"wren": "Hello."}',
        '{"Wren Okafor": "Hello.", "Sam": "Hi."}',
        '{"messages": [{"name": "wren", "content": "Hello."}]}',
        '{"lines": ["Wren: Hello.", "Alma: What?"]}',
        '"{\\"lines\\": [{\\"speaker\\": \\"wren\\", \\"text\\": \\"Hello.\\"}]}"',
        '{lines: [{speaker: "wren", text: "Hello."}]}',
        '<json>{"lines":[{"speaker":"wren","text":"Hello."}]}</json>',
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
    "Wren: ", "**Alma:** ", "Bo: ", "Sam: ", "User: ", "Note: ", "\n", "\n\n", " ", "Hi there.", "x", "`", "```",
    "```py\n", "~~~",
    "<think>", "</think>", "<thi", "nk>", "< ", "<|im_end|>", "<|im_start|>assistant\n",
    "<|channel|>analysis<|message|>", "<|end|>",
    "<|channel|>final<|message|>", "### Instruction:\n", '{"lines":[', '{"speaker":"wren","text":"', '"},', '"}',
    "]}", "{", '"', "'",
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
