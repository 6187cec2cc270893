"""The local room: the same bot on an offline Discord, shown on a page of this machine. No token, key or network."""

import asyncio
import contextlib
import logging
import os
import webbrowser
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

from msgspec.structs import replace

from bot import wiring
from bot.cards import Cast, Casts
from bot.client import GreenroomClient
from bot.commands.panel import FIRST_CAST
from bot.opening import open_panel
from bot.page_table import seated
from bot.running import errands, let_go, probe, told_by_signals
from bot.settings import Settings
from events.base import GuildId, PersonaId, PlaceId
from events.errors import SettingsError
from events.heard import PanelClosed
from rooms.clocks import SleepClock
from rooms.house import House

log = logging.getLogger("greenroom")

PEOPLE = ("You", "Sam", "Rio")
CLOSING_SECONDS = 5.0
FACES = "https://greenroom.invalid/faces/"
"""Addresses that nothing ever fetches: the page is given the pictures themselves."""


class LocalRoomNotInstalled(SettingsError):
    """The local room needs {missing}, which is not installed. Run: pip install '.[local]'."""


class PageNotServed(SettingsError):
    """The local room's page cannot be served on port {port}: {why}. Name another: python -m bot local --port 8765."""


async def run(settings: Settings, announce: Callable[[str, str], None], *, until: asyncio.Event | None = None) -> None:
    """Show the room until Ctrl-C, or until `until` is set. `announce` is told the page's address, and who words lines.

    Raises:
        LocalRoomNotInstalled, PageNotServed: there is no page to show it on.
        StoreError: the database cannot be used, or another local room runs on it.
    """
    serve = _page()
    until = until or asyncio.Event()
    casts, faces = with_faces(wiring.library_told(settings))
    async with wiring.alone(settings), wiring.open_minds(settings) as minds, AsyncExitStack() as stack:
        clock = SleepClock()
        client = LocalClient(casts=casts, policy=minds.policy, seats=settings.seats)

        place: PlaceId | None = None

        async def start_engine() -> None:
            nonlocal place
            house = await stack.enter_async_context(wiring.open_house(settings, client, minds, clock))
            channel = client.guilds[0].text_channels[0]
            place = PlaceId(channel.id)
            await open_panel(house, casts.cast(FIRST_CAST), minds.policy, guild=GuildId(channel.guild.id), place=place)
            stack.push_async_callback(_close_panel, house, place)
            await stack.enter_async_context(errands(partial(probe, minds), partial(let_go, house)))

        shown = False

        def show(address: str) -> None:
            nonlocal shown
            shown = True
            announce(address, minds.summary)
            if settings.open_browser:
                open_browser(address)

        stack.push_async_callback(clock.close)
        with told_by_signals(asyncio.get_running_loop(), until):
            try:
                serving = serve(
                    client,
                    start_engine=start_engine,
                    people=PEOPLE,
                    topic=f"A local room on an offline Discord. Voices: {minds.summary}.",
                    avatars=faces,
                    seated=lambda: seated(client.house.known(place) if place else None),
                    port=settings.local_port,
                    announce=show,
                    until=until,
                )
                await _unless_told(serving, until, shown=lambda: shown)
            except OSError as refused:
                if shown:
                    raise
                raise PageNotServed(port=settings.local_port, why=os.strerror(refused.errno or 0)) from None


async def _unless_told(serving: Coroutine[Any, Any, None], until: asyncio.Event, *, shown: Callable[[], bool]) -> None:
    """The page, which ends in order when told to; one that is not there yet may wait for the store for ever."""
    task, told = asyncio.create_task(serving), asyncio.create_task(until.wait())
    try:
        await asyncio.wait((task, told), return_when=asyncio.FIRST_COMPLETED)
        if not task.done() and not shown():
            task.cancel()
            await asyncio.wait((task,))
        if not task.cancelled():
            await task
    finally:
        task.cancel()
        told.cancel()


async def _close_panel(house: House, place: PlaceId) -> None:
    """A store that takes nothing keeps the room open in the log, which nobody takes up again."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(CLOSING_SECONDS):
            await house.hear(place, PanelClosed())


def _page() -> Callable[..., Coroutine[Any, Any, None]]:
    """The page's `serve`; it needs the extra `local`."""
    logging.getLogger("discord.state").setLevel(logging.ERROR)  # the offline Discord tries a client without intents
    try:
        from bot.page import serve
    except ModuleNotFoundError as missing:
        raise LocalRoomNotInstalled(missing=missing.name) from None
    return serve


def open_browser(address: str) -> None:
    """Show a page, where there is a browser with a window: one of text would take the terminal over."""
    with contextlib.suppress(webbrowser.Error):
        browser = webbrowser.get()
        if type(browser) is not webbrowser.GenericBrowser:
            browser.open(address)


class LocalClient(GreenroomClient):
    """Rooms of earlier evenings stay in the log: their offline Discord is gone, so nothing is owed there."""

    async def on_ready(self) -> None:
        """Nothing to take up, nothing missed."""

    async def on_resumed(self) -> None:
        """The offline Discord never loses anything."""


def with_faces(casts: Casts) -> tuple[Casts, dict[str, bytes]]:
    """The casts with an address for each picture, and the pictures by address."""
    faces: dict[str, bytes] = {}

    def faced(cast: Cast) -> Cast:
        personas = tuple(
            replace(persona, avatar=_face(casts, persona.id, faces) or persona.avatar) for persona in cast.personas
        )
        return replace(cast, personas=personas)

    return replace(casts, casts=tuple(faced(cast) for cast in casts.casts)), faces


def _face(casts: Casts, persona: PersonaId, faces: dict[str, bytes]) -> str:
    picture = casts.avatar_bytes(persona)
    if picture is None:
        return ""
    address = f"{FACES}{persona}"
    faces[address] = picture
    return address
