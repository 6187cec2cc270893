"""The words and the emoji of every small sign; when to show one is the room's decision, how is `stage`'s."""

from typing import Final, NamedTuple


class Sign(NamedTuple):
    """One reason, as people see it."""

    emoji: str
    """The reaction to the message that asked; empty where only words help."""
    words: str
    """What happened and what to do; never an error's own text. `{name}` is the persona, `{until}` when a day ends."""


UNKNOWN_REASON: Final = Sign("💤", "{name} can't answer right now.")

SIGNS: Final[dict[str, Sign]] = {
    # Somebody was asked, and does not answer.
    "muted": Sign("🔇", "{name} is muted. A moderator can change that with /panel mute."),
    "absent": Sign("🪑", "{name} is not seated here. A moderator can change that with /panel seat."),
    "resting": Sign("💤", "{name} is resting for a while."),
    "failed": Sign("💤", "{name} can't answer right now."),
    "filtered": Sign("💤", "{name} can't answer that."),
    "timeout": Sign("⏳", "{name} took too long, and can't answer right now."),
    "nonsense": Sign("💤", "{name} can't answer right now."),
    "rate-limited": Sign("⏳", "{name} can't answer right now: too much is going on. Try again in a minute."),
    "unreachable": Sign("💤", "{name} can't answer right now."),
    "automod": Sign("🛡️", "A line of {name} was stopped by this server's AutoMod."),
    "budget": Sign("💤", "The panel has used up what it may spend today, and rests until {until}."),
    "fuse": Sign("💤", "The panel has said enough for now, and rests for a while."),
    "hushed": Sign("🤫", "The panel was stopped. Speak to one of them by name, or use /panel resume."),
    # Somebody asked for a line to be changed: the sign is on the line.
    "not-redone": Sign("🙅", "{name} could not find other words for that line. Try again later."),
    "not-changed": Sign("⚠️", "A line of {name} could not be changed here. Its webhook may be gone."),
    # The panel needs help from somebody who may give it: a reaction would not say which.
    "refused-key": Sign("", "The panel can't reach its model: the key was refused. Whoever runs this bot can mend it."),
    "no-webhook-permission": Sign(
        "",
        "{name} can't speak here: I need Manage Webhooks and View Channel here. Give me both, then go on.",
    ),
    "too-many-webhooks": Sign(
        "", "{name} can't speak here: this channel has no room for another webhook. Remove one that nobody uses."
    ),
    "no-webhooks-here": Sign("", "A panel can't sit here. Choose a text channel, or a thread of one."),
    "needs-a-thread": Sign("", "A panel can't sit in a forum itself. Open it in one of the forum's posts."),
    "refused-name": Sign("", "Discord does not take the name of {name}. Give the card another name."),
    "refused": Sign("", "Discord did not take a line of {name}. Whoever runs this bot finds the reason in its log."),
    "unreadable": Sign("", "I can't tell whether a line of {name} arrived: I need Read Message History here."),
}
"""Reason -> sign. A reason that is not here gets `UNKNOWN_REASON`: nobody is shown a word that a program made up."""


def sign_for(reason: str) -> Sign:
    """The sign for a reason."""
    return SIGNS.get(reason, UNKNOWN_REASON)
