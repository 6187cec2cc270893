"""Which persona a command means: what is offered while typing, and what free text resolves to."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

import discord
from discord import app_commands

from bot.commands.reply import place_of
from bot.markdown import inert
from events.errors import NoPanelHere, NoSuchPersona, NotSeated, SeveralMeant
from events.persona import Persona
from events.room import RoomState
from panel.address import resolve

if TYPE_CHECKING:
    from bot.client import GreenroomClient

OFFERED = 25
Choices = list[app_commands.Choice[str]]


def client_of(interaction: discord.Interaction) -> "GreenroomClient":
    """Our client, by its own type."""
    return cast("GreenroomClient", interaction.client)


async def room_here(interaction: discord.Interaction) -> RoomState:
    """The open room of this place. Raises NoPanelHere, NotInThisPlace."""
    place, _ = place_of(interaction)
    room = await client_of(interaction).house.state(place)
    if not room.open:
        raise NoPanelHere
    return room


def named(text: str, personas: Iterable[Persona]) -> tuple[Persona, ...]:
    """Whom a text names: an id that autocomplete put there, a whole name, or an address; several when unsure."""
    known = tuple(personas)
    wanted = " ".join(text.split()).casefold()
    by_id = tuple(one for one in known if one.id == wanted)
    by_name = tuple(
        one for one in known if wanted in (one.name.casefold(), *(alias.casefold() for alias in one.aliases))
    )
    if by_id or by_name:
        return by_id or by_name
    found = resolve(f"@{text}", known)
    ids = found.forced or found.ambiguous
    return tuple(one for one in known if one.id in ids)


def seated(text: str, room: RoomState) -> Persona:
    """The one seated persona that is meant. Raises NotSeated."""
    found = named(text, (seat.persona for seat in room.seats))
    if len(found) == 1:
        return found[0]
    if found:
        raise SeveralMeant(names=" or ".join(f"{inert(persona.name)} ({persona.id})" for persona in found))
    raise NotSeated(persona=inert(text) or "Nobody")


def in_library(text: str, casts: Iterable[Persona]) -> Persona:
    """The one persona of the library that is meant. Raises NoSuchPersona."""
    found = named(text, casts)
    if len(found) != 1:
        raise NoSuchPersona(persona=inert(text) or "nobody")
    return found[0]


def offer(personas: Iterable[Persona], typed: str) -> Choices:
    """Personas whose name or id begins with, or else contains, what was typed."""
    typed = typed.casefold().strip()
    hits = [one for one in personas if typed in one.name.casefold() or typed in one.id]
    hits.sort(key=lambda one: (not one.name.casefold().startswith(typed), one.name))
    return [app_commands.Choice(name=one.name[:100], value=one.id) for one in hits[:OFFERED]]


async def offer_seated(interaction: discord.Interaction, typed: str) -> Choices:
    """Who sits here."""
    try:
        room = await room_here(interaction)
    except NoPanelHere:
        return []
    return offer((seat.persona for seat in room.seats), typed)


async def offer_library(interaction: discord.Interaction, typed: str) -> Choices:
    """Who could be seated here."""
    place, _ = place_of(interaction)
    client = client_of(interaction)
    room = await client.house.state(place)
    here = {seat.persona.id for seat in room.seats} if room.open else set[str]()
    return offer((one for one in everybody(client) if one.id not in here), typed)


async def offer_casts(interaction: discord.Interaction, typed: str) -> Choices:
    """The casts of the library."""
    casts = client_of(interaction).casts.casts
    typed = typed.casefold()
    return [
        app_commands.Choice(name=cast.title[:100], value=cast.name)
        for cast in casts
        if typed in cast.title.casefold() or typed in cast.name
    ][:OFFERED]


def everybody(client: "GreenroomClient") -> list[Persona]:
    """Every persona of the library."""
    return [persona for cast in client.casts.casts for persona in cast.personas]
