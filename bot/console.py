"""The console: where commands print, how their work is run, and how what goes wrong is told. No command lives here."""

import asyncio
import logging
import sys
from collections.abc import Coroutine
from typing import Any

import typer
from rich.console import Console

from bot.logs import set_up, without_secrets
from bot.settings import Settings, load
from events.errors import GreenroomError

UNBOUNDED = 1_000
"""Columns where nobody looks: in a pipe or a file, a line stays a line."""

out = Console(width=None if sys.stdout.isatty() else UNBOUNDED)
err = Console(stderr=True, width=None if sys.stderr.isatty() else UNBOUNDED)
log = logging.getLogger("greenroom")


def settings_loaded() -> Settings:
    """The settings, and logging set up by them; a setting that is wrong is one sentence, and exit code 2."""
    try:
        settings = load()
    except GreenroomError as trouble:
        tell(trouble)
        raise typer.Exit(2) from None
    set_up(settings.log_level, settings.log_format, secrets=settings.secrets)
    return settings


def do(work: Coroutine[Any, Any, None]) -> None:
    """Run to the end; an error of ours is one sentence and exit code 1, a defect is in the log, and exit code 70."""
    try:
        asyncio.run(work)
    except typer.Exit:
        raise
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    except Exception as trouble:
        ours = expected(trouble)
        if ours is None:
            log.critical("Greenroom came upon a defect and ended", exc_info=trouble)
            err.print("Something went wrong that should not; the log above says where.", style="red")
            raise typer.Exit(70) from None
        tell(ours)
        raise typer.Exit(1) from None


def expected(trouble: BaseException) -> GreenroomError | None:
    """The error that has a sentence for people: this one, or the first in a group."""
    if isinstance(trouble, BaseExceptionGroup):
        return next((ours for one in trouble.exceptions if (ours := expected(one)) is not None), None)
    return trouble if isinstance(trouble, GreenroomError) else None


def tell(trouble: GreenroomError) -> None:
    """Say what went wrong."""
    err.print(without_secrets(str(trouble)), style="red", highlight=False, markup=False)
