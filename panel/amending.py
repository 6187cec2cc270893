"""What people do to lines that stand, and lines that they say themselves through a persona. No model is asked here;
what a model writes again is in `redo`.
"""

from typing import Final

from events.base import CallId, LineId, MessageId, TurnId
from events.controls import (
    DirectionSet,
    LineEdited,
    LineHidden,
    RemovalOrdered,
    RevisionShown,
    SayAsOrdered,
    UndoOrdered,
    VariantChosen,
)
from events.decided import LineStaged, LineUnwanted, SignGiven
from events.room import RoomState
from panel import orders, turns
from panel.deciding import Deciding
from panel.redo import line_in

NO_CALL: Final = CallId("")
"""Of a line whose words are a person's."""
UNCHANGED: Final = "not-changed"
"""The sign on a line that could not be changed in the channel."""


def say_as_ordered(d: Deciding, event: SayAsOrdered) -> None:
    """A person's own words, under a persona's name: said at once, in the place of the current turn."""
    text = event.text.strip()
    seat = d.state.seat(event.persona)
    if not d.state.open or seat is None or not text or len(text) > d.state.policy.limits.characters:
        return
    orders.give_at_once(d, event.persona, "said-as")
    d.say(
        LineStaged(
            line=d.new_line(),
            turn=d.turn.id,
            persona=event.persona,
            text=text,
            call=NO_CALL,
            position=d.turn.staged,
            by=event.by,
        )
    )


def undo_ordered(d: Deciding, _: UndoOrdered) -> None:
    """The last turn that said something is taken back: what is posted is removed, what is unsent is withdrawn."""
    turn = d.state.turn
    undone = last_turn(d.state)
    if undone is None:
        return
    said = [one.line for one in d.state.talk if one.turn == undone and one.line is not None]
    leaving = [one.line for one in d.state.unposted if one.turn == undone and one.started is not None]
    if turn is not None and turn.id == undone:
        turns.supersede(d, "undone")
    for line in (*said, *leaving):
        if line not in d.state.unwanted:
            d.say(LineUnwanted(line=line, reason="undone"))
    turns.ask_again(d, "words-gone")


def last_turn(room: RoomState) -> TurnId | None:
    """The newest turn that writes, or has said, something; one that is being undone already does not count."""
    turn = room.turn
    if turn is not None and turn.stage == "writing" and turn.redoes is None:
        return turn.id
    if room.unposted:
        return room.unposted[-1].turn
    standing = (said for said in reversed(room.talk) if said.line is not None and said.line not in room.unwanted)
    return next((said.turn for said in standing if said.turn is not None), None)


def removal_ordered(d: Deciding, event: RemovalOrdered) -> None:
    """A posted line is to go, whatever its age."""
    if d.state.open and event.line not in d.state.unwanted:
        _take_over(d, event.line)
        d.say(LineUnwanted(line=event.line, reason="removed"))
        _words_changed(d, event.line)


def line_changed(d: Deciding, event: LineEdited | VariantChosen) -> None:
    """Other words stand there now: nobody writes that line again, and no answer may go on from the old ones."""
    _take_over(d, event.line)
    _words_changed(d, event.line)


def _take_over(d: Deciding, line: LineId) -> None:
    """What somebody does to a line themselves ends what a model was to do to it."""
    if d.state.turn is not None and d.state.turn.redoes == line:
        turns.supersede(d, "taken-over")


def _words_changed(d: Deciding, line: LineId) -> None:
    if line_in(d.before, line) is not None:
        turns.ask_again(d, "words-changed")


def line_hidden(d: Deciding, event: LineHidden) -> None:
    """A prompt that held it, or lacked it, is composed anew."""
    if _known(d.before, event.message):
        turns.ask_again(d, "words-changed")


def _known(room: RoomState, message: MessageId) -> bool:
    return room.said_in(message) is not None


def direction_set(d: Deciding, _: DirectionSet) -> None:
    """A direction holds at once: lines that are being written are written by it."""
    turns.ask_again(d, "directed")


def revision_shown(d: Deciding, event: RevisionShown) -> None:
    """A change that the channel does not show did not happen; whoever asked for it sees that on the line."""
    said = line_in(d.state, event.line)
    if event.shown or said is None or said.message is None:
        return
    d.say(SignGiven(reason=UNCHANGED, message=said.message, persona=said.persona))
    turns.ask_again(d, "words-changed")
