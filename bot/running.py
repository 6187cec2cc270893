"""Running on Discord: from the settings to a connected client, and in order down again."""

import asyncio
import logging
import signal
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from typing import Any

import discord

from bot import wiring
from bot.admission import NotInServer, refusals_named
from bot.client import GreenroomClient
from bot.pause_clock import PauseClock
from bot.settings import Settings
from events.errors import GreenroomError, MindError, NoToken
from events.policy import Policy
from rooms.house import House

log = logging.getLogger("greenroom")

LET_GO_SECONDS = 60.0


async def run(settings: Settings) -> None:
    """Be the bot until SIGTERM or Ctrl-C.

    Raises:
        NoToken, WrongToken, MissingIntent, DiscordUnreachable: Discord does not let us in.
        StoreError: the database cannot be used, or another Greenroom runs on it.
    """
    if settings.discord_token is None:
        raise NoToken
    token = settings.discord_token.get_secret_value()
    casts = wiring.library_told(settings)
    async with wiring.alone(settings), wiring.open_minds(settings) as minds:
        log.info("%s", minds.summary)
        clock = PauseClock()
        client = GreenroomClient(casts=casts, policy=minds.policy, seats=settings.seats)
        async with wiring.open_house(settings, client, minds, clock) as house, client:
            clock.start()
            try:
                async with errands(partial(probe, minds), partial(let_go, house)):
                    await _until_told(client, token)
            finally:
                await clock.close()
    log.info("closed in order; what is owed waits in the log")


async def _until_told(client: discord.Client, token: str) -> None:
    told = asyncio.Event()
    with told_by_signals(asyncio.get_running_loop(), told):
        connected = asyncio.create_task(client.start(token), name="discord")
        waiting = asyncio.create_task(told.wait(), name="signals")
        try:
            await asyncio.wait((connected, waiting), return_when=asyncio.FIRST_COMPLETED)
            if connected.done():
                with refusals_named():
                    connected.result()
            else:
                log.info("told to stop")
        finally:
            waiting.cancel()
            await client.close()
            connected.cancel()  # it may still be on its way in
            with suppress(asyncio.CancelledError, Exception):  # how a connection ends that we end is of no interest
                await connected


@contextmanager
def told_by_signals(loop: asyncio.AbstractEventLoop, told: asyncio.Event) -> Iterator[None]:
    """Ctrl-C and SIGTERM set the event; where a platform has no such handlers, Ctrl-C still cancels."""
    caught: list[signal.Signals] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, told.set)
        except NotImplementedError:
            continue
        caught.append(number)
    try:
        yield
    finally:
        for number in caught:
            loop.remove_signal_handler(number)


Errand = Callable[[], Coroutine[Any, Any, None]]


@asynccontextmanager
async def errands(*work: Errand) -> AsyncGenerator[None]:
    """Work that goes on beside, and ends with the block; one that fails is told, and ends nothing else."""
    tasks = [asyncio.create_task(_told_when_failed(one)) for one in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _told_when_failed(errand: Errand) -> None:
    try:
        await errand()
    except Exception:
        log.exception("an errand failed")


async def probe(minds: wiring.Minds) -> None:
    """Find out what the model server takes; a server that is down now is asked again with the first call."""
    try:
        await minds.council.probe()
    except MindError as trouble:
        log.error("%s", trouble)  # noqa: TRY400 - a sentence for the operator, not a crash


async def let_go(house: House) -> None:
    """Now and then let idle rooms go."""
    while True:
        await asyncio.sleep(LET_GO_SECONDS)
        try:
            await house.let_go()
        except GreenroomError as trouble:
            log.warning("idle rooms are kept for now: %s", trouble)


async def sync_commands(settings: Settings, guild: int | None = None) -> int:
    """Register the slash commands, everywhere or in one guild. Returns how many there are.

    Raises:
        NoToken, WrongToken, DiscordUnreachable: Discord does not let us in.
        NotInServer: the guild is not one of the bot's.
    """
    if settings.discord_token is None:
        raise NoToken
    where = discord.Object(guild) if guild else None
    client = GreenroomClient(casts=wiring.library(settings), policy=Policy())
    with refusals_named():
        async with client:
            await client.login(settings.discord_token.get_secret_value())
            if where is not None:
                client.tree.copy_global_to(guild=where)
            try:
                return len(await client.tree.sync(guild=where))
            except discord.Forbidden:
                raise NotInServer(guild=guild) from None
