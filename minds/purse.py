"""What a guild may spend a day, in tokens and calls. The sums live in the store; here is only the arithmetic."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta, tzinfo
from itertools import count
from typing import Protocol

import msgspec
from msgspec import Struct

from events.asked import Answer, Request
from events.base import GuildId
from events.errors import BudgetSpent

BYTES_A_TOKEN = 3
"""UTF-8 bytes: English has four a token, and a Chinese character has three and is often a token of its own."""
TOKENS_A_MESSAGE = 8


class Ledger(Protocol):
    """The part of the event store that a purse needs."""

    async def spent(self, guild: GuildId, day: str) -> tuple[int, int]:
        """Tokens and calls of a day, `2026-11-30`."""
        ...

    async def spend(self, guild: GuildId, day: str, *, tokens: int, calls: int) -> tuple[int, int]:
        """Add to a day (negative gives back); returns the new sums."""
        ...


class Reservation(Struct, frozen=True):
    """Tokens and a call that are charged already, until the answer tells the true price."""

    number: int
    guild: GuildId
    day: str
    tokens: int


def estimate(request: Request) -> int:
    """Tokens that a request may cost at most, prompt and answer: rather too many than too few."""
    prompt = sum(len(said.text.encode()) for said in request.messages)
    schema = len(msgspec.json.encode(request.schema)) if request.schema else 0
    return -(-(prompt + schema) // BYTES_A_TOKEN) + TOKENS_A_MESSAGE * len(request.messages) + request.max_tokens


class Purse:
    """Charges before a call and corrects after it, so calls side by side cannot overdraw, nor a crash forget one."""

    def __init__(
        self, ledger: Ledger, *, tokens_a_day: int = 0, calls_a_day: int = 0, now: Callable[[], datetime]
    ) -> None:
        """Limits are for one guild, 0 is none; `now` gives UTC."""
        self._ledger = ledger
        self._tokens_a_day = tokens_a_day
        self._calls_a_day = calls_a_day
        self._now = now
        self._numbers = count(1)
        self._open: set[int] = set()
        self._charging = asyncio.Lock()

    async def reserve(self, guild: GuildId, tokens: int, zone: tzinfo = UTC) -> Reservation:
        """Charge `tokens` and one call to the day that it is in the zone.

        Raises:
            BudgetSpent: a limit would be passed; nothing was charged. `retry_after` is the time to the next midnight in
                the zone, 23 to 25 hours apart where the clocks change.
        """
        now = self._now()
        day = now.astimezone(zone).date().isoformat()
        async with self._charging:
            spent_tokens, spent_calls = await self._ledger.spent(guild, day)
            left = _to_midnight(now, zone)
            _refuse_above(self._tokens_a_day, spent_tokens, tokens, "tokens", left)
            _refuse_above(self._calls_a_day, spent_calls, 1, "calls", left)
            await self._ledger.spend(guild, day, tokens=tokens, calls=1)
        reservation = Reservation(next(self._numbers), guild, day, tokens)
        self._open.add(reservation.number)
        return reservation

    async def settle(self, reservation: Reservation, answer: Answer) -> None:
        """Charge what the answer cost instead. Where the server did not count, the estimate stays."""
        cost = answer.prompt_tokens + answer.completion_tokens
        if self._ends(reservation) and cost:
            await self._correct(reservation, tokens=cost - reservation.tokens, calls=0)

    async def release(self, reservation: Reservation) -> None:
        """Give everything back: the call was not made, or brought nothing. After `settle` it does nothing."""
        if self._ends(reservation):
            await self._correct(reservation, tokens=-reservation.tokens, calls=-1)

    def _ends(self, reservation: Reservation) -> bool:
        was_open = reservation.number in self._open
        self._open.discard(reservation.number)
        return was_open

    async def _correct(self, reservation: Reservation, *, tokens: int, calls: int) -> None:
        await self._ledger.spend(reservation.guild, reservation.day, tokens=tokens, calls=calls)


def _refuse_above(limit: int, spent: int, more: int, unit: str, left: timedelta) -> None:
    if limit and spent + more > limit:
        error = BudgetSpent(spent=spent, limit=limit, unit=unit)
        error.retry_after = left.total_seconds()
        raise error


def _to_midnight(now: datetime, zone: tzinfo) -> timedelta:
    tomorrow = now.astimezone(zone).date() + timedelta(days=1)
    midnight = datetime.combine(tomorrow, time(), zone)
    return midnight.astimezone(UTC) - now.astimezone(UTC)  # within one zone Python would subtract what clocks show
