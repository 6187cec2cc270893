"""Who gets the floor when a turn has gathered: an address first, then what is possible, then the strategy."""

from events.decided import Considered, Cue, FuseBlown
from panel import readouts, resting, turns
from panel.deciding import Deciding
from panel.designation import designate
from panel.floor.filters import lines_this_hour, sift
from panel.floor.strategies import strategy_of


def give_floor(d: Deciding) -> None:
    """Decide who speaks, or ask the model that does. An address never asks a model, and no model can veto it."""
    readouts.drop_late(d)
    if _fused(d) or _addressed(d) or resting.keep_silent(d):
        return
    free, refused = sift(d.state)
    to = d.turn.addressed
    elsewhere = to.to_human and not to.to_panel
    strategy = strategy_of(d.state)
    if not free:
        turns.keep_silence(d, "nobody-may", refused)
    elif elsewhere and not strategy.interrupts:
        turns.keep_silence(d, "to-somebody-else", refused)
    elif len(free) == 1 and not strategy.of_one and not elsewhere:
        only = free[0].persona.id
        chosen = Considered(persona=only, verdict="chosen", reason="only-candidate")
        turns.give(d, "only-candidate", Cue(persona=only, rule="only-candidate"), considered=(chosen, *refused))
    elif not strategy.designates or designate(d) == "nobody":
        strategy.begin(d, free, refused)


def _fused(d: Deciding) -> bool:
    lines = lines_this_hour(d.state)
    if lines < d.state.policy.limits.lines_an_hour:
        return False
    d.say(FuseBlown(limit="lines-an-hour", count=lines))
    asked = d.turn.addressed.forced or d.turn.addressed.to_panel
    turns.show_sign(d, "fuse", notice=not asked)
    turns.keep_silence(d, "fuse")
    return True


def _addressed(d: Deciding) -> bool:
    """Everybody whom a person addressed answers, once, in the order named: also past the cap, never past a mute."""
    to = d.turn.addressed
    seats = [seat for persona in to.forced if (seat := d.state.seat(persona)) is not None]
    heard = [seat.persona.id for seat in seats if not seat.muted]
    muted = [seat.persona.id for seat in seats if seat.muted]
    refused = tuple(Considered(persona=persona, verdict="refused", reason="muted") for persona in muted)
    if muted:
        turns.show_sign(d, "muted", persona=muted[0])
    if heard:
        cues = tuple(Cue(persona=persona, rule=to.rule, forced=True) for persona in heard)
        chosen = tuple(Considered(persona=persona, verdict="chosen", reason=to.rule) for persona in heard)
        turns.give(d, to.rule, *cues, considered=(*chosen, *refused))
        return True
    if muted:
        turns.keep_silence(d, "addressed-muted", refused)
        return True
    return False
