"""Visible arithmetic over the candidates: a sum of weighted terms, each shown beside the score, and one seeded die."""

import unicodedata
from math import log1p

from events.base import PersonaId
from events.decided import Considered
from events.room import RoomState, Seat, lines_since
from panel import obligations, topic
from panel.dice import draw
from panel.floor.filters import staging_limit
from panel.floor.graph import following

MENTIONED = 0.6
"""Being talked about is a hint, not an address."""
OBLIGATION = 0.8
"""An answer that is owed: to a person it weighs most, to a persona less, and less the deeper it lies."""
TOPIC = 1.0
"""Weight of the likeness between a card and the talk: measured and stretched to 0-1, else by the words in common."""
QUIET = 0.35
"""Weight of having been quiet, by the logarithm of the lines since one's own last."""
FAIR = 0.5
"""Weight of the fair share of the recent persona lines, less the persona's own."""
TALKATIVE = 0.5
DIE = 0.3
"""So that equals take turns."""
ALSO = 0.12
"""A second speaker must come this close to the first."""
CHATTY = 0.85
"""Chance that a remark which asks for no answer gets one, for a panel of average talkativeness."""
OWN_LINES = 5
"""Of its own last lines, that show what a persona is talking about."""

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
    """One speaker, sometimes two, sometimes nobody; and every candidate's score with the terms that it is the sum of.

    Args:
        room: the room, with its turn.
        free: the candidates, at least one.
        likeness: cosine of the newest message and a persona's card, by persona id; may be empty.
    """
    newest = next((said.text for said in reversed(room.talk) if said.person), "")
    if not (room.turn and room.turn.addressed.to_panel) and not _wants_answer(room, free, newest):
        return (), tuple(Considered(persona=seat.persona.id, verdict="passed", reason="no-answer-due") for seat in free)
    topics = _topics(room, free, newest, likeness)
    sums = {seat.persona.id: terms(room, seat, topics.get(seat.persona.id, 0.0)) for seat in free}
    scores = {persona: sum(parts.values()) for persona, parts in sums.items()}
    ranked = sorted(scores, key=lambda persona: -scores[persona])
    speakers = following(room, _close(room, ranked, scores))
    considered = tuple(
        Considered(
            persona=persona,
            verdict="chosen" if persona in speakers else "passed",
            reason=", ".join(f"{name} {part:.2f}" for name, part in sums[persona].items() if round(part, 2)),
            score=round(scores[persona], 3),
        )
        for persona in ranked
    )
    return speakers, considered


def terms(room: RoomState, seat: Seat, likeness: float) -> dict[str, float]:
    """What a candidate's score is the sum of, by name: the weights are already in."""
    persona = seat.persona
    mentioned = room.turn is not None and persona.id in room.turn.addressed.mentioned
    return {
        "mentioned": MENTIONED * mentioned,
        "owed": OBLIGATION * obligations.owes(room, persona.id),
        "topic": TOPIC * likeness,
        "quiet": QUIET * log1p(lines_since(room.talk, persona.id)),
        "fair": FAIR * _fair_share(room, persona.id),
        "talkative": TALKATIVE * persona.talkativeness,
        "die": DIE * draw(room, "score", persona.id),
    }


def _close(room: RoomState, ranked: list[PersonaId], scores: dict[PersonaId, float]) -> list[PersonaId]:
    """The first, and the second where it comes close and two may speak."""
    two = staging_limit(room, len(ranked)) > 1 and scores[ranked[0]] - scores[ranked[1]] < ALSO
    return ranked[: 1 + two]


def _fair_share(room: RoomState, persona: PersonaId) -> float:
    voices = [said.persona for said in room.talk if said.persona]
    return 1 / max(1, room.unmuted) - voices.count(persona) / len(voices) if voices else 0.0


def _topics(room: RoomState, free: tuple[Seat, ...], newest: str, likeness: dict[str, float]) -> dict[PersonaId, float]:
    measured = {seat.persona.id: likeness[seat.persona.id] for seat in free if seat.persona.id in likeness}
    if measured:
        return _stretched(measured)
    return topic.overlap(newest, {seat.persona.id: _known_for(room, seat) for seat in free})


def _known_for(room: RoomState, seat: Seat) -> str:
    """The card, and what the persona has been saying."""
    said = [said.text for said in room.talk if said.persona == seat.persona.id]
    return " ".join((seat.persona.summary, seat.persona.card, *said[-OWN_LINES:]))


def _stretched(values: dict[PersonaId, float]) -> dict[PersonaId, float]:
    """The values over 0-1; all in the middle where they are equal."""
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
