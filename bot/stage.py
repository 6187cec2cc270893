"""The Discord stage: lines go out through webhooks, once, and are found again. Which webhook is `hooks`' matter.

A line is whole or not there. Where a long line takes several messages and only the first of them arrived, those are
taken away again: by `post` when Discord refused a later part, by `find` when the outcome was unknown. To complete it
instead would put other people's messages between its parts, and could double a part that is still on its way.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import aiohttp
import discord
from msgspec.structs import replace

from bot.hooks import Hooks, Voice
from bot.line_text import leading_run, normal, plainest_name
from bot.markdown import split
from bot.names import shown_name
from bot.posting_once import NotSent, Unanswered
from bot.refusals import TurnedDown, turned_down
from bot.signs import sign_for
from events.base import HookId, MessageId, PersonaId, PlaceId
from events.persona import Persona
from rooms.ports import Line, Posted, Posting, Unknown, Unreadable

SEARCH_LIMIT: Final = 300
"""Messages after the claim among which a line is looked for; it was sent seconds later, so it is among the first."""
PATIENCE_SECONDS: Final = 60.0
"""How long a line waits for rate limits; the hidden one of a channel asks for 40 to 45 (discord-api-docs 4043)."""
REQUEST_SECONDS: Final = 20.0
NOBODY: Final = discord.AllowedMentions.none()

_FAILURES: Final = (discord.DiscordException, aiohttp.ClientError, OSError)
_UNKNOWN_MESSAGE: Final = 10008


@dataclass(slots=True)
class _Attempt:
    """What has been tried for one message already."""

    name: str
    waited: float = 0.0
    refetched: bool = False
    renamed: bool = False


class DiscordStage:
    """A `Stage` on Discord. `sleep` waits out rate limits."""

    def __init__(
        self,
        client: discord.Client,
        hooks: Hooks,
        *,
        patience_seconds: float = PATIENCE_SECONDS,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._client = client
        self._hooks = hooks
        self._patience = patience_seconds
        self._sleep = sleep
        self._bearers: dict[tuple[PlaceId, str], PersonaId] = {}

    async def post(self, line: Line) -> Posting:
        """Post once. What Discord says becomes the outcome; an unknown outcome is never tried again here."""
        standing: list[MessageId] = []
        hook: HookId | None = None
        try:
            attempt = _Attempt(self._shown_name(line))
            for part in split(line.text):
                message, hook = await self._say(line, part, attempt)
                standing.append(message)
        except TurnedDown as refusal:
            if standing and not await self.retract(line, tuple(standing)):
                return Unknown(why=f"half of it stands, then {refusal.reason}")
            return refusal.as_refused()
        except Unanswered as lost:
            return Unknown(why=lost.why)
        return Posted(messages=tuple(standing), hook=hook) if standing else TurnedDown("empty").as_refused()

    async def find(self, line: Line) -> Posted | None:
        """The messages that carry this line, all of them; parts that stand alone are removed. Raises `Unreadable`."""
        mine, all_read = await self._said_under_the_name(line)
        wanted = [normal(part) for part in split(line.text)]
        best = max((leading_run(mine[start:], wanted) for start in range(len(mine))), key=len, default=())
        messages = tuple(MessageId(message.id) for message in best)
        if best and len(best) == len(wanted):
            return Posted(messages=messages, hook=HookId(best[0].webhook_id or 0))
        if not all_read or (messages and not await self.retract(line, messages)):
            raise Unreadable
        return None

    async def revise(self, line: Line, messages: tuple[MessageId, ...]) -> Posting:
        """Show the new text in the messages that carry a line, from the first on; what is left over is removed.

        Where it needs more of them, those are posted below, unless an earlier try has: so it is safe to repeat.
        """
        parts = split(line.text)
        kept = messages[: len(parts)]
        hook: HookId | None = None
        try:
            hooks = await self._hooks.likeliest(line.parent or line.place, line.persona)
            for message, part in zip(kept, parts, strict=False):
                await self._change(line, message, part, hooks)
            further = list(await self._standing_below(line, kept[-1], parts[len(kept) :]))
            attempt = _Attempt(self._shown_name(line))
            for part in parts[len(kept) + len(further) :]:
                message, hook = await self._say(line, part, attempt)
                further.append(message)
        except TurnedDown as refusal:
            return refusal.as_refused()
        except Unanswered as lost:
            return Unknown(why=lost.why)
        except Unreadable:
            return Unknown(why="cannot tell whether the rest of it stands")
        left_over = messages[len(parts) :]
        if left_over and not await self.retract(line, left_over):
            return Unknown(why="a part of the old text stands")
        return Posted(messages=(*kept, *further), hook=hook)

    async def retract(self, line: Line, messages: tuple[MessageId, ...]) -> bool:
        """Remove a posted line; True when it is gone, whoever removed it."""
        try:
            hooks = await self._hooks.ours(line.parent or line.place)
        except TurnedDown:
            hooks = ()  # the bot may still hold Manage Messages
        gone = [await self._remove(line, message, hooks) for message in messages]
        return all(gone)

    async def typing(self, place: PlaceId) -> None:
        """Show once that somebody is about to speak; Discord ends it by itself after ten seconds."""
        try:
            async with asyncio.timeout(REQUEST_SECONDS):
                await self._client.get_partial_messageable(place).typing()
        except _FAILURES:
            pass  # a missing dot matters to nobody

    async def sign(
        self,
        place: PlaceId,
        reason: str,
        *,
        message: MessageId | None,
        persona: Persona | PersonaId | None,
        until: datetime | None = None,
    ) -> bool:
        """React to the message where the sign has an emoji and may be put there, else say it in the channel."""
        sign = sign_for(reason)
        channel = self._client.get_partial_messageable(place)
        who = persona.name if isinstance(persona, Persona) else persona or "The panel"
        words = sign.words.format(name=discord.utils.escape_markdown(" ".join(who.split())), until=_moment(until))
        try:
            async with asyncio.timeout(REQUEST_SECONDS):
                if sign.emoji and message is not None and await _reacted(channel, message, sign.emoji):
                    return True
                await channel.send(words, allowed_mentions=NOBODY)
        except _FAILURES:
            return False
        return True

    async def _say(self, line: Line, text: str, attempt: _Attempt) -> tuple[MessageId, HookId]:
        """One message, by whatever remedies are safe. Raises `TurnedDown` and `Unanswered`."""
        channel = line.parent or line.place
        while True:
            voice = await self._hooks.voice(channel, line.persona, line.seat)
            try:
                message = await self._send(line, text, attempt.name, voice)
            except NotSent as held:
                await self._wait(held, attempt)
            except discord.HTTPException as error:
                if error.status >= 500:
                    raise Unanswered(f"status {error.status}") from None
                self._mend(turned_down(error), line, voice, attempt)
            except (aiohttp.ClientError, OSError) as error:
                raise Unanswered("timeout" if isinstance(error, TimeoutError) else type(error).__name__) from None
            else:
                if line.parent is not None or message.channel.id == line.place:
                    return MessageId(message.id), HookId(voice.hook.id)
                await self._take_back(message.id, voice)
                self._mend(TurnedDown("hook-gone", "the webhook was moved to another channel"), line, voice, attempt)

    async def _send(self, line: Line, text: str, name: str, voice: Voice) -> discord.WebhookMessage:
        return await voice.hook.send(
            text,
            username=name,
            avatar_url=_address_of_face(line.persona),
            allowed_mentions=NOBODY,
            wait=True,
            thread=discord.Object(line.place) if line.parent is not None else discord.utils.MISSING,
        )

    async def _wait(self, held: NotSent, attempt: _Attempt) -> None:
        """The request never arrived: it may be sent again, as long as the line is not stale by then."""
        unsaid = held.wait_seconds if held.why == "rate-limited" else 1.0 + 2 * attempt.waited
        if unsaid is None or attempt.waited + unsaid > self._patience:
            raise TurnedDown(held.why, "no end named" if unsaid is None else f"{unsaid:.0f} s") from None
        attempt.waited += unsaid
        await self._sleep(unsaid)

    def _mend(self, refusal: TurnedDown, line: Line, voice: Voice, attempt: _Attempt) -> None:
        """Prepare the one further try that a refusal allows, or raise it."""
        if refusal.reason == "hook-gone" and not attempt.refetched:
            attempt.refetched = True
            self._hooks.lost(line.parent or line.place, HookId(voice.hook.id))
        elif refusal.reason == "refused-name" and not attempt.renamed:
            attempt.renamed = True
            attempt.name = plainest_name(line)
        elif refusal.reason == "hook-gone":
            raise TurnedDown("refused", refusal.detail)
        else:
            raise refusal

    async def _take_back(self, message: int, voice: Voice) -> None:
        with suppress(*_FAILURES):  # a line in the wrong room: whoever moved the webhook there can remove it
            await voice.hook.delete_message(message)

    async def _change(self, line: Line, message: MessageId, text: str, hooks: Sequence[discord.Webhook]) -> None:
        """By the webhook that said it, for nobody else can. Raises `TurnedDown` and `Unanswered`."""
        thread = discord.Object(line.place) if line.parent is not None else discord.utils.MISSING
        for hook in hooks:
            try:
                await hook.edit_message(message, content=text, allowed_mentions=NOBODY, thread=thread)
            except discord.NotFound:
                continue  # somebody else's, or gone
            except discord.HTTPException as error:
                if error.status >= 500:
                    raise Unanswered(f"status {error.status}") from None
                raise turned_down(error) from None
            except (aiohttp.ClientError, OSError) as error:
                raise Unanswered("timeout" if isinstance(error, TimeoutError) else type(error).__name__) from None
            return
        raise TurnedDown("gone" if await self._is_gone(line, message) else "hook-gone")

    async def _is_gone(self, line: Line, message: MessageId) -> bool:
        """Or only the webhook is, and its messages can never be changed again."""
        try:
            await self._client.get_partial_messageable(line.place).get_partial_message(message).fetch()
        except discord.NotFound:
            return True
        except _FAILURES:
            return False
        return False

    async def _standing_below(self, line: Line, last: MessageId, parts: Sequence[str]) -> Sequence[MessageId]:
        """As many further parts of a line as an earlier try has posted below its last message. Raises `Unreadable`."""
        if not parts:
            return ()
        mine, _ = await self._said_under_the_name(replace(line, after=last))
        wanted = [normal(part) for part in parts]
        best = max((leading_run(mine[start:], wanted) for start in range(len(mine))), key=len, default=())
        return [MessageId(message.id) for message in best]

    async def _remove(self, line: Line, message: MessageId, hooks: Sequence[discord.Webhook]) -> bool:
        """By the webhook that said it, for that needs no permission; else by the bot's own right."""
        thread = discord.Object(line.place) if line.parent is not None else discord.utils.MISSING
        for hook in hooks:
            try:
                await hook.delete_message(message, thread=thread)
            except discord.NotFound:
                continue  # somebody else's, or gone
            except _FAILURES:
                return False
            return True
        try:
            await self._client.get_partial_messageable(line.place).get_partial_message(message).delete()
        except discord.NotFound:
            return True
        except _FAILURES:
            return False
        return True

    async def _said_under_the_name(self, line: Line) -> tuple[list[discord.Message], bool]:
        """What our webhooks said since the claim under the persona's name, oldest first; and whether that is all."""
        try:
            ours = {hook.id for hook in await self._hooks.ours(line.parent or line.place)}
        except TurnedDown:
            ours = None  # cannot tell ours from others': the name and the words have to do
        channel = self._client.get_partial_messageable(line.place)
        after = discord.Object(line.after) if line.after is not None else None
        try:
            read = [message async for message in channel.history(limit=SEARCH_LIMIT, after=after)]
        except _FAILURES:
            raise Unreadable from None
        if after is None:
            read.reverse()
        names = {normal(self._shown_name(line)), normal(shown_name(line.persona.name)), plainest_name(line)}
        mine = [
            message
            for message in read
            if message.webhook_id is not None
            and normal(message.author.name) in names
            and (ours is None or message.webhook_id in ours or self._is_ours(message, HookId(message.webhook_id)))
        ]
        return mine, after is None or len(read) < SEARCH_LIMIT

    def _is_ours(self, message: discord.Message, hook: HookId) -> bool:
        """Also after the webhook itself was deleted: its messages stay."""
        known = self._client.application_id
        return self._hooks.knows(hook) or (known is not None and message.application_id == known)

    def _shown_name(self, line: Line) -> str:
        """Clients join consecutive messages of one name, so a second persona of a name shows its id too."""
        name = shown_name(line.persona.name)
        bearer = self._bearers.setdefault((line.place, name), line.persona.id)
        return name if bearer == line.persona.id else shown_name(f"{name[:40]} ({line.persona.id[:30]})")


def _moment(at: datetime | None) -> str:
    """A moment as Discord shows it: to everybody in the time zone of their own."""
    return discord.utils.format_dt(at, "t") if at else "tomorrow"


def _address_of_face(persona: Persona) -> str:
    return persona.avatar if persona.avatar.startswith("https://") else discord.utils.MISSING


async def _reacted(channel: discord.PartialMessageable, message: MessageId, emoji: str) -> bool:
    try:
        await channel.get_partial_message(message).add_reaction(emoji)
    except discord.Forbidden:
        return False  # no Add Reactions, or the author blocked the bot
    except discord.HTTPException as error:
        if error.code == _UNKNOWN_MESSAGE:
            raise  # gone, and with it the question
        return False
    return True
