"""A room's own clock: which hour and which day a moment is where the room lives. Summer time included."""

from datetime import UTC, date, datetime, tzinfo
from functools import cache
from zoneinfo import ZoneInfo

from events.room import RoomState


@cache
def zone_of(name: str) -> tzinfo:
    """The time zone of an IANA name, `Europe/Berlin`; UTC where this machine does not know the name.

    Rules of zones change by law some times a year: a log is decided again as it was where they are known as they were.
    """
    try:
        return ZoneInfo(name)
    except (OSError, LookupError, ValueError):  # unknown, unreadable, or no name at all
        return UTC


def hour_of(at: datetime, zone: str) -> int:
    """The hour that a clock in the zone shows, 0-23."""
    return at.astimezone(zone_of(zone)).hour


def day_of(room: RoomState, at: datetime) -> date:
    """The day that it is in the room."""
    return at.astimezone(zone_of(room.policy.zone)).date()
