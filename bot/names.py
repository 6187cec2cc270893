"""Names that Discord accepts for a webhook's line; a persona's true name stays as it is everywhere else."""

from typing import Final

import regex

LONGEST: Final = 80
"""Code points in a webhook's name: discord-api-docs, resources/webhook."""
NAMELESS: Final = "Nameless"

_HAIR: Final = "\u200a"
"""PluralKit breaks refused words with a hair space: hardly seen, and no longer the word."""
_REFUSED: Final = ("clyde", "discord", "everyone", "here")
"""`clyde` and `discord` are documented; `everyone` and `here` are reported refused, also inside a longer word."""

_WORD = regex.compile("|".join(_REFUSED), regex.IGNORECASE)
_TICKS = regex.compile(r"`(?=`)")
_SPACE = regex.compile(r"\s+")
# Joiners stay inside emoji and the scripts that need them; tags draw flags.
_UNSEEN = regex.compile(
    r"(?V1)[[\p{C}\u034f\u115f\u1160\u2800\u3164\uffa0]--[\s\u200c\u200d\U000E0020-\U000E007F\p{Co}]]"
    r"|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\p{M}])\u200d|\u200d(?!\p{Extended_Pictographic})"
    r"|(?<!\p{M})\u200c"
)


def shown_name(name: str) -> str:
    """The name under which a line is posted: 1 to 80 code points, nothing that Discord refuses. Idempotent."""
    shown = _SPACE.sub(_one_space, _UNSEEN.sub("", name)).strip()
    shown = _WORD.sub(lambda word: word[0][0] + _HAIR + word[0][1:], shown)
    shown = _shortened(_TICKS.sub(f"`{_HAIR}", shown))
    return shown or NAMELESS


def name_problems(name: str) -> tuple[str, ...]:
    """What Discord would not accept of a name, one sentence each; empty if it is shown as it is."""
    seen = _UNSEEN.sub("", name)
    tidy = _SPACE.sub(_one_space, seen).strip()
    if not tidy:
        return (f"The name has no visible character; it would be shown as {NAMELESS}.",)
    problems: list[str] = []
    if seen != name:
        problems.append("The name holds invisible or control characters, which are left out.")
    if tidy != seen:
        problems.append("Spaces at the ends and repeated spaces are left out.")
    words = dict.fromkeys(word.casefold() for word in _WORD.findall(tidy))
    problems += [f"Discord refuses “{word}” in a name; it is shown with a thin gap inside." for word in words]
    if _TICKS.search(tidy):
        problems.append("Backticks in a row are shown with a thin gap between them.")
    if len(shown_name(name)) < len(_TICKS.sub("``", _WORD.sub(r"\g<0>-", tidy))):
        problems.append(f"The name is longer than {LONGEST} characters and would be cut.")
    return tuple(problems)


def _one_space(run: regex.Match[str]) -> str:
    """White space as one space; a single hair space is one of ours."""
    return _HAIR if run[0] == _HAIR else " "


def _shortened(name: str) -> str:
    """At most 80 code points, and no character cut in two."""
    if len(name) <= LONGEST:
        return name
    clusters = regex.findall(r"\X", name[: LONGEST + 1])
    kept = "".join(clusters[:-1]) or name[:LONGEST]
    return kept.strip()
