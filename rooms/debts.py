"""Paying what a room owes: each debt at most once at a time, each payment reported as the room's next input.

How a line that stands already is changed or removed is in `amends`.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from events.asked import Answer, Request
from events.base import MessageId, PersonaId, PlaceId, Version
from events.errors import MindError, MindTimeout
from events.heard import (
    AlarmRang,
    DraftHeard,
    LineFailed,
    LinePosted,
    ModelAnswered,
    ModelFailed,
    PostMissed,
    PostStarted,
    SignShown,
)
from events.room import Call, RoomState, Unposted
from minds.purse import Purse, Reservation, estimate
from panel.decode import complete_lines
from panel.hours import zone_of
from panel.owed import Ask, Debt, Find, Post, Retract, Revise, Ring, Show, owed
from panel.requests import compose
from rooms import amends
from rooms.amends import line_of
from rooms.ports import Line, Posted, Refused, Unreadable
from rooms.recalling import likenesses

if TYPE_CHECKING:
    from rooms.room import Room

log = logging.getLogger("greenroom.room")

REST = timedelta(seconds=5)
"""A payment that broke in an unforeseen way is tried again after this."""
POSTS = 3
"""A line that was sent this often and never arrived is given up."""
TYPING_SECONDS = 8.0
"""Discord's typing notice lasts ten."""


class Payments:
    """The payments of one room that are under way."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._resting: dict[str, datetime] = {}
        self._closing = False

    @property
    def busy(self) -> bool:
        """Whether something is being paid."""
        return bool(self._tasks)

    def pay(self) -> None:
        """Begin every payment that is due, drop those that are no longer owed, and set the alarm for the rest."""
        if self._closing:
            return
        backstage = self._room.backstage
        state = self._room.state
        now = backstage.clock.now()
        debts = owed(state)
        wanted = {debt.key for debt in debts}
        for key, task in self._tasks.items():
            if key.startswith("call ") and key not in wanted:
                task.cancel()  # nobody waits for this answer any more
        self._resting = {key: until for key, until in self._resting.items() if key in wanted and until > now}
        dues = [(max(debt.due, self._resting.get(debt.key, now)), debt) for debt in debts]
        later = [due for due, debt in dues if due > now and debt.key not in self._tasks]
        for due, debt in dues:
            if due <= now and debt.key not in self._tasks:
                self._begin(debt, state)
        if later:
            backstage.clock.wake(state.stream, min(later))
        else:
            backstage.clock.forget(state.stream)

    def _begin(self, debt: Debt, state: RoomState) -> None:
        task = asyncio.create_task(self._payment(debt, state), name=f"{state.stream} {debt.key}")
        self._tasks[debt.key] = task
        task.add_done_callback(lambda _: self._done(debt.key, task))

    def _done(self, key: str, task: "asyncio.Task[None]") -> None:
        if self._tasks.get(key) is task:
            del self._tasks[key]
        if task.cancelled():
            return  # it was not owed any more, or the process ends: nothing is begun anew
        if task.exception() is not None:
            log.error("paying %s failed", key, exc_info=task.exception())
            self._resting[key] = self._room.backstage.clock.now() + REST  # it is owed still
        self.pay()

    async def close(self, *, patience: float) -> None:
        """Let posts that have left come to their end; everything else stays owed."""
        self._closing = True
        self._room.backstage.clock.forget(self._room.state.stream)
        posts = [task for key, task in self._tasks.items() if key.startswith(("line ", "standing "))]
        if posts:
            await asyncio.wait(posts, timeout=patience)
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _payment(self, debt: Debt, state: RoomState) -> Coroutine[Any, Any, None]:
        match debt:
            case Ask(call=call):
                return self._ask(call, state)
            case Post(line=line):
                return self._post(line)
            case Find(line=line):
                return self._find(line)
            case Retract(line=line):
                return amends.retract(self._room, line)
            case Revise(revision=revision):
                return amends.revise(self._room, revision)
            case Show(sign=sign):
                return self._show(sign.version, sign.reason, sign.message, sign.persona)
            case Ring():
                return self._ring(debt)

    # --- models ---

    async def _ask(self, call: Call, state: RoomState) -> None:
        backstage, room = self._room.backstage, self._room
        request = compose(state, call)
        reservation: Reservation | None = None
        answer: Answer | None = None
        try:
            if backstage.purse is not None:
                reservation = await backstage.purse.reserve(state.guild, estimate(request), zone_of(state.policy.zone))
            async with self._typing(call, state.place):
                answer = await self._answer(call, request)
        except MindError as failure:
            heard = _failed_call(call, failure)
        else:
            heard = _answered_call(call, answer)
        finally:
            if backstage.purse is not None and reservation is not None:
                await asyncio.shield(_settled(backstage.purse, reservation, answer))
        await room.hear(heard, key=f"answer:{call.id}", cause=call.asked)

    @asynccontextmanager
    async def _typing(self, call: Call, place: PlaceId) -> AsyncIterator[None]:
        """While lines are written, people see that somebody is about to speak."""
        if call.role != "writer":
            yield
            return
        await self._room.backstage.stage.typing(place)
        goes_on = asyncio.create_task(self._types_on(place), name=f"typing for {call.id}")
        try:
            yield
        finally:
            goes_on.cancel()

    async def _types_on(self, place: PlaceId) -> None:
        while True:
            await self._room.backstage.idle(asyncio.sleep(TYPING_SECONDS))
            await self._room.backstage.stage.typing(place)

    async def _answer(self, call: Call, request: Request) -> Answer:
        seconds = self._room.backstage.call_seconds
        try:
            async with asyncio.timeout(seconds):
                if call.role == "writer" and len(call.about) > 1:
                    return await self._streamed(call, request)
                if call.role == "recall":
                    return await likenesses(self._room, call)
                return await self._room.backstage.mind.ask(request)
        except TimeoutError:
            raise MindTimeout(seconds=seconds) from None

    async def _streamed(self, call: Call, request: Request) -> Answer:
        """Report each line as soon as it can no longer change, so that the first does not wait for the last."""
        staged = [seat.persona for one in call.about if (seat := self._room.state.seat(one)) is not None]
        cast = [seat.persona for seat in self._room.state.seats]
        people = list(dict.fromkeys(said.name for said in self._room.state.talk if said.person))
        text, known = "", call.heard
        async for piece in self._room.backstage.mind.stream(request):
            if isinstance(piece, Answer):
                return piece
            text += piece
            lines = complete_lines(text, staged, cast=cast, humans=people)
            if len(lines) > known:
                known = len(lines)
                draft = DraftHeard(call=call.id, position=known - 1, so_far=text)
                await self._room.hear(draft, key=f"draft:{call.id}:{known}", cause=call.asked)
        raise MindError

    # --- lines ---

    async def _post(self, line: Unposted) -> None:
        backstage, room = self._room.backstage, self._room
        attempt = line.attempt + 1
        claim = PostStarted(line=line.line, attempt=attempt, after=room.state.last_message)
        if not await room.hear(claim, key=f"line:{line.line}:{attempt}", cause=line.staged):
            return  # claimed by somebody else
        claimed = room.state.waiting(line.line)
        if claimed is None or claimed.started is None:
            return  # withdrawn while the claim was on its way
        outgoing = _outgoing(room.state, claimed)
        if outgoing is None:
            await self._failed(claimed, "unseated", "")
            return
        try:
            async with asyncio.timeout(backstage.post_seconds):
                posting = await backstage.stage.post(outgoing)
        except TimeoutError:
            return  # unknown: looked for when `Find` is due
        if isinstance(posting, Posted):
            await self._posted(claimed, posting, "answer")
        elif isinstance(posting, Refused):
            await self._failed(claimed, posting.reason, posting.detail)

    async def _find(self, line: Unposted) -> None:
        outgoing = _outgoing(self._room.state, line)
        if outgoing is None:
            await self._failed(line, "unseated", "")
            return
        try:
            found = await self._room.backstage.stage.find(outgoing)
        except Unreadable as unreadable:
            await self._failed(line, "unreadable", str(unreadable))
            return
        if found is not None:
            await self._posted(line, found, "history")
        elif line.attempt >= POSTS:
            await self._failed(line, "unreachable", f"sent {line.attempt} times")
        else:
            missed = PostMissed(line=line.line)
            await self._room.hear(missed, key=f"missed:{line.line}:{line.attempt}", cause=line.started)

    async def _posted(self, line: Unposted, posting: Posted, how: str) -> None:
        event = LinePosted(
            line=line.line,
            messages=posting.messages,
            hook=posting.hook,
            found="history" if how == "history" else "answer",
        )
        await self._room.hear(event, key=f"posted:{line.line}", cause=line.staged)

    async def _failed(self, line: Unposted, reason: str, detail: str) -> None:
        event = LineFailed(line=line.line, reason=reason, detail=detail[:300])
        await self._room.hear(event, key=f"failed:{line.line}:{line.attempt}", cause=line.staged)

    # --- signs and alarms ---

    async def _show(self, sign: Version, reason: str, message: MessageId | None, persona: PersonaId | None) -> None:
        state = self._room.state
        seat = state.seat(persona) if persona else None
        until = state.broke_until if state.broke_until > state.at else None
        shown = await self._room.backstage.stage.sign(
            state.place, reason, message=message, persona=seat.persona if seat else persona, until=until
        )
        await self._room.hear(SignShown(sign=sign, shown=shown), key=f"sign:{sign}")

    async def _ring(self, ring: Ring) -> None:
        event = AlarmRang(alarm=ring.alarm, since=ring.since)
        await self._room.hear(event, key=f"alarm:{ring.alarm}:{ring.since}", cause=ring.since)


async def _settled(purse: Purse, reservation: Reservation, answer: Answer | None) -> None:
    if answer is None:
        await purse.release(reservation)
    else:
        await purse.settle(reservation, answer)


def _failed_call(call: Call, failure: MindError) -> ModelFailed:
    return ModelFailed(call=call.id, reason=failure.reason, detail=str(failure)[:300], retry_after=failure.retry_after)


def _answered_call(call: Call, answer: Answer) -> ModelAnswered:
    return ModelAnswered(
        call=call.id,
        text=answer.text,
        model=answer.model,
        finish=answer.finish,
        prompt_tokens=answer.prompt_tokens,
        completion_tokens=answer.completion_tokens,
        cached_tokens=answer.cached_tokens,
        seconds=round(answer.seconds, 3),
    )


def _outgoing(state: RoomState, line: Unposted) -> Line | None:
    seat = state.seat(line.persona)
    return line_of(state, seat.persona, line.line, line.text, line.after) if seat else None
