"""Visible arithmetic over the candidates: topic, fair share, talkativeness and one seeded die."""

import unicodedata
from math import log1p

from events.base import PersonaId
from events.decided import Considered
from events.room import RoomState, Seat, lines_since
from panel.dice import draw
from panel.floor.filters import remaining

MENTIONED = 0.6
"""Being talked about is a hint, not an address."""
TOPIC = 1.0
"""Weight of the likeness between a card and the talk, stretched to 0-1 over the candidates."""
FAIR = 0.35
"""Weight of having been quiet, by the logarithm of the lines since one's own last."""
TALKATIVE = 0.5
DIE = 0.3
"""So that equals take turns."""
ALSO = 0.12
"""A second speaker must come this close to the first."""
CHATTY = 0.85
"""Chance that a remark which asks for no answer gets one, for a panel of average talkativeness."""

ACKNOWLEDGED = frozenset(
    (
        *("ok", "okay", "k", "kk", "thanks", "thx", "ty", "thank", "you", "cheers", "cool", "nice", "great", "lol"),
        *("haha", "hahaha", "yep", "yeah", "yes", "no", "nope", "sure", "right", "fine", "alright", "good", "night"),
        *("bye", "done", "noted", "true", "same", "indeed", "ah", "oh", "hm", "hmm", "wow", "brb", "afk", "gtg"),
    )
)
"""Words of which a bare acknowledgement is made."""
QUESTION_MARKS = "?\uff1f\u061f"


def choose(
    room: RoomState, free: tuple[Seat, ...], likeness: dict[str, float]
) -> tuple[tuple[PersonaId, ...], tuple[Considered, ...]]:
    """One speaker, sometimes two, sometimes nobody; and every candidate's score.

    Args:
        room: the room, with its turn.
        free: the candidates, at least one.
        likeness: cosine of the newest message and a persona's card, by persona id; may be empty.
    """
    turn = room.turn
    newest = next((said.text for said in reversed(room.talk) if said.person), "")
    if not (turn and turn.addressed.to_panel) and not _wants_answer(room, free, newest):
        return (), tuple(Considered(persona=seat.persona.id, verdict="passed", reason="no-answer-due") for seat in free)
    topic = _stretched({seat.persona.id: likeness[seat.persona.id] for seat in free if seat.persona.id in likeness})
    scores = {seat.persona.id: _score(room, seat, topic.get(seat.persona.id, 0.0)) for seat in free}
    ranked = sorted(scores, key=lambda persona: -scores[persona])
    speakers = ranked[:1]
    room_for_two = min(remaining(room), room.policy.limits.speakers_a_turn) > 1
    if len(ranked) > 1 and room_for_two and scores[ranked[0]] - scores[ranked[1]] < ALSO:
        speakers = ranked[:2]
    considered = tuple(
        Considered(
            persona=persona,
            verdict="chosen" if persona in speakers else "passed",
            reason="score",
            score=round(scores[persona], 3),
        )
        for persona in ranked
    )
    return tuple(speakers), considered


def _score(room: RoomState, seat: Seat, topic: float) -> float:
    persona = seat.persona
    mentioned = room.turn is not None and persona.id in room.turn.addressed.mentioned
    quiet = lines_since(room.talk, persona.id)
    return (
        MENTIONED * mentioned
        + TOPIC * topic
        + FAIR * log1p(quiet)
        + TALKATIVE * persona.talkativeness
        + DIE * draw(room, "score", persona.id)
    )


def _stretched(values: dict[PersonaId, float]) -> dict[PersonaId, float]:
    """The values over 0-1; all in the middle where they are equal."""
    if not values:
        return {}
    low, high = min(values.values()), max(values.values())
    return {key: (value - low) / (high - low) if high > low else 0.5 for key, value in values.items()}


def _wants_answer(room: RoomState, free: tuple[Seat, ...], text: str) -> bool:
    """A question and a greeting want one; a bare acknowledgement wants none; else the panel's temper decides."""
    if any(sign in text for sign in QUESTION_MARKS):
        return True
    words = "".join(sign if sign.isalnum() else " " for sign in unicodedata.normalize("NFKC", text).casefold()).split()
    if not words or all(word in ACKNOWLEDGED for word in words):
        return False
    if len(room.talk) <= 1:
        return True
    temper = sum(seat.persona.talkativeness for seat in free) / len(free)
    return draw(room, "answer") < min(1.0, CHATTY * 2 * temper)
