"""What a reader would object to in a persona's line, whoever wrote it: pure, over lines as the channel shows them."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

PEOPLE = ("You", "Sam", "Rio", "Kit")
PERSONAS = ("Warren", "Nolan", "Iris")

CONTROL = re.compile(
    r"<[^>]*>|<\||\|>|\[/?\w+\]|[{}`\\]|\*\*|^\s*#|\b(null|undefined|assistant:|system:|user:)", re.IGNORECASE
)
"""Tags, template tokens, envelopes, markup."""
STAGED = re.compile(r"[*_(\[]|^\W*(he|she) (says|said|nods|smiles|laughs|sighs|looks|turns)\b", re.IGNORECASE)
"""Stage directions, and narration in the third person."""
ENDED = re.compile(r"[.!?…][\"')\]]*$")
HANGING = re.compile(r"\b(a|an|the|of|and|or|but|with|from|my|your|their)\W*$", re.IGNORECASE)
SAME = 0.6
"""Share of word pairs from which two lines are the same line."""
SHORTEST = 5
"""Words; shorter lines may well be alike, as long as they are not the same: `Yes, I think so.`"""


def objections(lines: Iterable[tuple[str, str]]) -> list[str]:
    """`fault: name: text` for whatever is wrong with one of these lines (shown name, text), oldest first."""
    found: list[str] = []
    earlier: list[str] = []
    for name, text in lines:
        found += [f"{fault}: {name}: {text}" for fault in faults(name, text, earlier)]
        earlier.append(text)
    return found


def faults(name: str, text: str, earlier: Sequence[str]) -> list[str]:
    """What is wrong with one line, after these earlier ones."""
    checks = {
        "empty": not re.search(r"\w", text),
        "label": labelled(text),
        "tag": bool(CONTROL.search(text)),
        "foreign voice": in_a_foreign_voice(name, text),
        "narration": bool(STAGED.search(text)),
        "cut off": not ENDED.search(text.strip()) or bool(HANGING.search(text.strip())),
        "several lines": "\n" in text.strip(),
        "repeat": any(same(text, other) for other in earlier),
    }
    return [fault for fault, wrong in checks.items() if wrong]


def labelled(text: str) -> bool:
    """It opens with the name of whoever speaks, or is to speak: `Nolan:`, `**Iris** -`, `[Sam]`."""
    names = "|".join((*PEOPLE, *PERSONAS))
    return bool(re.match(rf"\W*({names})\b\W*(:|\s[-\u2013\u2014]\s|\])", text, re.IGNORECASE))


def in_a_foreign_voice(name: str, text: str) -> bool:
    """Somebody else's part stands in it, or the speaker is spoken of as if by another."""
    others = "|".join((*PEOPLE, *PERSONAS))
    return bool(re.search(rf"\b({others})\s*(:|said,|says,)", text)) or bool(re.search(rf"\b{name}\b", text))


def same(text: str, other: str) -> bool:
    """One is the other, or nearly: so many of the shorter one's word pairs are in both."""
    one, two = _words(text), _words(other)
    if min(len(one), len(two)) < SHORTEST:
        return one == two
    mine, theirs = set(pairwise(one)), set(pairwise(two))
    return len(mine & theirs) / min(len(mine), len(theirs)) >= SAME


def _words(text: str) -> list[str]:
    return re.findall(r"[\w']+", text.casefold())
