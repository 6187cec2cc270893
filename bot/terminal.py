"""What the program prints: rooms, an evening step by step, an explanation. Rich, and plain where it is piped."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from events import decided, heard
from events.base import PersonaId
from events.catalogue import personal_fields
from events.recorded import Head, Recorded
from events.room import RoomState
from replay.verify import Verdict
from replay.why import Explanation


def rooms(heads: Sequence[Head]) -> RenderableType:
    """The rooms of a log."""
    if not heads:
        return Text("No rooms yet. Open a panel with /panel open, or try the local room: python -m bot local")
    table = Table("room", "server", "events", "panel", "owes", box=None, pad_edge=False)
    for head in heads:
        owes = "waits until " + head.due.strftime("%H:%M:%S") if head.due else "now" if head.owes else "nothing"
        table.add_row(
            head.stream,
            str(head.guild),
            str(head.version),
            "open" if head.open else "closed",
            owes if head.owes else "nothing",
        )
    return table


def step(recorded: Recorded, state: RoomState) -> RenderableType:
    """One event of an evening: talk as it looked, and the decisions beside it, dimmed."""
    names = {seat.persona.id: seat.persona.name for seat in state.seats}
    event = recorded.event
    head = Text(f"{recorded.version:>5} {recorded.at:%H:%M:%S} ", style="dim")
    match event:
        case heard.HumanSpoke(name=name, text=text):
            return head + Text(f"{name}: ", style="bold") + Text(text)
        case decided.LineStaged(persona=persona, text=text):
            return head + Text(f"{names.get(persona, persona)}: ", style="bold green") + Text(text)
        case decided.SilenceKept(reason=reason):
            return head + Text(f"(nobody speaks: {reason})", style="italic yellow")
        case decided.FloorGiven() as floor:
            cues = ", ".join(f"{cue.persona} ({cue.length})" for cue in floor.cues)
            return head + Text(f"floor: {cues} by {floor.rule}", style="cyan")
        case _:
            return head + Text(f"{recorded.kind} {_told(event)}".rstrip(), style="dim")


def _told(event: object) -> str:
    """A fact's plain fields; words of people are left to the lines that show them."""
    personal = personal_fields(type(event))  # type: ignore[arg-type]
    fields = getattr(event, "__struct_fields__", ())
    told: list[str] = []
    for name in fields:
        value = getattr(event, name)
        if name in personal or not isinstance(value, str | int | float | bool) or value in ("", None):
            continue
        told.append(f"{name}={value}")
    return " ".join(told)[:100]


def standing(state: RoomState) -> RenderableType:
    """The room at the end of a replay."""
    seats = ", ".join(f"{seat.persona.name}{' (muted)' if seat.muted else ''}" for seat in state.seats) or "nobody"
    lines = [
        f"{state.stream} at version {state.version}: {'open' if state.open else 'closed'}",
        f"seats: {seats}",
        f"persona lines since a person spoke: {state.ai_run} of {state.cap}",
        f"turn: {f'{state.turn.id} ({state.turn.stage})' if state.turn else 'none'}",
        f"calls open: {len(state.calls)}; lines unposted: {len(state.unposted)}",
    ]
    return Text("\n".join(lines))


def verdict(found: Verdict) -> RenderableType:
    """What a verification found."""
    lines = [f"{found.stream}: {found.inputs} inputs of {found.events} events decided again, no model called"]
    if found.erased:
        lines.append(f"{found.erased} inputs hold words that were erased; their decisions stand as recorded")
    if found.prompts_erased:
        lines.append(f"{found.prompts_erased} prompts held such words, and were not compared")
    lines.append("no drift" if found.drift is None else str(found.drift))
    return Text("\n".join(lines), style="" if found.drift is None else "red")


def explanation(found: Explanation) -> RenderableType:
    """Why a line was said, or why nobody spoke."""
    facts = Table(show_header=False, box=None, pad_edge=False)
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column(overflow="fold")
    for label, told in _facts(found):
        if told:
            facts.add_row(label, told)
    parts: list[RenderableType] = [facts]
    if found.considered:
        table = Table("persona", "verdict", "because", "score", box=None, pad_edge=False)
        for one in found.considered:
            score = "" if one.score is None else f"{one.score:.2f}"
            table.add_row(_name(found, one.persona), one.verdict, one.reason, score)
        parts += [Text(), table]
    if found.calls:
        table = Table("model call", "for", "model", "tokens", "seconds", "prompt", box=None, pad_edge=False)
        for call in found.calls:
            model = f"failed: {call.failed}" if call.failed else call.model
            who = ", ".join(_name(found, persona) for persona in call.about)
            table.add_row(call.role, who, model, str(call.tokens), f"{call.seconds:g}", call.prompt)
        parts += [Text(), table]
    return Group(*parts)


def _facts(found: Explanation) -> list[tuple[str, str]]:
    """Label and value; an empty value is not shown."""
    line = f"{_name(found, found.persona)}: {found.text}" if found.persona is not None else ""
    return [
        ("line", line),
        ("rule", found.rule if line else ""),
        ("silence", found.silence),
        ("reason", found.reason),
        ("manner", found.manner),
        ("turn", f"{found.turn or 'none'} ({found.occasion or 'none opened'}), ended: {found.ended or 'not yet'}"),
        ("answers", ", ".join(map(str, found.trigger)) or "no message"),
        ("address", "; ".join(found.address) or "nobody by name"),
        ("cap", f"{found.ai_run} of {found.cap} persona lines in a row before it" if line else ""),
        ("held back", "; ".join(found.held_back)),
    ]


def _name(found: Explanation, persona: PersonaId) -> str:
    return found.names.get(persona, persona)
