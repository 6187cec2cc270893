"""Answering an interaction: in time, to one person or to all, and never with an error's own words."""

import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import discord
from discord import app_commands
from discord.utils import MISSING

from bot.logs import without_secrets
from events.base import PlaceId
from events.errors import GreenroomError, NotInThisPlace

log = logging.getLogger("greenroom.commands")

LONGEST = 1990
PUBLIC = "waits in public"
"""Mark on an interaction whose first answer Discord will show to everybody, whatever the answer itself asks for."""
FAILED = "That did not work. Whoever runs this bot finds the reason in its log."


async def wait(interaction: discord.Interaction, *, public: bool = False) -> None:
    """Tell Discord that an answer comes: it gives three seconds for this, and fifteen minutes for the rest.

    A command whose answer is public calls this once nothing can be refused any more: the first answer after it is seen
    by everybody, whatever that answer asks for, and a refusal concerns the asker alone.
    """
    await interaction.response.defer(ephemeral=not public, thinking=True)
    interaction.extras[PUBLIC] = public


async def say(
    interaction: discord.Interaction, text: str, *, public: bool = False, view: discord.ui.View = MISSING
) -> None:
    """Answer, with nobody pinged; only what everybody can see change is said to everybody."""
    text = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
    nobody = discord.AllowedMentions.none()
    try:
        if interaction.response.is_done():
            if interaction.extras.pop(PUBLIC, False) and not public:
                await interaction.delete_original_response()  # or the refusal would take its place, and its publicity
            await interaction.followup.send(text, ephemeral=not public, allowed_mentions=nobody, view=view)
        else:
            await interaction.response.send_message(text, ephemeral=not public, allowed_mentions=nobody, view=view)
    except discord.NotFound:
        age = datetime.now(UTC) - interaction.created_at
        log.warning("an answer to a command came too late (%.1f s)", age.total_seconds())


async def warn(interaction: discord.Interaction, warnings: Sequence[str]) -> None:
    """What the one who did it should know, told to them alone, after the answer; nothing where there is nothing."""
    if warnings:
        await say(interaction, "\n".join(f"⚠️ {warning}" for warning in warnings))


@asynccontextmanager
async def told_of_errors(interaction: discord.Interaction) -> AsyncIterator[None]:
    """For buttons and forms, which no tree of commands answers for: whoever pressed is told why nothing came of it."""
    try:
        yield
    except GreenroomError as refused:
        await say(interaction, without_secrets(str(refused)))
    except Exception:
        log.exception("a button or a form failed")
        await say(interaction, FAILED)


async def answer_errors(interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
    """A refusal is told as it is; anything else is in the log, and the person is told just that."""
    cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
    if isinstance(cause, GreenroomError):
        await say(interaction, without_secrets(str(cause)))
        return
    if isinstance(cause, app_commands.CheckFailure):
        await say(interaction, "You may not use this here.")
        return
    name = interaction.command.qualified_name if interaction.command else "?"
    log.error("the command %s failed", name, exc_info=cause)
    await say(interaction, FAILED)


def place_of(interaction: discord.Interaction) -> tuple[PlaceId, PlaceId | None]:
    """Where a command was used, and the channel above it when that is a thread. Raises NotInThisPlace."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        return PlaceId(channel.id), PlaceId(channel.parent_id)
    if isinstance(channel, discord.TextChannel | discord.VoiceChannel | discord.StageChannel):
        return PlaceId(channel.id), None
    if isinstance(channel, discord.ForumChannel):
        raise NotInThisPlace(why="a forum holds posts, not talk")
    raise NotInThisPlace(why="here are no webhooks")
