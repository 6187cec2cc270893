"""What a guild may spend a day, also when calls run side by side, fail, or end after midnight."""

import asyncio
from collections import Counter
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as some

from events.asked import Answer, Said
from events.base import GuildId
from events.errors import BudgetSpent
from minds.purse import Purse, estimate
from tests.minds.loopback import SCHEMA, a_request

GUILD, OTHER = GuildId(1), GuildId(2)
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
ANSWER = Answer(text="Hello.", model="m", prompt_tokens=50, completion_tokens=10)
UNCOUNTED = Answer(text="Hello.", model="m")


class Book:
    """A ledger in memory that yields to others between reading and writing, as a database does."""

    def __init__(self):
        self.tokens = Counter()
        self.calls = Counter()

    async def spent(self, guild, day):
        await asyncio.sleep(0)
        return self.tokens[guild, day], self.calls[guild, day]

    async def spend(self, guild, day, *, tokens, calls):
        await asyncio.sleep(0)
        self.tokens[guild, day] += tokens
        self.calls[guild, day] += calls
        return self.tokens[guild, day], self.calls[guild, day]


@pytest.fixture
def book():
    return Book()


@pytest.fixture
def clock():
    return Counter(hours=0)


@pytest.fixture
def purse(book, clock):
    return Purse(book, tokens_a_day=1000, calls_a_day=5, now=lambda: NOON + timedelta(hours=clock["hours"]))


async def test_a_reservation_is_charged_before_the_call(purse, book):
    await purse.reserve(GUILD, 400)
    assert await book.spent(GUILD, "2026-11-30") == (400, 1)


async def test_settling_charges_what_the_answer_cost(purse, book):
    await purse.settle(await purse.reserve(GUILD, 400), ANSWER)
    assert await book.spent(GUILD, "2026-11-30") == (60, 1)


async def test_where_the_server_did_not_count_the_estimate_stays(purse, book):
    await purse.settle(await purse.reserve(GUILD, 400), UNCOUNTED)
    assert await book.spent(GUILD, "2026-11-30") == (400, 1)


async def test_releasing_gives_everything_back(purse, book):
    await purse.release(await purse.reserve(GUILD, 400))
    assert await book.spent(GUILD, "2026-11-30") == (0, 0)


async def test_a_reservation_ends_once(purse, book):
    reservation = await purse.reserve(GUILD, 400)
    await purse.settle(reservation, ANSWER)
    await purse.settle(reservation, ANSWER)
    await purse.release(reservation)
    assert await book.spent(GUILD, "2026-11-30") == (60, 1)


async def test_the_last_token_may_be_spent_and_no_more(purse):
    await purse.reserve(GUILD, 1000)
    with pytest.raises(BudgetSpent, match=r"1000 of 1000 tokens"):
        await purse.reserve(GUILD, 1)


async def test_a_refusal_charges_nothing_and_says_when_to_come_back(purse, book):
    with pytest.raises(BudgetSpent) as refused:
        await purse.reserve(GUILD, 1001)
    assert refused.value.retry_after == 12 * 3600
    assert await book.spent(GUILD, "2026-11-30") == (0, 0)


async def test_calls_are_limited_too(purse):
    await asyncio.gather(*(purse.reserve(GUILD, 1) for _ in range(5)))
    with pytest.raises(BudgetSpent, match="5 of 5 calls"):
        await purse.reserve(GUILD, 1)


async def test_calls_side_by_side_cannot_overdraw(purse, book):
    outcomes = await asyncio.gather(*(purse.reserve(GUILD, 300) for _ in range(5)), return_exceptions=True)
    assert sum(isinstance(outcome, BudgetSpent) for outcome in outcomes) == 2
    assert await book.spent(GUILD, "2026-11-30") == (900, 3)


async def test_guilds_have_purses_of_their_own(purse):
    await purse.reserve(GUILD, 1000)
    assert (await purse.reserve(OTHER, 1000)).guild == OTHER


async def test_a_new_day_is_a_new_budget(purse, clock):
    await purse.reserve(GUILD, 1000)
    clock["hours"] = 12
    assert (await purse.reserve(GUILD, 1000)).day == "2026-12-01"


async def test_a_call_that_ends_after_midnight_is_settled_on_its_own_day(purse, book, clock):
    reservation = await purse.reserve(GUILD, 400)
    clock["hours"] = 13
    await purse.settle(reservation, ANSWER)
    assert await book.spent(GUILD, "2026-11-30") == (60, 1)
    assert await book.spent(GUILD, "2026-12-01") == (0, 0)


async def test_no_limit_is_no_limit(book):
    purse = Purse(book, now=lambda: NOON)
    assert (await purse.reserve(GUILD, 10**9)).tokens == 10**9


# --- estimates ---


@given(some.text(max_size=200), some.integers(1, 4000))
def test_an_estimate_is_never_below_a_third_of_the_characters_and_the_limit(text, limit):
    estimated = estimate(a_request(messages=(Said("user", text),), max_tokens=limit))
    assert estimated >= len(text) / 3 + limit


def test_a_chinese_character_counts_as_a_token():
    more = estimate(a_request(messages=(Said("user", "王" * 300),))) - estimate(a_request(messages=(Said("user", ""),)))
    assert more == 300


def test_a_schema_is_part_of_the_prompt():
    assert estimate(a_request(schema=SCHEMA)) > estimate(a_request())


BERLIN, NEW_YORK = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")


@pytest.mark.parametrize(
    ("now", "zone", "hours"),
    [
        ("2026-11-30T12:00", BERLIN, 11),
        ("2026-03-28T23:00", BERLIN, 23),  # midnight in Berlin, on the day that has 23 hours
        ("2026-10-24T22:00", BERLIN, 25),  # and on the one that has 25
        ("2026-11-30T12:00", NEW_YORK, 17),
        ("2026-11-30T23:59", UTC, 1 / 60),
    ],
)
async def test_a_refusal_says_how_long_it_is_to_midnight_in_the_zone(book, now, zone, hours):
    purse = Purse(book, calls_a_day=1, now=lambda: datetime.fromisoformat(now).replace(tzinfo=UTC))
    await purse.reserve(GUILD, 1, zone)
    with pytest.raises(BudgetSpent) as refused:
        await purse.reserve(GUILD, 1, zone)
    assert refused.value.retry_after == pytest.approx(hours * 3600)


@pytest.mark.parametrize(
    ("zone", "calls"),
    [(UTC, {"2026-11-30": 2, "2026-12-01": 1}), (BERLIN, {"2026-11-30": 1, "2026-12-01": 2})],
)
async def test_a_day_is_from_midnight_to_midnight_where_the_room_is(book, zone, calls):
    moments = iter(datetime(2026, 11, 30, 22, 30, tzinfo=UTC) + timedelta(hours=hours) for hours in (0, 1, 2))
    purse = Purse(book, calls_a_day=100, now=lambda: next(moments))
    await purse.reserve(GUILD, 1, zone)
    await purse.reserve(GUILD, 1, zone)
    await purse.reserve(GUILD, 1, zone)
    assert {day: used for (_, day), used in book.calls.items()} == calls


async def test_another_process_goes_on_with_the_same_day(book):
    first, second = (Purse(book, calls_a_day=2, now=lambda: NOON) for _ in range(2))
    await first.reserve(GUILD, 1, BERLIN)
    await second.reserve(GUILD, 1, BERLIN)
    with pytest.raises(BudgetSpent):
        await second.reserve(GUILD, 1, BERLIN)
