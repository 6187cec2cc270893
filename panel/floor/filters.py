"""The hard filters: who may be given the floor. A chain of small callables; each refusal keeps its reason."""

from collections.abc import Callable
from datetime import timedelta

from events.decided import Considered
from events.room import RoomState, Seat
from panel.floor.graph import off_the_graph, pair_rests
from panel.floor.rest import panel_asked, persona_rests, quiet_hours, room_rests

Filter = Callable[[Seat, RoomState], str | None]
"""The reason for a refusal, or None."""


def muted(seat: Seat, _room: RoomState) -> str | None:
    """A muted persona hears, and does not speak."""
    return "muted" if seat.muted else None


def above_the_cap(_seat: Seat, room: RoomState) -> str | None:
    """Persona lines in a row stay below the unmuted seats (Kindroid's bots stop at a fixed 3 of them)."""
    return "cap" if remaining(room) <= 0 else None


def just_spoke(seat: Seat, room: RoomState) -> str | None:
    """Nobody answers themselves; alone on the panel, nobody else could."""
    alone = room.unmuted == 1 or (room.policy.strategy == "natural" and room.policy.natural.self_responses)
    return "just-spoke" if room.last_speaker == seat.persona.id and room.ai_run > 0 and not alone else None


def never_unasked(seat: Seat, room: RoomState) -> str | None:
    """Talkativeness 0 speaks only when asked: by name, or as one of a panel in which nobody speaks unasked."""
    if seat.persona.talkativeness > 0:
        return None
    asked = panel_asked(room) and all(one.muted or one.persona.talkativeness <= 0 for one in room.seats)
    return None if asked else "only-when-asked"


def above_the_fuse(_seat: Seat, room: RoomState) -> str | None:
    """The hard limit of lines an hour."""
    return "fuse" if lines_this_hour(room) >= room.policy.limits.lines_an_hour else None


FILTERS: tuple[Filter, ...] = (
    muted,
    above_the_cap,
    just_spoke,
    never_unasked,
    above_the_fuse,
    off_the_graph,
    pair_rests,
    persona_rests,
    room_rests,
    quiet_hours,
)
"""In this order: the first that refuses gives its reason."""


def remaining(room: RoomState) -> int:
    """Persona lines that are still allowed before a person speaks, those counted that are staged or on their way.

    The cap, which twenty seats would make useless, is bounded by the speakers of a turn, and where two talk, who are
    two speakers whatever they say, by the lines of their talk. A scene has a count of its own, and its next line waits
    for the one before.
    """
    if room.scene is not None:
        return min(1, room.scene.left) - len(room.unposted)
    policy = room.policy
    bound = policy.pair.lines if policy.strategy == "pair" else policy.limits.speakers_a_turn
    return min(room.cap, max(1, bound)) - room.ai_run - len(room.unposted)


def staging_limit(room: RoomState, candidates: int) -> int:
    """How many may be staged now: the cap, the policy and the candidates bound it.

    A room that rests takes one; so does a message to somebody who is not here, which one persona may say.
    """
    absent = room.turn is not None and bool(room.turn.addressed.absent)
    if (absent or room.policy.cooldowns.room > 0) and not panel_asked(room):
        return 1
    return max(1, min(remaining(room), room.policy.limits.speakers_a_turn, candidates))


def lines_this_hour(room: RoomState) -> int:
    """Lines staged within the hour before the room's last event."""
    hour_ago = room.at - timedelta(hours=1)
    return sum(at > hour_ago for at in room.line_times)


def sift(room: RoomState) -> tuple[tuple[Seat, ...], tuple[Considered, ...]]:
    """The seats that may be given the floor, in seat order, and the refusals of the others."""
    free: list[Seat] = []
    refused: list[Considered] = []
    for seat in room.seats:
        reason = next((why for rule in FILTERS if (why := rule(seat, room))), None)
        if reason is None:
            free.append(seat)
        else:
            refused.append(Considered(persona=seat.persona.id, verdict="refused", reason=reason))
    return tuple(free), tuple(refused)
