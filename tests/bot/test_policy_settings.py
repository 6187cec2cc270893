"""The settings of a room's policy: none is without bounds or meaning, what shows can be typed, origins are found."""

from datetime import timedelta
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.commands.policy import CHOICE, explained, overview, pages
from bot.policy_settings import (
    RANGES,
    SETTINGS,
    NoSuchSetting,
    opened_with,
    origins,
    setting,
    value_of,
    with_value,
)
from bot.policy_values import NotAValue, inherits, read, text_of
from events.base import EPOCH, GuildId, PersonId, PlaceId, Version
from events.heard import PanelOpened, PolicySet
from events.policy import Cooldowns, Policy, Silence, StrategyName
from events.recorded import Recorded

CAST = ("wren", "alma", "bo")
SAM, RIO = PersonId(1), PersonId(2)
ODD = (
    "",
    "NaN",
    "nan",
    "inf",
    "-inf",
    "-1",
    "1e999",
    "9" * 400,
    "true",
    "five",
    "0x10",
    "3; drop",
    "\u0663",
    "[1]",
    "null",
    "{}",
)
QUIET = Policy(
    silence=Silence(percentile=0.9, quiet_from=22, quiet_until=7),
    transitions=replace(Policy().transitions, edges=(("wren", "bo"), ("bo", "alma"))),
    selector=replace(Policy().selector, repeat=("wren", "bo")),
    scene="A kitchen, late.\nIt rains.",
    ignore_markers=(),
)


def persona(text):
    if text not in CAST:
        raise NotAValue(name="", value=text, wanted="somebody known")
    return text


def is_number(one):
    return one.type in (int, float)


NUMBERS = [name for name, one in SETTINGS.items() if is_number(one)]
OTHERS = [name for name, one in SETTINGS.items() if not is_number(one)]


def test_every_number_of_the_policy_has_bounds_and_nothing_else_has():
    assert list(RANGES) == sorted(NUMBERS, key=list(RANGES).index)
    assert set(RANGES) == set(NUMBERS)


@pytest.mark.parametrize("name", SETTINGS)
def test_every_setting_says_what_it_means_and_its_default_is_within_its_bounds(name):
    one = SETTINGS[name]
    assert one.meaning
    assert read(one, text_of(one, one.default), persona) == one.default


@pytest.mark.parametrize("policy", [Policy(), QUIET])
@pytest.mark.parametrize("name", SETTINGS)
def test_what_shows_can_be_typed_again(policy, name):
    one = SETTINGS[name]
    assert read(one, text_of(one, value_of(policy, one)), persona) == value_of(policy, one)


@given(st.sampled_from(NUMBERS), st.data())
def test_a_number_is_taken_within_its_bounds_and_nowhere_else(name, data):
    one, span = SETTINGS[name], RANGES[name]
    inside = data.draw(st.integers(int(span.low), int(span.high)))
    outside = data.draw(
        st.one_of(st.floats(max_value=span.low, exclude_max=True), st.floats(min_value=span.high, exclude_min=True))
    )
    assert read(one, str(inside), persona) == inside
    with pytest.raises(NotAValue):
        read(one, repr(outside), persona)


@pytest.mark.parametrize("text", ODD)
@pytest.mark.parametrize("name", NUMBERS)
def test_what_is_no_number_is_refused_with_the_bounds(name, text):
    with pytest.raises(NotAValue, match=r"number from .* to .*Write “default”"):
        read(SETTINGS[name], text, persona)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("strategy", "loudest"),
        ("arrangement", "none"),
        ("silence.on", "maybe"),
        ("inner.tone", "2"),
        ("selector.attempts", "2.5"),
        ("selector.repeat", "wren, nobody"),
        ("selector.repeat", ","),
        ("transitions.edges", "wren"),
        ("transitions.edges", "wren > nobody"),
        ("transitions.edges", "wren > bo > alma"),
        ("ignore_markers", "x" * 61),
        ("scene", "x" * 1001),
        ("zone", "Berlin"),
        ("zone", "../Berlin"),
        ("zone", "none"),
    ],
)
def test_what_a_setting_does_not_know_is_refused_in_a_sentence(name, text):
    with pytest.raises(NotAValue):
        read(SETTINGS[name], text, persona)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("strategy", "Round Robin", "round-robin"),
        ("strategy", "inner_thoughts", "inner-thoughts"),
        ("silence.on", "YES", True),
        ("silence.after", "120 s", 120.0),
        ("silence.quiet_from", "none", None),
        ("selector.repeat", "wren,bo, wren", ("wren", "bo")),
        ("transitions.edges", "wren -> bo, bo → alma", (("wren", "bo"), ("bo", "alma"))),
        ("stop_words", "hush,  be   quiet", ("hush", "be quiet")),
        ("scene", " Late. ", "Late."),
        ("zone", "europe/berlin", "Europe/Berlin"),
        ("zone", "america/new york", "America/New_York"),
        ("zone", "utc", "UTC"),
    ],
)
def test_values_are_read_as_people_write_them(name, text, value):
    assert read(SETTINGS[name], text, persona) == value


@pytest.mark.parametrize("text", ["", "   ", "default", "Default ", "NULL", "\t\n"])
def test_nothing_and_the_word_default_ask_for_what_was_there_first(text):
    assert inherits(text)


@pytest.mark.parametrize("name", ["silence", "silence.loud", "", "__class__", "gathering.__class__", "strategy.name"])
def test_a_setting_that_is_not_there_is_refused(name):
    with pytest.raises(NoSuchSetting):
        setting(name)


@pytest.mark.parametrize("name", ["Silence.After", " silence.after ", "characters a second", "pair.pair-rest"])
def test_a_setting_is_found_however_it_is_written(name):
    assert setting(name).name in SETTINGS


@pytest.mark.parametrize("name", SETTINGS)
def test_changing_one_setting_leaves_the_others(name):
    one = SETTINGS[name]
    changed = with_value(Policy(), one, value_of(QUIET, one))
    assert value_of(changed, one) == value_of(QUIET, one)
    assert with_value(changed, one, one.default) == Policy()


# --- origins ---


def log(*events):
    return [
        Recorded(
            guild=GuildId(5),
            stream="room-10",
            version=Version(n),
            at=EPOCH + timedelta(minutes=n),
            cause=None,
            event=event,
        )
        for n, event in enumerate(events, start=1)
    ]


def opened(policy, by=SAM):
    return PanelOpened(guild=GuildId(5), place=PlaceId(10), salt="salt", policy=policy, by=by)


SCORED = Policy(strategy="scored")
RESTED = replace(SCORED, cooldowns=Cooldowns(room=30.0))


def test_what_nobody_touched_is_as_the_program_has_it():
    assert {one.how for one in origins(log(opened(Policy()))).values()} == {"default"}


def test_what_the_panel_was_opened_with_is_told_from_the_default():
    found = origins(log(opened(SCORED)))["strategy"]
    assert (found.how, found.by, found.at) == ("opened", SAM, EPOCH + timedelta(minutes=1))


def test_what_was_set_is_told_with_whom_and_when_it_changed_last():
    found = origins(log(opened(SCORED), PolicySet(policy=RESTED, by=RIO), PolicySet(policy=RESTED, by=SAM)))
    assert (found["cooldowns.room"].how, found["cooldowns.room"].by) == ("set", RIO)
    assert found["cooldowns.room"].at == EPOCH + timedelta(minutes=2)
    assert found["strategy"].how == "opened"


def test_what_was_set_and_taken_back_comes_from_where_it_came_first():
    aside = replace(SCORED, strategy="producer")
    found = origins(log(opened(SCORED), PolicySet(policy=aside, by=RIO), PolicySet(policy=SCORED, by=RIO)))
    assert (found["strategy"].how, found["strategy"].by) == ("opened", SAM)


def test_a_panel_that_opened_again_forgets_what_was_set_before():
    found = origins(log(opened(SCORED), PolicySet(policy=RESTED, by=RIO), opened(Policy(), by=RIO)))
    assert {one.how for one in found.values()} == {"default"}


def test_a_setting_falls_back_to_what_the_newest_panel_was_opened_with():
    assert opened_with(log(opened(RESTED), opened(SCORED), PolicySet(policy=RESTED))) == SCORED
    assert opened_with([]) == Policy()


# --- what is shown ---


def test_the_overview_names_every_setting_in_messages_that_discord_takes():
    everything = list(pages(overview(QUIET, origins(log(opened(Policy()), PolicySet(policy=QUIET, by=SAM))))))
    assert [name for name in SETTINGS if name.rpartition(".")[2] not in "".join(everything)] == []
    assert max(map(len, everything)) < 2000


@pytest.mark.parametrize("name", get_args(StrategyName))
def test_every_strategy_is_explained_in_a_choice(name):
    assert name in explained(name)
    assert len(explained(name)) <= CHOICE
