"""What Discord's error codes mean for a line. The words that people read about it are in `signs`."""

from typing import Final

import discord

from rooms.ports import Refused

REASONS: Final[dict[int, str]] = {
    10003: "place-gone",
    10015: "hook-gone",
    20028: "rate-limited",
    20029: "rate-limited",
    30007: "too-many-webhooks",  # in the channel
    30058: "too-many-webhooks",  # in the guild
    40062: "rate-limited",
    50001: "no-webhook-permission",
    50013: "no-webhook-permission",
    50027: "hook-gone",  # its token is no longer valid
    50083: "place-closed",  # an archived thread
    160005: "place-closed",  # a locked thread
    200000: "automod",
    200001: "automod",
    220001: "needs-a-thread",  # a forum's own page holds no messages
    220002: "needs-a-thread",
    240000: "automod",  # a link that Discord filters
}
"""Code -> reason, from the table in Discord's docs (topics/opcodes-and-status-codes)."""

INVALID_FORM: Final = 50035


class TurnedDown(Exception):
    """Discord said no, or could not be asked; nothing was posted. Raised where a line cannot go on."""

    def __init__(self, reason: str, detail: str = "") -> None:
        self.reason = reason
        self.detail = detail
        super().__init__(reason)

    def as_refused(self) -> Refused:
        """The same, as the port says it."""
        return Refused(reason=self.reason, detail=self.detail)


def turned_down(error: discord.HTTPException) -> TurnedDown:
    """Why, as a reason of ours. Discord's own text stays out: it can quote the message or the webhook's address."""
    detail = f"status {error.status}, code {error.code}"
    if error.code in REASONS:
        return TurnedDown(REASONS[error.code], detail)
    if error.code == INVALID_FORM and "In username" in error.text:
        return TurnedDown("refused-name", detail)
    if error.status == 404:
        return TurnedDown("hook-gone", detail)
    if error.status == 429:
        return TurnedDown("rate-limited", detail)
    if error.status >= 500:
        return TurnedDown("unreachable", detail)
    if error.status in {401, 403}:
        return TurnedDown("no-webhook-permission", detail)
    return TurnedDown("refused", detail)
