"""Murder Mystery Agents' self-selection: everybody thinks, and whoever finds it most important to speak does.

Nonomura & Mori, arXiv 2412.04937, think() and selectMostImportant(). Nothing here asks whom the last line selects: that
is `cssn`'s. The paper's people are agents, too; here a call by name has been settled before (`floor.given`).
"""

from events.decided import Considered, Cue
from events.room import Call, RoomState, Seat
from panel import thought, turns
from panel.deciding import Deciding
from panel.floor import thinking
from panel.floor.filters import FILTERS, just_spoke
from panel.floor.strategy import Refusals, Seats, Strategy


def begin(d: Deciding, free: Seats, _: Refusals) -> None:
    """Everybody who may speak thinks."""
    thinking.think(d, free, conclude)


def answered(d: Deciding, call: Call, text: str) -> None:
    """One has thought; the last one decides."""
    reading = thought.importance(text)
    thinking.formed(d, call, reading, reading.score if reading else 0.0)
    thinking.when_all_have(d, conclude)


def failed(d: Deciding, call: Call, reason: str) -> None:
    """One could not think."""
    thinking.missed(d, call, reason)
    thinking.when_all_have(d, conclude)


def after_line(d: Deciding) -> bool:
    """Everybody who may still speak thinks again."""
    return thinking.think_again(d, conclude)


def conclude(d: Deciding) -> None:
    """The most important of those who want to speak; where all listen, the previous speaker may go on."""
    thoughts = thinking.usable(d)
    if not thoughts:
        thinking.nobody_thought(d)
        return
    willing = tuple(one for one in thoughts if one.speak) or (thoughts if thinking.panel_waits(d) else ())
    why = {one.persona: "less-important" if one.speak else "listens" for one in thoughts}
    if not willing:
        _all_listen(d, thinking.considered(d, None, why))
        return
    best = thinking.strongest(d, willing)
    why[best.persona] = "most-important" if best.speak else "panel-asked"
    thinking.speak(d, "self-selection", best, thinking.considered(d, best.persona, why))


def _all_listen(d: Deciding, parts: tuple[Considered, ...]) -> None:
    """Rule 1c of Sacks, Schegloff & Jefferson 1974: the current speaker may go on, and need not."""
    seat = previous_speaker(d.state)
    if seat is None:
        turns.keep_silence(d, "all-listen", parts)
        return
    persona = seat.persona.id
    chosen = Considered(persona=persona, verdict="chosen", reason="goes-on")
    cue = Cue(persona=persona, rule="goes-on", length="short")
    turns.give(d, "goes-on", cue, considered=(chosen, *(one for one in parts if one.persona != persona)))


def previous_speaker(room: RoomState) -> Seat | None:
    """Whoever said the last line and may go on, once: a persona against whom nothing stands but that line."""
    last = [said.persona for said in room.talk[-2:]]
    if not last or last[-1] is None or last == [last[-1], last[-1]]:
        return None
    seat = room.seat(last[-1])
    barred = seat is None or any(rule(seat, room) for rule in FILTERS if rule is not just_spoke)
    return None if barred else seat


SELF_SELECTION = Strategy(
    name="self-selection",
    source="Murder Mystery Agents, SS",
    begin=begin,
    answered=answered,
    failed=failed,
    designates=False,
    after_line=after_line,
)
