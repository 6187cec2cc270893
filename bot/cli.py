"""The command line: the bot, the local room, and what they need. The commands that read the log: cli_log."""

import asyncio
import sys
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, Progress, TextColumn

from bot import terminal
from bot.cli_log import add_reading
from bot.console import do, err, out, settings_loaded
from bot.settings import Settings

app = typer.Typer(
    help="Greenroom: panels of AI personas on Discord, every line explained by its log.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)


@app.command()
def run() -> None:
    """Run Greenroom: on Discord with `DISCORD_TOKEN` set, as the local room without.

    Example: `python -m bot run`
    """
    settings = settings_loaded()
    if settings.discord_token is None:
        do(_local(settings, "python -m bot rooms"))
    else:
        from bot.running import run as run_on_discord

        do(run_on_discord(settings))


@app.command()
def local(
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="Port of the page; a free one without.")] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in your browser.")] = True,
) -> None:
    """Open the local room: an offline Discord on a page of this machine.

    Example: `python -m bot local --port 8765 --no-browser`
    """
    settings = settings_loaded()
    changes: dict[str, Any] = {"discord_token": None, "open_browser": settings.open_browser and browser}
    if port is not None:
        changes["local_port"] = port
    reading = "python -m bot rooms" + ("" if settings.discord_token is None else " --local")
    do(_local(settings.model_copy(update=changes), reading))


async def _local(settings: Settings, reading: str) -> None:
    from bot.local import run as run_local

    waiting = err.status("opening the local room")

    def announce(address: str, summary: str) -> None:
        waiting.stop()
        out.print("[bold]Greenroom · the local room[/]: an offline Discord on this machine", highlight=False)
        out.print(f"Open    {address}", highlight=False, markup=False, soft_wrap=True)
        out.print(f"Voices  {summary}", highlight=False, markup=False)
        out.print(f"Stop    Ctrl-C; the evening stays in the log: {reading}", highlight=False)

    with waiting:
        await run_local(settings, announce)


@app.command()
def sync(
    guild: Annotated[int | None, typer.Option(help="Only this server: there the commands show at once.")] = None,
) -> None:
    """Register the slash commands with Discord; needed once, and after an update.

    Example: `python -m bot sync --guild 123456789012345678`
    """
    settings = settings_loaded()

    async def work() -> None:
        from bot.running import sync_commands

        with err.status("asking Discord"):
            count = await sync_commands(settings, guild)
        where = f"in server {guild}" if guild else "in every server; Discord may take an hour to show them"
        out.print(f"{count} commands registered {where}.")

    do(work())


@app.command()
def doctor() -> None:
    """Check the settings, the database, the model and Discord; say what to mend.

    Example: `python -m bot doctor`
    """
    settings = settings_loaded()

    async def work() -> None:
        from bot.doctor import examine

        ill = 0
        with out.status("looking"):
            async for finding in examine(settings):
                out.print(terminal.finding(finding.what, finding.how, finding.told), highlight=False)
                ill += finding.how == "ill"
        if ill:
            out.print(f"\n{ill} to mend.", highlight=False)
            raise typer.Exit(1)
        out.print("\nNothing to mend.")

    do(work())


@app.command()
def migrate() -> None:
    """Bring the database to this version's schema; a SQLite file is copied first.

    Example: `python -m bot migrate`
    """
    settings = settings_loaded()

    async def work() -> None:
        from store.migrating import migrate as migrated

        await migrated(settings.database, lambda step: out.print(step, highlight=False))
        out.print("The database is ready.")

    do(work())


@app.command()
def models() -> None:
    """Fetch and check the embedded model's weights (about 180 MB, once).

    Example: `python -m bot models`
    """
    settings = settings_loaded()

    async def work() -> None:
        from minds.weights import fetch

        with Progress(
            TextColumn("{task.description}"), BarColumn(), console=err, disable=not sys.stderr.isatty()
        ) as bar:
            task = bar.add_task("the embedded model", total=1.0)
            weights = await asyncio.to_thread(
                fetch,
                settings.models_folder,
                report=lambda what, part: bar.update(task, description=what, completed=part),
            )
        out.print(f"The embedded model is in {weights.chat.parent}.", highlight=False)

    do(work())


add_reading(app)
