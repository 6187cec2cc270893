"""Rest between lines that nobody asked for: of a persona, of the room, in quiet hours, and once the budget is spent."""

from datetime import datetime, timedelta

from events.policy import Policy
from events.room import RoomState, Seat
from panel.hours import hour_of


def persona_rests(seat: Seat, room: RoomState) -> str | None:
    """The persona's own last line is too recent, or still on its way."""
    seconds = room.policy.cooldowns.persona
    if seconds <= 0 or panel_asked(room):
        return None
    leaving = any(line.persona == seat.persona.id for line in room.unposted)
    return "persona-rests" if leaving or _within(room, seat.last_spoke_at, seconds) else None


def room_rests(_seat: Seat, room: RoomState) -> str | None:
    """Anybody's last line is too recent, or still on its way."""
    seconds = room.policy.cooldowns.room
    if seconds <= 0 or panel_asked(room):
        return None
    return "room-rests" if room.unposted or _within(room, room.last_line_at, seconds) else None


def quiet_hours(_seat: Seat, room: RoomState) -> str | None:
    """Where the policy keeps back in quiet hours whatever nobody asked for."""
    wide = room.policy.silence.quiet_for == "unasked" and not panel_asked(room)
    return "quiet-hours" if wide and is_quiet(room.policy, room.at) else None


def panel_asked(room: RoomState) -> bool:
    """A person asks the panel, and nobody has answered yet: that is no time to rest."""
    turn = room.turn
    return turn is not None and turn.addressed.to_panel and turn.staged == 0


def is_quiet(policy: Policy, at: datetime) -> bool:
    """Whether a moment lies in the quiet hours, which may go past midnight."""
    start, stop = policy.silence.quiet_from, policy.silence.quiet_until
    if start is None or stop is None or start == stop:
        return False
    hour = hour_of(at, policy.zone)
    return start <= hour < stop if start < stop else hour >= start or hour < stop


def is_broke(room: RoomState) -> bool:
    """The day's budget is spent."""
    return room.at < room.broke_until


def _within(room: RoomState, last: datetime, seconds: float) -> bool:
    return room.at - last < timedelta(seconds=seconds)
