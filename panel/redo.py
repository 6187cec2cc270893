"""Lines that a model writes again, in their old place or as a further one, or goes on from. What people do to lines
themselves is in `amending`.

A redo is a turn of its own that knows the talk only up to the line's place, so that it can wait: people who speak
meanwhile are answered first, and then it is taken up again with the same context.
"""

from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from events.base import LineId
from events.controls import ContinueOrdered, LineRevised, RedoOrdered
from events.decided import Cue, LineStaged, PanelRoused, SignGiven, TurnEnded, TurnOpened
from events.room import RoomState, Utterance
from panel import turns
from panel.deciding import Deciding
from panel.likeness import plain_words
from panel.screen import Verdict
from panel.settling import settle

Hindrance = Literal["", "unknown", "hidden", "unseated", "closed", "busy"]

FAILED: Final = "not-redone"
"""The sign on a line that nobody could write again."""


def hindrance(room: RoomState, line: LineId) -> Hindrance:
    """Why a line cannot be written again, or gone on from, at this moment; empty where it can."""
    said = line_in(room, line)
    if not room.open:
        return "closed"
    if said is None or said.message is None or said.persona is None or line in room.unwanted:
        return "unknown"
    if said.hidden:
        return "hidden"
    if room.seat(said.persona) is None:
        return "unseated"
    changing = any(one.line == line for one in room.revisions)
    return "busy" if _is_busy(room) or room.unposted or changing else ""


def _is_busy(room: RoomState) -> bool:
    """Whether a turn goes on in which somebody waits for something: what a room does for itself can be interrupted."""
    turn = room.turn
    return turn is not None and (turn.stage == "writing" or turn.occasion not in ("silence", "summary"))


def line_in(room: RoomState, line: LineId) -> Utterance | None:
    """A line of the recent talk."""
    return next((said for said in reversed(room.talk) if said.line == line), None)


def redo_ordered(d: Deciding, event: RedoOrdered) -> None:
    """The same persona, the same place, the same context; nothing where that is impossible now."""
    if not hindrance(d.state, event.line):
        _open(d, event.line, as_new=event.as_new)


def _open(d: Deciding, line: LineId, *, as_new: bool) -> None:
    said = line_in(d.state, line)
    assert said is not None
    assert said.persona is not None
    _interrupt(d)
    cue = said.cue or Cue(persona=said.persona, rule="redo")
    opened = TurnOpened(turn=d.new_turn(), occasion="redo", until=d.at, redoes=line, as_new=as_new)
    d.say(opened)
    words = msgspec.json.encode([(cue.manner, cue.reason)]).decode() if cue.manner or cue.reason else ""
    # Forced: who is to write it again was not asked whether there is anything to say.
    turns.give(d, "redo", replace(cue, manner="", reason="", forced=True), words=words)


def _interrupt(d: Deciding) -> None:
    if d.state.turn is not None:
        turns.supersede(d, "ordered")


def continue_ordered(d: Deciding, event: ContinueOrdered) -> None:
    """The author of a line goes on from it, past mute and cap, as by an order."""
    said = line_in(d.state, event.line)
    if hindrance(d.state, event.line) or said is None or said.persona != event.persona:
        return
    if d.state.hushed:
        d.say(PanelRoused(reason="ordered"))
    _interrupt(d)
    turns.open_turn(d, "order")
    turns.give(d, "continued", Cue(persona=event.persona, rule="continued", forced=True))


# --- what was written ---


def said_before(room: RoomState, verdict: Verdict) -> str:
    """Why a line written again is held back: it is one of the texts that it was to replace. Empty where it is not."""
    turn = room.turn
    old = line_in(room, turn.redoes) if turn is not None and turn.redoes is not None else None
    if old is None or verdict.rejected:
        return ""
    known = {plain_words(text) or (text,) for text in (old.text, *old.variants)}
    return "exact-repeat" if (plain_words(verdict.text) or (verdict.text,)) in known else ""


def others_than_redone(room: RoomState) -> list[Utterance]:
    """The talk that a new line is compared with: one that is written again may well resemble what it replaces."""
    redone = room.turn.redoes if room.turn is not None else None
    return [said for said in room.talk if said.line is None or said.line != redone]


def in_place(d: Deciding, staged: LineStaged) -> LineStaged | LineRevised:
    """What becomes of an accepted line: a new one, or the new text of the one that this turn writes again."""
    turn = d.turn
    if turn.redoes is None or turn.as_new:
        return staged
    return LineRevised(
        line=turn.redoes,
        turn=staged.turn,
        persona=staged.persona,
        text=staged.text,
        call=staged.call,
        mended=staged.mended,
    )


# --- how it ends ---


def conclude(d: Deciding) -> None:
    """After everything else: a redo whose line is gone is over, one that failed shows on the line, and one that people
    went before is taken up again.
    """
    turn = d.state.turn
    if turn is not None and turn.redoes is not None and _is_gone(d.state, turn.redoes):
        turns.supersede(d, "line-gone")
    _show_failure(d)
    if d.state.put_off is None or _is_busy(d.state):
        return
    line, as_new = d.state.put_off
    if not d.state.hushed and not hindrance(d.state, line):
        _open(d, line, as_new=as_new)
        settle(d)


def _is_gone(room: RoomState, line: LineId) -> bool:
    return line in room.unwanted or line_in(room, line) is None


def _show_failure(d: Deciding) -> None:
    opened = {fact.turn: fact.redoes for fact in d.out if isinstance(fact, TurnOpened)}
    before = d.before.turn
    if before is not None:
        opened[before.id] = before.redoes
    for fact in tuple(d.out):
        line = opened.get(fact.turn) if isinstance(fact, TurnEnded) and fact.reason == "failed" else None
        said = line_in(d.state, line) if line is not None else None
        if said is not None and said.message is not None:
            d.say(SignGiven(reason=FAILED, message=said.message, persona=said.persona))
