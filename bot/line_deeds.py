"""What people may do to a line that stands, whichever way they ask: who may, why not now, and the input it becomes.

Menus, buttons, forms, commands and reactions all end here; how each of them asks and answers is theirs.
"""

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from bot.markdown import inert
from events.base import LineId, MessageId, PersonId, PlaceId
from events.catalogue import Heard
from events.controls import (
    ContinueOrdered,
    LineEdited,
    LineHidden,
    RedoOrdered,
    RemovalOrdered,
    UndoOrdered,
    VariantChosen,
)
from events.errors import NoPanelHere, Refusal
from events.room import RoomState
from panel.amending import last_turn
from panel.redo import Hindrance, hindrance
from rooms.standing import Standing, standing

if TYPE_CHECKING:
    from rooms.house import House


class NoLine(Refusal):
    """That is not a line of a persona, or it is gone. People's messages are theirs: nothing is done to them here."""


class NotYourLine(Refusal):
    """Only somebody whom this line answered, or who may manage this channel, can do that."""


class AlreadyRunning(Refusal):
    """Something is being written or changed here already. Wait until it is done."""


class TooOldToRedo(Refusal):
    """That line is too old: nobody remembers what was said before it. You can still edit it, or take it away."""


class HiddenLine(Refusal):
    """That line is hidden from the personas. Show it to them again first."""


class HasLeft(Refusal):
    """{persona} is not seated here any more. Seat them with /panel seat first."""


class OneTextOnly(Refusal):
    """There is no {which} text of that line. Have it written again to get another."""


class NoWords(Refusal):
    """A line needs words, {most} characters at most. To be rid of one, delete it."""


class NothingToUndo(Refusal):
    """Nobody on the panel has said anything that could be taken back."""


HINDRANCES: Final[dict[Hindrance, type[Refusal]]] = {
    "closed": NoPanelHere,
    "unknown": TooOldToRedo,
    "hidden": HiddenLine,
    "busy": AlreadyRunning,
}


class Actor(Struct, frozen=True):
    """Who asks."""

    person: PersonId
    manages: bool
    """May manage the channel, and so may do everything."""


class Deeds:
    """What one person can do to the lines of one place. Each deed answers in a sentence, or raises a `Refusal`."""

    def __init__(self, house: "House", place: PlaceId, actor: Actor) -> None:
        self._house = house
        self._place = place
        self._actor = actor

    async def line(self, message: MessageId) -> Standing:
        """The line that a message carries, if this person may do something to it. Raises NoLine, NotYourLine."""
        found = await standing(self._house.backstage.store, await self._room(), message)
        if found is None:
            raise NoLine
        if not self._may(found):
            raise NotYourLine
        return found

    async def redo(self, message: MessageId, *, as_new: bool = False) -> str:
        """Have it written again: in its place, or as a further line."""
        line = await self.line(message)
        ordered = RedoOrdered(line=line.line, as_new=as_new, by=self._actor.person)
        await self._order(line, ordered, "redo")
        return f"{await self._name(line)} {'says something else' if as_new else 'writes it again'}."

    async def go_on(self, message: MessageId) -> str:
        """Have its author go on from it."""
        line = await self.line(message)
        ordered = ContinueOrdered(line=line.line, persona=line.persona, by=self._actor.person)
        await self._order(line, ordered, "continue")
        return f"{await self._name(line)} goes on."

    async def turn_over(self, message: MessageId, step: int) -> str:
        """The text before (-1) or after (1) the one that stands."""
        line = await self.line(message)
        wanted = line.variant + step
        if not 0 <= wanted < len(line.variants):
            raise OneTextOnly(which="earlier" if step < 0 else "later")
        chosen = VariantChosen(
            line=line.line,
            persona=line.persona,
            messages=line.messages,
            variant=wanted,
            text=line.variants[wanted],
            by=self._actor.person,
        )
        await self._house.hear(self._place, chosen)
        return f"Text {wanted + 1} of {len(line.variants)}."

    async def edit(self, message: MessageId, text: str) -> str:
        """Put other words there; what stood there stays in the log."""
        line = await self.line(message)
        most = longest(await self._room(), line)
        if not text.strip() or len(text.strip()) > most:
            raise NoWords(most=most)
        if text.strip() == line.text:
            return "Those are the words that stand there."
        edited = LineEdited(
            line=line.line,
            persona=line.persona,
            messages=line.messages,
            text=text.strip(),
            by=self._actor.person,
        )
        await self._house.hear(self._place, edited)
        return "Edited. The personas know the new words alone."

    async def hide(self, message: MessageId, *, hidden: bool) -> str:
        """Keep it out of every later prompt, or show it to the personas again."""
        line = await self.line(message)
        event = LineHidden(message=line.messages[0], hidden=hidden, by=self._actor.person)
        await self._house.hear(self._place, event)
        if not line.recent:
            return "It is so old that no persona is shown it anyway."
        return "Hidden: people see it, and the personas do not." if hidden else "The personas see it again."

    async def remove(self, message: MessageId) -> str:
        """Take it away, with all its messages."""
        line = await self.line(message)
        ordered = RemovalOrdered(line=line.line, persona=line.persona, messages=line.messages, by=self._actor.person)
        room = await self._room()
        await self._once(ordered, f"remove:{line.line}:{room.version}")
        return "Taken away. The personas do not know it any more."

    async def undo(self) -> str:
        """Take the panel's last turn back."""
        room = await self._room()
        turn = last_turn(room)
        lines = [one for one in room.talk if turn is not None and one.turn == turn and one.message is not None]
        goes_on = room.turn is not None and room.turn.id == turn
        if turn is None or not (lines or goes_on or room.unposted):
            raise AlreadyRunning if room.unwanted else NothingToUndo
        if not self._actor.manages:
            asked = {message for one in lines for message in one.answering}
            asked |= set(room.turn.messages) if goes_on and room.turn is not None else set()
            if not any(one.person == self._actor.person and one.message in asked for one in room.talk):
                raise NotYourLine
        await self._once(UndoOrdered(by=self._actor.person), f"undo:{turn}")
        if not lines:
            return "What was being written is not said."
        return f"The last turn is taken back: {len(lines)} line{'s' if len(lines) != 1 else ''}."

    # --- parts of these ---

    def _may(self, line: Standing) -> bool:
        return self._actor.manages or self._actor.person in (*line.answered, line.by)

    async def _room(self) -> RoomState:
        room = await self._house.state(self._place)
        if not room.open:
            raise NoPanelHere
        return room

    async def _name(self, line: Standing) -> str:
        seat = (await self._room()).seat(line.persona)
        return inert(seat.persona.name) if seat else line.persona

    async def _order(self, line: Standing, ordered: RedoOrdered | ContinueOrdered, what: str) -> None:
        """One such order a turn: of two that come at the same moment, the log takes the first."""
        room = await self._room()
        if why := hindrance(room, line.line):
            if why == "unseated":
                raise HasLeft(persona=line.persona)
            raise HINDRANCES[why]
        if room.put_off is not None and room.put_off[0] == line.line:
            raise AlreadyRunning
        await self._once(ordered, f"{what}:{line.line}:{room.turns}")
        after = await self._room()
        if after.turns == room.turns or _is_another(after, line.line, what):
            raise AlreadyRunning  # somebody was quicker

    async def _once(self, event: Heard, key: str) -> None:
        if not await self._house.hear(self._place, event, key=key):
            raise AlreadyRunning


def _is_another(room: RoomState, line: LineId, what: str) -> bool:
    """Whether the turn that goes on is not the one that was ordered."""
    turn = room.turn
    return turn is not None and (turn.redoes != line if what == "redo" else turn.rule != "continued")


def longest(room: RoomState, line: Standing) -> int:
    """Characters that a person may put into a line: as many as a persona's, or as it has already."""
    return max(room.policy.limits.characters, len(line.text))
