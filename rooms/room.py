"""One room: a mailbox and a task that hears an input, decides, appends, and pays what is owed. No locks."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from msgspec.structs import replace

from events import heard
from events.base import PersonaId, Version
from events.catalogue import Decided, Heard
from events.controls import WriterMeasured
from events.errors import AlreadyHeard, Conflict
from events.heard import HumanSpoke, HumanTyping
from events.memories import MemoryForgotten
from events.projector import evolve
from events.recorded import Draft, Recorded, message_of
from events.room import RoomState
from panel.decide import decide
from panel.owed import owed
from rooms import erasing
from rooms.backstage import Backstage
from rooms.debts import Payments
from rooms.loading import load, patiently

log = logging.getLogger("greenroom.room")

BEGINNINGS = (heard.HumanSpoke, heard.SpeakOrdered, heard.SceneOrdered)
"""Inputs that may lead to lines."""


@dataclass
class Parcel:
    """An input on its way into the room."""

    event: Heard
    key: str | None
    cause: Version | None
    done: "asyncio.Future[bool]"
    """Whether it was recorded: False when it had been before, or changes nothing."""


class Room:
    """The life of one stream in this process."""

    def __init__(self, state: RoomState, backstage: Backstage) -> None:
        self.state = state
        self.backstage = backstage
        self._before = state
        self.touched: datetime = backstage.clock.now()
        self._mailbox: asyncio.Queue[Parcel] = asyncio.Queue()
        self._payments = Payments(self)
        self._unheard = 0
        self._closing = False
        self._take_up()
        self._task = asyncio.create_task(self._live(), name=f"room {state.stream}")

    # --- what others may do ---

    async def hear(self, event: Heard, *, key: str | None = None, cause: Version | None = None) -> bool:
        """Hand an input in and wait until it is in the log. False when it was there already, or changes nothing."""
        return await self.backstage.idle(self.post(event, key=key, cause=cause))

    def post(self, event: Heard, *, key: str | None = None, cause: Version | None = None) -> "asyncio.Future[bool]":
        """Hand an input in; the order of calls is the order of hearing."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.touched = self.backstage.clock.now()
        if self._closing:
            done.cancel()
            return done
        self._mailbox.put_nowait(Parcel(event, key, cause, done))
        self._unheard += 1
        return done

    def wake(self) -> None:
        """Look at what is owed, now."""
        self._payments.pay()

    @property
    def idle(self) -> bool:
        """Nothing waits to be heard, and nothing is being paid."""
        return not self._unheard and not self._payments.busy

    async def close(self, *, patience: float = 10.0) -> None:
        """Hear what waits, finish what left for Discord, drop the rest (it stays owed in the log), and stop."""
        await self._payments.close(patience=patience)
        self._closing = True
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self._mailbox.join()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        while not self._mailbox.empty():
            self._mailbox.get_nowait().done.cancel()

    # --- the loop ---

    def _take_up(self) -> None:
        """What is due in the log is looked at before it is paid: it may be too old by now."""
        now = self.backstage.clock.now()
        due = sum(debt.due <= now for debt in owed(self.state))
        if due:
            self.post(heard.RoomWoke(due=due))

    async def _live(self) -> None:
        if not self._unheard:
            self._payments.pay()
        while True:
            parcel = await self.backstage.idle(self._mailbox.get())
            try:
                recorded = await self._take(parcel)
            except asyncio.CancelledError:
                parcel.done.cancel()
                raise
            except Exception as broken:
                # One input that cannot be handled must not deafen the room; whoever handed it in is told.
                log.exception("room %s could not hear %s", self.state.stream, type(parcel.event).__name__)
                if not parcel.done.done():
                    parcel.done.set_exception(broken)
                    parcel.done.exception()
            else:
                if not parcel.done.done():
                    parcel.done.set_result(recorded)
            self._unheard -= 1
            self._mailbox.task_done()
            self._payments.pay()

    async def _take(self, parcel: Parcel) -> bool:
        """Record an input. Nothing is posted that could not be recorded: without a store the room waits."""
        stream, idle = self.state.stream, self.backstage.idle
        await self._introduce_the_writer(parcel.event)
        recorded = await patiently(lambda: self._recorded(parcel), stream, idle)
        if recorded and erasing.leaves_words(parcel.event, self._before):
            blanked = await patiently(lambda: erasing.blank(self.backstage.store, stream, parcel.event), stream, idle)
            lost = erasing.lost(blanked, self.state)
            if lost:  # they stem from words that the state no longer knows where to find
                self.post(MemoryForgotten(memories=lost))
        return recorded

    async def _introduce_the_writer(self, event: Heard) -> None:
        """Before anything that may lead to lines, a room knows who writes them now: `auto` goes by it."""
        writer = self.backstage.writer
        if not writer.model or writer == self.state.writer or not self.state.open or not isinstance(event, BEGINNINGS):
            return
        measured = WriterMeasured(model=writer.model, leaks=writer.leaks, trials=writer.trials, at_most=writer.at_most)
        parcel = Parcel(measured, None, None, asyncio.get_running_loop().create_future())
        await patiently(lambda: self._recorded(parcel), self.state.stream, self.backstage.idle)

    async def _recorded(self, parcel: Parcel) -> bool:
        event = await self._resolved(parcel.event)
        while matters(self.state, event):
            self._before = self.state
            try:
                await self._append(event, parcel)
            except Conflict:
                await self._reload()
            except AlreadyHeard:
                await self._reload()
                return False
            else:
                return True
        return False

    async def _append(self, event: Heard, parcel: Parcel) -> None:
        at = max(self.backstage.clock.now(), self.state.at)  # a wall clock may be set back; a log may not
        decided = decide(self.state, event, at)
        after, drafts = _drafts(self.state, event, decided, at, parcel.cause)
        debts = owed(after)
        due = min((debt.due for debt in debts), default=None)
        recorded = await self.backstage.store.append(
            self.state.stream,
            self.state.version,
            drafts,
            guild=after.guild,
            key=parcel.key,
            open=after.open,
            owes=bool(debts),
            due=due if due is not None and due > at else None,
        )
        self.state = after
        self.backstage.observe(self.state, recorded)

    async def _reload(self) -> None:
        self.state = await load(self.backstage.store, self.state.stream)

    async def _resolved(self, event: Heard) -> Heard:
        """A reply finds the persona whose line it answers: in the state, else in the log, never by a name."""
        if not isinstance(event, HumanSpoke) or event.reply_to is None or event.answers is not None:
            return event
        said = self.state.said_in(event.reply_to)
        answers = said.persona if said else None
        if answers is None:
            answers = await self._author(event)
        return replace(event, answers=answers)

    async def _author(self, event: HumanSpoke) -> PersonaId | None:
        assert event.reply_to is not None
        posted = await self.backstage.store.by_message(event.reply_to)
        if posted is None or not isinstance(posted.event, heard.LinePosted) or posted.cause is None:
            return None
        async for staged in self.backstage.store.read(
            posted.stream, after=Version(posted.cause - 1), upto=posted.cause
        ):
            return getattr(staged.event, "persona", None)
        return None


def matters(state: RoomState, event: Heard) -> bool:
    """Whether an input is worth recording: typing only where it can put something off."""
    if not isinstance(event, HumanTyping):
        return state.open or not isinstance(event, HumanSpoke)
    at_stake = state.turn is not None or state.scene is not None or (state.policy.silence.on and not state.lull.spent)
    return state.open and at_stake


def _drafts(
    state: RoomState, event: Heard, decided: Sequence[Decided], at: datetime, cause: Version | None
) -> tuple[RoomState, list[Draft]]:
    drafts = [Draft(event=event, at=at, cause=cause, message=message_of(event))]
    heard_at = Version(state.version + 1)
    drafts += [Draft(event=fact, at=at, cause=heard_at, message=None) for fact in decided]
    for draft in drafts:
        version = Version(state.version + 1)
        state = evolve(
            state,
            Recorded(
                guild=state.guild, stream=state.stream, version=version, at=at, cause=draft.cause, event=draft.event
            ),
        )
    return state, drafts
