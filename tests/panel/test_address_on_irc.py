"""How well leading names are read in real chat: the disentanglement corpus (Kummerfeld et al., ACL 2019, CC BY 4.0)."""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from events.base import PersonaId
from events.persona import Persona
from panel.address import resolve

CORPUS = Path(__file__).parents[3] / "shared" / "data" / "irc-disentanglement"
LINE = re.compile(r"^(?:\S+ \S+ )?\[[\d:]+\]\s+<([^>]+)>\s?(.*)$")

pytestmark = pytest.mark.skipif(
    not CORPUS.is_dir(),
    reason=f"NOT MEASURED: no corpus at {CORPUS}; put jkkummerfeld/irc-disentanglement's data there to measure",
)


class Reply(NamedTuple):
    forced: frozenset[str]
    addressees: frozenset[str]
    """Those whom the annotators say it answers."""
    named: frozenset[str]
    """Addressees whose name the message opens with, set off by a mark."""


@pytest.fixture(scope="module")
def replies() -> list[Reply]:
    return [reply for log in sorted(CORPUS.glob("*/*.ascii.txt")) for reply in _replies(log)]


def test_nearly_every_leading_name_gives_the_floor(replies):
    named = [reply for reply in replies if reply.named]
    heard = sum(bool(reply.named & reply.forced) for reply in named)
    assert len(named) > 1000
    assert heard / len(named) >= 0.99  # 0.996 when written


def test_whoever_is_forced_by_a_reply_with_a_leading_name_was_meant(replies):
    named = [reply for reply in replies if reply.named]
    forced = sum(len(reply.forced) for reply in named)
    meant = sum(len(reply.forced & reply.addressees) for reply in named)
    assert meant / forced >= 0.995  # 0.998 when written


def test_whoever_is_forced_by_any_reply_was_nearly_always_meant(replies):
    forced = sum(len(reply.forced) for reply in replies)
    meant = sum(len(reply.forced & reply.addressees) for reply in replies)
    assert meant / forced >= 0.97  # 0.976 when written; the annotators' links are themselves right in about 98 %


def _replies(log: Path) -> Iterator[Reply]:
    lines = [LINE.match(line.rstrip()) for line in log.read_text("utf-8", errors="replace").split("\n")]
    channel = tuple(
        Persona(id=PersonaId(nick), name=nick, card="") for nick in sorted({line[1] for line in lines if line})
    )
    for at, addressees in _links(log, lines).items():
        nick, text = lines[at].groups()
        heard = resolve(text, channel, speaker=PersonaId(nick))
        named = frozenset(one for one in addressees if _opens_with(text, one))
        yield Reply(frozenset(heard.forced), frozenset(addressees), named)


def _links(log: Path, lines: list[re.Match[str] | None]) -> dict[int, set[str]]:
    """By reply: the authors, other than its own, of the messages it answers."""
    found: defaultdict[int, set[str]] = defaultdict(set)
    annotation = log.with_name(log.name.replace("ascii", "annotation"))
    for link in annotation.read_text("utf-8").splitlines():
        earlier, later = sorted(int(number) for number in link.split()[:2])
        source, reply = lines[earlier], lines[later]
        if source and reply and source[1] != reply[1]:
            found[later].add(source[1])
    return found


def _opens_with(text: str, nick: str) -> bool:
    return bool(re.match(rf"@?{re.escape(nick)}\s*[:,;>!?.-]", text.strip(), re.IGNORECASE))
