import logging
from contextlib import asynccontextmanager

import pytest
import structlog
from msgspec.structs import replace

from bot import logs, wiring
from bot.settings import Settings
from events.policy import Gathering, Policy
from minds.council import Council


@pytest.fixture
def logging_as_before(monkeypatch):
    """Whatever a test sets up, logging is as it was afterwards."""
    monkeypatch.setattr(logs, "_told", set())
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in (*logs.QUIET, "discord.state")}
    yield
    structlog.reset_defaults()
    root.handlers[:], root.level = handlers, level
    for name, before in levels.items():
        logging.getLogger(name).setLevel(before)


@pytest.fixture
def bare(monkeypatch, tmp_path, logging_as_before):
    """Nothing of this machine is set: no `.env`, no variables, and all folders are new ones. Returns `setenv`."""
    monkeypatch.setitem(Settings.model_config, "env_file", tmp_path / ".env")
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    for folder in ("data", "models", "casts"):
        monkeypatch.setenv(f"{folder.upper()}_FOLDER", str(tmp_path / folder))
    return monkeypatch.setenv


@pytest.fixture
def voices(bare, monkeypatch):
    """Make a mind the only one that this process has; turns do not wait for the end of a burst."""
    policy = replace(Policy(), gathering=Gathering(window=0.0))

    def give(mind):
        @asynccontextmanager
        async def open_minds(_settings):
            council = Council({"writer": mind, "producer": mind})
            yield wiring.Minds(council=council, policy=policy, summary="scripted")
            await council.close()

        monkeypatch.setattr(wiring, "open_minds", open_minds)
        return mind

    return give
