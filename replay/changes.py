"""What was done to a line after it was said, told from the log: written again, edited, hidden, taken away."""

from collections.abc import Sequence

from events import controls, decided, heard
from events.base import ERASED, LineId, MessageId, PersonId, TurnId
from events.recorded import Recorded


def changes_of(events: Sequence[Recorded], line: LineId) -> tuple[str, ...]:
    """One entry a change, oldest first; no words of the line, but whose doing it was."""
    history = _History(line)
    for recorded in events:
        history.hear(recorded)
    return tuple(history.told)


class _History:
    """Collects what happened to one line."""

    def __init__(self, line: LineId) -> None:
        self.told: list[str] = []
        self._line = line
        self._messages: set[MessageId] = set()
        self._texts: list[str] = []
        self._ordered: dict[TurnId, PersonId | None] = {}
        self._last_order: PersonId | None = None

    def hear(self, recorded: Recorded) -> None:
        """One more event."""
        match recorded.event:
            case decided.LineStaged(line=line, text=text) if line == self._line:
                self._texts = [text]
            case heard.LinePosted(line=line, messages=messages) if line == self._line:
                self._messages.update(messages)
            case controls.RedoOrdered(line=line, by=by) if line == self._line:
                self._last_order = by
            case decided.TurnOpened(redoes=line, turn=turn) if line == self._line:
                self._ordered[turn] = self._last_order
            case controls.LineRevised(line=line, text=text, turn=turn) if line == self._line:
                self._add("written again", text, self._ordered.get(turn), f" in turn {turn}")
            case controls.LineEdited(line=line, text=text, by=by) if line == self._line:
                self._add("edited", text, by)
            case controls.VariantChosen(line=line, by=by, variant=variant) if line == self._line:
                self.told.append(f"turned to text {variant + 1}{_by(by)}")
            case _:
                self._hear_of_the_channel(recorded)

    def _hear_of_the_channel(self, recorded: Recorded) -> None:
        match recorded.event:
            case controls.RevisionShown(line=line, messages=messages, shown=shown) if line == self._line:
                self._messages.update(messages)
                if not shown:
                    self.told.append("could not be changed in the channel")
            case controls.LineHidden(message=message, hidden=hidden, by=by) if message in self._messages:
                self.told.append(f"{'hidden from' if hidden else 'shown again to'} the personas{_by(by)}")
            case controls.RemovalOrdered(line=line, by=by) if line == self._line:
                self.told.append(f"ordered away{_by(by)}")
            case decided.LineUnwanted(line=line, reason=reason) if line == self._line and reason != "removed":
                self.told.append(f"taken back: {reason}")
            case heard.LineErased(message=message) if message in self._messages:
                self.told.append("deleted in Discord")
            case _:
                pass  # nothing was done to this line

    def _add(self, what: str, text: str, by: PersonId | None, where: str = "") -> None:
        if text not in self._texts or text == ERASED:
            self._texts.append(text)
        number = "" if text == ERASED else f" as text {self._texts.index(text) + 1}"
        self.told.append(f"{what}{number}{where}{_by(by)}")


def _by(person: PersonId | None) -> str:
    return f" by {person}" if person is not None else ""
