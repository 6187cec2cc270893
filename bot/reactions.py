"""Reactions to a persona's line as small orders: ♻️ writes it again, ❌ takes it away, ❓ explains it in private.

A reaction cannot be answered in private where it is put, so a refused one is only taken away, where the bot may do
that, and nothing else is said: this is what PluralKit does.
"""

import logging
from typing import TYPE_CHECKING, Final

import discord

from bot.commands.why import told
from bot.line_deeds import Actor, Deeds
from events.base import MessageId, PersonId, PlaceId
from events.errors import GreenroomError
from replay.why import why

if TYPE_CHECKING:
    from bot.client import GreenroomClient

log = logging.getLogger("greenroom.reactions")

REDO: Final = "♻"
REMOVE: Final = "❌"
EXPLAIN: Final = "❓"
MEANT: Final = frozenset((REDO, REMOVE, EXPLAIN))
_PICTURE: Final = "\ufe0f"
"""Some clients add it to an emoji, to have it drawn as a picture."""


async def reacted(client: "GreenroomClient", payload: discord.RawReactionActionEvent) -> None:
    """One reaction was added, where a panel is open."""
    emoji = (payload.emoji.name or "").removesuffix(_PICTURE)
    member = payload.member
    if payload.emoji.id is not None or emoji not in MEANT or member is None or member.bot:
        return
    channel = client.get_channel(payload.channel_id) or await client.fetch_channel(payload.channel_id)
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return
    manages = channel.permissions_for(member).manage_channels
    deeds = Deeds(client.house, PlaceId(payload.channel_id), Actor(PersonId(member.id), manages=manages))
    message = MessageId(payload.message_id)
    try:
        if emoji == REDO:
            await deeds.redo(message)
        elif emoji == REMOVE:
            await deeds.remove(message)
        else:
            await _explain(client, payload, member)
    except GreenroomError as refused:
        log.info("a reaction changed nothing: %s", type(refused).__name__)
    await _take_away(client, payload, member)


async def _explain(client: "GreenroomClient", payload: discord.RawReactionActionEvent, member: discord.Member) -> None:
    """To whoever asked, in a direct message. Raises NoSuchLine."""
    found = await why(client.house.backstage.store, str(payload.message_id))
    if found.persona is None or found.stream != f"room-{payload.channel_id}":
        return
    try:
        await member.send(told(found), allowed_mentions=discord.AllowedMentions.none())
    except discord.HTTPException:
        log.info("an explanation was not delivered: its reader takes no direct messages")


async def _take_away(
    client: "GreenroomClient", payload: discord.RawReactionActionEvent, member: discord.Member
) -> None:
    """So that it can be put there again; it needs Manage Messages, and without that it just stays."""
    message = client.get_partial_messageable(payload.channel_id).get_partial_message(payload.message_id)
    try:
        await message.remove_reaction(payload.emoji, member)
    except discord.HTTPException:
        return
