"""One call for all, a call for each, or one apart for whom has something to hide: `python -m bench.arrangements`.

People ask one to four of four personas by name, so no producer is asked, and every call is a writer's. Words of prompts
are known where an earlier prompt of the room began the same (`bench.prefix`). In `split*` one of the four has a secret,
and so writes alone.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence
from statistics import mean

import msgspec

from bench.paced import PACE, Cost, PacedMind, Words, evening
from bench.prefix import shared
from bench.report import show
from bench.speakers import FOUR, SPOKEN
from bench.table_talk import WILMA
from events.asked import Request
from events.base import PersonaId
from events.persona import Persona
from events.policy import Arrangement, Gathering, Policy

NAMED = {
    1: "Tariq / Wilma / Oona / Ibrahim / Tariq",
    2: "Tariq and Oona / Wilma and Ibrahim / Oona and Tariq / Ibrahim and Wilma / Tariq and Wilma",
    3: "Tariq, Oona and Wilma / Wilma, Ibrahim and Tariq / Oona, Tariq and Ibrahim / Ibrahim, Wilma and Oona"
    " / Tariq, Wilma and Oona",
    4: "Tariq, Oona, Wilma and Ibrahim / Wilma, Ibrahim, Oona and Tariq / Oona, Tariq, Wilma and Ibrahim"
    " / Ibrahim, Wilma, Tariq and Oona / Tariq, Wilma, Ibrahim and Oona",
}
ASKED = (
    "what would you do on a wet day?",
    "what was the best meal of your life?",
    "which tool would you never lend?",
    "where should we go on Sunday?",
    "what do you hear when it is quiet?",
)
WAYS: dict[str, Arrangement] = {"one": "one", "split*": "split", "each": "each"}
KEEPER = WILMA
COLUMNS = ["speakers", "way", "calls", "first ms", "last ms", "last / one", "words", "known"]


class Measured(msgspec.Struct, frozen=True):
    """What one way cost, in the mean of a message."""

    calls: float
    first: float
    last: float
    words: float
    known: float
    """Share of all words of prompts but those of the first call."""


def main() -> None:
    """The table: one to four speakers, by each arrangement."""
    rows: list[list[str]] = []
    numbers: dict[str, float] = {}
    for speakers in NAMED:
        found = {name: asyncio.run(_measured(arranged, speakers)) for name, arranged in WAYS.items()}
        base = found["one"].last
        for name, one in found.items():
            rows.append([
                str(speakers), name, f"{one.calls:.1f}", f"{one.first * 1000:.0f}", f"{one.last * 1000:.0f}",
                f"{one.last / base:.2f}", f"{one.words:.0f}", f"{one.known:.0%}",
            ])  # fmt: skip
            numbers[f"{speakers} {name}"] = one.last / base
    show(f"Arrangements of the writers, for each of {len(ASKED)} messages; {PACE}", COLUMNS, rows, numbers)


async def _measured(arranged: Arrangement, speakers: int) -> Measured:
    policy = Policy(arrangement=arranged, gathering=Gathering(window=0.0), longest_pause=0.0)
    cast = [_keeping(one) if arranged == "split" else one for one in FOUR]
    said = [("Sam", f"{who}, {what}") for who, what in zip(NAMED[speakers].split(" / "), ASKED, strict=True)]
    mind = PacedMind(_lines())
    await evening(Policy(gathering=Gathering(window=0.0)), FOUR, said, _lines())  # everything is slower the first time
    costs = await evening(policy, cast, said, mind)
    words, known = _sizes(mind.requests)
    return Measured(
        calls=mean(cost.calls for cost in costs),
        first=mean(_seconds(cost, "first") for cost in costs),
        last=mean(_seconds(cost, "last") for cost in costs),
        words=words / len(costs),
        known=known,
    )


def _keeping(persona: Persona) -> Persona:
    return msgspec.structs.replace(persona, private="She has sold the stall.") if persona.id == KEEPER else persona


def _seconds(cost: Cost, which: str) -> float:
    seconds: float | None = getattr(cost, which)
    assert seconds is not None, "somebody was asked by name, and nobody spoke"
    return seconds


def _sizes(requests: Sequence[Request]) -> tuple[int, float]:
    """Words of all prompts, and the share of them, after the first call, with which an earlier prompt began."""
    found = shared(requests)
    later = sum(one.words for one in found[1:])
    return sum(one.words for one in found), sum(one.known for one in found[1:]) / later if later else 0.0


def _lines() -> Words:
    """Something else to say each time."""
    said: Counter[PersonaId] = Counter()

    def line(persona: PersonaId) -> dict[str, str]:
        said[persona] += 1
        return {"speaker": persona, "text": SPOKEN[persona][(said[persona] - 1) % len(SPOKEN[persona])]}

    def answer(request: Request) -> str:
        return msgspec.json.encode({"lines": [line(cue.persona) for cue in request.scene.speakers]}).decode()

    return answer


if __name__ == "__main__":
    main()
