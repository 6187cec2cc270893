"""A short evening with the real embedded model: whatever it writes, what the channel shows is its persona's speech."""

import importlib.util

import pytest

from bot.settings import ROOT, Settings
from bot.wiring import open_minds
from events.decided import LineCut
from minds import mind
from minds.weights import found
from replay.why import why
from tests.stories import panel as stage
from tests.stories.reading import objections

pytestmark = [
    pytest.mark.skipif(
        found(ROOT / "models") is None, reason="NO WEIGHTS: no evening was played; run python -m bot models"
    ),
    pytest.mark.skipif(importlib.util.find_spec("xllamacpp") is None, reason="NO RUNTIME: pip install '.[local]'"),
    pytest.mark.timeout(300),  # a busy machine; on an idle one of two cores the evening takes half a minute
]
SECONDS = 60.0
"""Real ones that a turn may take on a machine that is busy with other tests; some three on an idle one."""
EVENING = (
    ("Sam", "Evening, everybody. The ferry was an hour late again and I'm soaked."),
    ("Rio", "Iris, what are those seedlings on the windowsill?"),
    ("Sam", "Is the kettle working tonight, Warren?"),
    ("Kit", "I finally quit my job today."),
    ("Kit", "Nolan, would you have done it?"),
    ("Sam", "Warren, what was the worst storm you were in?"),
)
ASKED_BY_NAME = 4


@pytest.fixture
async def minds(monkeypatch):
    """What `python -m bot local` has without a key: the embedded model words the lines, and rules decide."""
    monkeypatch.setattr(mind, "_forbidden", [])
    monkeypatch.setattr(stage, "SETTLE_SECONDS", SECONDS)
    monkeypatch.setattr("tests.offline.fixtures.PASSING_SECONDS", SECONDS)
    settings = Settings(_env_file=None, openai_api_key=None, openai_base_url="", models_folder=ROOT / "models")
    async with open_minds(settings) as minds:
        assert minds.trouble == ""
        yield minds


@pytest.fixture
def company(minds):
    return minds.council


@pytest.fixture
def policy(minds):
    return minds.policy


@pytest.fixture
async def evening(panel):
    """The panel, after all has been said."""
    for who, text in EVENING:
        await panel.asks(text, by=who)
    return panel


async def test_what_reaches_the_channel_is_speech_and_what_does_not_is_told_by_why(evening):
    lines = evening.town.lines()
    assert len(lines) >= ASKED_BY_NAME
    assert objections(lines) == []
    assert await untold(evening) == []


async def untold(panel):
    """Reasons of cuts that the walk back from their turn's line, or its message, does not tell."""
    log = await panel.log()
    async with panel.store() as store:
        told = [
            part
            for one in log
            if one.kind in {"line-staged", "human-spoke"}
            for part in (await why(store, f"{panel.place}.{one.version}")).held_back
        ]
    cuts = [one.event for one in log if isinstance(one.event, LineCut)]
    return [cut.reason for cut in cuts if not any(cut.reason in part for part in told)]
