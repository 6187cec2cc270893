"""Before the lines: each staged persona commits to a stance alone, side by side with the others. One that fails to come
stops nothing. What is asked and how the answer is read is `stance`'s.
"""

from collections.abc import Sequence
from typing import Final

from events.base import PersonaId
from events.memories import StanceTaken
from events.room import Call
from panel import knowing, stance
from panel.cues import focus_of
from panel.deciding import Deciding
from panel.floor.rest import is_broke

OCCASIONS: Final = frozenset(("human", "catch-up", "order"))
"""Turns that answer a person's message; in others there is nothing to take a stance on."""
KEPT_FOR_LINES: Final = 4
"""Calls of a turn that stances must leave: two tries of the lines, and a hand-over's."""


def ask(d: Deciding, pending: Sequence[PersonaId]) -> bool:
    """Ask those who have not been asked in this turn. True where their lines wait for what they say.

    What is only kept is asked beside the lines, so that nobody waits for it.
    """
    if d.state.policy.stances == "off" or d.turn.occasion not in OCCASIONS or is_broke(d.state):
        return False
    left = d.state.policy.limits.calls_a_turn - d.turn.calls - KEPT_FOR_LINES
    asked = [persona for persona in pending if _has_something_to_answer(d, persona)][: max(0, left)]
    for persona in asked:
        d.ask("stance", (persona,))
    return bool(asked) and d.state.policy.stances == "shown"


def _has_something_to_answer(d: Deciding, persona: PersonaId) -> bool:
    taken = {one for one, _ in d.turn.stances}
    heard = knowing.lines_for(d.state, d.state.talk, (persona,))
    return persona not in taken and focus_of(d.state, heard, persona) is not None


def answered(d: Deciding, call: Call, text: str) -> None:
    """It is kept, word for word; what cannot be read is as good as none."""
    _take(d, call, stance.parse(text))


def missing(d: Deciding, call: Call) -> None:
    """None came: the line is written without, and nobody is asked twice."""
    _take(d, call, "")


def _take(d: Deciding, call: Call, text: str) -> None:
    d.say(StanceTaken(turn=d.turn.id, persona=call.about[0], call=call.id, text=text))
