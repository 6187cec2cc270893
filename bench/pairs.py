"""Answers that are due, measured on real talk: the question detector on Molweni, the windows on timings of LLMafia.

Molweni's discourse links (Li et al., COLING 2020, Apache-2.0) say which messages were answered: `QAP` links a question
to its answer. Half of all questions have no marked answer, so no detector of questions can be precise against them:
that is the ceiling, and it is printed. LLMafia (Eckhaus et al., EMNLP 2025, MIT) says who wrote when.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

from bench.report import show
from events.base import PersonaId, Version
from events.decided import PairType
from events.policy import Policy
from events.room import RoomState, Utterance
from panel.address import resolve
from panel.obligations import window
from panel.pairs import INSERTABLE, first_pair_part

DATA: Final = Path(__file__).parents[2] / "shared" / "data"
MOLWENI: Final = DATA / "molweni-dp"
LLMAFIA: Final = DATA / "llmafia"
ABSENT: Final = "NOT MEASURED: no data at {}; put {} there to measure"

_LINE: Final = re.compile(r"^\[(\d\d):(\d\d):(\d\d)\] ([^:]+): (.*)$")


class Message(NamedTuple):
    """A message of Molweni, distinct by speaker and text: its dialogues overlap."""

    text: str
    answered: bool
    """It is the first part of a question-answer pair."""
    asked_back: bool
    """A question came back: the first part of an insertion sequence."""
    pair: PairType | None
    """What the detector finds."""

    @property
    def marked(self) -> bool:
        """It holds a question mark."""
        return "?" in self.text

    @property
    def asks(self) -> bool:
        """The detector takes it for something that asks: a question, a request, an offer, an invitation."""
        return self.pair in INSERTABLE


class Score(NamedTuple):
    """One rule against the marked answers."""

    found: int
    precision: float
    """Of those found, the share with a marked answer."""
    taken_up: float
    """The same, with a question back counted as an answer."""
    recall: float
    """Of the messages with a marked answer, the share found."""


class Wait(NamedTuple):
    """A question to somebody by name, and their next message."""

    seconds: float | None
    """Until they wrote; None where they never did."""
    window: float
    """What our rule would have waited, as the room's pace was then."""


def messages_of(folder: Path) -> list[Message]:
    """Every distinct message, with what its links say."""
    texts: dict[tuple[str, str], tuple[set[str], set[str]]] = {}
    for dialogue in json.loads((folder / "dev.json").read_text("utf-8")):
        speakers = {said["speaker"] for said in dialogue["edus"]}
        for place, said in enumerate(dialogue["edus"]):
            links, nicks = texts.setdefault((said["speaker"], said["text"]), (set(), set()))
            links |= {link["type"] for link in dialogue["relations"] if link["x"] == place}
            nicks |= speakers
    return [
        Message(text, "QAP" in links, "Clarification_question" in links, first_pair_part(text, names=nicks))
        for (_, text), (links, nicks) in texts.items()
    ]


def scored(messages: Sequence[Message], rule: Callable[[Message], bool]) -> Score:
    """How a rule for "this asks" does against the marked answers."""
    found = [one for one in messages if rule(one)]
    answered = sum(one.answered for one in found)
    return Score(
        len(found),
        answered / len(found),
        sum(one.answered or one.asked_back for one in found) / len(found),
        answered / sum(one.answered for one in messages),
    )


def waits_of(folder: Path) -> list[Wait]:
    """Every question to a player by name, over all games, with how long that player took."""
    return [wait for game in sorted((folder / "games").iterdir()) for wait in _waits(_talk(game))]


def _waits(talk: Sequence[Utterance]) -> Iterator[Wait]:
    players = [_Player(PersonaId(name), name) for name in sorted({said.name for said in talk})]
    names = [player.name for player in players]
    for place, said in enumerate(talk):
        asked = resolve(said.text, players, speaker=PersonaId(said.name)).forced
        if not asked or first_pair_part(said.text, names=names) not in INSERTABLE:
            continue
        room = RoomState(stream="measured", talk=tuple(talk[: place + 1]), policy=Policy())
        waited = window(room, of_person=True).total_seconds()
        for player in asked:
            answer = next((later.at for later in talk[place + 1 :] if later.name == player), None)
            yield Wait(None if answer is None else (answer - said.at).total_seconds(), waited)


class _Player(NamedTuple):
    id: PersonaId
    name: str
    aliases: tuple[str, ...] = ()


def _talk(game: Path) -> list[Utterance]:
    """The players' messages of a game's days, in order; repeated lines once, the manager's not at all."""
    config: dict[str, Any] = json.loads((game / "config.json").read_text("utf-8"))
    players = {player["name"] for player in config["players"]}
    lines = dict.fromkeys((game / "public_daytime_chat.txt").read_text("utf-8").splitlines())
    found = [match for line in lines if (match := _LINE.match(line)) and match[4] in players]
    return [
        Utterance(version=Version(place), at=_at(*map(int, match.group(1, 2, 3))), name=match[4], text=match[5])
        for place, match in enumerate(found, start=1)
    ]


def _at(hour: int, minute: int, second: int) -> datetime:
    return datetime(2025, 1, 1, tzinfo=UTC) + timedelta(hours=hour, minutes=minute, seconds=second)


def within(waits: Sequence[Wait], limit: Callable[[Wait], float]) -> float:
    """Of the answers that came, the share that came within a limit in seconds."""
    came = [wait for wait in waits if wait.seconds is not None]
    return sum((wait.seconds or 0.0) <= limit(wait) for wait in came) / len(came)


RULES: Final[dict[str, Callable[[Message], bool]]] = {
    "holds a question mark": lambda one: one.marked,
    "first_pair_part asks": lambda one: one.asks,
    "of these, without a mark": lambda one: one.asks and not one.marked,
}
"""The detector beside what everybody does."""


def main() -> None:
    """Print the tables; loudly nothing where the data is not here."""
    if MOLWENI.is_dir():
        _show_questions(messages_of(MOLWENI))
    else:
        print(ABSENT.format(MOLWENI, "DP/dev.json of HIT-SCIR/Molweni"))
    if LLMAFIA.is_dir():
        _show_windows(waits_of(LLMAFIA))
    else:
        print(ABSENT.format(LLMAFIA, "the games of niveck/LLMafia"))


def _show_questions(messages: Sequence[Message]) -> None:
    scores = {name: scored(messages, rule) for name, rule in RULES.items()}
    marked = [one for one in messages if one.marked]
    ceiling = sum(one.answered for one in marked) / len(marked)
    show(
        f"Questions, {len(messages):,} distinct messages of Molweni (dev); {1 - ceiling:.0%} of those with a question"
        " mark have no marked answer: the ceiling of precision",
        ("rule", "found", "precision", "with questions back", "recall"),
        [(name, str(one.found), *(f"{share:.3f}" for share in one[1:])) for name, one in scores.items()],
        {
            "molweni_precision": scores["first_pair_part asks"].precision,
            "molweni_recall": scores["first_pair_part asks"].recall,
            "molweni_mark_recall": scores["holds a question mark"].recall,
            "molweni_ceiling": ceiling,
        },
    )


def _show_windows(waits: Sequence[Wait]) -> None:
    came = [wait.seconds for wait in waits if wait.seconds is not None]
    limits: dict[str, Callable[[Wait], float]] = {
        f"{seconds} s": lambda _, seconds=seconds: float(seconds) for seconds in (15, 30, 45, 60, 120)
    }
    limits["ours: 45 s, or four gaps of the room"] = lambda wait: wait.window
    shares = {name: within(waits, limit) for name, limit in limits.items()}
    show(
        f"Answers within a window, {len(waits)} questions to a player by name in LLMafia; {len(came)} of these players"
        f" wrote again, after {median(came):.0f} s in the median",
        ("window", "share of the answers"),
        [(name, f"{share:.3f}") for name, share in shares.items()],
        {"llmafia_within_45": shares["45 s"], "llmafia_within_ours": shares["ours: 45 s, or four gaps of the room"]},
    )


if __name__ == "__main__":
    main()
