"""What a room owes the world, read off its state: calls, posts, look-ups, changes, removals, signs, alarms.

Nothing is fired anywhere. After a crash the same function gives the same debts, so recovery needs no code of its own.
"""

from datetime import datetime, timedelta
from typing import Literal

from msgspec import Struct

from events.base import EPOCH, LineId, Version
from events.room import Call, OwedSign, Revision, RoomState, Unposted
from panel import afterwards, scene, silence
from panel.pace import read_at, typed_at

DOUBT = timedelta(seconds=4)
"""A post whose outcome is unknown is looked for this long after it was sent: its echo may still come."""


class Ask(Struct, frozen=True, kw_only=True):
    """Send a call's request to its mind."""

    call: Call
    due: datetime = EPOCH

    @property
    def key(self) -> str:
        """What this debt is about: one payment at a time."""
        return f"call {self.call.id}"


class Post(Struct, frozen=True, kw_only=True):
    """Claim the line, then send it."""

    line: Unposted
    due: datetime

    @property
    def key(self) -> str:
        """Shared with `Find`: a line is sent or looked for, never both."""
        return f"line {self.line.line}"


class Find(Struct, frozen=True, kw_only=True):
    """A line was sent and nobody knows how that ended: look for it."""

    line: Unposted
    due: datetime

    @property
    def key(self) -> str:
        """Shared with `Post`."""
        return f"line {self.line.line}"


class Retract(Struct, frozen=True, kw_only=True):
    """Remove a posted line."""

    line: LineId
    due: datetime = EPOCH

    @property
    def key(self) -> str:
        """Shared with `Revise`: a line is changed or removed, never both at a time."""
        return f"standing {self.line}"


class Revise(Struct, frozen=True, kw_only=True):
    """Change a posted line in the channel."""

    revision: Revision
    due: datetime = EPOCH

    @property
    def key(self) -> str:
        """Shared with `Retract`."""
        return f"standing {self.revision.line}"


class Show(Struct, frozen=True, kw_only=True):
    """Show a sign."""

    sign: OwedSign
    due: datetime = EPOCH

    @property
    def key(self) -> str:
        """One showing a sign."""
        return f"sign {self.sign.version}"


class Ring(Struct, frozen=True, kw_only=True):
    """Let an alarm ring: append `AlarmRang`."""

    alarm: Literal["gather", "silence", "scene", "summary"]
    since: Version
    due: datetime

    @property
    def key(self) -> str:
        """One ring an alarm."""
        return f"{self.alarm} {self.since}"


Debt = Ask | Post | Find | Retract | Revise | Show | Ring


def owed(room: RoomState) -> tuple[Debt, ...]:
    """Every debt of the room; those with a future `due` wait for the clock. Posts go in order, one at a time."""
    debts: list[Debt] = [Ask(call=call) for call in room.calls]
    if room.unposted:
        debts.append(_next_line(room))
    debts += [Retract(line=line) for line in room.unwanted if room.waiting(line) is None]
    debts += [Revise(revision=one) for one in room.revisions if one.line not in room.unwanted]
    debts += [Show(sign=sign) for sign in room.signs]
    turn = room.turn
    if turn is not None and turn.stage == "gathering":
        debts.append(Ring(alarm="gather", since=turn.gathers, due=turn.until))
    quiet = silence.due(room)
    if quiet is not None:
        debts.append(Ring(alarm="silence", since=room.lull.since, due=quiet))
    rested = afterwards.due(room)
    if rested is not None:
        debts.append(Ring(alarm="summary", since=room.talk[-1].version, due=rested))
    next_line = scene.due(room)
    if room.scene is not None and next_line is not None:
        debts.append(Ring(alarm="scene", since=room.scene.since, due=next_line))
    return tuple(debts)


def _next_line(room: RoomState) -> Post | Find:
    line = next((one for one in room.unposted if one.started is not None), room.unposted[0])
    if line.started_at is not None:
        return Find(line=line, due=line.started_at + DOUBT)
    return Post(line=line, due=_paced(room, line))


def _paced(room: RoomState, line: Unposted) -> datetime:
    """The first line of an answer goes out at once. The next leaves time to read, and waits for somebody who types,
    as a line that nobody asked for does.
    """
    turn = room.turn
    if turn is None or turn.id != line.turn:
        return line.staged_at
    if turn.posted == 0:
        unasked = turn.occasion in ("silence", "scene")
        return max(line.staged_at, typed_at(room, line.staged_at)) if unasked else line.staged_at
    return max(line.staged_at, read_at(room), typed_at(room, room.last_line_at))
