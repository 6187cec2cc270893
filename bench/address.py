"""Who is spoken to, read from the words alone: `python -m bench.address [corpus]`, beside the rules of others.

The task. A *reply* is an annotated message linked to at least one earlier message by somebody else; its *addressees*
(gold) are the authors of those. It *names* an addressee when one of their whole nicks stands in it, whatever the case;
it is *leading* when it opens with one, after an @ or not, followed by a mark, a space or nothing. Everybody who speaks
in the log, but the writer, is the cast (hundreds of nicks, also "las", "|Long|", "a"), all of them seated, and each
rule sees only the words. *Recall* is the share of replies for which the rule forces an addressee whom the reply names;
*precision* the share of all forced personas who are addressees, over the same replies, and then over all replies,
named or not. Gold says whom a message answers, not whom it is said to: "ppf: is it supported?", which answers a bot's
line, counts against whoever hears "ppf".

The rules of others are written from their descriptions: SillyTavern's natural order takes every word that is part of a
name, the first bearer in list order; AG2's selection accepts a text that contains exactly one candidate's name, in its
case. "Last other speaker" reads no words. Our rules were written with the misses of `dev` and
`new-domains` in view, by kind: on these two the figures are not those of unseen talk.
"""

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple

from bench.irc import ABSENT, CORPUS, Nick, Reply, replies_of, splits_of
from bench.report import show
from panel.address import resolve

Rule = Callable[[Reply], frozenset[str]]
ROUNDS: Final = 5
LENGTHS: Final = (40, 400, 4000)


class Score(NamedTuple):
    """How a rule did on some replies."""

    replies: int
    heard: int
    """Replies for which it forced an addressee who is named there."""
    forced: int
    meant: int
    """Of all whom it forced: addressees."""

    @property
    def recall(self) -> float:
        """0 to 1."""
        return self.heard / max(1, self.replies)

    @property
    def precision(self) -> float:
        """0 to 1."""
        return self.meant / max(1, self.forced)


def main(corpus: Path = CORPUS) -> None:
    """Print the measurement, where there is something to measure, and the speed."""
    splits = splits_of(corpus) if corpus.is_dir() else ()
    if splits:
        measured([(split.name, tuple(replies_of(split))) for split in splits])
    else:
        print(ABSENT.format(corpus))
    speed()


def measured(splits: Sequence[tuple[str, Sequence[Reply]]]) -> None:
    """One table: a row for each split and rule."""
    rows: list[list[str]] = []
    numbers: dict[str, float] = {}
    for split, replies in splits:
        leading = [reply for reply in replies if reply.leading]
        named = [reply for reply in replies if reply.named]
        rows.append([split, f"n {len(leading)}", "", f"n {len(named)}", "", f"n {len(replies)}"])
        for name, rule in RULES.items():
            first, anywhere, every = score(rule, leading), score(rule, named), score(rule, replies)
            shares = (first.precision, first.recall, anywhere.precision, anywhere.recall, every.precision)
            rows.append([f"  {name}", *(f"{share:.3f}" for share in shares)])
            numbers |= {f"{split} {name} precision": shares[0], f"{split} {name} recall": shares[1]}
    columns = ["", "leading: P", "R", "named: P", "R", "all: P"]
    show("Whom a reply in real chat addresses: precision, recall", columns, rows, numbers)


def score(rule: Rule, replies: Iterable[Reply]) -> Score:
    """What a rule forces on these replies, against gold."""
    pairs = [(reply, rule(reply)) for reply in replies]
    return Score(
        replies=len(pairs),
        heard=sum(bool(forced & reply.named) for reply, forced in pairs),
        forced=sum(len(forced) for _, forced in pairs),
        meant=sum(len(forced & reply.addressees) for reply, forced in pairs),
    )


@cache
def ours(reply: Reply) -> frozenset[str]:
    """The panel's own resolver."""
    others = tuple(nick for nick in reply.cast if nick.name != reply.nick)
    return frozenset(resolve(reply.text, others).forced)


@cache
def natural_order(reply: Reply) -> frozenset[str]:
    """Each word activates the first member whose name, split into words too, contains it; nobody is banned."""
    first = _first_bearers(reply.cast, reply.nick)
    return frozenset(first[word] for word in _ascii_words(reply.text) if word in first)


@cache
def name_count(reply: Reply) -> frozenset[str]:
    """The one candidate whose name occurs, in its case and between non-word characters; none if several do."""
    padded = f" {reply.text} "
    found = {
        nick.name
        for nick in reply.cast
        if nick.name != reply.nick and nick.name.split("_")[0] in padded and _counted(nick.name).search(padded)
    }
    return frozenset(found) if len(found) == 1 else frozenset()


def last_other(reply: Reply) -> frozenset[str]:
    """Whoever spoke last before the writer."""
    return frozenset({reply.before})


RULES: Final[dict[str, Rule]] = {
    "Greenroom": ours,
    "SillyTavern's words": natural_order,
    "AG2's one name": name_count,
    "last other speaker": last_other,
}


def _ascii_words(text: str) -> list[str]:
    return re.findall(r"\b\w+\b", text.lower(), re.ASCII)


@lru_cache(maxsize=64)
def _first_bearers(cast: tuple[Nick, ...], writer: str) -> dict[str, str]:
    first: dict[str, str] = {}
    for nick in cast:
        if nick.name != writer:
            for word in _ascii_words(nick.name):
                first.setdefault(word, nick.name)
    return first


@cache
def _counted(name: str) -> re.Pattern[str]:
    """An underscore may be written as a space, or escaped."""
    return re.compile(r"(?<=\W)" + re.escape(name).replace("_", r"(?:_|\\_| )") + r"(?=\W)")


def speed() -> None:
    """Microseconds a message with twenty personas, beside a plain alternation of their names, which judges nothing."""
    cast = tuple(Nick(f"{first} {last}") for first, last in zip(FIRST, LAST, strict=True))
    plain = re.compile(rf"\b(?:{'|'.join((*FIRST, *LAST))})\b", re.IGNORECASE)
    rows: list[list[str]] = []
    numbers: dict[str, float] = {}
    for length in LENGTHS:
        text = (TALK * (length // len(TALK) + 1))[:length]
        mine = _microseconds(lambda text=text: resolve(text, cast))
        theirs = _microseconds(lambda text=text: plain.findall(text))
        rows.append([f"{length:,} characters", f"{mine:,.0f}", f"{theirs:,.0f}", f"{mine / theirs:.1f}"])
        numbers[f"us at {length}"] = mine
    title = f"Reading a message, 20 personas, best of {ROUNDS}"
    show(title, ["", "µs", "µs, alternation", ": alternation"], rows, numbers)


def _row(text: str) -> tuple[str, ...]:
    return tuple(text.split())


FIRST: Final = _row("""
    Wren Alma Bo Iris Nolan Warren Mara Teo Odile Kofi Yusuf Greta Paolo Signe Anouk Farid Lena Otto Zoe Ravi
""")
LAST: Final = _row("""
    Okafor Reyes Lind Voss Haddad Petrov Silva Mensah Blanc Asante Demir Holm Conti Dahl Roux Nasser Berg Kraus Papas
    Iyer
""")
TALK: Final = "Wren, could you tell Alma what the harbour looked like? I think Bo's boat was there, and Iris saw it. "


def _microseconds(work: Callable[[], object]) -> float:
    """The best of some rounds of twenty: the others were disturbed."""
    return min(_seconds(work) for _ in range(ROUNDS)) / 20 * 1e6


def _seconds(work: Callable[[], object]) -> float:
    begin = perf_counter()
    for _ in range(20):
        work()
    return perf_counter() - begin


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
