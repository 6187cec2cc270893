"""Every touch of a private name of discord.py, checked when this is imported; nothing else may touch one."""

import inspect
import logging
import re
from typing import Final

import discord
from discord.http import HTTPClient, Route
from discord.webhook.async_ import AsyncWebhookAdapter

_SUPPORTED: Final = (2, 7)
_HOOK_ADDRESS: Final = re.compile(r"(/(?:webhooks|interactions)/\d+/)[\w.-]+")


class UnsupportedDiscordPy(ImportError):
    """discord.py is not as Greenroom knows it. Install a 2.7 release, or see what changed and mend `bot/_dpy.py`."""


def _require(known: object, what: str) -> None:
    if not known:
        raise UnsupportedDiscordPy(f"{UnsupportedDiscordPy.__doc__} Missing or changed: {what}.")


_require(discord.version_info[:2] == _SUPPORTED, f"version {discord.__version__}")
_require(
    "session" in inspect.signature(AsyncWebhookAdapter.request).parameters
    and "session.request(" in inspect.getsource(AsyncWebhookAdapter.request),
    "the webhook adapter sends through the session it is given (`posting_once` rests on it)",
)
_require("session" in inspect.signature(discord.Webhook.partial).parameters, "Webhook.partial(session=)")
_require(isinstance(getattr(Route, "BASE", None), str), "Route.BASE, the address of the API")

_TALKATIVE: Final = (AsyncWebhookAdapter.__module__, HTTPClient.__module__)
"""Both write the address of each request at DEBUG."""


def hide_hook_tokens() -> None:
    """Blank the keys in the addresses of webhooks and interactions that discord.py logs, whoever listens."""
    for name in _TALKATIVE:
        log = logging.getLogger(name)
        if not any(isinstance(known, _Blank) for known in log.filters):
            log.addFilter(_Blank())


class _Blank(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = _HOOK_ADDRESS.sub(r"\1[hidden]", record.getMessage()), ()
        return True
