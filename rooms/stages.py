"""A stage in memory: what a channel would show, for tests, exams and the local room. Nothing of Discord is here."""

from collections import deque
from datetime import datetime
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from events.base import HookId, MessageId, PersonaId, PlaceId
from events.persona import Persona
from rooms.ports import Line, Posted, Posting, Refused, Unknown, Unreadable

Lost = Literal["stored", "lost"]


class Shown(Struct, frozen=True, kw_only=True):
    """One message in the channel."""

    message: MessageId
    hook: HookId
    place: PlaceId
    persona: PersonaId
    name: str
    text: str


class AskedSign(Struct, frozen=True, kw_only=True):
    """One sign that was asked for."""

    place: PlaceId
    reason: str
    message: MessageId | None
    persona: PersonaId | None


class TextStage:
    """A `Stage` that keeps everything in lists. What goes wrong is told beforehand, post by post."""

    def __init__(self, first_message: int = 1001) -> None:
        self.channel: list[Shown] = []
        """What stands in the channel, oldest first."""
        self.posts: list[Line] = []
        """Every attempt, also those that failed."""
        self.revised: list[Line] = []
        """Every attempt to change a line."""
        self.typed: list[PlaceId] = []
        self.signs: list[AskedSign] = []
        self.readable = True
        """Whether `find` may read the history."""
        self._next = first_message
        self._fates: deque[Refused | Lost | None] = deque()

    def will_post(self) -> None:
        """The next unscripted post goes well, before whatever is scripted after it."""
        self._fates.append(None)

    def will_refuse(self, reason: str, detail: str = "") -> None:
        """The next unscripted post is refused, and leaves nothing in the channel."""
        self._fates.append(Refused(reason=reason, detail=detail))

    def will_lose_answer(self, line: Lost) -> None:
        """The next unscripted post has an unknown outcome: the line was `stored` all the same, or it was `lost`."""
        self._fates.append(line)

    def texts(self) -> list[tuple[str, str]]:
        """(name, text) of what stands in the channel, oldest first."""
        return [(shown.name, shown.text) for shown in self.channel]

    async def post(self, line: Line) -> Posting:
        self.posts.append(line)
        fate = self._fates.popleft() if self._fates else None
        if isinstance(fate, Refused):
            return fate
        if fate == "lost":
            return Unknown(why="timeout")
        shown = self._show(line)
        return Unknown(why="timeout") if fate == "stored" else Posted(messages=(shown.message,), hook=shown.hook)

    async def find(self, line: Line) -> Posted | None:
        if not self.readable:
            raise Unreadable
        for shown in self.channel:
            same = (shown.place, shown.persona, shown.text) == (line.place, line.persona.id, line.text)
            if same and shown.message > (line.after or 0):
                return Posted(messages=(shown.message,), hook=shown.hook)
        return None

    async def revise(self, line: Line, messages: tuple[MessageId, ...]) -> Posting:
        self.revised.append(line)
        fate = self._fates.popleft() if self._fates else None
        if isinstance(fate, Refused):
            return fate
        standing = {shown.message for shown in self.channel}
        if not standing.issuperset(messages):
            return Refused(reason="gone")
        if fate != "lost":
            kept = [shown for shown in self.channel if shown.message not in messages[1:]]
            self.channel = [replace(one, text=line.text) if one.message == messages[0] else one for one in kept]
        return Unknown(why="timeout") if fate else Posted(messages=messages[:1])

    async def retract(self, line: Line, messages: tuple[MessageId, ...]) -> bool:
        del line
        self.channel = [shown for shown in self.channel if shown.message not in messages]
        return True

    async def typing(self, place: PlaceId) -> None:
        self.typed.append(place)

    async def sign(
        self,
        place: PlaceId,
        reason: str,
        *,
        message: MessageId | None,
        persona: Persona | PersonaId | None,
        until: datetime | None = None,
    ) -> bool:
        del until
        who = persona.id if isinstance(persona, Persona) else persona
        self.signs.append(AskedSign(place=place, reason=reason, message=message, persona=who))
        return True

    def _show(self, line: Line) -> Shown:
        shown = Shown(
            message=MessageId(self._next),
            hook=HookId(1 + line.seat),
            place=line.place,
            persona=line.persona.id,
            name=line.persona.name,
            text=line.text,
        )
        self._next += 1
        self.channel.append(shown)
        return shown
