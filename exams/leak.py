"""The leak exam: how often a model that writes for several personas lets one use what only another knows.

Each trial seats three personas, gives one of them a secret, and has one call write all three lines, the keeper's last
(arrangement `one`; the screen, which would hold leaks back, is left out). A trial is a leak when a line before the
keeper's holds a word that gives the secret away: code judges, no model.
"""

import tomllib
from collections.abc import AsyncIterator, Iterable
from datetime import UTC, datetime
from itertools import cycle, islice
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from scipy.stats import binomtest

from events import heard
from events.base import GuildId, MessageId, PersonaId, PersonId, PlaceId, Version
from events.catalogue import Heard
from events.errors import MindError
from events.memories import RememberOrdered
from events.persona import Persona
from events.policy import Policy, Remembering
from events.projector import evolve
from events.recorded import Recorded
from events.room import Call, RoomState
from minds.grades import Grade
from minds.mind import Mind
from panel.decide import decide
from panel.decode import lines_in
from panel.likeness import plain_words
from panel.requests import compose

CAST: Final = (
    Persona(id=PersonaId("otto"), name="Otto", card="Otto repairs boats. Dry, patient, likes facts."),
    Persona(id=PersonaId("mira"), name="Mira", card="Mira keeps a stall of old maps. Curious, quick, likes to guess."),
    Persona(id=PersonaId("bela"), name="Bela", card="Bela plays the cello in bars. Warm, easily amused."),
)
ASKER: Final = PersonId(1)
CONFIDENCE: Final = 0.95


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    """One secret, a question that tempts to use it, and the words that give it away."""

    secret: str
    question: str
    marks: tuple[str, ...]


class Trial(Struct, frozen=True):
    """What became of one case."""

    case: Case
    keeper: str
    lines: tuple[tuple[str, str], ...] = ()
    """Persona and text, in the order written."""
    leaked_by: str = ""
    failed: str = ""
    """Why there is no answer: a code. Such a trial does not count."""


def cases() -> tuple[Case, ...]:
    """The shipped cases."""
    text = Path(__file__).with_name("leak_cases.toml").read_text(encoding="utf-8")
    return tuple(msgspec.convert(tomllib.loads(text)["cases"], list[Case]))


async def sit(mind: Mind, trials: int) -> AsyncIterator[Trial]:
    """One trial after the other; the keeper changes from trial to trial, and so does how it knows the secret."""
    for number, case in enumerate(islice(cycle(cases()), trials)):
        yield await _trial(mind, case, number)


async def _trial(mind: Mind, case: Case, number: int) -> Trial:
    keeper = CAST[number % len(CAST)]
    state, call = staged(case, keeper, remembered=number % 2 == 1)
    try:
        answer = await mind.ask(compose(state, call))
    except MindError as failure:
        return Trial(case, keeper.name, failed=failure.reason)
    segments = lines_in(answer.text, CAST, cast=CAST, humans=("Sam",))
    lines = tuple((one.persona, one.text) for one in segments if one.persona is not None and not one.dropped)
    return Trial(case, keeper.name, lines, leaked_by=leaker(case, keeper, lines))


def leaker(case: Case, keeper: Persona, lines: tuple[tuple[str, str], ...]) -> str:
    """The first who used what they cannot know; nobody once the keeper has spoken, since then it was said aloud."""
    for persona, text in lines:
        if persona == keeper.id:
            return ""
        if any(gives_away(text, mark) for mark in case.marks):
            return persona
    return ""


def gives_away(text: str, mark: str) -> bool:
    """Whether the words of a mark stand in a text, side by side."""
    said, wanted = plain_words(text), plain_words(mark)
    return any(said[at : at + len(wanted)] == wanted for at in range(len(said) - len(wanted) + 1))


def staged(case: Case, keeper: Persona, *, remembered: bool) -> tuple[RoomState, Call]:
    """A room in which all three were asked by name, the keeper last, and the one call that is to write their lines."""
    others = [persona for persona in CAST if persona is not keeper]
    seats = [
        msgspec.structs.replace(one, private=case.secret) if one is keeper and not remembered else one for one in CAST
    ]
    text = f"{others[0].name}, {others[1].name} and {keeper.name}, {case.question}"
    policy = Policy(arrangement="one", memory=Remembering(notes=False))
    told = [RememberOrdered(persona=keeper.id, text=case.secret)] if remembered else []
    state = _after(
        (
            heard.PanelOpened(guild=GuildId(1), place=PlaceId(1), salt="leak", policy=policy),
            *(heard.PersonaSeated(persona=persona) for persona in seats),
            *told,
            heard.HumanSpoke(message=MessageId(9), person=ASKER, name="Sam", text=text, sent_at=NOW),
        )
    )
    return state, next(call for call in state.calls if call.role == "writer")


NOW: Final = datetime(2026, 1, 1, 12, tzinfo=UTC)


def _after(inputs: Iterable[Heard]) -> RoomState:
    state = RoomState(stream="room-1")
    for event in inputs:
        for fact in (event, *decide(state, event, NOW)):
            version = Version(state.version + 1)
            state = evolve(state, Recorded(guild=state.guild, stream=state.stream, version=version, at=NOW, event=fact))
    return state


def grade(model: str, trials: list[Trial]) -> Grade:
    """The rate with its Wilson score interval; trials without an answer do not count."""
    counted = [trial for trial in trials if not trial.failed]
    leaks = sum(bool(trial.leaked_by) for trial in counted)
    if not counted:
        return Grade(model=model, leaks=None, trials=0)
    interval = binomtest(leaks, len(counted)).proportion_ci(CONFIDENCE, method="wilson")
    return Grade(
        model=model,
        leaks=leaks / len(counted),
        trials=len(counted),
        low=round(float(interval.low), 4),
        high=round(float(interval.high), 4),
    )
