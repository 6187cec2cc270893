"""Gateway payloads by hand, made into messages by discord.py itself, with nothing in any cache but the guild."""

from dataclasses import dataclass, field

import discord

from events.base import PersonaId
from events.persona import Persona

GUILD, CHANNEL, BOT, APP, MANAGED = 1, 2, 900, 901, 902
SAM, RIO, KIT = 11, 12, 13
HOOK, FOREIGN_HOOK = 500, 501
WREN_ROLE, BO_ROLE, CREW_ROLE = 701, 702, 703


@dataclass
class Panel:
    """Wren and Bo are seated; Wren has a webhook, a registered role and the line 42."""

    bot: int = BOT
    application: int | None = APP
    managed_role: int | None = MANAGED
    seats: tuple = (
        Persona(id=PersonaId("wren"), name="Wren Okafor", card="Keeps the lighthouse.", aliases=("Wrenny",)),
        Persona(id=PersonaId("bo"), name="Bo", card="Bakes."),
    )
    hooks: dict = field(default_factory=lambda: {HOOK: "wren"})
    lines: dict = field(default_factory=lambda: {42: "wren"})
    roles: dict = field(default_factory=lambda: {WREN_ROLE: "wren"})

    def owns_hook(self, hook):
        return hook in self.hooks

    def persona_of_hook(self, hook):
        return self.hooks.get(hook)

    def persona_of_line(self, message):
        return self.lines.get(message)

    def persona_of_role(self, role):
        return self.roles.get(role)


FORGETFUL = Panel(application=None, hooks={}, lines={})


class Gateway:
    def __init__(self, client):
        self.state = client._connection
        self.guild = discord.Guild(data={"id": str(GUILD), "name": "Town", **EMPTY_GUILD}, state=self.state)
        self.state._guilds[GUILD] = self.guild
        self.channel = self.guild.get_channel(CHANNEL)

    def message(self, text="", **changes):
        return discord.Message(state=self.state, channel=self.channel, data=payload(text, **changes))

    def edit(self, text, **changes):
        data = payload(text, guild_id=str(GUILD), **changes)
        return discord.RawMessageUpdateEvent(data, self.message(text, **changes))


def role(id_, name):
    return {
        "id": str(id_),
        "name": name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": 1,
        "permissions": "0",
        "managed": False,
        "mentionable": True,
        "flags": 0,
    }


EMPTY_GUILD = {
    "roles": [role(GUILD, "@everyone"), role(BO_ROLE, "bo"), role(CREW_ROLE, "Crew"), role(WREN_ROLE, "lighthouse")],
    "channels": [
        {"id": str(CHANNEL), "type": 0, "name": "lounge", "position": 0, "permission_overwrites": []},
        {"id": "3", "type": 0, "name": "wren", "position": 1, "permission_overwrites": []},
        {"id": "4", "type": 0, "name": "Alma's  party", "position": 2, "permission_overwrites": []},
    ],
    "emojis": [],
    "stickers": [],
    "features": [],
    "owner_id": "1",
    "preferred_locale": "en-GB",
    "verification_level": 0,
    "default_message_notifications": 0,
    "explicit_content_filter": 0,
    "mfa_level": 0,
    "nsfw_level": 0,
    "premium_tier": 0,
    "premium_progress_bar_enabled": False,
    "system_channel_flags": 0,
    "afk_timeout": 0,
}


def user(id_, name, *, bot=False, nick=None):
    given = {"id": str(id_), "username": name.lower(), "global_name": name, "discriminator": "0", "avatar": None}
    member = {
        "nick": nick,
        "roles": [],
        "joined_at": "2026-01-01T00:00:00+00:00",
        "deaf": False,
        "mute": False,
        "flags": 0,
    }
    return {**given, "bot": bot, "member": member}


def payload(text, **changes):
    author = changes.pop("author", user(SAM, "Sam"))
    return {
        "id": "100",
        "channel_id": str(CHANNEL),
        "type": 0,
        "content": text,
        "author": author,
        "timestamp": "2026-01-01T12:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        **({"member": author["member"]} if "member" in author else {}),
        **changes,
    }


def by_hook(id_, name, **changes):
    author = {"id": str(id_), "username": name, "discriminator": "0000", "avatar": None, "bot": True}
    return {"author": author, "webhook_id": str(id_), **changes}


def replying(target, **changes):
    """A reply to message `target`; `resolved` is its payload where Discord looked it up."""
    resolved = changes.pop("resolved", None)
    reference = {"message_id": str(target), "channel_id": str(CHANNEL), "guild_id": str(GUILD), "type": 0}
    return {"type": 19, "message_reference": reference, "referenced_message": resolved, **changes}


def file(name, kind, **changes):
    return {
        "id": "1",
        "filename": name,
        "size": 9,
        "url": "https://x.test/f",
        "proxy_url": "",
        "content_type": kind,
        **changes,
    }
