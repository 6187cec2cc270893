"""The commands that read the log: rooms, replay, verify, why. They never call a model, post, or change anything."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Annotated

import typer

from bot import terminal
from bot.console import do, err, out, settings_loaded
from bot.settings import Settings
from events.base import Version
from events.errors import NoSuchLine, NoSuchRoom
from events.recorded import Recorded
from store import EventStore, open_store

Room = Annotated[str, typer.Argument(help="A room, as `rooms` lists it; the number of its channel will do.")]
Local = Annotated[bool, typer.Option("--local", help="Read the local room's log, where DISCORD_TOKEN is set.")]


class NoLineOfThatName(NoSuchLine):
    """No line or message {line} is in the log. Copy a message's link, or look at a room: python -m bot replay ROOM."""


def add_reading(app: typer.Typer) -> None:
    """Put the commands on the program."""
    for command in (rooms, replay, verify, why):
        app.command()(command)


def rooms(local: Local = False) -> None:
    """List the rooms of the log, and what they owe.

    Example: `python -m bot rooms`
    """
    settings = _of(settings_loaded(), local)

    async def work() -> None:
        async with _log(settings) as store:
            out.print(terminal.rooms(await store.heads(), datetime.now(UTC)), highlight=False)

    do(work())


def replay(
    room: Room,
    at: Annotated[int | None, typer.Option(min=1, help="Stop after this version.")] = None,
    pause: Annotated[float, typer.Option(min=0, help="Seconds between two lines of the talk.")] = 0.0,
    local: Local = False,
) -> None:
    """Show an evening step by step, from the log alone: no model, no Discord.

    Example: `python -m bot replay 1456074443980800005 --at 120`
    """
    settings = _of(settings_loaded(), local)

    async def work() -> None:
        from bot import meters_shown
        from bot.terminal_evening import Evening
        from events.projector import Projector
        from replay.fold import evening
        from replay.trips import trips

        stream, shown = _stream(room), Evening()
        log: list[Recorded] = []
        async with _log(settings) as store:
            projector = Projector(stream)
            async for recorded in evening(store, stream, at=None if at is None else Version(at)):
                log.append(recorded)
                out.print(shown.step(recorded, projector.fold((recorded,))), highlight=False)
                if pause and recorded.kind in ("human-spoke", "line-staged"):
                    await asyncio.sleep(pause)
            out.print()
            out.print(terminal.standing(projector.state), highlight=False)
            out.print(meters_shown.of_room(projector.state, trips(log)), highlight=False)
            if at is not None and at > projector.state.version:
                err.print(f"The log of {stream} ends at version {projector.state.version}.", highlight=False)

    do(work())


def verify(
    room: Annotated[str, typer.Argument(help="A room, as `rooms` lists it, or `all`.")], local: Local = False
) -> None:
    """Decide every recorded input again and compare; exit code 3 on a drift.

    Example: `python -m bot verify all`
    """
    settings = _of(settings_loaded(), local)

    async def work() -> None:
        from minds.mind import forbid_real_calls
        from replay.fold import evening
        from replay.verify import verify as verified

        forbid_real_calls("verifying a log")
        drifted = False
        async with _log(settings) as store:
            wanted = [head.stream for head in await store.heads()] if room == "all" else [_stream(room)]
            for stream in wanted:
                with err.status(f"deciding {stream} again"):
                    found = await verified(evening(store, stream), stream)
                out.print(terminal.verdict(found), highlight=False)
                drifted |= found.drift is not None
        if not wanted:
            out.print("No rooms yet: nothing to verify.")
        if drifted:
            raise typer.Exit(3)

    do(work())


def why(
    line: Annotated[str, typer.Argument(help="A line (`10.42`), a message id, or a link to a message.")],
    local: Local = False,
) -> None:
    """Explain a line, or a silence: who, which rule, scores, cap, model.

    Example: `python -m bot why 1456074443980800005.42`
    """
    settings = _of(settings_loaded(), local)

    async def work() -> None:
        from replay.why import why as explained

        async with _log(settings) as store:
            try:
                found = await explained(store, line.strip(" <>"))
            except NoSuchLine:
                raise NoLineOfThatName(line=line) from None
            out.print(terminal.explanation(found), highlight=False)

    do(work())


def _of(settings: Settings, local: bool) -> Settings:
    return settings.model_copy(update={"discord_token": None}) if local else settings


@asynccontextmanager
async def _log(settings: Settings) -> AsyncGenerator[EventStore]:
    """The log; where there is none yet, an empty one, and no file is made."""
    file = settings.database_file
    if file is not None and not file.exists():
        from store.memory import MemoryStore

        yield MemoryStore()
        return
    store = await open_store(settings.database)
    try:
        yield store
    finally:
        await store.close()


def _stream(room: str) -> str:
    """The stream of a room: `room-10`, `10`, or a link to its channel."""
    number = room.strip(" <>").rstrip("/").rpartition("/")[2].removeprefix("room-")
    if not number.isdecimal():
        raise NoSuchRoom(room=room)
    return f"room-{int(number)}"
