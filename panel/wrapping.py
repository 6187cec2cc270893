"""What models put around their words: reasoning, control tokens, code fences; whose words they are is `labels.py`'s."""

from collections.abc import Iterator
from typing import Final, Literal

import regex
from msgspec import Struct

Kind = Literal["code", "thought", "open thought", "end of thought"]


class Stretch(Struct, frozen=True):
    """A part of a text that is not plain words, as positions in it."""

    kind: Kind
    start: int
    end: int


_FENCED: Final = r"(?m:^[ ]{0,3}(?P<fence>`{3,}|~{3,})[^`\n]*\n(?s:.*?)^[ ]{0,3}(?P=fence)[`~]*[ \t]*$)"
CODE: Final = (
    rf"(?P<code>{_FENCED}"
    r"|(?<!`)(?P<run>`{3,})(?s:.+?)(?P=run)`*"
    r"|(?<!`)(?P<tick>``?)(?!`)[^\n]*?[^`\n](?P=tick)(?!`))"
)
"""Code as Discord shows it: closed fences, in mid-line too, and inline code. What is never closed is prose (C47)."""

_THOUGHT: Final = (
    r"(?:\w+:)?(?:think(?:ing)?|thoughts?|reason(?:ing)?|reflect(?:ion)?|analysis|plan(?:ning)?|deliberation|cot|scratch_?pad|ant_?thinking"
    r"|(?:inner|internal)[ _-]?(?:monologue|thoughts?)|chain[ _-]of[ _-]thought)"
)
_CHANNEL: Final = r"(?:<\|start\|>[ \t]*\w*[ \t]*)?<\|channel\|?>[ \t]*"
_OPENER: Final = (
    rf"(?P<opener>(?:<[ \t]*{_THOUGHT}(?:[ \t][^<>\n]*)?(?<!/)>|\[[ \t]*(?-i:THINK|THINKING|THOUGHT|REASONING)[ \t]*\]"
    rf"|◁[ \t]*{_THOUGHT}[ \t]*▷|<\|(?:{_THOUGHT}|begin_of_{_THOUGHT}|start_{_THOUGHT})\|>)"
    rf"|(?P<channel>{_CHANNEL}(?!final)\w+[^<>\n]*(?:<\|constrain\|>\w*[ \t]*)?(?:<\|message\|>)?))"
)
_CLOSER: Final = (
    rf"(?P<closer><[ \t]*/[ \t]*{_THOUGHT}[ \t]*>|\[[ \t]*/[ \t]*(?-i:THINK|THINKING|THOUGHT|REASONING)[ \t]*\]"
    rf"|◁[ \t]*/[ \t]*{_THOUGHT}[ \t]*▷|<\|(?:/{_THOUGHT}|end_of_{_THOUGHT}|end_{_THOUGHT})\|>"
    rf"|(?:<\|end\|>\s*)?{_CHANNEL}final[^<>\n]*?(?:<\|constrain\|>\w*[ \t]*)?(?:<\|message\|>)|<channel\|>)"
)
_MARKS = regex.compile(f"{CODE}|{_OPENER}|{_CLOSER}", regex.IGNORECASE)
_CLOSERS = regex.compile(_CLOSER, regex.IGNORECASE)
_CHANNEL_CLOSERS = regex.compile(rf"{_CLOSER}|<\|end\|>", regex.IGNORECASE)
_BARE_CHANNELS = regex.compile(r"\A\s*(?:assistant)?analysis(?s:.*)assistant\s?final(?=[\s\p{Lu}\p{P}\d])")
"""Harmony channels whose tokens a tokenizer dropped: `analysisThe user...assistantfinalHi`."""
_FENCED_WHOLE = regex.compile(_FENCED)
_OPENING_LINE = regex.compile(r"^[ ]{0,3}(?:`{3,}|~{3,})[^`\n]*\n", regex.MULTILINE)
_OPEN_FENCE = regex.compile(r"(?<!`)`{3,}|^[ ]{0,3}~{3,}", regex.MULTILINE)

_NAMED: Final = r"final|answer|response|output|reply|assistant|bos|pad|unk|s|start_of_turn|end_of_text"
_TOKENS = regex.compile(
    CODE + r"|(?P<echo>\[INST\](?s:.*?)\[/INST\]|<<SYS>>(?s:.*?)<</SYS>>"
    r"|<(?P<tool>tool_calls?|function_calls?|tool_code)\b[^<>]*>(?s:.*?)(?:</(?P=tool)>|\Z))"
    r"|(?P<stop><\|(?:im_end|end_?of_?text|eot(?:_id)?|eom_id|eos|end(?:_of_turn(?:_token)?)?|return|call|user|system)\|>"
    r"|<\|im_start\|>[ \t]*(?:user|system|tool)\b|<start_of_turn>[ \t]*user\b"
    r"|<\|start_header_id\|>(?:user|system)<\|end_header_id\|>"
    r"|</s>|\[/s\]|<eos>|<end_of_turn>|<(?:end|eo[td]|stop|sep|end_of_utterance)>(?=\s*\Z)"
    r"|(?m:^[ \t]*#{2,}[ \t]*(?:end)?[ \t]*$)(?=\s*\Z)"
    r"|[*_]*\[end(?:[ _]of[ _](?:turn|message|response|text))?\][*_]*(?=\s*\Z)"
    r"|<\uff5c(?:end▁of▁sentence|user)\uff5c>|\[(?:EOS|INST)\]"
    r"|(?m:^[ \t]*#{2,}[ \t]*(?:(?:instructions?|input|user|human|prompt|system)[ \t]*:|instructions?[ \t]*$)))"
    r"|(?P<answer>(?m:^[ \t]*#{2,}[ \t]*(?:response|assistant|output|answer)[ \t]*:[ \t]*)|\[/INST\])"
    r"|(?P<token><\|im_start\|>[ \t]*(?:assistant\b)?[ \t]*\n?|<start_of_turn>[ \t]*(?:model\b)?[ \t]*\n?"
    r"|<\|start_header_id\|>\w*<\|end_header_id\|>\s*|<\|start\|>[ \t]*(?:assistant\b)?"
    r"|<\|[^|<>\n]{1,60}\|>|\[\|[^|\[\]\n]{1,40}\|\]|<\uff5c[^\uff5c<>\n]{1,60}\uff5c>|<</?SYS>>"
    rf"|<[ \t]*/?[ \t]*(?:{_NAMED}|(?:unused|extra_id_)\d+|0x[0-9A-F]{{2}})[ \t]*/?[ \t]*>|<{_THOUGHT}[ \t]*/>"
    r"|\[/?(?-i:BOS|PAD|UNK|CLS|SEP|MASK|TOOL_CALLS?|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_RESULTS)\]"
    r"|<\|[\w ]{0,40}\|?\Z)",
    regex.IGNORECASE,
)


def without_reasoning(text: str) -> str:
    """What was meant to be heard: thoughts go, and all that stands before an end of thought that never began.

    A thought that never ends takes the rest with it; what stood before is kept (C36). Code is left alone.
    """
    spoken = _BARE_CHANNELS.sub("", text)
    kept: list[str] = []
    position = 0
    for stretch in stretches(spoken):
        if stretch.kind == "code":
            continue
        kept.append(spoken[position : stretch.start])
        position = stretch.end
        if stretch.kind == "end of thought":
            kept = []
    if not position:
        return spoken
    kept.append(spoken[position:])
    return _joined(kept)


def without_thoughts(text: str) -> str:
    """The text without thoughts that were begun, and otherwise as it is; words on both sides stay apart."""
    kept = ""
    position = 0
    for stretch in stretches(text):
        if stretch.kind in ("thought", "open thought"):
            kept += text[position : stretch.start]
            kept += " " if kept and not kept[-1].isspace() else ""
            position = stretch.end
    return kept + text[position:]


def without_control_tokens(text: str) -> str:
    """The words without template and stop tokens. Behind a stop token the answer is over; code is left alone."""
    kept: list[str] = []
    position = 0
    prompted = False
    for token in _TOKENS.finditer(text):
        if token["code"] is not None:
            continue
        kept.append(text[position : token.start()])
        position = token.end()
        if token["stop"] and "".join(kept).strip():
            return _joined(kept)
        prompted = prompted or token["stop"] is not None
        if token["answer"] and (prompted or token["answer"].upper() == "[/INST]"):
            kept = []  # an echo of the prompt ends here
    if not position:
        return text
    kept.append(text[position:])
    return _joined(kept)


def stretches(text: str) -> Iterator[Stretch]:
    """Code and thoughts from left to right. An end of thought is yielded only where no thought was begun."""
    position = 0
    while mark := _MARKS.search(text, position):
        position = mark.end()
        if mark["code"] is not None:
            yield Stretch("code", mark.start(), mark.end())
        elif mark["closer"] is not None:
            yield Stretch("end of thought", mark.start(), mark.end())
        else:
            closers = _CLOSERS if mark["channel"] is None else _CHANNEL_CLOSERS
            closer = closers.search(text, position)
            position = closer.end() if closer else len(text)
            yield Stretch("thought" if closer else "open thought", mark.start(), position)


def unsettled_from(text: str) -> int:
    """Where a longer text may still be read differently: at a fence that may yet be closed (better), else the end."""
    position = 0
    for stretch in stretches(text):
        fence = _OPEN_FENCE.search(text, position, stretch.start)
        if fence:
            return fence.start()
        line = text.rfind("\n", 0, stretch.start) + 1
        if stretch.kind == "code" and _OPENING_LINE.match(text, line) and not _FENCED_WHOLE.match(text, stretch.start):
            return stretch.start  # closed in mid-line; a closing line of its own would win
        position = stretch.end
    fence = _OPEN_FENCE.search(text, position)
    return fence.start() if fence else len(text)


def _joined(pieces: list[str]) -> str:
    """The pieces as one text, without the doubled space that a removed token leaves."""
    joined = ""
    for piece in pieces:
        joined = joined.rstrip(" \t") + piece if piece[:1].isspace() else joined + piece
    return joined.strip()
