"""Which persona a command means: what is offered while typing, and what free text resolves to."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, cast

import discord
from discord import app_commands

from bot.commands.reply import place_of
from bot.markdown import inert
from events.errors import NoPanelHere, NoSuchPersona, NotSeated, Refusal, SeveralMeant
from events.persona import Persona
from events.room import RoomState
from panel.address import resolve
from panel.names import fold
from panel.seating import shared_aliases

if TYPE_CHECKING:
    from bot.client import GreenroomClient

OFFERED = 25
NAME_SHOWN = 100
"""Characters of what was typed that an answer repeats."""
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
    wanted = _plain(text)
    by_id = tuple(one for one in known if one.id == wanted)
    by_name = tuple(one for one in known if wanted in _called(one))
    if by_id or by_name:
        return by_id or by_name
    found = resolve(f"@{text}", known)
    ids = found.forced or found.ambiguous
    return tuple(one for one in known if one.id in ids)


def _plain(name: str) -> str:
    """A name as it is compared: without case, widths, invisible characters and needless space."""
    return " ".join(fold(name).text.split())


def _called(persona: Persona) -> frozenset[str]:
    return frozenset(_plain(name) for name in (persona.name, *persona.aliases))


class NameTaken(Refusal):
    """{persona} cannot sit here as they are: “{name}” is also what {other} is called, and one of the two is an alias.
    Take the alias out of its card and start again, or unseat {other} first.
    """


def refuse_shared_aliases(new: Persona, here: Iterable[Persona]) -> None:
    """Two equal names are only warned of: ids tell those apart.

    Raises:
        NameTaken: an alias of one is the name, a first name or an alias of another.
    """
    for other in here:
        for name in shared_aliases(new, other):
            raise NameTaken(persona=inert(new.name), name=inert(name), other=inert(other.name))


def seated(text: str, room: RoomState) -> Persona:
    """The one seated persona that is meant. Raises NotSeated, SeveralMeant."""
    found = named(text, (seat.persona for seat in room.seats))
    one = _the_one(found)
    if one is None:
        raise NotSeated(persona=inert(text[:NAME_SHOWN]) or "Nobody")
    return one


def in_library(text: str, casts: Iterable[Persona]) -> Persona:
    """The one persona of the library that is meant. Raises NoSuchPersona, SeveralMeant."""
    one = _the_one(named(text, casts))
    if one is None:
        raise NoSuchPersona(persona=inert(text[:NAME_SHOWN]) or "nobody")
    return one


def _the_one(found: Sequence[Persona]) -> Persona | None:
    if len(found) > 1:
        raise SeveralMeant(names=" or ".join(f"{inert(persona.name)} ({persona.id})" for persona in found[:OFFERED]))
    return found[0] if found else None


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
    except Refusal:
        return []
    return offer((seat.persona for seat in room.seats), typed)


async def offer_library(interaction: discord.Interaction, typed: str) -> Choices:
    """Who could be seated here."""
    client = client_of(interaction)
    try:
        place, _ = place_of(interaction)
    except Refusal:
        return []
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
