"""What code knows of how fitting it is to speak: terms beside the model's own motivation. Arithmetic on the talk."""

from msgspec import Struct

from events.base import PersonaId
from events.room import RoomState, lines_since
from panel.motivation import HIGHEST, LOWEST

FAIRNESS = 1.01
"""A score grows by this factor a line since the persona's own last one (Inner Thoughts; keyed on its own turns)."""
FAIR_LINES = 30
"""Lines after which fairness grows no more (1.35): else whoever never spoke would pass any threshold in a long talk."""
COHERENCE = -0.5
"""The last line is a question to somebody else: whoever else speaks now cuts in."""
BALANCE = 0.3
"""Weight of the fair share of the recent persona lines, less the persona's own."""
DYNAMICS = -0.25
"""The last lines went to and fro between people: a talk that does not wait for the panel."""
RECENT = 12
"""Lines that count as recent."""
QUESTION_MARKS = "?\uff1f\u061f"


class Measured(Struct, frozen=True):
    """A motivation with what code added to it."""

    score: float
    """1.0-5.0."""
    terms: dict[str, float]


def measured(room: RoomState, persona: PersonaId, raw: float) -> Measured:
    """The raw motivation (1.0-5.0) with every term visible: `(raw + terms) * fairness`, within the scale."""
    added = {
        "coherence": coherence(room, persona),
        "balance": balance(room, persona),
        "dynamics": dynamics(room),
    }
    fair = fairness(room, persona)
    score = round(min(HIGHEST, max(LOWEST, (raw + sum(added.values())) * fair)), 2)
    terms = {name: round(term, 3) for name, term in (*added.items(), ("fairness", fair))}
    return Measured(score, terms)


def fairness(room: RoomState, persona: PersonaId) -> float:
    """The factor for having been quiet, 1 to 1.35: in a lull and for a thought the same."""
    return FAIRNESS ** min(FAIR_LINES, lines_since(room.talk, persona))


def coherence(room: RoomState, persona: PersonaId) -> float:
    """Whether the persona would cut into a question that somebody else was asked."""
    last = room.talk[-1] if room.talk else None
    if last is None or last.to is None or not any(sign in last.text for sign in QUESTION_MARKS):
        return 0.0
    elsewhere = last.to.to_human or (bool(last.to.forced) and persona not in last.to.forced)
    return COHERENCE if elsewhere and not last.to.to_panel else 0.0


def balance(room: RoomState, persona: PersonaId) -> float:
    """Above zero for whoever has had less than its share of the recent persona lines, below for more."""
    voices = [said.persona for said in room.talk[-RECENT:] if said.persona]
    if not voices or not room.unmuted:
        return 0.0
    return BALANCE * (1 / room.unmuted - voices.count(persona) / len(voices))


def dynamics(room: RoomState) -> float:
    """Below zero where two people have been answering one another."""
    people = [said.person for said in room.talk[-3:]]
    return DYNAMICS if len(people) == 3 and None not in people and people[0] == people[2] != people[1] else 0.0
