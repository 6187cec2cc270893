"""What is wrong with a suspected line, and what its next attempt is told: by code, or by a model that may acquit it.

Screen, diagnose, regenerate (SDR; Chu et al. 2024): the screen is code, so that a model sees suspects alone.
"""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from events.base import PersonaId
from events.room import Call, RoomState, Suspect, Utterance
from panel.decode import UnreadableAnswer, object_in
from panel.meters import Reading
from panel.rendering import render

SHOWN: Final = 200
"""Characters of evidence that are kept and told."""
LONGEST: Final = 400
"""Characters of a model's instruction."""

DIRECTIONS: Final = {
    "leak": "Leave out what only somebody else knows: you do not know it.",
    "private": "You recited what few here know. Keep it to yourself, or hint at it in words of your own.",
    "repeat": "You said exactly this already. Say something that is not in the talk yet.",
    "own-overlap": "You said nearly this before: {shown} Bring something new, or take another side.",
    "overlap": "That was said already, nearly word for word: {shown} Take another side, or bring something new.",
    "longer": "Far too long. Keep the one thing that matters, and stop there.",
    "agency": "Leave it to people what they do, say and decide: only your own part is yours to tell.",
    "closings": "You closed your last line the same way. End on the thing itself, without that last sentence.",
    "openers": "Your lines keep beginning with {shown}. Begin with another word.",
    "praise": "No praise and no name at the beginning: go straight to what you have to say.",
    "questions": "You ask too often. End on a statement, and let others choose whether to go on.",
    "contrast": "No “not this, but that”. Say the one thing that you mean.",
    "marked": "This is talk, not a page: no lists, no headings, no bold.",
    "slop": "Worn words: {shown}. Say it with plainer and more particular ones.",
    "drift": "You begin to sound like somebody else here. Say it as only you would.",
}
"""What the next attempt is told, by meter: a direction, as one gives it to an actor."""


class Diagnosis(Struct, frozen=True):
    """What a suspected line is found to be: nothing in `what` acquits it."""

    what: tuple[str, ...] = ()
    evidence: str = ""
    instruction: str = ""


def by_code(found: Sequence[Reading], *, strict_agency: bool) -> Diagnosis:
    """The meters' own word: every trip is a fault, but agency alone where the policy only counts it."""
    faults = [one for one in found if one.meter != "agency" or strict_agency]
    evidence = "; ".join(dict.fromkeys(_short(one.shown) for one in found if one.shown))
    told = " ".join(DIRECTIONS[one.meter].format(shown=_quoted(one.shown)) for one in faults)
    return Diagnosis(tuple(one.meter for one in faults), evidence, told)


def is_arguable(found: Sequence[Reading], *, strict_agency: bool) -> bool:
    """Whether a model may be asked: what another keeps secret is shown to none, and what is no fault needs none."""
    meters = {one.meter for one in found}
    return "leak" not in meters and bool(meters - (set() if strict_agency else {"agency"}))


def brief(room: RoomState, call: Call, _talk: list[Utterance]) -> tuple[str, dict[str, Any]]:
    """The volatile end of the prompt, and the shape of the answer."""
    persona = call.about[0]
    seat = room.seat(persona)
    suspect = pending(room, persona)
    text = render(
        "diagnosis.j2",
        persona=persona,
        name=seat.persona.name if seat else persona,
        text=suspect.text if suspect else "",
        faults=[(trip, _plainly(trip.meter)) for trip in suspect.trips] if suspect else [],
    )
    properties: dict[str, object] = {
        "evidence": {"type": "string"},
        "acquit": {"type": "boolean"},
        "instruction": {"type": "string"},
    }
    schema = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return text, {"schema_name": "diagnosis", "schema": schema, "max_tokens": 250, "temperature": 0.2}


def by_model(text: str, suspect: Suspect) -> Diagnosis | None:
    """What the model found. None where its answer is none: a guilty verdict without an instruction helps nobody."""
    try:
        answer = object_in(text)
    except UnreadableAnswer:
        return None
    evidence, told, acquit = (answer.get(name) for name in ("evidence", "instruction", "acquit"))
    evidence = _short(evidence, SHOWN) if isinstance(evidence, str) else ""
    if acquit is True:
        return Diagnosis(evidence=evidence)
    if acquit is not False or not isinstance(told, str) or not told.strip():
        return None
    return Diagnosis(tuple(trip.meter for trip in suspect.trips), evidence, _short(told, LONGEST))


def pending(room: RoomState, persona: PersonaId) -> Suspect | None:
    """This persona's suspected line that is not diagnosed yet."""
    suspects = room.turn.suspects if room.turn else ()
    return next((one for one in reversed(suspects) if one.persona == persona and one.what is None), None)


def _plainly(meter: str) -> str:
    return DIRECTIONS[meter].replace("{shown} ", "").replace(" {shown}", "").replace(": .", ".")


def _quoted(words: str) -> str:
    return f"“{_short(words)}”" if words else ""


def _short(words: str, most: int = SHOWN) -> str:
    plain = " ".join(words.split())
    return plain if len(plain) <= most else plain[: most - 1].rstrip() + "…"
