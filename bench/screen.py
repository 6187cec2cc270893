"""What the screen's bars make of chat that people wrote, beside a model's: `python -m bench screen`.

Every line of the LLMafia games (people and one Llama 3.1 8B in the same talk) and the first lines of each IRC log
(people alone) is read by every meter against the talk before it, at the shared default bars. A suspicion of a person's
line is a false one: nobody wants people's chat written again. Agency is left out of the sum, since by default it is
only counted. Game chat is shorter and rougher than a panel's: take the ratio as the finding, and not the level.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Final

from msgspec import Struct

from bench import irc, mafia
from bench.report import show
from events.policy import Screening
from panel.meters import METERS, Background, Spoken, readings

BARS: Final = Screening()
HEARD: Final = 90
"""Lines that a room keeps at most."""
LINES_A_LOG: Final = 200


class Found(Struct):
    """Suspicions among so many lines."""

    lines: int = 0
    suspected: int = 0
    """Lines above some bar, agency apart."""
    above: Counter[str] = Counter()
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """0 to 1."""
        return self.suspected / max(1, self.lines)

    def of(self, meter: str) -> float:
        """0 to 1: the share of lines above this bar."""
        return self.above[meter] / max(1, self.lines)


def main(games: Path = mafia.CORPUS, logs: Path = irc.CORPUS) -> None:
    """Print the rates, where there is something to measure."""
    people, model = screened(mafia.chats_of(games)) if games.is_dir() else (Found(), Found())
    if not games.is_dir():
        print(mafia.ABSENT.format(games))
    on_irc, _ = screened(irc_chats(logs)) if logs.is_dir() else (Found(), Found())
    if not logs.is_dir():
        print(irc.ABSENT.format(logs))
    columns = {"LLMafia, people": people, "LLMafia, the model": model, "IRC, people": on_irc}
    rows = [
        ["lines", *(f"{found.lines:,}" for found in columns.values())],
        ["suspected", *(f"{found.rate:.1%}" for found in columns.values())],
        *([meter, *(f"{found.of(meter):.2%}" for found in columns.values())] for meter in METERS),
        ["ms a line", *(f"{1000 * found.seconds / max(1, found.lines):.2f}" for found in columns.values())],
    ]
    numbers = {f"suspected.{name}": found.rate for name, found in columns.items() if found.lines}
    show("Lines above a bar of the screen, at the defaults", ["meter", *columns], rows, numbers)


def screened(chats: Iterable[Sequence[mafia.Message]]) -> tuple[Found, Found]:
    """What is suspected of people's lines, and of the model's."""
    people, model = Found(above=Counter()), Found(above=Counter())
    for chat in chats:
        names = frozenset(said.name.casefold() for said in chat)
        talk: list[Spoken] = []
        for said in chat:
            found = model if said.by_model else people
            behind = Background(speaker=said.name, talk=tuple(talk[-HEARD:]), names=names)
            start = perf_counter()
            above = [reading.meter for reading in readings(said.text, behind, BARS) if reading.above]
            found.seconds += perf_counter() - start
            found.lines += 1
            found.suspected += any(meter != "agency" for meter in above)
            found.above.update(above)
            talk.append(Spoken(said.name, said.text, (said.name,)))
    return people, model


def irc_chats(corpus: Path) -> Iterator[tuple[mafia.Message, ...]]:
    """The first lines of every log."""
    for log in sorted(corpus.rglob("*.ascii.txt")):
        lines = [irc.LINE.match(line) for line in log.read_text("utf-8", errors="replace").splitlines()]
        said = (mafia.Message(line[1], line[2], by_model=False) for line in lines if line)
        yield tuple(said)[:LINES_A_LOG]


if __name__ == "__main__":
    main()
