"""What Discord accepts as a message's text."""

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from bot.markdown import inert, split

_FENCE_LINE = regex.compile(r"^[ \t]*(?:`{3,}|~{3,})[^`\n]*$", regex.MULTILINE)


def bare(text: str) -> str:
    """The text without fence lines and white space: what must survive any cutting."""
    return "".join(_FENCE_LINE.sub("", text).split())


def is_balanced(message: str) -> bool:
    """Every block that CommonMark sees in the message is closed by its own mark."""
    blocks = [token for token in MarkdownIt().parse(message) if token.type == "fence"]
    lines = message.split("\n")
    return all(regex.fullmatch(rf"[ \t]*{block.markup}[`~]*[ \t]*", lines[block.map[1] - 1]) for block in blocks)


def languages(message: str) -> list[str]:
    return [token.info for token in MarkdownIt().parse(message) if token.type == "fence"]


PROSE = "It rained all day, and nobody minded. We sat inside! Would you have gone out? " * 8
CODE = "```python\n" + "".join(f"    value_{number} = compute({number})\n" for number in range(110)) + "```"


@pytest.mark.parametrize("text", ["Hi.", "  two\n\nlines ", "x" * 2000, "```\nopen"])
def test_what_fits_is_left_as_it_is(text):
    assert split(text) == (text,)


@pytest.mark.parametrize("text", ["", "  ", "\n\n", " " * 3000])
def test_blank_text_is_no_message(text):
    assert split(text) == ()


def test_a_limit_that_holds_nothing_is_refused():
    with pytest.raises(ValueError, match="at least one"):
        split("x", 0)


def test_long_prose_becomes_full_messages_that_end_with_sentences():
    text = ("Somebody said something about the weather and the sea again. " * 80).strip()[:4500]
    messages = split(text)
    assert len(messages) == 3
    assert " ".join(messages) == text
    assert all(message.endswith(".") for message in messages[:-1])


def test_a_paragraph_is_the_best_place_to_cut():
    first, second = "One. " * 300, "Two. " * 300
    assert split(f"{first.strip()}\n\n{second.strip()}") == (first.strip(), second.strip())


def test_a_code_block_that_is_cut_is_closed_and_reopened_with_its_language():
    messages = split(f"{PROSE}\n{CODE}\nAnd that is all.")
    assert all(len(message) <= 2000 for message in messages)
    assert all(is_balanced(message) for message in messages)
    assert all("python" in languages(message) for message in messages[1:])
    assert bare("".join(messages)) == bare(f"{PROSE}\n{CODE}\nAnd that is all.")


def test_indentation_survives_a_cut_in_code():
    messages = split(CODE)
    assert "\n".join(message.removeprefix("```python\n").removesuffix("\n```") for message in messages) == (
        CODE.removeprefix("```python\n").removesuffix("\n```")
    )


def test_a_block_that_fits_the_next_message_is_not_cut():
    block = "```py\n" + "x = 1\n" * 100 + "```"
    messages = split("word " * 330 + "\n" + block)
    assert messages[-1] == block


@pytest.mark.parametrize("mark", ["````", "~~~", "`````", "~~~~"])
def test_longer_and_other_fences_keep_their_marks(mark):
    inner = "```js\nlet a = 1\n```\n" * 150
    messages = split(f"{mark}markdown\n{inner}{mark}")
    assert len(messages) > 1
    assert all(message.startswith(f"{mark}markdown\n") for message in messages)
    assert all(message.endswith(f"\n{mark}") and len(message) <= 2000 for message in messages)


def test_a_fence_that_opens_in_mid_line_counts_as_discord_shows_it():
    messages = split("Look: ```py\n" + "x = 1\n" * 500 + "``` neat")
    assert all(message.count("```") == 2 for message in messages)
    assert messages[1].startswith("```py\n")


def test_a_block_that_was_never_closed_is_closed_in_every_message():
    messages = split("```py\n" + "x = 1\n" * 500)
    assert all(message.startswith("```py\n") and message.endswith("\n```") for message in messages)


def test_a_line_without_spaces_is_cut_anyway():
    messages = split("x" * 4500)
    assert [len(message) for message in messages] == [2000, 2000, 500]


def test_a_line_without_spaces_in_a_block_is_cut_within_the_limit():
    messages = split("```\n" + "x" * 4500 + "\n```")
    assert all(len(message) <= 2000 and is_balanced(message) for message in messages)
    assert bare("\n".join(messages)) == "x" * 4500


@pytest.mark.parametrize(
    "whole",
    [
        "`inline code with spaces`",
        "[a link](https://example.org/a/b)",
        "https://example.org/" + "a" * 60,
        "<:wren:123456789012345678>",
    ],
)
@pytest.mark.parametrize("before", range(70, 100, 7))
def test_what_belongs_together_is_not_cut(whole, before):
    messages = split("ab " * (before // 3) + whole + " and on" * 10, 100)
    assert any(whole in message for message in messages)


def test_no_character_is_cut_in_two():
    messages = split("👩‍👩‍👧" * 40, 12)
    assert all(message == "👩‍👩‍👧" * 2 for message in messages)


_PIECES = st.sampled_from([
    "word ", "Sentence one. ", "\n", "\n\n", "    indented\n", "x" * 45, "`a b`", "[t](http://a.b/c)", "- item\n",
    "> quote\n", "é", "我们。", "```py\na = 1\n\nb = 2\n```\n", "~~~\ncode\n~~~\n", "```go\nx\n",
    "````md\n```\ninner\n```\n````\n",
])  # fmt: skip


@settings(max_examples=500, deadline=None)
@given(st.lists(_PIECES, max_size=25).map("".join) | st.text(alphabet="ab `~\n.", max_size=200), st.integers(1, 120))
def test_every_message_fits_and_says_something(text, limit):
    messages = split(text, limit)
    assert all(0 < len(message) <= max(limit, 1) and message.strip() for message in messages)


_BLOCKS = st.sampled_from(
    ["```py\na = 1\n\nb = 2\nc = 3\n```", "~~~\ncode here\nand here\n~~~", "````md\n```\ninner\n```\nmore\n````"]
)
_WORDS = st.lists(st.sampled_from(["word", "Sentence.", "longer-word-here", "我们。"]), min_size=1, max_size=12).map(
    " ".join
)


@settings(max_examples=500, deadline=None)
@given(st.lists(_BLOCKS | _WORDS, min_size=1, max_size=8), st.integers(40, 120))
def test_blocks_stay_balanced_and_nothing_is_lost(parts, limit):
    text = "\n\n".join(parts)
    messages = split(text, limit)
    assert all(is_balanced(message) for message in messages)
    assert bare("\n".join(messages)) == bare(text)


@pytest.mark.parametrize(
    "text",
    ["@everyone", "@here", "<@123>", "<@!123>", "<@&123>", "<#123>", "</say:123>", "<id:customize>", "@Everyone"],
)
def test_an_echo_mentions_nobody(text):
    echo = inert(f"say {text} now")
    assert text not in echo
    assert echo.replace("\u200b", "") == f"say {text} now"
    assert inert(echo) == echo


def test_an_echo_leaves_other_text_alone():
    assert inert("mail a@b.org, 3 < 4, <:wren:1>") == "mail a@b.org, 3 < 4, <:wren:1>"
