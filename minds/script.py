"""The talk as a play script that a small text model continues: the prompt, the grammar of one line, and first words.

A 135M model follows a script far better than instructions. Stable text comes first, so that the server's prefix cache
holds it: the cast, the place, the talk, and last whose line it is. Nothing here calls a model.
"""

import re
import zlib
from collections.abc import Iterable, Sequence

from msgspec import Struct

from events.asked import Scene, SceneCard, SceneLine
from events.decided import Cue
from minds.phrases import FAREWELL, GREETING, OPEN_QUESTION, PRONOUNS, THANKS

TRIES = 10
OWN_WORDS = 3
COMMON_WORDS = 4
VISIBLE_LINES = 6
LONGEST_LINE = 240
"""Characters of one message that the script keeps: about 60 tokens."""
LONGEST_TOKENS = {"short": 18, "medium": 26, "long": 34}
"""Of a written line; the model loses the thread after some twenty words."""
NAMELESS = "Friend"
"""Whoever is called by a pronoun, as the first person of the local room is: `You: hello` misleads the model."""
FEWEST_WORDS = 4
CONTROL = re.compile(r"<\|[^|<>]*\|>")
"""How the model's own marks are written: a person's message must not be read as one."""
PLAIN_NAME = re.compile(r"[A-Z][a-z]+")


class Start(Struct, frozen=True):
    """How one try begins: free, or with words put into the speaker's mouth."""

    words: str
    seed: int


def script(scene: Scene, lines: Sequence[SceneLine], speaker: SceneCard) -> str:
    """The prompt, up to and with `Name:`."""
    cast = "\n".join(f"{flat(card.name)} - {flat(card.summary)}" for card in scene.cast)
    where = f"A conversation, {flat(scene.place)}:" if scene.place else "A conversation:"
    talk = "\n".join(f"{called(line.name)}: {flat(line.text)}" for line in visible(lines))
    return f"{cast}\n\n{where}\n\n{talk}\n{flat(speaker.name)}:"


def called(name: str) -> str:
    """A name as the script writes it."""
    return NAMELESS if name.strip().casefold() in PRONOUNS else flat(name)


def visible(lines: Iterable[SceneLine]) -> list[SceneLine]:
    """The last lines with words in them."""
    return [line for line in lines if line.text.strip()][-VISIBLE_LINES:]


def flat(text: str) -> str:
    """One line, and not a long one: a message must not be able to write another's part."""
    return " ".join(CONTROL.sub(" ", text).split())[:LONGEST_LINE]


def grammar(start: Start, names: Iterable[str]) -> str:
    """GBNF: one sentence of plain words, closed by one mark. The cheapest guard of all.

    Capitals stand at the beginning and in these names only: left alone the model brings captains and Emilys to the
    table. A second clause may follow; a third is where it rambles.
    """
    known = "".join(f' | "{name}"' for name in sorted(names) if PLAIN_NAME.fullmatch(name))
    first = '" " capital ","? words' if start.words[-1:] in {"", ".", "!", "?"} else '(" " word)+'
    return f"""root ::= {first} ("," words)? [.!?]
words ::= (" " word){{2,}}
capital ::= [A-Z] [a-z]* tail?
word ::= [a-z]+ tail? | "I" tail?{known}
tail ::= ['-] [a-z]+"""


def max_tokens(cue: Cue) -> int:
    return LONGEST_TOKENS[cue.length]


def closed(text: str) -> str | None:
    """What the limit of tokens broke off, up to its last whole clause; None where there is none."""
    clause, comma, _ = text.rpartition(",")
    return f"{clause}." if comma and len(clause.split()) >= FEWEST_WORDS else None


def starts(lines: Sequence[SceneLine], cast: Sequence[SceneCard], speaker: SceneCard, seed: str) -> list[Start]:
    """Ways to begin: some free, most with the speaker's own first words or common ones.

    First words are what a small model cannot choose: left alone it says "I'm so glad" to everything. Those that the
    personas used in the visible talk are left out. Seeds follow from `seed`: the same request tries the same.
    """
    newest = next((line.text for line in reversed(lines) if line.persona is None), lines[-1].text if lines else "")
    spent = {_first_words(line.text) for line in lines if line.persona is not None}
    names = {flat(card.name).split()[0].casefold() for card in cast if card.name.strip()}
    base = zlib.crc32(seed.encode())
    own = [words for words in map(_first_words, speaker.voice) if words not in spent and _lendable(words, names)]
    common = [words for words in _common(newest) if _first_words(words) not in spent]
    given = [*_turned(own, base)[:OWN_WORDS], *_turned(common, base)[:COMMON_WORDS]]
    free = [""] * (TRIES - len(given))
    spread = sorted([*free, *given], key=lambda words: zlib.crc32(f"{words}{base}".encode()))
    return [Start(words, (base + place) % 2**31) for place, words in enumerate(spread)]


def _first_words(line: str) -> str:
    """The first two words, or the first sentence where that is shorter: `Who's carrying`, `Fair.`."""
    found = re.match(r"[^\s.!?]+([.!?]|\s+[^\s.!?,;]+)", line.strip())
    return found.group(0) if found else ""


def _lendable(words: str, names: set[str]) -> bool:
    """Not a name, and not a thing: `A biscuit` would put biscuits into every talk."""
    said = re.findall(r"\w+", words.casefold())
    return bool(said) and said[0] not in {"a", "an", "the"} and not names & set(said)


def _common(newest: str) -> tuple[str, ...]:
    """First words that fit a greeting, a farewell, thanks, a question, or something told."""
    if GREETING.match(newest):
        return ("Good to see", "How was", "Well, look", "And how are")
    if FAREWELL.search(newest):
        return ("Good night", "Sleep well", "Until tomorrow", "Take care")
    if THANKS.match(newest):
        return ("Any time", "You're welcome", "Come back", "I'm glad")
    if OPEN_QUESTION.search(newest):
        return ("I'd say", "I'd start with", "That would be", "Mostly the", "The last one", "I still think of")
    if newest.rstrip().endswith("?"):
        return ("I'd say", "I would", "Yes, I", "Not yet", "No, I", "Maybe")
    return ("That must have", "What made you", "How did you", "Sounds like", "I like", "How long", "You should")


def _turned(words: list[str], by: int) -> list[str]:
    turn = by % len(words) if words else 0
    return words[turn:] + words[:turn]
