"""Discord's syntax as plain words: mentions, emoji, times, forwards, polls, stickers. Who is meant, `ears` says.

What names a thing rather than a person keeps the form by which `panel.markup` knows it as opaque: `:wren:`, `#wren`.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import discord

from events.base import HookId, RoleId
from events.persona import Persona

if TYPE_CHECKING:
    from bot.ears import PanelView

NAME_LIMIT: Final = 64
SOMEONE: Final = "someone"

_CODE: Final = re.compile(r"(?P<run>`+)(?!`).*?(?<!`)(?P=run)(?!`)", re.DOTALL)
_QUOTE: Final = re.compile(r"^[ ]*(?:>>>[ ].*\Z|>[ ][^\n]*)", re.MULTILINE | re.DOTALL)
_TOKEN: Final = re.compile(
    r"""
      <@!?(?P<user>\d{1,20})>
    | <@&(?P<role>\d{1,20})>
    | <\#(?P<channel>\d{1,20})>
    | <a?:(?P<emoji>\w{1,64}):\d{1,20}>
    | <t:(?P<time>-?\d{1,14})(?::\w)?>
    | </(?P<command>[^:<>\n]{1,100}):\d{1,20}>
    | <id:(?P<page>\w{1,40})>
    """,
    re.VERBOSE,
)
_FAMILIES: Final = ("image", "video", "audio")


def one_line(name: str) -> str:
    """A name as data: one line, no control or invisible characters, at most 64 characters, never empty."""
    kept = ("" if unicodedata.category(char).startswith("C") and not char.isspace() else char for char in name)
    return " ".join("".join(kept).split())[:NAME_LIMIT].strip() or SOMEONE


def folded(name: str) -> str:
    """The form in which two names are compared."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def spoken_by(persona: Persona) -> tuple[str, ...]:
    """Every name that a persona goes by."""
    return (persona.name, *persona.aliases)


def without_code_and_quotes(text: str) -> str:
    """What the writer says in words of their own: a mention in code pings nobody, one in a quote is somebody else's."""
    return _QUOTE.sub(" ", _CODE.sub(" ", text))


def words_of(message: discord.Message, panel: "PanelView") -> str:
    """What was said, with mentions written out; forwards and polls follow as quotes, for their words are to nobody."""
    lines = [
        _written_out(message.content, message, panel),
        *(_quoted(_written_out(snapshot.content, message, panel)) for snapshot in message.message_snapshots),
    ]
    if message.poll is not None:
        asked = (message.poll.question, *(f"- {answer.text}" for answer in message.poll.answers))
        lines.append(_quoted("\n".join(asked)))
    return "\n".join(line for line in lines if line)


def attached_of(message: discord.Message) -> tuple[str, ...]:
    """Typed placeholders of what is not text. No file names and no addresses: those would be personal, and expire."""
    forwarded = message.message_snapshots
    files = [*message.attachments, *(file for snapshot in forwarded for file in snapshot.attachments)]
    stickers = [*message.stickers, *(sticker for snapshot in forwarded for sticker in snapshot.stickers)]
    voice = message.flags.voice or any(snapshot.flags.voice for snapshot in forwarded)
    said = [_voice_message(file) for file in files] if voice else _counted(files)
    pictured = [f"[sticker: {one_line(sticker.name)}]" for sticker in stickers]
    asked = [f"[poll: {len(message.poll.answers)} answers]"] if message.poll is not None else []
    return (*said, *pictured, *asked)


def _written_out(text: str, message: discord.Message, panel: "PanelView") -> str:
    code = [span.span() for span in _CODE.finditer(text)]

    def plain(token: re.Match[str]) -> str:
        before, after = text[: token.start()][-1:], text[token.end() :][:1]
        spaced = " " if token["emoji"] and before.isalnum() else ""
        words = _plain(token, message, panel)
        if any(start < token.start() < end for start, end in code):
            words = words.replace("`", "")  # a mark of ours would end the writer's code
        return f"{spaced}{words}{' ' if after.isalnum() else ''}"

    return _TOKEN.sub(plain, text)


def _plain(token: re.Match[str], message: discord.Message, panel: "PanelView") -> str:
    match token.lastgroup:
        case "user":
            return f"@{_name_of_user(int(token['user']), message, panel)}"
        case "role":
            return f"@{_name_of_role(int(token['role']), message, panel)}"
        case "channel":
            return f"#{_name_of_channel(int(token['channel']), message)}"
        case "time":
            return _time(int(token["time"]))
        case "emoji":
            return f":{token['emoji']}:"
        case "command":
            return f"/{token['command']}"
        case _:
            return f"#{token['page']}"


def _name_of_user(user: int, message: discord.Message, panel: "PanelView") -> str:
    """A webhook of ours is written as its persona: somebody copied its id. A person never is."""
    persona = panel.persona_of_hook(HookId(user))
    for seat in panel.seats:
        if seat.id == persona:
            return one_line(seat.name)
    person = next((known for known in (*message.mentions, message.author) if known.id == user), None)
    if person is None:
        return SOMEONE
    name = one_line(person.display_name)
    if user == panel.bot or not _sounds_like_a_persona(name, panel):
        return name
    account = one_line(person.name)
    return SOMEONE if _sounds_like_a_persona(account, panel) else account


def _sounds_like_a_persona(name: str, panel: "PanelView") -> bool:
    words = set(folded(name).split())
    return any(words & set(folded(known).split()) for seat in panel.seats for known in spoken_by(seat))


def _name_of_role(role: int, message: discord.Message, panel: "PanelView") -> str:
    persona = panel.persona_of_role(RoleId(role))
    for seat in panel.seats:
        if seat.id == persona:
            return one_line(seat.name)
    known = next((known for known in message.role_mentions if known.id == role), None)
    return one_line(known.name) if known is not None else SOMEONE


def _name_of_channel(channel: int, message: discord.Message) -> str:
    """Threads may have spaces in their names; without them the whole stays one token."""
    known = message.guild.get_channel_or_thread(channel) if message.guild is not None else None
    return "-".join(one_line(known.name).split()) if known is not None else "somewhere"


def _time(seconds: int) -> str:
    """As code: that is opaque to whoever looks for names, as the token itself was."""
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("`%Y-%m-%d %H:%M UTC`")
    except (OverflowError, ValueError, OSError):
        return "`some time`"


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.splitlines())


def _voice_message(file: discord.Attachment) -> str:
    return f"[voice message: {round(file.duration or 0)} s]"


def _counted(files: Iterable[discord.Attachment]) -> list[str]:
    """`[image: 2]`: what kind of thing, and how many."""
    kinds = Counter(_family(file) for file in files)
    return [f"[{kind}: {count}]" for kind, count in kinds.items()]


def _family(file: discord.Attachment) -> str:
    family = (file.content_type or "").partition("/")[0]
    return family if family in _FAMILIES else "file"
