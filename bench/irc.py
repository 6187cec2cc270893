"""Replies of real chat with those whom they answer: the disentanglement corpus. Reads it; measures nothing.

Kummerfeld et al., "A Large-Scale Corpus for Conversation Disentanglement", ACL 2019, data under CC BY 4.0: a folder a
split, in it `*.ascii.txt` (a line a message) and `*.annotation.txt` (links from a message to what it answers).
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import Struct

from events.base import PersonaId

CORPUS: Final = Path(__file__).parents[2] / "shared" / "data" / "irc-disentanglement"
ABSENT: Final = "NOT MEASURED: no corpus at {}; put the data of jkkummerfeld/irc-disentanglement there"

LINE: Final = re.compile(r"^(?:\S+ \S+ )?\[[\d:]+\]\s+<([^>]+)>\s?(.*)$")


class Nick(Struct, frozen=True):
    """Somebody in a channel, as the resolver knows a persona."""

    name: str
    aliases: tuple[str, ...] = ()

    @property
    def id(self) -> PersonaId:
        """The nick: it is unique in a channel."""
        return PersonaId(self.name)


class Reply(NamedTuple):
    """A message that annotators linked to an earlier one by somebody else."""

    nick: str
    text: str
    cast: tuple[Nick, ...]
    """Everybody who speaks in this log, the writer too."""
    addressees: frozenset[str]
    """The authors, other than the writer, of the messages that it answers."""
    before: str
    """The last other speaker."""

    @property
    def named(self) -> frozenset[str]:
        """Addressees whose whole nick stands anywhere in the message, whatever its case."""
        return frozenset(nick for nick in self.addressees if re.search(_whole(nick), self.text, re.IGNORECASE))

    @property
    def leading(self) -> frozenset[str]:
        """Addressees with whose whole nick the message opens: after it may come a mark, a space, or nothing."""
        opening = self.text.strip().removeprefix("@")
        return frozenset(nick for nick in self.addressees if re.match(_whole(nick), opening, re.IGNORECASE))


def splits_of(corpus: Path) -> tuple[Path, ...]:
    """The folders with annotated logs: `corpus` itself, or those in it."""
    folders = (corpus, *sorted(path for path in corpus.glob("*") if path.is_dir()))
    return tuple(folder for folder in folders if any(folder.glob("*.annotation.txt")))


def replies_of(split: Path) -> Iterator[Reply]:
    """Every annotated reply in the logs of one split."""
    for annotation in sorted(split.glob("*.annotation.txt")):
        log = annotation.with_name(annotation.name.replace("annotation", "ascii"))
        lines = [LINE.match(line.rstrip()) for line in log.read_text("utf-8", errors="replace").split("\n")]
        cast = tuple(Nick(nick) for nick in sorted({line[1] for line in lines if line}))
        for at, addressees in sorted(_links(annotation, lines).items()):
            line = lines[at]
            assert line is not None
            others = (one[1] for one in reversed(lines[:at]) if one and one[1] != line[1])
            yield Reply(line[1], line[2], cast, frozenset(addressees), next(others, ""))


def _links(annotation: Path, lines: list[re.Match[str] | None]) -> dict[int, set[str]]:
    """By reply: the authors, other than its own, of the messages it answers."""
    found: defaultdict[int, set[str]] = defaultdict(set)
    for link in annotation.read_text("utf-8").splitlines():
        earlier, later = sorted(int(number) for number in link.split()[:2])
        source, reply = lines[earlier], lines[later]
        if source and reply and source[1] != reply[1]:
            found[later].add(source[1])
    return found


def _whole(nick: str) -> str:
    """The nick with nothing beside it that could belong to a longer one."""
    return rf"(?<![\w\[\]\\^{{}}|`-]){re.escape(nick)}(?![\w\\^{{|`])(?!-\w)"
