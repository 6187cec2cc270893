"""A room's own clock: its quiet hours and its days, where the clocks change as well."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as some

from events.decided import SignGiven
from events.heard import ModelFailed
from events.policy import Policy, Silence, ZoneName
from panel.floor.rest import is_quiet
from panel.hours import day_of, hour_of
from tests.panel.evening import Evening, given, says, shown, the_gathering_ends


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def nights_in(zone: str) -> Policy:
    return Policy(zone=ZoneName(zone), silence=Silence(quiet_from=22, quiet_until=7))


@pytest.mark.parametrize(
    ("zone", "moment", "hour"),
    [
        ("UTC", "2026-11-30T21:30", 21),
        ("Europe/Berlin", "2026-11-30T21:30", 22),
        ("Europe/Berlin", "2026-07-01T21:30", 23),
        ("America/New_York", "2026-11-30T03:00", 22),
        ("Asia/Kathmandu", "2026-11-30T18:20", 0),
        ("Nowhere/Land", "2026-11-30T21:30", 21),
        ("../../etc/passwd", "2026-11-30T21:30", 21),
        ("", "2026-11-30T21:30", 21),
    ],
)
def test_the_hour_is_what_a_clock_in_the_zone_shows(zone, moment, hour):
    assert hour_of(at(moment), zone) == hour


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("2026-03-28T06:00", "2026-03-29T05:00"),  # the night in which Berlin loses an hour
        ("2026-10-24T05:00", "2026-10-25T06:00"),  # the night in which it wins one
    ],
)
def test_quiet_hours_end_at_the_same_hour_of_the_clock_before_and_after_it_changes(before, after):
    policy, second = nights_in("Europe/Berlin"), timedelta(seconds=1)
    ends = [(is_quiet(policy, at(end) - second), is_quiet(policy, at(end))) for end in (before, after)]
    assert ends == [(True, False), (True, False)]


@pytest.mark.parametrize(("night", "hours"), [("2026-03-28", 8), ("2026-10-24", 10), ("2026-11-30", 9)])
def test_the_night_of_a_change_is_an_hour_shorter_or_longer(night, hours):
    policy, noon = nights_in("Europe/Berlin"), at(f"{night}T12:00")
    assert sum(is_quiet(policy, noon + timedelta(hours=hour)) for hour in range(24)) == hours


def evening_in(zone: str, begins: str) -> Evening:
    """An evening whose budget is spent already, and the channel has been told."""
    evening = given(policy=Policy(zone=ZoneName(zone)))
    evening.at = at(begins)
    return asks_in_vain(evening).hear(shown)


def asks_in_vain(evening: Evening) -> Evening:
    evening.hear(says("what should we cook?"), the_gathering_ends)
    return evening.hear(ModelFailed(call=evening.state.calls[0].id, reason="budget", retry_after=1.0))


@pytest.mark.parametrize(("zone", "notices"), [("UTC", 1), ("Europe/Berlin", 2), ("America/New_York", 1)])
def test_a_spent_budget_is_told_once_a_day_of_the_room(zone, notices):
    evening = evening_in(zone, "2026-11-30T21:30")
    evening.at = at("2026-11-30T23:30")
    asks_in_vain(evening)
    assert len(evening.all(SignGiven)) == notices


def test_the_day_of_a_room_is_that_of_its_zone():
    room = given(policy=Policy(zone=ZoneName("Pacific/Auckland"))).state
    assert day_of(room, at("2026-11-30T12:00")).isoformat() == "2026-12-01"


@drawn(some.datetimes(datetime(2020, 1, 1), datetime(2035, 1, 1)), some.text(max_size=20))  # noqa: DTZ001 - made UTC
def test_any_zone_has_an_hour_at_any_moment(moment, zone):
    assert 0 <= hour_of(moment.replace(tzinfo=UTC), zone) <= 23
