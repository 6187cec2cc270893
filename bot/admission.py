"""What Discord says at the door, as one sentence that says what to do. Used wherever we log in."""

from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp
import discord

from events.errors import DiscordUnreachable, MissingIntent, SettingsError, WrongToken


class NotInServer(SettingsError):
    """The bot is not in server {guild}. Invite it there first, with the scopes bot and applications.commands."""


@contextmanager
def refusals_named() -> Iterator[None]:
    """Inside, what Discord or the network refuses becomes our error of that meaning.

    Raises:
        WrongToken, MissingIntent, DiscordUnreachable: instead of what discord.py and aiohttp raise.
    """
    try:
        yield
    except discord.LoginFailure:
        raise WrongToken from None
    except discord.PrivilegedIntentsRequired:
        raise MissingIntent from None
    except discord.HTTPException as answer:
        raise DiscordUnreachable(why=f"it answered HTTP {answer.status}") from None
    except discord.ConnectionClosed as closed:
        raise DiscordUnreachable(why=f"it closed the connection with code {closed.code}") from None
    except (aiohttp.ClientError, discord.GatewayNotFound, OSError) as trouble:
        # Kinds only: their texts hold addresses, and addresses of webhooks are passwords.
        raise DiscordUnreachable(why=type(trouble).__name__) from None
