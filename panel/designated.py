"""What a designation's answer leads to: the floor is given to whom the line selects, or what waited for it goes on."""

from events.room import Call
from panel import detection, turns
from panel.deciding import Deciding
from panel.designation import select
from panel.floor.given import give_floor
from panel.floor.strategies import strategy_of


def designation_answered(d: Deciding, call: Call, text: str) -> None:
    """A model said whom a line selects; an answer that is none selects nobody."""
    selected = detection.parse(d.state, call, text)
    if not select(d, call, selected.pair, selected.holder):
        go_on(d)


def designation_failed(d: Deciding, call: Call) -> None:
    """No answer: nobody is selected."""
    select(d, call, None, None)
    go_on(d)


def go_on(d: Deciding) -> None:
    """Nobody is selected: the strategy decides, or, where its lines have been said, may go on; else the turn ends."""
    if not d.turn.cues:
        give_floor(d)
    elif not strategy_of(d.state).after_line(d) and d.state.turn is not None:
        turns.end(d, "done" if d.turn.staged else "failed")
