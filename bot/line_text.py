"""When two texts are one line for Discord, and the plainest name for one. How a line gets there is `stage`'s matter."""

import unicodedata
from collections.abc import Sequence
from typing import Final

import discord

from rooms.ports import Line

_INVISIBLE: Final = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))


def normal(text: str) -> str:
    """Discord trims, composes and drops invisible characters: what is equal after this is the same text."""
    return " ".join(unicodedata.normalize("NFC", text.translate(_INVISIBLE)).split())


def leading_run(said: Sequence[discord.Message], wanted: Sequence[str]) -> Sequence[discord.Message]:
    """As many of these messages, from the first on, as say the wanted (normal) texts in their order."""
    count = 0
    for message, text in zip(said, wanted, strict=False):
        if normal(message.content) != text:
            break
        count += 1
    return said[:count]


def plainest_name(line: Line) -> str:
    """Initials: Discord's list of refused names is open and grows (discord-api-docs 1229); no rule speaks of these."""
    initials = [word[0].upper() for word in line.persona.name.split() if word[0].isalpha()]
    return " ".join(f"{initial}." for initial in initials[:4]) or f"Persona {line.seat + 1}"
