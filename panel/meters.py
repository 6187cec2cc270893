"""The meters of the screen: what is measured of one line against the talk before it, each with its bar. Pure.

What follows from a meter above its bar is decided in `suspicion.py` and `diagnosis.py`. Human figures are from LLMafia,
1,618 messages of people beside 211 of one Llama 3.1 8B (Eckhaus et al. 2025): take the ratio as the finding, not the
level, since game chat is shorter and rougher than a panel. `python -m bench screen` measures them anew.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from typing import Final

from msgspec import Struct

from events.policy import Screening
from panel import moves
from panel.giving_away import given_away
from panel.likeness import length_in_words, likeness, plain_words
from panel.slop import content_words, slop_in

SHORT: Final = 4.0
"""Shorter lines repeat innocently: the field's repetition meters count from four words."""
OWN: Final = 12
"""Own last lines that a line is compared with. (The figures beside the bars are for the last five.)"""
RECENT: Final = 8
"""Lines of the talk among which those of others are compared with."""
RATED: Final = 40
"""Own last lines, the new one counted, that a rate is taken of."""
LEAST: Final = {"openers": 8, "questions": 8, "praise": 5, "contrast": 5, "marked": 5}
"""Lines that a rate needs: or one hit in six reads as a habit."""
HITS: Final = {"openers": 3, "questions": 4, "praise": 3, "contrast": 2, "marked": 2}
"""And how often it must have happened among them."""
SLOP_WORDS: Final = 500
"""Own words that the rate of over-used ones needs (papers: one hit on six words is 167 in 1,000)."""
PROFILE_WORDS: Final = 80
"""Content words of either persona that a profile needs."""
DRIFT_WORDS: Final = 3
"""And of the line."""


class Spoken(Struct, frozen=True):
    """One line of the talk: by whom (an id), what they are called, and whether they are a persona."""

    by: str
    text: str
    names: tuple[str, ...] = ()
    persona: bool = True


class Secret(Struct, frozen=True):
    """Something that not everybody may know, and whether the speaker is one who does."""

    text: str
    own: bool = True


class Background(Struct, frozen=True):
    """What a line is held against."""

    speaker: str
    talk: tuple[Spoken, ...] = ()
    """What the speaker heard and said, oldest first; its own lines too."""
    staged_words: int | None = None
    """How long it was to be."""
    secrets: tuple[Secret, ...] = ()
    names: frozenset[str] = frozenset()
    """Words of the names of everybody here, in small letters."""

    @property
    def own(self) -> tuple[str, ...]:
        """The speaker's lines, oldest first."""
        return tuple(said.text for said in self.talk if said.by == self.speaker)

    @property
    def others(self) -> tuple[str, ...]:
        """The others' part of the last lines."""
        return tuple(said.text for said in self.talk[-RECENT:] if said.by != self.speaker)

    @property
    def people(self) -> tuple[str, ...]:
        """The people who have spoken, by all their names."""
        return tuple(dict.fromkeys(name for said in self.talk if not said.persona for name in said.names))


class Reading(Struct, frozen=True):
    """What a meter shows of one line, and its bar: both in the meter's own unit."""

    meter: str
    value: float
    bar: float
    shown: str = ""
    """The words that show it, of the line or of what it repeats."""
    counts: bool = True
    """Whether the line itself does it, and there was enough to measure: without that it is above no bar."""

    @property
    def above(self) -> bool:
        """Whether the line is suspected. A bar of 0 switches a meter off."""
        return self.counts and 0 < self.bar < self.value


Meter = Callable[[str, Background, Screening], Reading]


def readings(line: str, behind: Background, bars: Screening) -> tuple[Reading, ...]:
    """Every meter of one line, in the order of METERS."""
    return tuple(meter(line, behind, bars) for meter in METERS.values())


def repeat(line: str, behind: Background, bars: Screening) -> Reading:
    """1 where a line was said before, word for word (people .9 %; the model 10 %); a short one only if just now."""
    words = plain_words(line) or (line,)
    recent = (*behind.own[-OWN:], *behind.others) if length_in_words(line) >= SHORT else _last(behind)
    shown = next((other for other in recent if (plain_words(other) or (other,)) == words), "")
    return Reading("repeat", 1.0 if shown else 0.0, min(bars.own_overlap, 0.5), shown)


def own_overlap(line: str, behind: Background, bars: Screening) -> Reading:
    """Likeness, 0-1, to the most similar of the persona's own last lines (people: >= .5 in 1.3 %; the model 13.1 %)."""
    return _nearest("own-overlap", line, behind.own[-OWN:], bars.own_overlap)


def overlap(line: str, behind: Background, bars: Screening) -> Reading:
    """The same to what others said lately (people: >= .3 in 2.8 %; the model 1.0 %)."""
    return _nearest("overlap", line, behind.others, bars.overlap)


def openers(line: str, behind: Background, bars: Screening) -> Reading:
    """Share of the own last lines that open with the same two words as this one.

    People: their five most common openers make 8.8 % of lines; the model's 31.4 %. From 8 lines and 3 of them on.
    """
    first = moves.opening(line)
    rate = _rate("openers", line, behind, bars.openers, lambda text, _: bool(first) and moves.opening(text) == first)
    return Reading("openers", rate.value, rate.bar, " ".join(first), rate.counts)


def closings(line: str, behind: Background, bars: Screening) -> Reading:
    """Own lines in a row, this one counted, that close with the same move: a bar of 1 lets none repeat itself."""
    run = 1
    for before in reversed(behind.own):
        if not moves.same_closing(line, before):
            break
        run += 1
    return Reading("closings", float(run), bars.closings, moves.last_sentence(line), run > 1)


def questions(line: str, behind: Background, bars: Screening) -> Reading:
    """Share of the own last lines that end with a question (people 13 %; the model 2 %). From 8 lines, 4 of them."""
    return _rate("questions", line, behind, bars.questions, lambda text, _: moves.asks(text))


def praise(line: str, behind: Background, bars: Screening) -> Reading:
    """Share of the own last lines that open by praising, or naming, whoever spoke before. From 5 lines, 3 of them."""
    return _rate(
        "praise",
        line,
        behind,
        bars.praise,
        lambda text, names: moves.praises(text) or moves.opens_by_naming(text, names),
    )


def contrast(line: str, behind: Background, bars: Screening) -> Reading:
    """Share of the own last lines with a "not X but Y" (prose: people .04 in 1,000 characters, models .13 to .72).

    From 5 lines and 2 of them on.
    """
    rate = _rate("contrast", line, behind, bars.contrast, lambda text, _: bool(moves.contrast(text)))
    return Reading("contrast", rate.value, rate.bar, moves.contrast(line), rate.counts)


def marked(line: str, behind: Background, bars: Screening) -> Reading:
    """Share of the own last lines with a list, a heading or bold (people in chat: none). From 5 lines, 2 of them."""
    rate = _rate("marked", line, behind, bars.marked, lambda text, _: bool(moves.marked(text)))
    return Reading("marked", rate.value, rate.bar, moves.marked(line), rate.counts)


def slop(line: str, behind: Background, bars: Screening) -> Reading:
    """Over-used words, pairs and triples for each 1,000 of the persona's own words, once it has said 500.

    People .16 in chat and 6.9 in prose; the model 1.81 in chat, models 9.7 to 40 in prose (slop-score's word list).
    """
    said = (*behind.own[1 - RATED :], line)
    words = sum(len(plain_words(text)) for text in said)
    here = slop_in(line, behind.names)
    hits = sum(len(slop_in(text, behind.names)) for text in said)
    value = 1000 * hits / words if words else 0.0
    return Reading("slop", value, bars.slop, ", ".join(dict.fromkeys(here)), bool(here) and words >= SLOP_WORDS)


def drift(line: str, behind: Background, bars: Screening) -> Reading:
    """Likeness, 0-1, of the word profiles (content words and their pairs, cosine) of two personas, the nearest other.

    Counts from 80 content words of either, and only for a line that is nearer to the other than to its own voice.
    """
    own = _profile(behind.own[1 - RATED :])
    here = _profile((line,))
    mine = own + here
    nearest = Reading("drift", 0.0, bars.drift, counts=False)
    for other, theirs in _voices(behind):
        value = _cosine(mine, theirs)
        if value > nearest.value:
            enough = min(_words(mine), _words(theirs)) >= PROFILE_WORDS
            counts = enough and _words(here) >= DRIFT_WORDS and _cosine(here, theirs) > _cosine(here, own)
            nearest = Reading("drift", value, bars.drift, other, counts)
    return nearest


def longer(line: str, behind: Background, bars: Screening) -> Reading:
    """Times the staged length, in words (people: 3 in the median, 8 at the 90th percentile; the model 9 and 19)."""
    staged = behind.staged_words if "```" not in line else None  # code is as long as it is
    return Reading("longer", length_in_words(line) / staged if staged else 0.0, bars.longer, counts=staged is not None)


def agency(line: str, behind: Background, _: Screening) -> Reading:
    """1 where a line acts, speaks or decides for a person (C77); whether it is written again is the policy's."""
    shown = moves.acts_for(line, behind.people)
    return Reading("agency", 1.0 if shown else 0.0, 0.5, shown)


def private(line: str, behind: Background, bars: Screening) -> Reading:
    """Share, 0-1, of something that only the speaker and some others know which the line says word for word."""
    return _given_away("private", line, behind, bars, own=True)


def leak(line: str, behind: Background, bars: Screening) -> Reading:
    """The same of something that the speaker itself may not know: a prompt held it for somebody else."""
    return _given_away("leak", line, behind, bars, own=False)


METERS: Final[dict[str, Meter]] = {
    "leak": leak,
    "private": private,
    "repeat": repeat,
    "own-overlap": own_overlap,
    "overlap": overlap,
    "longer": longer,
    "agency": agency,
    "closings": closings,
    "openers": openers,
    "praise": praise,
    "questions": questions,
    "contrast": contrast,
    "marked": marked,
    "slop": slop,
    "drift": drift,
}
"""By name, the gravest first."""


def _last(behind: Background) -> Sequence[str]:
    return [said.text for said in behind.talk[-1:]] + list(behind.own[-1:])


def _nearest(name: str, line: str, others: Iterable[str], bar: float) -> Reading:
    if length_in_words(line) < SHORT:
        return Reading(name, 0.0, bar, counts=False)
    value, shown = max(
        ((likeness(line, other), other) for other in others), default=(0.0, ""), key=lambda pair: pair[0]
    )
    return Reading(name, value, bar, shown)


def _given_away(name: str, line: str, behind: Background, bars: Screening, *, own: bool) -> Reading:
    secrets = [secret.text for secret in behind.secrets if secret.own is own]
    value, shown = given_away(line, secrets, [said.text for said in behind.talk]) if secrets else (0.0, "")
    return Reading(name, value, bars.private, shown)


def _rate(name: str, line: str, behind: Background, bar: float, does: Callable[[str, Sequence[str]], bool]) -> Reading:
    """Of the own last lines: whether each does it, given the names of whoever spoke before it."""
    said = [*_own_with_names(behind), (line, _last_names(behind.talk, behind.speaker))][-RATED:]
    hits = [does(text, names) for text, names in said]
    enough = len(hits) >= LEAST[name] and sum(hits) >= HITS[name]
    return Reading(name, sum(hits) / len(hits), bar, counts=hits[-1] and enough)


def _own_with_names(behind: Background) -> Iterator[tuple[str, Sequence[str]]]:
    before: Sequence[str] = ()
    for said in behind.talk:
        if said.by == behind.speaker:
            yield said.text, before
        else:
            before = said.names


def _last_names(talk: Sequence[Spoken], speaker: str) -> Sequence[str]:
    return next((said.names for said in reversed(talk) if said.by != speaker), ())


def _voices(behind: Background) -> Iterator[tuple[str, Counter[str]]]:
    others = dict.fromkeys(said.by for said in behind.talk if said.persona and said.by != behind.speaker)
    for other in others:
        yield other, _profile(tuple(said.text for said in behind.talk if said.by == other)[-RATED:])


@lru_cache(64)
def _profile(texts: tuple[str, ...]) -> Counter[str]:
    """Content words and their pairs, counted."""
    found: Counter[str] = Counter()
    for text in texts:
        words = content_words(text)
        found.update(words)
        found.update(" ".join(pair) for pair in pairwise(words))
    return found


def _words(profile: Counter[str]) -> int:
    return sum(count for word, count in profile.items() if " " not in word)


def _cosine(one: Counter[str], other: Counter[str]) -> float:
    dot = sum(count * other[word] for word, count in one.items() if word in other)
    lengths = sqrt(sum(n * n for n in one.values())) * sqrt(sum(n * n for n in other.values()))
    return dot / lengths if lengths else 0.0
