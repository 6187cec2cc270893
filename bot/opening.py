"""Opening a panel: the cast sits down in a place. Used by the command, and by the local room."""

import secrets

from msgspec.structs import replace

from bot.cards import Cast
from events.base import GuildId, PersonId, PlaceId
from events.errors import PanelAlreadyOpen
from events.heard import PanelOpened, PersonaSeated
from events.persona import Persona
from events.policy import Policy
from rooms.house import House


async def open_panel(
    house: House,
    cast: Cast,
    policy: Policy,
    *,
    guild: GuildId,
    place: PlaceId,
    parent: PlaceId | None = None,
    seats: int = 20,
    by: PersonId | None = None,
) -> tuple[Persona, ...]:
    """Open the panel and seat the cast, in its order. Returns who sits. Raises PanelAlreadyOpen."""
    if (await house.state(place)).open:
        raise PanelAlreadyOpen
    policy = replace(policy, scene=cast.scene)
    salt = secrets.token_hex(8)
    await house.hear(place, PanelOpened(guild=guild, place=place, parent=parent, salt=salt, policy=policy, by=by))
    personas = cast.personas[:seats]
    for persona in personas:
        await house.hear(place, PersonaSeated(persona=persona, by=by))
    return personas
