"""Three of four speak: what that costs by one streamed writer, by one call a speaker, and with advice beside it."""

import asyncio
from collections import Counter
from itertools import cycle
from typing import Any

import msgspec

from bench.paced import COLUMNS, PACE, Cost, Words, evening, in_series, numbers, rows
from bench.report import show
from bench.table_talk import OONA, TABLE, TARIQ, WILMA
from bench.table_talk import SAID as LINES
from events.asked import Request
from events.base import PersonaId
from events.decided import Role
from events.persona import Persona
from events.policy import Gathering, Policy

IBRAHIM = PersonaId("ibrahim")
FOUR = (
    *TABLE,
    Persona(
        id=IBRAHIM,
        name="Ibrahim",
        card="Ibrahim tunes pianos in other people's houses, and notices what stands on them.",
        summary="A piano tuner: strings, keys, other people's rooms.",
    ),
)
"""A fourth seat: the cap of a table of three is two lines, and three are to be chosen of several."""
TUNES = (
    "The damp gets into the pins before it gets into people.",
    "I can come by with a fork and no opinions.",
    "Somebody put a candle on the lid again.",
    "An octave is a promise, and this one is broken.",
    "The neighbours clap when I stop.",
)
SPOKEN = {**LINES, IBRAHIM: TUNES}
STAGED = ((TARIQ, WILMA, IBRAHIM), (OONA, IBRAHIM, TARIQ), (WILMA, OONA, TARIQ), (IBRAHIM, WILMA, OONA))
SAID = (
    ("Sam", "what a wet week, nothing to do"),
    ("Rio", "the house is too quiet these days"),
    ("Sam", "I never finish anything that I begin"),
    ("Rio", "so much for the summer then"),
)
WINDOW = 0.3
"""Seconds that a turn gathers where advice is asked for meanwhile: longer than a call."""
OURS = "ours: producer, then one streamed writer"


def main() -> None:
    """Ours and two engines' ways, for the same three speakers; then ours with advice and without, which gathers."""
    costs = asyncio.run(_measured())
    title = (
        f"Three of four speak, over {len(SAID)} remarks; {PACE}; gathering is {WINDOW * 1000:g} ms where it is named"
    )
    show(title, COLUMNS, rows(costs, OURS), numbers(costs))


async def _measured() -> dict[str, list[Cost]]:
    gathers = Gathering(window=WINDOW, longest=WINDOW)
    await _evening(Policy(gathering=Gathering(window=0.0)))  # the first time that a prompt is rendered is the slowest
    return {
        OURS: await _evening(Policy(gathering=Gathering(window=0.0))),
        "ours, a call for each line": await _evening(Policy(arrangement="each", gathering=Gathering(window=0.0))),
        "ours, list order: one streamed writer": await _evening(
            Policy(strategy="list", gathering=Gathering(window=0.0))
        ),
        "SillyTavern's way: a call for each, in series": await _in_series("writer"),
        "AutoGen's way: a selection and a reply for each": await _in_series("selector", "writer"),
        "ours, gathering": await _evening(Policy(gathering=gathers)),
        "ours, gathering, four motivations beside": await _evening(Policy(gathering=gathers, motivation=True)),
    }


async def _evening(policy: Policy) -> list[Cost]:
    return await evening(msgspec.structs.replace(policy, longest_pause=0.0), FOUR, SAID, _minds())


async def _in_series(*roles: Role) -> list[Cost]:
    words = _minds()
    staged = zip(STAGED, SAID, strict=True)
    return [await in_series(speakers, roles, FOUR, text, words) for speakers, (_, text) in staged]


def _minds() -> Words:
    """Minds that stage three for every remark, and have something else to say each time."""
    said: Counter[PersonaId] = Counter()
    stagings = cycle(STAGED)

    def line(persona: PersonaId) -> dict[str, str]:
        said[persona] += 1
        return {"speaker": persona, "text": SPOKEN[persona][said[persona] - 1]}

    def answer(request: Request) -> str:
        about = [cue.persona for cue in request.scene.speakers]
        told: dict[str, Any]
        match request.role:
            case "producer":
                cues = [
                    {"persona": one, "length": "short", "manner": "dry", "reason": "fits"} for one in next(stagings)
                ]
                told = {"hold": False, "reason": "", "speakers": cues}
            case "writer":
                told = {"lines": [line(one) for one in about]}
            case "motivation":
                told = {"for": "it is theirs to tell", "against": "others may know better", "motivation": 3.0}
            case _:
                told = {"next": about[0]}
        return msgspec.json.encode(told).decode()

    return answer


if __name__ == "__main__":
    main()
