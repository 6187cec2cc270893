"""A spent budget: said once, and then nothing is asked of a model before the day is over."""

from panel import turns
from panel.deciding import Deciding
from panel.floor.rest import is_broke
from panel.hours import day_of


def tell(d: Deciding) -> None:
    """The first call of a day that the budget refuses: the channel is told why the panel falls quiet."""
    told = dict(d.state.signed).get("budget")
    if told is None or day_of(d.state, told) < day_of(d.state, d.at):
        turns.show_sign(d, "budget", notice=True)


def keep_silent(d: Deciding) -> bool:
    """Nobody speaks unasked while the budget is spent. A panel that was asked shows that it heard."""
    if not is_broke(d.state):
        return False
    if d.turn.addressed.to_panel:
        turns.show_sign(d, "budget")
    turns.keep_silence(d, "budget")
    return True


def give_up_pending(d: Deciding) -> bool:
    """Whoever has the floor cannot be written for; whoever asked for it by name is shown that it rests."""
    if not is_broke(d.state):
        return False
    for cue in d.turn.cues:
        turns.give_up(d, cue.persona, "budget", sign="resting")
    return True
