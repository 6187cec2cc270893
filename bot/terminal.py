"""What the program prints of rooms, verifications, explanations and findings. An evening's steps: terminal_evening."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from bot.terminal_evening import safe
from events.base import PersonaId
from events.recorded import Head
from events.room import RoomState
from replay.verify import Verdict
from replay.why import Explanation

MARKS: dict[Literal["well", "note", "ill"], tuple[str, str]] = {
    "well": ("✓", "green"),
    "note": ("·", "yellow"),
    "ill": ("✗", "red"),
}
SPANS = ((86400, "d"), (3600, "h"), (60, "min"), (1, "s"))


def rooms(heads: Sequence[Head], now: datetime) -> RenderableType:
    """The rooms of a log, as they are at a moment (UTC)."""
    if not heads:
        return Text("No rooms yet. Open a panel with /panel open, or try the local room: python -m bot local")
    table = _table("room", "server", "events", "panel", "owes")
    table.columns[2].justify = "right"
    for head in heads:
        panel = Text("open", style="green") if head.open else Text("closed", style="dim")
        table.add_row(head.stream, str(head.guild), f"{head.version:,}", panel, _owed(head, now))
    return table


def _owed(head: Head, now: datetime) -> str:
    if not head.owes:
        return "nothing"
    return f"an alarm {within((head.due - now).total_seconds())}" if head.due and head.due > now else "now"


def within(seconds: float) -> str:
    """A span from now on, in its largest whole unit: `in 4 min`."""
    size, unit = next(((size, unit) for size, unit in SPANS if seconds >= size), (1, "s"))
    return f"in {max(1, int(seconds // size))} {unit}"


def standing(state: RoomState) -> RenderableType:
    """The room at the end of a replay."""
    seats = ", ".join(f"{safe(seat.persona.name)}{' (muted)' if seat.muted else ''}" for seat in state.seats)
    return _labelled(
        ("room", f"{state.stream} at version {state.version}, {'open' if state.open else 'closed'}"),
        ("seats", seats or "nobody"),
        ("in a row", f"{state.ai_run} of {state.cap} persona lines since a person spoke"),
        ("turn", f"{state.turn.id}, {state.turn.stage}" if state.turn else "none"),
        ("owed", f"{len(state.calls)} model calls, {len(state.unposted)} lines" if _owes(state) else "nothing"),
    )


def _owes(state: RoomState) -> bool:
    return bool(state.calls or state.unposted)


def verdict(found: Verdict) -> RenderableType:
    """What a verification found."""
    told = [f"{found.inputs:,} inputs of {found.events:,} events decided again, no model called"]
    if found.erased:
        told.append(f"{found.erased} inputs hold words that were erased; their decisions stand as recorded")
    if found.prompts_erased:
        told.append(f"{found.prompts_erased} prompts held such words, and were not compared")
    if found.prompts_reworded:
        told.append(f"{found.prompts_reworded} prompts are worded otherwise today; the calls are the same")
    told.append("no drift" if found.drift is None else str(found.drift))
    mark, style = MARKS["well" if found.drift is None else "ill"]
    body = Table.grid(padding=(0, 1, 0, 0))
    body.add_column(width=1)
    body.add_column(overflow="fold")
    body.add_row(Text(mark, style=style), Text(found.stream, style="bold"))
    body.add_row("", Text("\n".join(told), style="" if found.drift is None else "red"))
    return body


def finding(what: str, how: Literal["well", "note", "ill"], told: str) -> RenderableType:
    """One thing that was looked at: a mark, its name in a column, what there is to say."""
    mark, style = MARKS[how]
    row = Table.grid(padding=(0, 1, 0, 0))
    row.add_column(width=1, style=style)
    row.add_column(min_width=10, max_width=28, overflow="fold", style="bold")
    row.add_column(overflow="fold")
    row.add_row(mark, safe(what), Text(safe(told), style="red" if how == "ill" else ""))
    return row


def explanation(found: Explanation) -> RenderableType:
    """Why a line was said, or why nobody spoke."""
    parts: list[RenderableType] = [_labelled(*_facts(found))]
    if found.considered:
        table = _table("persona", "verdict", "because", "score")
        for one in found.considered:
            score = "" if one.score is None else f"{one.score:.2f}"
            style = "bold" if one.verdict == "chosen" else "dim" if one.verdict == "refused" else ""
            table.add_row(_name(found, one.persona), one.verdict, safe(one.reason), score, style=style)
        parts += [Text(), table]
    if found.calls:
        table = _table("model call", "for", "tokens", "seconds", "prompt", "model")
        table.columns[4].no_wrap, table.columns[5].overflow = True, "fold"
        for call in found.calls:
            who = ", ".join(_name(found, persona) for persona in call.about)
            role = f"{call.role} ({call.attempt})" if call.attempt > 1 else call.role
            model = f"failed: {call.failed}" if call.failed else call.model or "no answer yet"
            style = "yellow" if call.failed else ""
            table.add_row(role, who, f"{call.tokens:,}", f"{call.seconds:.1f}", call.prompt, safe(model), style=style)
        parts += [Text(), table]
    return Group(*parts)


def _facts(found: Explanation) -> list[tuple[str, str]]:
    """Label and value; an empty value is not shown."""
    line = f"{_name(found, found.persona)}: {found.text}" if found.persona is not None else ""
    turn = f"{found.turn}, {found.occasion}, ended: {found.ended or 'not yet'}" if found.turn else "none was opened"
    return [
        ("line", line),
        ("rule", found.rule if line else ""),
        ("arranged", next((call.arranged for call in reversed(found.calls) if call.arranged), "")),
        ("silence", found.silence),
        ("reason", found.reason),
        ("manner", found.manner),
        ("mended", ", ".join(found.mended)),
        ("words of", "" if found.by is None else f"person {found.by}, said through the persona"),
        ("since then", "; ".join(found.changes)),
        ("turn", turn),
        ("answers", ", ".join(map(str, found.trigger)) or "no message"),
        ("address", "; ".join(found.address) or "nobody by name"),
        ("in a row", f"{found.ai_run} of {found.cap} persona lines before it" if line else ""),
        ("screened", "\n".join(found.screened)),
        ("held back", "; ".join(found.held_back)),
        ("in the log", f"{found.stream} at version {found.version}, {found.at:%Y-%m-%d %H:%M:%S} UTC"),
    ]


def _name(found: Explanation, persona: PersonaId) -> str:
    return safe(found.names.get(persona, persona))


def _labelled(*facts: tuple[str, str]) -> RenderableType:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for label, told in facts:
        if told:
            table.add_row(label, Text(safe(told)))
    return table


def _table(*columns: str) -> Table:
    return Table(*columns, box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
