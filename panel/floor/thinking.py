"""Asking every candidate what it thinks, side by side; once all have answered, or failed, the strategy concludes."""

from collections.abc import Callable

import msgspec

from events.base import PersonaId
from events.decided import Considered, Cue, ThoughtFormed
from events.room import Call, Thought
from panel import turns
from panel.deciding import Deciding
from panel.dice import draw
from panel.floor.fallback import fall_back
from panel.floor.filters import sift
from panel.floor.strategy import Refusals, Seats
from panel.thought import Reading

Conclude = Callable[[Deciding], None]
Read = Callable[[str], Reading | None]


def think(d: Deciding, free: Seats, conclude: Conclude) -> None:
    """Ask each of these, unless they have been asked for this floor before; the fuse always leaves the line's call.

    The paper asks one after the other; nobody reads another's thought, so that asking at once changes only the clock.
    """
    left = max(0, d.state.policy.limits.calls_a_turn - d.turn.calls - 1)
    if not d.turn.thoughts and not d.undecided:
        quietest = sorted(free, key=lambda seat: seat.last_spoke)[:left]
        for seat in (seat for seat in free if seat in quietest):
            d.ask("thought", (seat.persona.id,))
    when_all_have(d, conclude)


def think_again(d: Deciding, conclude: Conclude) -> bool:
    """After a line, everybody who may still speak thinks about it. False where the talk is not to go on by itself.

    A scene goes on in its next turn; a lull has one line; whom a person asked by name has answered, and that was all.
    """
    free, _ = sift(d.state)
    affordable = d.turn.calls + len(free) < d.state.policy.limits.calls_a_turn
    asked = any(cue.forced for cue in d.turn.cues)
    if d.turn.occasion not in ("human", "catch-up") or asked or not free or not (affordable or d.turn.thoughts):
        return False
    think(d, free, conclude)
    return True


def formed(d: Deciding, call: Call, reading: Reading | None, score: float) -> None:
    """Write down a thought, and beside it the quick reaction; or that there was none that can be used."""
    persona, turn = call.about[0], d.turn.id
    if reading is None:
        missed(d, call, "unreadable")
        return
    thought = ThoughtFormed(
        turn=turn, persona=persona, thought=reading.thought, speak=reading.speak, raw=reading.score, score=score
    )
    if reading.quick:
        d.say(msgspec.structs.replace(thought, thought=reading.quick, quick=True))
    d.say(thought)


def missed(d: Deciding, call: Call, reason: str) -> None:
    """One thinker that fails does not stop the others."""
    d.say(ThoughtFormed(turn=d.turn.id, persona=call.about[0], reason=reason))


def when_all_have(d: Deciding, conclude: Conclude) -> None:
    """Conclude, unless somebody is still thinking, or the floor is settled already."""
    if d.state.turn is not None and not d.undecided:
        conclude(d)


def usable(d: Deciding) -> tuple[Thought, ...]:
    """The thoughts with a score, of those who may still speak."""
    may = {seat.persona.id for seat in sift(d.state)[0]}
    return tuple(one for one in d.turn.thoughts if one.raw is not None and one.persona in may)


def nobody_thought(d: Deciding) -> None:
    """No thought can be used: arithmetic decides who answers; after a line there is nothing left to answer."""
    if d.turn.staged:
        turns.keep_silence(d, "nobody-thought", considered(d, None, {}))
    else:
        fall_back(d, "fallback")


def panel_waits(d: Deciding) -> bool:
    """The panel itself was asked and nobody has answered: somebody must, however little they want to."""
    return d.turn.addressed.to_panel and not d.turn.staged


def strongest(d: Deciding, thoughts: tuple[Thought, ...]) -> Thought:
    """The highest score; equals throw seeded dice."""
    return max(thoughts, key=lambda one: (one.score, draw(d.state, "tie", one.persona)))


def speak(d: Deciding, rule: str, thought: Thought, part: tuple[Considered, ...], *, short: bool = False) -> None:
    """Give the floor to a thinker. What it thought may quote people, so it stands beside the cue, not in it."""
    cue = Cue(persona=thought.persona, rule=rule, length="short" if short else "medium")
    manner = f"says what they have in mind: {thought.text}" if thought.text else ""
    words = msgspec.json.encode([(manner, "")]).decode() if manner else ""
    turns.give(d, rule, cue, considered=part, words=words)


def considered(d: Deciding, chosen: PersonaId | None, why: dict[PersonaId, str]) -> tuple[Considered, ...]:
    """Everybody's part: each deliberate thought with its score, or why there is none; and whom a filter refused."""
    refused: Refusals = sift(d.state)[1]
    barred = {one.persona for one in refused} - {chosen}
    parts = tuple(
        Considered(
            persona=one.persona,
            verdict="chosen" if one.persona == chosen else "passed",
            reason=one.reason or why.get(one.persona, "passed"),
            score=None if one.raw is None else one.score,
        )
        for one in d.turn.thoughts
        if not one.quick and one.persona not in barred
    )
    return (*parts, *(one for one in refused if one.persona in barred))
