"""The house: every room of this process. Opens rooms from the log, lets idle ones go, recovers, closes in order."""

import asyncio
import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from events.base import HookId, MessageId, PlaceId, stream_of
from events.catalogue import Heard
from events.errors import GreenroomError
from events.heard import CaughtUp, HumanSpoke, LinePosted
from events.room import RoomState
from panel.owed import owed
from rooms import erasing
from rooms.backstage import Backstage
from rooms.loading import SNAPSHOT_EVERY, load, patiently
from rooms.room import Room

log = logging.getLogger("greenroom.house")

RESTLESS = timedelta(minutes=10)
"""A room that nothing has touched for this long may be let go; its alarm stays with the clock."""


class House:
    """Hears for all rooms."""

    def __init__(self, backstage: Backstage, *, restless: timedelta = RESTLESS) -> None:
        self.backstage = backstage
        self._restless = restless
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._open: set[PlaceId] = set()
        self._errands: set[asyncio.Task[None]] = set()
        backstage.clock.on_ring(self._ring)

    # --- start and end ---

    async def survey(self) -> None:
        """Learn where panels are open. Before the first message is heard."""
        heads = await patiently(self.backstage.store.heads, "*", self.backstage.idle)
        self._open = {PlaceId(int(head.stream.removeprefix("room-"))) for head in heads if head.open}

    async def take_up(self) -> None:
        """Take up every room that owes something now; arm the clock for those that only wait."""
        now = self.backstage.clock.now()
        for head in await patiently(lambda: self.backstage.store.heads(owing=True), "*", self.backstage.idle):
            if head.due is not None and head.due > now:
                self.backstage.clock.wake(head.stream, head.due)
                continue
            try:
                await self.room(head.stream)
            except GreenroomError as damage:  # one room that cannot be read must not keep the others down
                log.error("room %s is not taken up: %s", head.stream, damage)  # noqa: TRY400 - a sentence is enough

    async def close(self) -> None:
        """Finish what has left for Discord; everything else is owed, and waits in the log."""
        errands = [*self._errands, *self._opening.values()]
        for errand in errands:
            errand.cancel()
        await asyncio.gather(*errands, return_exceptions=True)
        await asyncio.gather(*(room.close() for room in self._rooms.values()))
        self._rooms.clear()

    # --- hearing ---

    @property
    def places(self) -> frozenset[PlaceId]:
        """Where panels are open."""
        return frozenset(self._open)

    def seated_at(self, place: PlaceId) -> bool:
        """Whether a panel is open there: the cheap question, asked for every message."""
        return place in self._open

    async def hear(self, place: PlaceId, event: Heard, *, key: str | None = None) -> bool:
        """Record an input and what it leads to. False when it was in the log already, or changes nothing."""
        room = await self.room(stream_of(place))
        recorded = await room.hear(event, key=key)
        if room.state.open:
            self._open.add(place)
        else:
            self._open.discard(place)
        return recorded

    async def spoke(self, place: PlaceId, event: HumanSpoke) -> bool:
        """A person's message, once, however often it is delivered."""
        return await self.hear(place, event, key=f"msg:{event.message}")

    async def catch_up(self, place: PlaceId, missed: Iterable[HumanSpoke]) -> int:
        """Messages that were missed while offline, oldest first; decided about once, at the end."""
        count = 0
        for event in missed:
            count += await self.spoke(place, event)
        room = await self.state(place)
        if room.last_message is not None and room.talk and room.talk[-1].late:
            known = CaughtUp(missed=count, until=room.last_message)
            await self.hear(place, known, key=f"caught-up:{room.last_message}")
        return count

    async def echo(self, place: PlaceId, message: MessageId, text: str, hook: HookId | None = None) -> None:
        """One of our own lines came back: a second, independent confirmation, which often precedes the answer."""
        room = await self.room(stream_of(place))
        for line in room.state.unposted:
            if line.started is not None and _same(line.text, text):
                event = LinePosted(line=line.line, messages=(message,), hook=hook, found="echo")
                await room.hear(event, key=f"posted:{line.line}", cause=line.staged)
                return

    def known(self, place: PlaceId) -> RoomState | None:
        """The room as it is now, if it is loaded."""
        room = self._rooms.get(stream_of(place))
        return room.state if room else None

    async def state(self, place: PlaceId) -> RoomState:
        """The room as it is now."""
        return (await self.room(stream_of(place))).state

    # --- rooms ---

    async def room(self, stream: str) -> Room:
        """The room, loaded from the log the first time; two callers get the same one."""
        known = self._rooms.get(stream)
        if known is not None:
            return known
        opening = self._opening.get(stream)
        if opening is None:
            opening = asyncio.create_task(self._load(stream), name=f"open {stream}")
            self._opening[stream] = opening
            opening.add_done_callback(lambda _: self._opening.pop(stream, None))
        return await asyncio.shield(opening)

    async def _load(self, stream: str) -> Room:
        store, idle = self.backstage.store, self.backstage.idle
        state = await patiently(lambda: load(store, stream), stream, idle)
        if state.erased and await patiently(lambda: erasing.blank(store, stream), stream, idle):
            state = await patiently(lambda: load(store, stream), stream, idle)  # a crash had come in between
        room = Room(state, self.backstage)
        self._rooms[stream] = room
        return room

    async def let_go(self, *, now: datetime | None = None) -> int:
        """Evict rooms that nothing has touched for a while. Returns how many."""
        now = now or self.backstage.clock.now()
        gone = 0
        for stream, room in list(self._rooms.items()):
            if not room.idle or now - room.touched < self._restless:
                continue
            due = min((debt.due for debt in owed(room.state)), default=None)
            del self._rooms[stream]
            await room.close()
            gone += 1
            if room.state.version >= SNAPSHOT_EVERY:
                await self.backstage.store.save(room.state)
            if due is not None and stream not in self._rooms:
                self.backstage.clock.wake(stream, due)
        return gone

    def _ring(self, stream: str) -> None:
        room = self._rooms.get(stream)
        if room is not None:
            room.wake()
            return
        errand = asyncio.create_task(self._wake(stream), name=f"wake {stream}")
        self._errands.add(errand)
        errand.add_done_callback(self._errands.discard)

    async def _wake(self, stream: str) -> None:
        (await self.room(stream)).wake()


def _same(ours: str, theirs: str) -> bool:
    """Equal but for the white space that Discord may strip."""
    return ours.split() == theirs.split()
