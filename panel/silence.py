"""The line after a silence: each persona is asked how much it wants to speak; one line, or none, a lull."""

from datetime import datetime, timedelta

from events import heard
from events.decided import Considered, Cue
from events.room import Call, RoomState
from panel import readouts, turns
from panel.deciding import Deciding
from panel.dice import draw
from panel.floor.filters import remaining, sift
from panel.floor.rest import is_quiet

ENOUGH_SCORES = 20
"""Scores that a room must have seen before a share of them says more than a threshold."""
DOUBLINGS = 10
"""The wait grows this often at most: by then `human_within` has long ended it."""


def due(room: RoomState) -> datetime | None:
    """When the silence is to be asked about; None when it is not. A function of the room alone, so restarts keep it."""
    wish = room.policy.silence
    idle = room.open and room.turn is None and room.scene is None and not room.hushed and not room.unposted
    if not wish.on or not idle or room.lull.spent or not room.lull.since or remaining(room) <= 0 or not room.unmuted:
        return None
    wait = wish.after * max(1.0, wish.back_off) ** min(room.holds, DOUBLINGS)
    if room.holds >= max(1, wish.sleep_after) or wait > wish.human_within:
        return None
    at = max(room.lull.since_at + timedelta(seconds=wait), room.typing_until)
    late = at - room.last_human_at > timedelta(seconds=wish.human_within)
    if late or is_quiet(room.policy, at) or at < room.broke_until:
        return None
    day_ago = at - timedelta(days=1)
    return at if sum(wake > day_ago for wake in room.wakes) < wish.wake_budget else None


def rang(d: Deciding, event: heard.AlarmRang) -> None:
    """The silence has lasted. An alarm for another lull, or one that typing has put off, is stale."""
    when = due(d.state)
    wish = d.state.policy.silence
    if when is None or event.since != d.before.lull.since or d.at < when:
        return
    turns.open_turn(d, "silence")
    free, refused = sift(d.state)
    if d.at - d.state.last_human_at > timedelta(seconds=wish.human_within) or is_quiet(d.state.policy, d.at):
        turns.keep_silence(d, "nobody-about", refused)
    elif not free:
        turns.keep_silence(d, "nobody-may", refused)
    else:
        readouts.ask_in_a_lull(d, free)


def motivation_answered(d: Deciding, call: Call, text: str) -> None:
    """One persona's motivation; the last one decides the lull."""
    readouts.answered(d, call, text)
    conclude(d)


def motivation_missing(d: Deciding, call: Call, reason: str) -> None:
    """One scorer that fails does not stop the others."""
    readouts.missing(d, call, reason)
    conclude(d)


def conclude(d: Deciding) -> None:
    """Decide the lull once every motivation is known: the strongest above the threshold, or nobody."""
    if d.undecided:
        return
    scores = d.turn.scores
    may = {seat.persona.id for seat in sift(d.state)[0]}
    # A score that was not given is never above a threshold, whatever it is set to.
    given = [one for one in scores if one.score is not None and one.persona in may]
    willing = [one for one in given if wants_to_speak(d.state, one.score or 0.0)]
    if not willing:
        reason = "below-threshold" if any(one.score is not None for one in scores) else "nobody-scored"
        turns.keep_silence(d, reason, scores)
        return
    best = max(willing, key=lambda one: (one.score or 0.0, draw(d.state, "tie", one.persona)))
    considered = tuple(
        Considered(
            persona=one.persona, verdict="chosen" if one is best else "passed", reason=one.reason, score=one.score
        )
        for one in scores
    )
    cue = Cue(persona=best.persona, rule="after-silence", length="short")
    turns.give(d, "after-silence", cue, considered=considered)


def wants_to_speak(room: RoomState, score: float) -> bool:
    """Strictly above the threshold; or above a share of what the room had seen before this turn, once it is enough."""
    share = room.policy.silence.percentile
    scored_now = sum(one.score is not None for one in room.turn.scores) if room.turn else 0
    known = room.motivations[: len(room.motivations) - scored_now]
    if share is None or len(known) < ENOUGH_SCORES:
        return score > room.policy.silence.threshold
    return sum(one < score for one in known) >= max(1.0, share * len(known))
