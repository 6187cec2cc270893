"""What models put around their words."""

import pytest

from panel.decode import without_control_tokens, without_reasoning


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
        "<|channel|>analysis<|message|>a<|end|><|channel|>commentary<|message|>b<|end|><|channel|>final<|message|>Hi",
        "<|channel|>final<|message|>Hi",
        "analysisThe user greets.assistantfinalHi",
        "<plan>x</plan>Hi",
        "<deliberation>x</deliberation>Hi",
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
        "Hello<\uff5cend▁of▁sentence\uff5c>",
        "Hello<|im_e",
        "Hello<eot>",
        "Hello<extra_id_0>",
        "Hello<0x0A>",
        "[|assistant|]Hello[|endofturn|]",
        "Hello\n###",
        '<tool_call>{"name":"x"}</tool_call>Hello',
    ],
)
def test_template_tokens_are_not_words(text):
    assert without_control_tokens(text) == "Hello"


@pytest.mark.parametrize("text", ["`<|im_end|>` ends a turn", "```\n</s>\n### Instruction:\n```"])
def test_tokens_inside_code_are_unchanged(text):
    assert without_control_tokens(text) == text
