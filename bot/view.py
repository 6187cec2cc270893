"""What the ears know of the panel in a place: the room's state, our webhooks, the guild's roles."""

from collections.abc import Sequence

import discord

from bot.hooks import Hooks
from events.base import HookId, MessageId, PersonaId, RoleId
from events.persona import Persona
from events.room import RoomState


class Panel:
    """A `PanelView` of one message's place."""

    def __init__(self, client: discord.Client, hooks: Hooks, room: RoomState, guild: discord.Guild | None) -> None:
        self._client = client
        self._hooks = hooks
        self._room = room
        self._guild = guild

    @property
    def bot(self) -> int:
        """The user id of our account."""
        return self._client.user.id if self._client.user else 0

    @property
    def application(self) -> int | None:
        """Our application id, where known."""
        return self._client.application_id

    @property
    def managed_role(self) -> int | None:
        """The role that Discord made for the bot."""
        role = self._guild.self_role if self._guild else None
        return role.id if role else None

    @property
    def seats(self) -> Sequence[Persona]:
        """Who sits here, in seat order."""
        return [seat.persona for seat in self._room.seats]

    def owns_hook(self, hook: HookId) -> bool:
        """By the hooks' own list, or by the log, which survives a restart."""
        return self._hooks.knows(hook) or hook in self._room.hooks

    def persona_of_hook(self, hook: HookId) -> PersonaId | None:
        """Who alone speaks through this webhook, as far as the log knows."""
        return self._room.hooks.get(hook)

    def persona_of_line(self, message: MessageId) -> PersonaId | None:
        """Whose line this message is, among the recent ones."""
        said = self._room.said_in(message)
        return said.persona if said else None

    def persona_of_role(self, role: RoleId) -> PersonaId | None:
        """The persona that shares its name with a role, so that a server can make personas mentionable."""
        known = self._guild.get_role(role) if self._guild else None
        if known is None:
            return None
        name = known.name.casefold()
        for persona in self.seats:
            if name in (persona.name.casefold(), *(alias.casefold() for alias in persona.aliases)):
                return persona.id
        return None
