"""Who writes whose lines: all in one call, each in their own, or those alone who have something to keep to themselves.

What each of them is then shown is decided in `knowing` and `casting`.
"""

from collections.abc import Sequence
from typing import Final, Literal

from events.base import PersonaId
from events.room import RoomState
from panel.knowing import has_private

Arranged = Literal["one", "split", "each"]

SAFE: Final = 0.02
"""Leaks a chance up to which one writer may hold everybody's secrets: about one in fifty, at the upper end of the
interval, so that few trials earn no trust."""
CARELESS: Final = 0.2
"""Above this a model is not trusted with two people in one prompt at all: each persona writes alone."""


def effective(room: RoomState) -> tuple[Arranged, str]:
    """The arrangement that holds in a room, and why where the policy left it open: what the leak exam found decides."""
    wanted = room.policy.arrangement
    if wanted != "auto":
        return wanted, ""
    writer = room.writer
    if writer.leaks is None:
        return "split", f"auto: {writer.model or 'this model'} has not sat the leak exam"
    found = f"auto: {writer.model} leaked {writer.leaks:.1%} of {writer.trials}, surely at most {writer.at_most:.1%}"
    if writer.at_most <= SAFE:
        return "one", found
    return ("split" if writer.at_most <= CARELESS else "each"), found


def next_group(room: RoomState, pending: Sequence[PersonaId]) -> tuple[tuple[PersonaId, ...], str]:
    """The personas of the next writer call, from those still to be written in staged order; and why it is just these.

    The reason is for the log: it names personas and kinds, and no words.
    """
    arranged, why = effective(room)
    if arranged == "each":
        group, because = tuple(pending[:1]), ""
    elif arranged == "split":
        group, because = _together(room, tuple(pending))
    else:
        group, because = tuple(pending), ""
    return group, "; ".join(filter(None, (f"{arranged}: {because}" if because else arranged, why)))


def _together(room: RoomState, pending: tuple[PersonaId, ...]) -> tuple[tuple[PersonaId, ...], str]:
    """The longest run from the first that may share one prompt. Who keeps something from the others is a run alone."""
    apart = [one for one in pending if has_private(room, one, pending)]
    if pending and pending[0] in apart and len(pending) > 1:
        return pending[:1], f"{pending[0]} knows what the others do not"
    first = next((place for place, one in enumerate(pending) if one in apart), len(pending))
    return pending[: first or 1], f"{', '.join(apart)} apart" if apart else ""
