"""How long people are given to read before the next line, as the policy sets the pace."""

from datetime import datetime, timedelta

from events.room import RoomState


def read_at(room: RoomState) -> datetime:
    """When the last line of a persona has been read: the longer it is the later, within the policy's longest pause.

    Two in talk leave at least the pause of a pair between their lines (AI Town's message cooldown).
    """
    policy = room.policy
    least = policy.pair.line_pause if policy.strategy == "pair" else 0.0
    seconds = max(least, min(policy.longest_pause, room.last_line_length / max(0.1, policy.characters_a_second)))
    return room.last_line_at + timedelta(seconds=seconds)


def typed_at(room: RoomState, since: datetime) -> datetime:
    """When whoever types may have finished; nobody holds a room up for longer than twice the longest gathering."""
    return min(room.typing_until, since + timedelta(seconds=2 * room.policy.gathering.longest))
