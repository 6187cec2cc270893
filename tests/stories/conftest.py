"""The cast of every story: a town, the three hosts at their table, and a log that verifies when the story is over."""

import asyncio
import shutil

import pytest

from events.policy import Policy
from store.migrating import migrate
from tests.stories.company import Company
from tests.stories.panel import Panel


@pytest.fixture
def company():
    return Company()


@pytest.fixture
def policy():
    """A file of stories that needs another one has a fixture of its own with this name."""
    return Policy()


@pytest.fixture(scope="session")
def empty_log(tmp_path_factory):
    """A database of the newest schema: to bring one there takes longer than most stories."""
    file = tmp_path_factory.mktemp("log") / "log.db"
    asyncio.run(migrate(f"sqlite:///{file}", lambda _step: None))
    return file


@pytest.fixture
async def lobby(tmp_path, empty_log, company, policy):
    """The bot is there, and no panel is open."""
    shutil.copy(empty_log, tmp_path / "log.db")
    async with Panel.in_town(tmp_path, company, policy) as panel:
        yield panel


@pytest.fixture
async def panel(lobby):
    """The three hosts sit in #lounge. Whatever happens then, the log explains itself afterwards."""
    await lobby.open()
    yield lobby
    verdict = await lobby.verified()
    assert verdict.drift is None, str(verdict.drift)


@pytest.fixture
async def sung(panel):
    """Rio asked Nolan by name, and was answered."""
    await panel.asks("Nolan, what is this song?", by="Rio")
    return panel
