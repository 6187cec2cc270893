"""A scene in a channel: its lines and no more, and every way in which people take the floor back."""

import pytest
from msgspec.structs import replace
from simcord.backend.errors import OptionError

from events.decided import SceneEnded
from events.policy import Policy


@pytest.fixture
def policy():
    return replace(Policy(), strategy="round-robin")


async def begun(panel, turns=4, **options):
    return await panel.town.slash("Sam", "panel scene", turns=turns, **options)


async def test_it_has_its_lines_and_then_nothing_for_an_hour(panel):
    answer = await begun(panel)
    await panel.evening(3600)
    assert (panel.speakers, answer.ephemeral) == (["Warren", "Nolan", "Iris", "Warren"], False)
    assert [(one.reason, one.lines) for one in await panel.all(SceneEnded)] == [("done", 4)]


@pytest.mark.parametrize("turns", [0, 21, 10**6])
async def test_what_is_no_number_of_lines_is_refused(panel, turns):
    with pytest.raises(OptionError):  # Discord itself takes none but those that the command declares
        await begun(panel, turns)
    await panel.evening(600)
    assert panel.speakers == []


async def test_a_person_ends_it(panel):
    await begun(panel, 20)
    await panel.town.pass_time(1)
    await panel.says("~ hm")
    before = len(panel.speakers)
    await panel.evening(3600)
    assert (len(panel.speakers), (await panel.all(SceneEnded))[0].reason) == (before, "human")


async def test_a_stop_word_ends_it_without_an_answer(panel):
    await begun(panel, 20)
    await panel.town.pass_time(1)
    await panel.says("STOP please")
    before = len(panel.speakers)
    await panel.evening(3600)
    assert (len(panel.speakers), (await panel.room()).hushed) == (before, True)


async def test_the_button_ends_it_and_a_second_press_does_no_harm(panel):
    answer = await begun(panel, 20)
    await panel.town.pass_time(1)
    first = await panel.town.press("Sam", answer, "Stop")
    before = len(panel.speakers)
    second = await panel.town.press("Sam", answer, "Stop")
    await panel.evening(3600)
    assert (len(panel.speakers), "Stopped" in first.text, "over already" in second.text) == (before, True, True)


async def test_muting_everybody_ends_it(panel):
    await begun(panel, 20)
    await panel.town.pass_time(1)
    await panel.town.slash("Sam", "panel mute", persona="warren")
    await panel.town.slash("Sam", "panel mute", persona="nolan")
    await panel.town.slash("Sam", "panel mute", persona="iris")
    before = len(panel.speakers)
    await panel.evening(3600)
    assert (len(panel.speakers), (await panel.all(SceneEnded))[-1].reason) == (before, "muted")


@pytest.mark.parametrize("goes_down", ["crash", "restart"])
async def test_after_a_restart_it_goes_on_to_its_end(panel, goes_down):
    answer = await begun(panel)
    await panel.town.pass_time(1)
    await getattr(panel, goes_down)()
    await panel.evening(3600)
    assert len(panel.speakers) == 4
    assert "over already" in (await panel.town.press("Sam", answer, "Stop")).text
