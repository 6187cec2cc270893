"""Running on Discord: from the settings to a connected client, and in order down again."""

import asyncio
import logging
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp
import discord

from bot import wiring
from bot.client import GreenroomClient
from bot.pause_clock import PauseClock
from bot.settings import Settings
from events.errors import DiscordUnreachable, MindError, MissingIntent, NoToken, WrongToken
from events.policy import Policy
from rooms.house import House

log = logging.getLogger("greenroom")

LET_GO_SECONDS = 60.0


async def run(settings: Settings) -> None:
    """Be the bot until SIGTERM or Ctrl-C.

    Raises:
        NoToken, WrongToken, MissingIntent, DiscordUnreachable: Discord does not let us in.
        StoreError: the database cannot be used.
    """
    if settings.discord_token is None:
        raise NoToken
    clock = PauseClock()
    async with wiring.open_minds(settings) as minds:
        log.info("%s", minds.summary)
        client = GreenroomClient(casts=wiring.library(settings), policy=minds.policy, seats=settings.seats)
        async with wiring.open_house(settings, client, minds, clock) as house, client:
            clock.start()
            try:
                async with asyncio.TaskGroup() as tasks:
                    probing = tasks.create_task(probe(minds))
                    tidying = tasks.create_task(let_go(house))
                    try:
                        await _until_told(client, settings.discord_token.get_secret_value())
                    finally:
                        probing.cancel()
                        tidying.cancel()
            except* discord.DiscordException as refused:
                raise refused.exceptions[0] from None
            finally:
                await clock.close()
    log.info("closed in order; what is owed waits in the log")


async def _until_told(client: GreenroomClient, token: str) -> None:
    loop = asyncio.get_running_loop()
    told = asyncio.Event()
    with told_by_signals(loop, told):
        connected = asyncio.create_task(client.start(token), name="discord")
        waiting = asyncio.create_task(told.wait(), name="signals")
        await asyncio.wait((connected, waiting), return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if not connected.done():
            log.info("told to stop")
            await client.close()
        await refusals_named(connected)


async def refusals_named(connected: "asyncio.Task[None]") -> None:
    """Wait for the connection's end; what Discord refused is told in one sentence that says what to do."""
    try:
        await connected
    except discord.LoginFailure:
        raise WrongToken from None
    except discord.PrivilegedIntentsRequired:
        raise MissingIntent from None
    except (aiohttp.ClientConnectionError, discord.GatewayNotFound, OSError) as trouble:
        raise DiscordUnreachable(why=type(trouble).__name__) from None


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
        await house.let_go()


async def sync_commands(settings: Settings, guild: int | None) -> int:
    """Register the slash commands, everywhere or in one guild. Returns how many there are."""
    if settings.discord_token is None:
        raise NoToken
    client = GreenroomClient(casts=wiring.library(settings), policy=Policy())
    async with client:
        try:
            await client.login(settings.discord_token.get_secret_value())
        except discord.LoginFailure:
            raise WrongToken from None
        except (aiohttp.ClientConnectionError, OSError) as trouble:
            raise DiscordUnreachable(why=type(trouble).__name__) from None
        where = discord.Object(guild) if guild else None
        if where is not None:
            client.tree.copy_global_to(guild=where)
        return len(await client.tree.sync(guild=where))
