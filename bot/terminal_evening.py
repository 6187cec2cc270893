"""An evening at the terminal, step by step: the talk stands out, and what was decided about it is dim beside it."""

import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from events import controls, decided, heard
from events.base import PersonaId
from events.catalogue import Event, personal_fields
from events.decided import Considered
from events.recorded import Recorded
from events.room import RoomState

VERSION, TIME, NAME = 5, 8, 10
"""Widths of the columns before the text."""

LONG_NUMBER = re.compile(r"\d{12,}")
LINE_OF_THIS_ROOM = re.compile(r"\d{12,}\.(?=\d+$)")


def safe(text: str) -> str:
    """A text that cannot command the terminal: control characters are shown, not obeyed."""
    return "".join("\ufffd" if unicodedata.category(char) == "Cc" and char != "\n" else char for char in text)


def short(value: str) -> str:
    """An id that can be read: the end of a number that fills half a line."""
    return LONG_NUMBER.sub(lambda number: f"…{number[0][-6:]}", LINE_OF_THIS_ROOM.sub("", value))


class Evening:
    """Shows one event after the other; knows what was shown last, so that nothing is said twice."""

    def __init__(self) -> None:
        self._last: datetime | None = None
        self._state = RoomState(stream="")

    def step(self, recorded: Recorded, state: RoomState) -> RenderableType:
        """One event, and the room after it."""
        before, self._last, self._state = self._last, recorded.at, state
        parts: list[RenderableType] = []
        if before is None or before.date() != recorded.at.date():
            parts.append(Text(f"{recorded.at:%A, %d %B %Y} (UTC)", style="bold dim"))
        opening = isinstance(recorded.event, decided.TurnOpened)
        time = "" if before and before.replace(microsecond=0) == recorded.at.replace(microsecond=0) else recorded.at
        row = Table.grid(padding=(0, 1, 0, 0))
        row.add_column(width=VERSION, justify="right", style="dim")
        row.add_column(width=TIME, style="dim")
        row.add_column(width=NAME, no_wrap=True)
        row.add_column(overflow="fold")
        name, text = self._said(recorded.event)
        row.add_row(f"{recorded.version}", f"{time:%H:%M:%S}" if time else "", name, text)
        return Group(*parts, *((Text(),) if opening else ()), row)

    def _said(self, event: Event) -> tuple[Text, Text]:
        """Who, and what."""
        match event:
            case heard.HumanSpoke(name=name, text=text):
                return Text(safe(name), style="bold"), Text(safe(text))
            case decided.LineStaged(persona=persona, text=text):
                return Text(self._name(persona), style="bold green"), Text(safe(text), style="green")
            case controls.LineRevised() | controls.LineEdited() | controls.VariantChosen() as changed:
                how = {controls.LineRevised: "again", controls.LineEdited: "edited"}.get(type(changed), "turned over")
                return Text(self._name(changed.persona), style="green"), Text(f"({how}) {safe(changed.text)}", "green")
            case decided.TurnOpened(turn=turn, occasion=occasion):
                return Text("─" * NAME, style="cyan"), Text(f"turn {turn} · {occasion} ".ljust(40, "─"), style="cyan")
            case decided.SilenceKept(reason=reason, considered=considered):
                return Text(), Text(f"nobody speaks: {reason}{self._scores(considered)}", style="yellow")
            case decided.FloorGiven(rule=rule, cues=cues, considered=considered):
                given = ", ".join(f"{self._name(cue.persona)} ({cue.length})" for cue in cues)
                return Text(), Text(f"floor: {given} by {rule}{self._scores(considered)}", style="cyan")
            case heard.ModelFailed(call=call, reason=reason):
                return Text(), Text(f"{call} failed: {reason}", style="yellow")
            case _:
                return Text(), Text(self._told(event), style="dim")

    def _told(self, event: Event) -> str:
        match event:
            case decided.AddressHeard() as to:
                return self._address(to)
            case decided.ModelAsked() as asked:
                about = f" for {self._names(asked.about)}" if asked.about else ""
                again = f" · attempt {asked.attempt}" if asked.attempt > 1 else ""
                arranged = f" · {asked.arranged}" if asked.arranged else ""
                return f"{asked.call} asked: {asked.role}{about}{again}{arranged} · prompt {asked.prompt[:8]}"
            case heard.ModelAnswered() as answer:
                tokens = answer.prompt_tokens + answer.completion_tokens
                spent = f" · {tokens:,} tokens" if tokens else ""
                return f"{answer.call} answered{spent} · {answer.seconds:.1f} s · {safe(answer.model)}"
            case decided.ModelDropped(call=call, reason=reason):
                return f"{call} dropped: {reason}"
            case heard.PersonaSeated(persona=persona):
                return f"{safe(persona.name)} takes a seat"
            case decided.TurnEnded(turn=turn, reason=reason, posted=posted):
                return f"turn {turn} ended: {reason} · {posted} posted"
            case _:
                facts = _facts(event)
                return f"{event.__struct_config__.tag}{' · ' if facts else ''}{' · '.join(facts)}"

    def _address(self, to: decided.AddressHeard) -> str:
        told = [
            f"to {self._names(to.forced)} by {to.rule}" if to.forced else "",
            f"about {self._names(to.mentioned)}" if to.mentioned else "",
            f"to {self._names(to.absent)}, not seated" if to.absent else "",
            "to the panel" if to.to_panel else "",
            "to a person" if to.to_human else "",
        ]
        return "address: " + (" · ".join(filter(None, told)) or "nobody by name")

    def _scores(self, considered: Sequence[Considered]) -> str:
        scores = [f"{self._name(one.persona)} {one.score:.2f}" for one in considered if one.score is not None]
        return f" · {', '.join(scores)}" if scores else ""

    def _names(self, personas: Sequence[PersonaId]) -> str:
        return ", ".join(map(self._name, personas))

    def _name(self, persona: PersonaId) -> str:
        seat = self._state.seat(persona)
        return safe(seat.persona.name) if seat else persona


def _facts(event: Event) -> list[str]:
    """What is not as usual among a fact's plain fields; words of people are left to the lines that show them."""
    personal = personal_fields(type(event))
    kind = type(event)
    usual = dict(zip(reversed(kind.__struct_fields__), reversed(kind.__struct_defaults__), strict=False))
    shown = {name: getattr(event, name) for name in kind.__struct_fields__ if name not in personal}
    return [
        f"{name} {short(str(value))}"
        for name, value in shown.items()
        if isinstance(value, str | int | float) and value not in ("", usual.get(name))
    ]
