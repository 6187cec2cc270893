"""The scored floor: arithmetic whose one readout is the likeness of the talk and the cards. No language model."""

from math import isfinite

import msgspec

from events.room import Call
from panel.deciding import Deciding
from panel.decode import UnreadableAnswer, object_in
from panel.floor.fallback import fall_back
from panel.floor.strategy import Refusals, Seats, Strategy


def begin(d: Deciding, free: Seats, _: Refusals) -> None:
    """Ask how close the newest message is to each card; a mind without embeddings says that it cannot."""
    d.ask("likeness", tuple(seat.persona.id for seat in free))


def answered(d: Deciding, _call: Call, text: str) -> None:
    """Choose, with the likeness as one term of the sum."""
    fall_back(d, "scored", _likeness(text))


def failed(d: Deciding, _call: Call, _reason: str) -> None:
    """Choose without it."""
    fall_back(d, "scored")


class _Likeness(msgspec.Struct):
    scores: dict[str, float]


def _likeness(text: str) -> dict[str, float]:
    try:
        scores = msgspec.convert(object_in(text), _Likeness).scores
    except (UnreadableAnswer, msgspec.ValidationError):
        return {}
    return {persona: score for persona, score in scores.items() if isfinite(score)}


SCORED = Strategy(name="scored", source="what peers weigh, made visible", begin=begin, answered=answered, failed=failed)
