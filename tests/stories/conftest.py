"""The cast of every story: a town, the three hosts at their table, and a log that verifies when the story is over."""

import pytest

from events.policy import Policy
from tests.stories.company import Company
from tests.stories.panel import Panel


@pytest.fixture
def company():
    return Company()


@pytest.fixture
def policy():
    """A file of stories that needs another one has a fixture of its own with this name."""
    return Policy()


@pytest.fixture
async def lobby(tmp_path, company, policy):
    """The bot is there, and no panel is open."""
    async with Panel.in_town(tmp_path, company, policy) as panel:
        yield panel


@pytest.fixture
async def panel(lobby):
    """The three hosts sit in #lounge. Whatever happens then, the log explains itself afterwards."""
    await lobby.open()
    yield lobby
    verdict = await lobby.verified()
    assert verdict.drift is None, str(verdict.drift)
