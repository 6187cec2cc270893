"""Paying what is owed about lines that stand in the channel: a change of their words, and their removal."""

import asyncio
import logging
from typing import TYPE_CHECKING

from events.base import LineId, MessageId, PersonaId
from events.controls import RevisionShown
from events.heard import LineErased, LineRetracted
from events.persona import Persona
from events.room import Revision, RoomState
from rooms.ports import Line, Posted, Posting, Refused, Unknown

if TYPE_CHECKING:
    from rooms.room import Room

log = logging.getLogger("greenroom.room")

TRIES = 3
"""A change whose outcome stays unknown is made again so often: it is the same however often it is made."""
PAUSE_SECONDS = 5.0


async def revise(room: "Room", revision: Revision) -> None:
    """Show a line's new words where the old ones stand."""
    outgoing = line_of(room.state, _persona(room.state, revision.persona), revision.line, revision.text, None)
    outcome = await _changed(room, outgoing, revision.messages)
    for _ in range(TRIES - 1):
        if not isinstance(outcome, Unknown):
            break
        await room.backstage.idle(asyncio.sleep(PAUSE_SECONDS))
        outcome = await _changed(room, outgoing, revision.messages)
    shown = isinstance(outcome, Posted)
    if not shown:
        log.warning("line %s could not be changed: %s", revision.line, _why(outcome))
    if isinstance(outcome, Refused) and outcome.reason == "gone":
        gone = revision.messages[0]
        await room.hear(LineErased(message=gone), key=f"gone:{gone}:{revision.since}")
    event = RevisionShown(
        line=revision.line,
        since=revision.since,
        messages=outcome.messages if isinstance(outcome, Posted) else (),
        shown=shown,
    )
    await room.hear(event, key=f"revised:{revision.line}:{revision.since}", cause=revision.since)


async def _changed(room: "Room", line: Line, messages: tuple[MessageId, ...]) -> Posting:
    try:
        async with asyncio.timeout(room.backstage.post_seconds):
            return await room.backstage.stage.revise(line, messages)
    except TimeoutError:
        return Unknown(why="timeout")


def _why(outcome: Posting) -> str:
    match outcome:
        case Refused(reason=reason):
            return reason
        case Unknown(why=why):
            return why
        case _:
            return ""


async def retract(room: "Room", line: LineId) -> None:
    """Remove a line, whole: one of the recent talk, or one of any age that somebody ordered away."""
    state = room.state
    ordered = next((one for one in state.removals if one.line == line), None)
    said = next((said for said in state.talk if said.line == line), None)
    persona = said.persona if said else ordered.persona if ordered else None
    messages = _messages(state, line)
    if persona is not None and messages:
        outgoing = line_of(state, _persona(state, persona), line, said.text if said else "", None)
        if not await room.backstage.stage.retract(outgoing, messages):
            log.warning("line %s could not be removed", line)
    since = f":{ordered.since}" if ordered else ""  # a line may be ordered away again, should it not have worked
    await room.hear(LineRetracted(line=line), key=f"retracted:{line}{since}")


def _messages(state: RoomState, line: LineId) -> tuple[MessageId, ...]:
    """Every message that carries it, as far as anybody knows."""
    known = [one.messages for one in (*state.removals, *state.revisions) if one.line == line]
    known += [(said.message, *said.more) for said in state.talk if said.line == line and said.message is not None]
    return tuple(dict.fromkeys(message for messages in known for message in messages))


def _persona(state: RoomState, persona: PersonaId) -> Persona:
    """Who said it; also one that has left the panel since."""
    seat = state.seat(persona)
    return seat.persona if seat else Persona(id=persona, name=persona, card="")


def line_of(state: RoomState, persona: Persona, line: LineId, text: str, after: MessageId | None) -> Line:
    """A line as the stage needs it."""
    seats = [seat.persona.id for seat in state.seats]
    return Line(
        id=line,
        guild=state.guild,
        place=state.place,
        parent=state.parent,
        persona=persona,
        text=text,
        seat=seats.index(persona.id) if persona.id in seats else len(seats),
        crowd=len(seats),
        after=after,
    )
