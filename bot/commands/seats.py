"""/panel seat, unseat, order, mute, unmute: who sits where, and who may speak."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.commands.choices import (
    client_of,
    everybody,
    in_library,
    offer_library,
    offer_seated,
    refuse_shared_aliases,
    room_here,
    seated,
)
from bot.commands.reply import say, wait, warn
from bot.markdown import inert
from bot.names import name_problems
from events.base import PersonId
from events.errors import AlreadySeated, PanelIsFull
from events.heard import MuteSet, PersonaSeated, PersonaUnseated, SeatMoved
from panel.address import seating_warnings

if TYPE_CHECKING:
    from bot.client import GreenroomClient


def add_seats(_client: "GreenroomClient", group: app_commands.Group) -> None:
    """Put the commands on the group."""

    @group.command(name="seat", description="Give a persona a seat here")
    @app_commands.describe(persona="Who sits down", position="1 is the first seat; the last one where you name none")
    @app_commands.autocomplete(persona=offer_library)
    async def seat(
        interaction: discord.Interaction, persona: str, position: app_commands.Range[int, 1, 50] | None = None
    ) -> None:
        client = client_of(interaction)
        room = await room_here(interaction)
        chosen = in_library(persona, everybody(client))
        if room.seat(chosen.id) is not None:
            raise AlreadySeated(persona=inert(chosen.name))
        if len(room.seats) >= client.seats:
            raise PanelIsFull(seats=client.seats)
        here = [one.persona for one in room.seats]
        refuse_shared_aliases(chosen, here)
        await wait(interaction, public=True)
        at = None if position is None else position - 1
        await client.house.hear(
            room.place, PersonaSeated(persona=chosen, position=at, by=PersonId(interaction.user.id))
        )
        await say(interaction, f"{inert(chosen.name)} takes a seat.", public=True)
        await warn(interaction, (*name_problems(chosen.name), *seating_warnings(chosen, here)))

    @group.command(name="unseat", description="Take a persona's seat away")
    @app_commands.describe(persona="Who leaves")
    @app_commands.autocomplete(persona=offer_seated)
    async def unseat(interaction: discord.Interaction, persona: str) -> None:
        room = await room_here(interaction)
        chosen = seated(persona, room)
        await wait(interaction, public=True)
        left = PersonaUnseated(persona=chosen.id, by=PersonId(interaction.user.id))
        await client_of(interaction).house.hear(room.place, left)
        await say(interaction, f"{inert(chosen.name)} has left the panel.", public=True)

    @group.command(name="order", description="Move a persona to another seat")
    @app_commands.describe(persona="Who moves", position="1 is the first seat")
    @app_commands.autocomplete(persona=offer_seated)
    async def order(interaction: discord.Interaction, persona: str, position: app_commands.Range[int, 1, 50]) -> None:
        await wait(interaction)
        room = await room_here(interaction)
        chosen = seated(persona, room)
        moved = SeatMoved(persona=chosen.id, position=position - 1, by=PersonId(interaction.user.id))
        await client_of(interaction).house.hear(room.place, moved)
        after = await client_of(interaction).house.state(room.place)
        names = ", ".join(inert(one.persona.name) for one in after.seats)
        await say(interaction, f"The seats now: {names}.")

    @group.command(name="mute", description="Let a persona listen and not speak")
    @app_commands.describe(persona="Who is muted")
    @app_commands.autocomplete(persona=offer_seated)
    async def mute(interaction: discord.Interaction, persona: str) -> None:
        await _set_mute(interaction, persona, muted=True)

    @group.command(name="unmute", description="Let a muted persona speak again")
    @app_commands.describe(persona="Who may speak again")
    @app_commands.autocomplete(persona=offer_seated)
    async def unmute(interaction: discord.Interaction, persona: str) -> None:
        await _set_mute(interaction, persona, muted=False)


async def _set_mute(interaction: discord.Interaction, persona: str, *, muted: bool) -> None:
    await wait(interaction)
    room = await room_here(interaction)
    chosen = seated(persona, room)
    event = MuteSet(persona=chosen.id, muted=muted, by=PersonId(interaction.user.id))
    await client_of(interaction).house.hear(room.place, event)
    name = inert(chosen.name)
    after = await client_of(interaction).house.state(room.place)
    quiet = "" if after.unmuted else " Everybody is muted now, so nobody will speak."
    await say(interaction, f"{name} is muted.{quiet}" if muted else f"{name} may speak again.")
