"""The local room: the same bot on an offline Discord, shown on a page of this machine. No token, key or network."""

import asyncio
import contextlib
import logging
import webbrowser
from collections.abc import Callable
from contextlib import AsyncExitStack

from msgspec.structs import replace

from bot import wiring
from bot.cards import Cast, Casts
from bot.client import GreenroomClient
from bot.commands.panel import FIRST_CAST
from bot.opening import open_panel
from bot.running import let_go, probe, told_by_signals
from bot.settings import Settings
from events.base import GuildId, PersonaId, PlaceId
from events.heard import PanelClosed
from rooms.clocks import SleepClock

log = logging.getLogger("greenroom")

PEOPLE = ("You", "Sam", "Rio")
FACES = "https://greenroom.invalid/faces/"
"""Addresses that nothing ever fetches: the page is given the pictures themselves."""


async def run(settings: Settings, announce: Callable[[str, str], None], *, until: asyncio.Event | None = None) -> None:
    """Show the room until Ctrl-C. `announce` is told the page's address, and who words the lines."""
    from bot.page import serve  # needs the extra `local`

    until = until or asyncio.Event()
    casts, faces = with_faces(wiring.library(settings))
    clock = SleepClock()
    # One webhook that carries name and face with each line: the offline Discord shows only such faces.
    settings = settings.model_copy(update={"dedicated_webhooks": 0})
    async with wiring.open_minds(settings) as minds, AsyncExitStack() as stack:
        client = LocalClient(casts=casts, policy=minds.policy, seats=settings.seats)

        async def start_engine() -> None:
            house = await stack.enter_async_context(wiring.open_house(settings, client, minds, clock))
            channel = client.guilds[0].text_channels[0]
            place = PlaceId(channel.id)
            await open_panel(house, casts.cast(FIRST_CAST), minds.policy, guild=GuildId(channel.guild.id), place=place)
            stack.push_async_callback(house.hear, place, PanelClosed())
            for errand in (probe(minds), let_go(house)):
                task = asyncio.create_task(errand)
                stack.callback(task.cancel)

        def shown(address: str) -> None:
            announce(address, minds.summary)
            if settings.open_browser:
                with contextlib.suppress(webbrowser.Error):
                    webbrowser.open(address)

        stack.push_async_callback(clock.close)
        with told_by_signals(asyncio.get_running_loop(), until):
            await serve(
                client,
                start_engine=start_engine,
                people=PEOPLE,
                avatars=faces,
                port=settings.local_port,
                announce=shown,
                until=until,
            )


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
