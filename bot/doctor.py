"""The doctor: looks at the settings, the database, the model and Discord, and says what to mend."""

from collections.abc import AsyncGenerator
from typing import Literal

import aiohttp
import discord
from msgspec import Struct

from bot import wiring
from bot.client import GreenroomClient
from bot.settings import Settings
from events.errors import GreenroomError, MindError, WrongToken
from events.policy import Policy
from minds.weights import found
from store import open_store

NEEDED = ("view_channel", "read_message_history", "send_messages", "manage_webhooks", "add_reactions")


class Finding(Struct, frozen=True):
    """One thing that was looked at."""

    what: str
    how: Literal["well", "note", "ill"]
    told: str


async def examine(settings: Settings) -> AsyncGenerator[Finding]:
    """Every finding, as it comes."""
    casts = wiring.library(settings)
    personas = sum(len(cast.personas) for cast in casts.casts)
    yield Finding("casts", "well", f"{len(casts.casts)} casts, {personas} personas")
    for problem in casts.problems:
        yield Finding("casts", "ill" if problem.severity == "error" else "note", str(problem))
    async for finding in _database(settings):
        yield finding
    async for finding in _models(settings):
        yield finding
    async for finding in _discord(settings):
        yield finding


async def _database(settings: Settings) -> AsyncGenerator[Finding]:
    try:
        store = await open_store(settings.database)
    except GreenroomError as trouble:
        yield Finding("database", "ill", str(trouble))
        return
    try:
        heads = await store.heads()
    finally:
        await store.close()
    owing = sum(head.owes and head.due is None for head in heads)
    yield Finding(
        "database", "well", f"{len(heads)} rooms, {sum(head.open for head in heads)} open, {owing} owe something"
    )


async def _models(settings: Settings) -> AsyncGenerator[Finding]:
    if not settings.hosted:
        weights = found(settings.models_folder)
        if weights is None:
            yield Finding("model", "ill", "no model server is set, and no embedded model is here. Run: make models")
            return
        async with wiring.open_minds(settings) as minds:
            speaks = minds.council.answers("writer")
            yield Finding("model", "well" if speaks else "ill", minds.summary)
        return
    async with wiring.open_minds(settings) as minds:
        try:
            await minds.council.probe()
        except MindError as trouble:
            yield Finding("model", "ill", str(trouble))
        else:
            yield Finding("model", "well", minds.summary)


async def _discord(settings: Settings) -> AsyncGenerator[Finding]:
    if settings.discord_token is None:
        yield Finding("discord", "note", "DISCORD_TOKEN is not set: `run` starts the local room")
        return
    client = GreenroomClient(casts=wiring.library(settings), policy=Policy())
    async with client:
        try:
            await client.login(settings.discord_token.get_secret_value())
            application = await client.application_info()
            yield Finding("discord", "well", f"the token belongs to {application.name}")
            yield _intent(application)
            async for guild in client.fetch_guilds(limit=50):
                yield await _guild(client, guild)
        except discord.LoginFailure:
            yield Finding("discord", "ill", str(WrongToken()))
        except (aiohttp.ClientConnectionError, OSError) as trouble:
            yield Finding("discord", "ill", f"Discord cannot be reached ({type(trouble).__name__})")


def _intent(application: discord.AppInfo) -> Finding:
    flags = application.flags
    if flags.gateway_message_content or flags.gateway_message_content_limited:
        return Finding("intent", "well", "Message Content is on")
    return Finding(
        "intent", "ill", "Message Content is off: turn it on in the Developer Portal (Bot, Privileged Gateway Intents)"
    )


async def _guild(client: GreenroomClient, guild: discord.Guild) -> Finding:
    """What the bot may do in a server as a whole; a channel may still say otherwise."""
    whole = await client.fetch_guild(guild.id)
    me = await whole.fetch_member(client.user.id) if client.user else None
    roles = {role.id: role for role in whole.roles}
    allowed = whole.default_role.permissions
    for role in me.roles if me else ():
        allowed |= roles.get(role.id, role).permissions
    missing = [
        name.replace("_", " ").title() for name in NEEDED if not getattr(allowed, name) and not allowed.administrator
    ]
    if missing:
        return Finding(f"server {whole.name}", "ill", f"give the bot's role: {', '.join(missing)}")
    return Finding(f"server {whole.name}", "well", "the bot may do what a panel needs")
