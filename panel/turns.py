"""The life of a turn: opened, superseded, kept silent, settled, ended."""

from datetime import timedelta

from events.base import PersonaId
from events.decided import (
    Considered,
    Cue,
    FloorGiven,
    LineWithdrawn,
    ModelDropped,
    Occasion,
    SignGiven,
    SilenceKept,
    TurnEnded,
    TurnOpened,
)
from panel import handover
from panel.deciding import Deciding

SIGN_PAUSE = timedelta(hours=1)
"""One notice a cause an hour (an error that is posted again and again got bots timed out elsewhere)."""


def open_turn(d: Deciding, occasion: Occasion, *, wait: float = 0.0, carried: tuple[PersonaId, ...] = ()) -> None:
    """Begin a turn that gathers for `wait` seconds."""
    until = d.at + timedelta(seconds=wait)
    d.say(TurnOpened(turn=d.new_turn(), occasion=occasion, until=until, carried=carried))


def give(d: Deciding, rule: str, *cues: Cue, considered: tuple[Considered, ...] = (), words: str = "") -> None:
    """Give the floor. The lines are asked for when the turn is settled."""
    d.say(FloorGiven(turn=d.turn.id, rule=rule, cues=cues, considered=considered, words=words))


def keep_silence(d: Deciding, reason: str, considered: tuple[Considered, ...] = (), *, words: str = "") -> None:
    """Nobody speaks in this turn."""
    d.say(SilenceKept(turn=d.turn.id, reason=reason, considered=considered, words=words))
    end(d, "silence")


def supersede(d: Deciding, reason: str) -> tuple[PersonaId, ...]:
    """End the turn early, withdrawing what is unsent. Returns the personas still owed to a person, in order."""
    turn = d.turn
    delivered = {line.persona for line in d.state.unposted if line.started is not None}
    delivered |= {said.persona for said in d.state.talk if said.persona and said.version > turn.opened}
    asked = (*turn.addressed.forced, *(cue.persona for cue in turn.cues if cue.forced))
    owed = tuple(persona for persona in dict.fromkeys(asked) if persona not in delivered)
    drop_unsent(d, reason)
    end(d, reason)
    return owed


def drop_unsent(d: Deciding, reason: str, *, of: PersonaId | None = None) -> None:
    """Drop open calls and withdraw lines that have not left yet; one that left is resolved, never withdrawn."""
    for call in d.state.calls:
        if of is None:
            d.say(ModelDropped(call=call.id, reason=reason))
    for line in d.state.unposted:
        if line.started is None and of in (None, line.persona):
            d.say(LineWithdrawn(line=line.line, reason=reason))


def end(d: Deciding, reason: str) -> None:
    """The turn is over."""
    d.say(TurnEnded(turn=d.turn.id, reason=reason, posted=d.turn.posted))


def show_sign(d: Deciding, reason: str, *, persona: PersonaId | None = None, notice: bool = False) -> None:
    """Owe a visible sign to whoever asked; a notice to the whole channel at most once a cause an hour."""
    turn = d.state.turn
    message = turn.messages[-1] if turn and turn.messages and not notice else None
    last = dict(d.state.signed).get(reason)
    if message is None and last is not None and d.at - last < SIGN_PAUSE:
        return
    d.say(SignGiven(reason=reason, message=message, persona=persona))


def settle(d: Deciding) -> None:
    """Go on with the turn: ask for what is staged and unwritten, hand over, or end it."""
    turn = d.state.turn
    if turn is None or turn.stage != "writing" or d.state.calls:
        return
    pending = tuple(cue.persona for cue in turn.cues if cue.persona not in turn.done)
    if pending:
        _ask_for_lines(d, pending)
        return
    if d.state.unposted or handover.hand_over(d):
        return
    end(d, "done" if turn.staged else "failed")


def _ask_for_lines(d: Deciding, pending: tuple[PersonaId, ...]) -> None:
    if d.turn.calls >= d.state.policy.limits.calls_a_turn:
        drop_unsent(d, "calls-a-turn")
        end(d, "fuse")
    elif d.state.policy.arrangement == "each":
        d.ask("writer", pending[:1])
    else:
        d.ask("writer", pending)
