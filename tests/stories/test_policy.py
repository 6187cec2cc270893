"""/panel policy: how a room is run, where each value comes from, and how one is changed."""

import pytest

from events.heard import PolicySet
from tests.stories.company import stages

REFUSED = [
    ({"setting": "loudness"}, "There is no setting called loudness."),
    ({"setting": "loudness", "value": "3"}, "There is no setting called loudness."),
    ({"value": "3"}, "Which setting? Name it beside its value"),
    ({"setting": "inner.threshold", "value": "nan"}, "inner.threshold cannot be “nan”: it is a number from 1 to 5."),
    ({"setting": "silence.after", "value": "1e9"}, "it is a number from 30 to 86400 s."),
    ({"setting": "selector.attempts", "value": "2.5"}, "it is a whole number from 1 to 5."),
    ({"setting": "strategy", "value": "loudest"}, "it is one of producer, scored, natural"),
    ({"setting": "selector.repeat", "value": "teo, zeppo"}, "it is about personas that are known here"),
    ({"setting": "transitions.edges", "value": "warren > zeppo"}, "it is about personas that are known here"),
]


async def policy(panel, **options):
    return await panel.town.slash("Sam", "panel policy", **options)


async def test_without_a_panel_there_is_no_policy(lobby):
    assert "No panel is open here" in (await policy(lobby)).text
    assert await lobby.town.complete("Sam", "panel policy", "setting", "") == []


async def test_everything_in_force_is_shown_to_the_asker_alone(panel):
    answer = await policy(panel)
    assert answer.ephemeral
    assert "**How this panel is run**: `producer`" in answer.text
    assert "`scene`" in answer.text.partition("By default")[0]  # the cast brought it
    assert "after **300 s**" in answer.text.partition("By default")[2]


async def test_one_setting_is_shown_with_its_meaning_bounds_and_origin(panel):
    text = (await policy(panel, setting="inner.threshold")).text
    assert "`inner.threshold` is **3.5** · by default" in text
    assert "For self-selection, when the turn is anybody's" in text
    assert "a number from 1 to 5" in text


async def test_what_is_set_is_in_force_and_shows_who_set_it(panel):
    answer = await policy(panel, setting="silence.after", value="120")
    assert (answer.ephemeral, answer.text) == (True, "`silence.after` is **120 s** now. It was **300 s**.")
    assert (await panel.room()).policy.silence.after == 120.0
    sam = panel.town.people["Sam"].id
    assert f"`silence.after` **120 s** · set by <@{sam}>" in (await policy(panel)).text


@pytest.mark.parametrize("nothing", ["", "  ", "default", "null"])
async def test_an_empty_value_takes_back_what_was_set(panel, nothing):
    await policy(panel, setting="silence.after", value="120")
    await policy(panel, setting="silence.after", value=nothing)
    assert (await panel.room()).policy.silence.after == 300.0
    assert "by default" in (await policy(panel, setting="silence.after")).text


async def test_the_default_of_a_room_is_what_it_was_opened_with(panel):
    scene = (await panel.room()).policy.scene
    await policy(panel, setting="scene", value="A lighthouse.")
    await policy(panel, setting="scene", value="default")
    assert (scene != "", (await panel.room()).policy.scene) == (True, scene)


async def test_setting_what_is_so_already_records_nothing(panel):
    answer = await policy(panel, setting="silence.after", value="300")
    assert "already" in answer.text
    assert await panel.all(PolicySet) == []


@pytest.mark.parametrize(("options", "words"), REFUSED)
async def test_what_cannot_be_is_refused_with_what_may_be_and_changes_nothing(panel, options, words):
    before = (await panel.room()).version
    assert words in (await policy(panel, **options)).text
    assert (await panel.room()).version == before


async def test_another_strategy_decides_from_then_on_and_everybody_is_told(panel, company):
    company.producer = stages("nolan", "iris")
    answer = await policy(panel, setting="strategy", value="Scored")
    await panel.asks("what should we plant?")
    assert (answer.ephemeral, company.asked("producer")) == (True, [])
    assert "Who speaks here is decided another way now: `scored`" in panel.town.said_by_bot()[-1]


async def test_personas_are_named_as_people_call_them(panel):
    await policy(panel, setting="transitions.edges", value="Nolan > Iris")
    assert (await panel.room()).policy.transitions.edges == (("nolan", "iris"),)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("strat", ["strategy: producer"]),
        ("inner.th", ["inner.threshold: 3.5"]),
        ("AFTER", ["memory.after: 600 s", "silence.after: 300 s", "silence.sleep_after: 3"]),
        ("zz", []),
    ],
)
async def test_settings_are_offered_with_their_values(panel, typed, offered):
    assert await panel.town.complete("Sam", "panel policy", "setting", typed) == offered


@pytest.mark.parametrize(
    ("name", "typed", "offered"),
    [
        ("strategy", "scor", ["scored (what peers weigh, made visible)"]),
        ("inner.tone", "", ["overt", "neutral", "reticent"]),
        ("silence.after", "", ["300 s (as it is now)", "default (300 s)"]),
        ("zone", "kathm", ["Asia/Kathmandu"]),
        ("zone", "new y", ["America/New_York"]),
        ("loudness", "", []),
    ],
)
async def test_values_are_offered_where_they_can_be_counted(panel, name, typed, offered):
    assert await panel.town.complete("Sam", "panel policy", "value", typed, setting=name) == offered
