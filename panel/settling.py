"""Going on with a turn after each input: ask for what is staged and unwritten, hand over, or end it."""

from events.decided import FuseBlown
from panel import committing, recall, resting, turns
from panel.arranging import next_group
from panel.deciding import Deciding
from panel.floor.strategies import strategy_of


def settle(d: Deciding) -> None:
    """Nothing stays open: a turn that writes has a call, an unposted line, a next speaker, or its end."""
    recall.lay(d)
    turn = d.state.turn
    if turn is None or turn.stage != "writing" or d.state.calls:
        return
    if _ask_for_lines(d) or d.state.unposted:
        return
    alone = turn.occasion in ("scene", "redo") or d.state.hushed  # a scene's next line has a turn of its own
    goes_on = not alone and strategy_of(d.state).after_line(d)
    if goes_on and (_ask_for_lines(d) or d.state.calls or d.state.turn is None):
        return
    turns.end(d, "done" if d.turn.staged else "failed")


def _ask_for_lines(d: Deciding) -> bool:
    """Ask for the lines that are staged and unwritten. False where there are none, or the fuse leaves none."""
    if d.state.turn is None:
        return False
    pending = tuple(cue.persona for cue in d.turn.cues if cue.persona not in d.turn.done)
    if not pending or resting.give_up_pending(d):
        return False
    if d.turn.calls >= d.state.policy.limits.calls_a_turn:
        d.say(FuseBlown(limit="calls-a-turn", count=d.turn.calls))
        for persona in pending:
            turns.give_up(d, persona, "fuse", sign="fuse")
        return False
    if committing.ask(d, pending):
        return True  # the lines wait for what each says alone
    group, arranged = next_group(d.state, pending)
    d.ask("writer", group, arranged=arranged)
    return True
