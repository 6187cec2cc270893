"""The line after a silence: each persona is asked how much it wants to speak; one line, or none, a lull."""

from datetime import datetime, timedelta

from events import heard
from events.base import PersonaId
from events.decided import Considered, Cue, MotivationScored
from events.room import Call, RoomState, lines_since
from panel import motivation, turns
from panel.deciding import Deciding
from panel.dice import draw
from panel.floor.filters import sift

FAIRNESS = 1.01
"""A score grows by this factor a line since the persona's own last one (Inner Thoughts; keyed on its own turns)."""


def due(room: RoomState) -> datetime | None:
    """When the silence is to be asked about; None when it is not."""
    wish = room.policy.silence
    idle = room.open and room.turn is None and not room.hushed and not room.unposted
    if not wish.on or not idle or room.lull.spent or not room.lull.since or room.ai_run >= room.cap or not room.unmuted:
        return None
    at = max(room.lull.since_at + timedelta(seconds=wish.after), room.typing_until)
    if at - room.last_human_at > timedelta(seconds=wish.human_within) or _quiet(room, at):
        return None
    day_ago = at - timedelta(days=1)
    return at if sum(wake > day_ago for wake in room.wakes) < wish.wake_budget else None


def _quiet(room: RoomState, at: datetime) -> bool:
    start, stop = room.policy.silence.quiet_from, room.policy.silence.quiet_until
    if start is None or stop is None or start == stop:
        return False
    return start <= at.hour < stop if start < stop else at.hour >= start or at.hour < stop


def rang(d: Deciding, event: heard.AlarmRang) -> None:
    """The silence has lasted. An alarm for another lull, or one that typing has put off, is stale."""
    when = due(d.state)
    late = d.at - d.state.last_human_at > timedelta(seconds=d.state.policy.silence.human_within)
    if when is None or event.since != d.before.lull.since or d.at < when:
        return
    turns.open_turn(d, "silence")
    free, refused = sift(d.state)
    if late or _quiet(d.state, d.at):
        turns.keep_silence(d, "nobody-about", refused)
    elif not free:
        turns.keep_silence(d, "nobody-may", refused)
    else:
        quietest = sorted(free, key=lambda seat: seat.last_spoke)[: d.state.policy.limits.calls_a_turn]
        for seat in (seat for seat in free if seat in quietest):
            d.ask("motivation", (seat.persona.id,))


def motivation_answered(d: Deciding, call: Call, text: str) -> None:
    """One persona's motivation; the last one decides the lull."""
    persona = call.about[0]
    raw = motivation.parse(text)
    if raw is None:
        d.say(MotivationScored(turn=d.turn.id, persona=persona, reason="unreadable"))
    else:
        d.say(MotivationScored(turn=d.turn.id, persona=persona, raw=raw, score=_fair(d.state, persona, raw)))
    conclude(d)


def motivation_missing(d: Deciding, call: Call, reason: str) -> None:
    """One scorer that fails does not stop the others."""
    d.say(MotivationScored(turn=d.turn.id, persona=call.about[0], reason=reason))
    conclude(d)


def _fair(room: RoomState, persona: PersonaId, raw: float) -> float:
    return round(min(5.0, max(1.0, raw * FAIRNESS ** lines_since(room.talk, persona))), 2)


def conclude(d: Deciding) -> None:
    """Decide the lull once every motivation is known: the strongest above the threshold, or nobody."""
    if d.state.calls:
        return
    scores = d.turn.scores
    threshold = d.state.policy.silence.threshold
    may = {seat.persona.id for seat in sift(d.state)[0]}
    # A score that was not given is never above a threshold, whatever it is set to.
    willing = [one for one in scores if one.score is not None and one.score > threshold and one.persona in may]
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
