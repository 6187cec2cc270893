"""The command line: run the bot or the local room, and read the log."""

import asyncio
import sys
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from bot import terminal
from bot.logs import set_up
from bot.settings import Settings, load
from events.base import Version
from events.errors import GreenroomError, NoSuchRoom
from store import EventStore, open_store

app = typer.Typer(
    help="Greenroom: panels of AI personas on Discord, every line explained by its log.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_show_locals=False,
)
out = Console()
err = Console(stderr=True)

Room = Annotated[str, typer.Argument(help="A room, as `rooms` lists it; the number of its channel will do.")]


def _settings() -> Settings:
    settings = load()
    set_up(settings.log_level, settings.log_format)
    return settings


def _do(work: Coroutine[Any, Any, None]) -> None:
    """Run to the end; an error of ours is one sentence, and exit code 1."""
    try:
        asyncio.run(work)
    except GreenroomError as error:
        err.print(str(error), style="red", highlight=False)
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


def _loaded() -> Settings:
    try:
        return _settings()
    except GreenroomError as error:
        err.print(str(error), style="red", highlight=False)
        raise typer.Exit(2) from None


@asynccontextmanager
async def _log(settings: Settings) -> AsyncGenerator[EventStore]:
    store = await open_store(settings.database)
    try:
        yield store
    finally:
        await store.close()


def _stream(room: str) -> str:
    number = room.removeprefix("room-")
    if not number.isdigit():
        raise NoSuchRoom(room=room)
    return f"room-{number}"


@app.command()
def run() -> None:
    """Run Greenroom: on Discord with `DISCORD_TOKEN` set, as the local room without.

    Example: `python -m bot run`
    """
    settings = _loaded()
    if settings.discord_token is None:
        _do(_local(settings))
    else:
        from bot.running import run as run_on_discord

        _do(run_on_discord(settings))


@app.command()
def local(
    port: Annotated[int | None, typer.Option(help="Port of the page; a free one without.")] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in your browser.")] = True,
) -> None:
    """Open the local room: an offline Discord on a page of this machine.

    Example: `python -m bot local --port 8765 --no-browser`
    """
    settings = _loaded()
    changes: dict[str, Any] = {"discord_token": None, "open_browser": settings.open_browser and browser}
    if port is not None:
        changes["local_port"] = port
    _do(_local(settings.model_copy(update=changes)))


async def _local(settings: Settings) -> None:
    from bot.local import run as run_local

    def announce(address: str, summary: str) -> None:
        out.print(
            "[bold]Greenroom · the local room[/] (an offline Discord: nothing leaves this machine but model calls)"
        )
        out.print(f"Open:   {address}", highlight=False, soft_wrap=True)
        out.print(f"Voices: {summary}", highlight=False)
        out.print("Stop with Ctrl-C. The evening stays in the log: [dim]python -m bot rooms[/]")

    await run_local(settings, announce)


@app.command()
def sync(
    guild: Annotated[int | None, typer.Option(help="Only this server: there the commands show at once.")] = None,
) -> None:
    """Register the slash commands with Discord; needed once, and after an update.

    Example: `python -m bot sync --guild 123456789012345678`
    """
    settings = _loaded()

    async def work() -> None:
        from bot.running import sync_commands

        with err.status("asking Discord"):
            count = await sync_commands(settings, guild)
        where = f"in server {guild}" if guild else "in every server; Discord may take an hour to show them"
        out.print(f"{count} commands registered {where}.")

    _do(work())


@app.command()
def rooms() -> None:
    """List the rooms of the log.

    Example: `python -m bot rooms`
    """
    settings = _loaded()

    async def work() -> None:
        async with _log(settings) as store:
            out.print(terminal.rooms(await store.heads()))

    _do(work())


@app.command()
def replay(
    room: Room,
    at: Annotated[int | None, typer.Option(help="Stop after this version.")] = None,
    pause: Annotated[float, typer.Option(help="Seconds between two lines of the talk.")] = 0.0,
) -> None:
    """Show an evening step by step, from the log alone: no model, no Discord.

    Example: `python -m bot replay 1456074443980800005 --at 120`
    """
    settings = _loaded()

    async def work() -> None:
        from events.projector import Projector
        from replay.fold import evening

        stream = _stream(room)
        async with _log(settings) as store:
            projector = Projector(stream)
            async for recorded in evening(store, stream, at=None if at is None else Version(at)):
                state = projector.fold((recorded,))
                out.print(terminal.step(recorded, state), highlight=False)
                if pause and recorded.kind in ("human-spoke", "line-staged"):
                    await asyncio.sleep(pause)
            out.print()
            out.print(terminal.standing(projector.state), highlight=False)

    _do(work())


@app.command()
def verify(room: Annotated[str, typer.Argument(help="A room, or `all`.")]) -> None:
    """Decide every recorded input again and compare; exit code 3 on a drift.

    Example: `python -m bot verify all`
    """
    settings = _loaded()

    async def work() -> None:
        from minds.mind import forbid_real_calls
        from replay.fold import evening
        from replay.verify import verify as verified

        forbid_real_calls("verifying a log")
        async with _log(settings) as store:
            heads = await store.heads()
            wanted = [head.stream for head in heads] if room == "all" else [_stream(room)]
            drifted = False
            with err.status("deciding again") as status:
                for stream in wanted:
                    status.update(f"deciding {stream} again")
                    found = await verified(evening(store, stream), stream)
                    out.print(terminal.verdict(found), highlight=False)
                    drifted |= found.drift is not None
        if drifted:
            raise typer.Exit(3)

    _do(work())


@app.command()
def why(line: Annotated[str, typer.Argument(help="A line (`10.42`), a message id, or a link to a message.")]) -> None:
    """Explain a line, or a silence: who, which rule, scores, cap, model.

    Example: `python -m bot why 1456074443980800005.42`
    """
    settings = _loaded()

    async def work() -> None:
        from replay.why import why as explained

        async with _log(settings) as store:
            out.print(terminal.explanation(await explained(store, line)), highlight=False)

    _do(work())


@app.command()
def doctor() -> None:
    """Check the settings, the database, the model and Discord; say what to mend.

    Example: `python -m bot doctor`
    """
    settings = _loaded()

    async def work() -> None:
        from bot.doctor import examine

        well = True
        with err.status("looking") as status:
            async for finding in examine(settings):
                status.update(finding.what)
                mark, style = {"well": ("✓", "green"), "note": ("·", "yellow"), "ill": ("✗", "red")}[finding.how]
                out.print(f"[{style}]{mark}[/] {finding.what}: {finding.told}", highlight=False)
                well &= finding.how != "ill"
        if not well:
            raise typer.Exit(1)

    _do(work())


@app.command()
def migrate() -> None:
    """Bring the database to this version's schema; a SQLite file is copied first.

    Example: `python -m bot migrate`
    """
    settings = _loaded()

    async def work() -> None:
        from store.migrating import migrate as migrated

        settings.data_folder.mkdir(parents=True, exist_ok=True)
        await migrated(settings.database, lambda step: out.print(step, highlight=False))
        out.print("The database is ready.")

    _do(work())


@app.command()
def models() -> None:
    """Fetch and check the embedded model's weights (about 180 MB, once).

    Example: `python -m bot models`
    """
    settings = _loaded()

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

    _do(work())
