"""What a strategy is: a way to decide who speaks among those who may. One a file; `strategies` lists them all."""

from collections.abc import Callable

from msgspec import Struct

from events.decided import Considered
from events.policy import StrategyName
from events.room import Call, Seat
from panel import handover
from panel.deciding import Deciding

Seats = tuple[Seat, ...]
Refusals = tuple[Considered, ...]


def no_answer(_d: Deciding, _call: Call, _text: str) -> None:
    """For strategies that ask no model."""


class Strategy(Struct, frozen=True, kw_only=True):
    """A way to decide.

    Each function ends in one of three ways: the floor is given (`turns.give`), silence is kept (`turns.keep_silence`),
    or models are asked (`d.ask`), whose answers come back to `answered` or `failed`.
    """

    name: StrategyName
    source: str
    """Where it comes from, in a few words."""
    begin: Callable[[Deciding, Seats, Refusals], None]
    """The turn has gathered and nobody was addressed: two candidates at least (one where `of_one`), in seat order."""
    answered: Callable[[Deciding, Call, str], None] = no_answer
    """A call of this strategy brought a text."""
    failed: Callable[[Deciding, Call, str], None] = no_answer
    """A call of this strategy brought nothing, for this reason: never an aborted turn."""
    designates: bool = True
    """Whom the last line selects comes first, where the policy wants that; a baseline asks for no such thing."""
    interrupts: bool = False
    """Decides also where the people talk to one another."""
    of_one: bool = False
    """Asked about a single candidate, too; else that one has the floor without more ado."""
    after_line: Callable[[Deciding], bool] = handover.hand_over
    """Everything staged so far is in the channel: True where somebody was given the floor, or is asked about."""
