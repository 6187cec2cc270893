"""The doctor: looks at the settings, the database, the model and Discord, and says what to mend."""

import difflib
import os
from collections.abc import AsyncGenerator
from typing import Literal

import discord
from msgspec import Struct

from bot import wiring
from bot.admission import refusals_named
from bot.cards import Casts
from bot.client import GreenroomClient
from bot.settings import Settings, unknown_names
from events.errors import GreenroomError, SettingsError
from events.policy import Policy
from store import open_store

NEEDED = ("view_channel", "read_message_history", "send_messages", "manage_webhooks", "add_reactions")


class Finding(Struct, frozen=True):
    """One thing that was looked at."""

    what: str
    how: Literal["well", "note", "ill"]
    told: str


async def examine(settings: Settings) -> AsyncGenerator[Finding]:
    """Every finding, as it comes."""
    for finding in _settings(settings):
        yield finding
    casts = wiring.library(settings)
    personas = sum(len(cast.personas) for cast in casts.casts)
    yield Finding("casts", "well", f"{counted(len(casts.casts), 'cast')}, {counted(personas, 'persona')}")
    if "casts_folder" in settings.model_fields_set and not settings.casts_folder.is_dir():
        yield Finding("casts", "note", f"CASTS_FOLDER names {settings.casts_folder}, which is not a folder")
    for problem in casts.problems:
        yield Finding("casts", "ill" if problem.severity == "error" else "note", str(problem))
    async for finding in _database(settings):
        yield finding
    async for finding in _models(settings):
        yield finding
    async for finding in _discord(settings, casts):
        yield finding


def counted(count: int, noun: str) -> str:
    """`1 room`, `2 rooms`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _settings(settings: Settings) -> list[Finding]:
    """Which settings are not the defaults, and where they come from; never what they are."""
    here = {name for name in settings.model_fields_set if os.environ.get(name.upper(), "").strip()}
    told = [
        f"{where}: {', '.join(sorted(name.upper() for name in names))}"
        for where, names in (("environment", here), (".env", settings.model_fields_set - here))
        if names
    ]
    findings = [Finding("settings", "well", "; ".join(told) or "the defaults")]
    for name in unknown_names():
        alike = difflib.get_close_matches(name.lower(), Settings.model_fields, n=1)
        meant = f"; did you mean {alike[0].upper()}?" if alike else ""
        findings.append(Finding("settings", "note", f"{name} in .env is not a setting of Greenroom{meant}"))
    return findings


async def _database(settings: Settings) -> AsyncGenerator[Finding]:
    file = settings.database_file
    if file is not None and not file.exists():
        yield Finding("database", "note", f"none yet: the first start makes {file}")
        return
    try:
        store = await open_store(settings.database)
    except GreenroomError as trouble:
        yield Finding("database", "ill", str(trouble))
        return
    try:
        heads = await store.heads()
    except GreenroomError as trouble:
        yield Finding("database", "ill", str(trouble))
        return
    finally:
        await store.close()
    owing = sum(head.owes and head.due is None for head in heads)
    still = sum(head.open for head in heads)
    yield Finding("database", "well", f"{counted(len(heads), 'room')}, {still} open, {owing} with something owed now")


async def _models(settings: Settings) -> AsyncGenerator[Finding]:
    try:
        async with wiring.open_minds(settings) as minds:
            if not minds.trouble:
                await minds.council.probe()
    except GreenroomError as trouble:
        yield Finding("model", "ill", str(trouble))
        return
    yield Finding("model", "ill" if minds.trouble else "well", minds.trouble or minds.summary)


async def _discord(settings: Settings, casts: Casts) -> AsyncGenerator[Finding]:
    if settings.discord_token is None:
        yield Finding("discord", "note", "DISCORD_TOKEN is not set: `run` starts the local room")
        return
    client = GreenroomClient(casts=casts, policy=Policy())
    try:
        with refusals_named():
            async with client:
                await client.login(settings.discord_token.get_secret_value())
                application = await client.application_info()
                yield Finding("discord", "well", f"the token belongs to {application.name}")
                yield _intent(application)
                async for guild in client.fetch_guilds(limit=50):
                    yield await _guild(client, guild)
    except SettingsError as trouble:
        yield Finding("discord", "ill", str(trouble))


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
