"""The screen's meters, drawn: a sparkline of each persona's last lines, and what tripped under which policy."""

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from bot.markdown import inert
from bot.policy_settings import SETTINGS, value_of
from bot.policy_values import text_of
from bot.terminal_evening import safe
from events.base import PersonaId
from events.policy import Policy
from events.room import RoomState
from panel.meters import Reading
from panel.suspicion import history
from replay.trips import Trips

BLOCKS: Final = "▁▂▃▄▅▆▇"
ABOVE: Final = "█"
"""A line above the bar; everything below it is drawn in shares of the bar."""
DRAWN: Final = {
    "own-overlap": "repeats itself",
    "overlap": "repeats others",
    "openers": "same opening",
    "closings": "same closing",
    "questions": "asks",
    "praise": "praises or names",
    "contrast": "not this but that",
    "marked": "lists and bold",
    "slop": "worn words",
    "drift": "sounds like others",
}
FEWEST: Final = 3
"""Lines that are worth a drawing."""
PERSONAS: Final = 8
"""Drawn in one message of Discord."""


def sparkline(values: Sequence[tuple[float, float]]) -> str:
    """A sign for each (value, bar), in order; without a bar nothing can be drawn of it."""
    return "".join(_sign(value, bar) for value, bar in values)


def drawn(room: RoomState, persona: PersonaId) -> list[tuple[str, str]]:
    """Meter and sparkline, for those that show anything in a persona's last lines; none for too few lines."""
    lines = history(room, persona)
    if len(lines) < FEWEST:
        return []
    series = {meter: [one for line in lines for one in line if one.meter == meter] for meter in DRAWN}
    return [
        (DRAWN[meter], sparkline([(_rested(one), one.bar) for one in readings]))
        for meter, readings in series.items()
        if any(_rested(one) > 0 for one in readings) and readings[0].bar > 0
    ]


def in_discord(room: RoomState) -> list[str]:
    """A line for each persona of which something can be drawn, under a heading."""
    told = [(seat.persona.name, drawn(room, seat.persona.id)) for seat in room.seats]
    lines = [
        f"-# {inert(name)}: {' · '.join(f'{meter} {line}' for meter, line in meters)}"
        for name, meters in told
        if meters
    ]
    return [f"-# Meters of the last lines, {ABOVE} is above the bar:", *lines[:PERSONAS]] if lines else []


def of_room(room: RoomState, tripped: Sequence[Trips]) -> RenderableType:
    """For a terminal: each persona's sparklines, and the suspicions by policy."""
    parts: list[RenderableType] = []
    table = _table("meters", "", f"last lines ({ABOVE} is above the bar)")
    for seat in room.seats:
        for place, (meter, line) in enumerate(drawn(room, seat.persona.id)):
            table.add_row("" if place else safe(seat.persona.name), meter, line)
    if table.row_count:
        parts += [Text(), table]
    if tripped:
        counts = _table("policy", "lines", "suspected", "acquitted", "rewritten", "cut", "kept", "meters")
        for one in tripped:
            numbers = (one.lines, one.suspected, one.acquitted, one.rewritten, one.cut, one.kept)
            meters = ", ".join(f"{meter} {count}" for meter, count in one.meters.most_common())
            counts.add_row(named(one.policy), *map(str, numbers), meters)
        parts += [Text(), counts]
    return Group(*parts)


def named(policy: Policy) -> str:
    """A policy by what is not as usual in it."""
    changed = [
        f"{name} {text_of(one, value_of(policy, one))}"
        for name, one in SETTINGS.items()
        if value_of(policy, one) != one.default
    ]
    return safe(", ".join(changed)) or "the defaults"


def _rested(reading: Reading) -> float:
    """The value, or 0 where the meter rests: one line that closes in some way is no repetition."""
    return 0.0 if reading.meter == "closings" and reading.value <= 1 else reading.value


def _sign(value: float, bar: float) -> str:
    if bar <= 0:
        return ""
    return ABOVE if value > bar else BLOCKS[min(len(BLOCKS) - 1, int(len(BLOCKS) * value / bar))]


def _table(*columns: str) -> Table:
    return Table(*columns, box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
