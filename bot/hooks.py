"""Which webhook a persona speaks through: found, made, shared, given up. What is said through it is `stage`'s matter.

Each persona has a webhook of its own while its seat is among the first few and the channel has room; the others share
one that carries name and face with each message. Nothing is stored: ours are found again in the channel's list, which
tells their tokens to whoever may manage webhooks there.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, NamedTuple, TypeVar

import aiohttp
import discord

from bot._dpy import hide_hook_tokens
from bot.names import shown_name
from bot.refusals import TurnedDown, turned_down
from events.base import HookId, PersonaId, PlaceId
from events.persona import Persona

SHARED_NAME: Final = "Greenroom"
PAUSE_AFTER_REFUSAL: Final = timedelta(minutes=1)
REQUEST_SECONDS: Final = 30.0
_REASON: Final = "Greenroom: a persona of the panel speaks through this webhook"

T = TypeVar("T")
_Known = dict[HookId, discord.Webhook]
_Place = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.ForumChannel


class Voice(NamedTuple):
    """The webhook that a line goes through, on the session that never posts twice."""

    hook: discord.Webhook
    shared: bool
    """It is not the persona's own: the face has to come with each message."""


class _Refusal(NamedTuple):
    at: datetime
    reason: str
    detail: str


@dataclass(slots=True)
class _Channel:
    """What is known of one channel's webhooks."""

    door: asyncio.Lock = field(default_factory=asyncio.Lock)
    """One line at a time looks and makes, so that two never make two."""
    known: _Known | None = None
    """Ours; None: to be listed."""
    of: dict[PersonaId, HookId] = field(default_factory=dict)
    unfit: set[PersonaId] = field(default_factory=set)
    """Personas whose name or picture Discord did not take for a webhook: they use the shared one."""
    unlisted: _Refusal | None = None
    """The last no to a list; and, below, to a new webhook. For a minute after a no Discord is not asked again."""
    unmade: _Refusal | None = None


class Hooks:
    """The webhooks of every channel that has a panel.

    Args:
        client: logged in; lists and makes the webhooks.
        session: what `posting_once.open_session` opened.
        now: UTC.
        avatar_of: the picture of a persona, PNG, JPEG, GIF or WebP.
        dedicated: how many seats, counted from the first, get a webhook of their own.
    """

    def __init__(
        self,
        client: discord.Client,
        session: aiohttp.ClientSession,
        *,
        now: Callable[[], datetime],
        avatar_of: Callable[[Persona], bytes | None] = lambda _persona: None,
        dedicated: int = 8,
    ) -> None:
        hide_hook_tokens()
        self._client = client
        self._session = session
        self._now = now
        self._avatar_of = avatar_of
        self._dedicated = dedicated
        self._channels: dict[PlaceId, _Channel] = {}
        self._ever: set[HookId] = set()

    async def voice(self, channel: PlaceId, persona: Persona, seat: int) -> Voice:
        """The webhook for a persona in this channel (for a thread: its parent). Raises `TurnedDown`."""
        async with self._open(channel) as (at, known):
            if seat < self._dedicated and persona.id not in at.unfit:
                try:
                    own = _own(at, known, persona) or await self._make(channel, at, known, persona)
                except TurnedDown as refusal:
                    shared = await self._instead(channel, at, known, refusal)
                else:
                    at.of[persona.id] = HookId(own.id)
                    return self._voice(own, shared=False)
            else:
                shared = _shared(known) or await self._make(channel, at, known, None)
            return self._voice(shared, shared=True)

    async def ours(self, channel: PlaceId) -> tuple[discord.Webhook, ...]:
        """Every webhook of ours in this channel, the oldest first. Raises `TurnedDown`."""
        async with self._open(channel) as (_, known):
            return tuple(self._voice(known[hook], shared=False).hook for hook in sorted(known))

    async def likeliest(self, channel: PlaceId, persona: Persona) -> tuple[discord.Webhook, ...]:
        """The same, those first that this persona most likely spoke through: mostly the first one did."""
        async with self._open(channel) as (at, known):
            names = (shown_name(persona.name), SHARED_NAME)
            order = sorted(known, key=lambda id_: (id_ != at.of.get(persona.id), known[id_].name not in names, id_))
            return tuple(self._voice(known[hook], shared=False).hook for hook in order)

    def knows(self, hook: HookId) -> bool:
        """Whether a webhook is, or in this process was, one of ours."""
        return hook in self._ever

    def lost(self, channel: PlaceId, hook: HookId) -> None:
        """Discord does not know this webhook any more, or it was moved: look again before the next line."""
        at = self._channels.setdefault(channel, _Channel())
        at.of = {persona: its for persona, its in at.of.items() if its != hook}
        at.known = None

    def changed(self, channel: PlaceId) -> None:
        """Somebody touched the channel's webhooks; Discord does not say what changed (discord-api-docs 1310)."""
        if channel in self._channels:
            self._channels[channel].known = None

    async def leave(self, channel: PlaceId) -> int:
        """Remove our webhooks from a channel that no panel uses any more; how many there were. Raises `TurnedDown`."""
        async with self._open(channel) as (at, known):
            at.of.clear()
            at.known = None
            for hook in known.values():
                with _gone_already():
                    await _asked(hook.delete(reason="Greenroom: the panel was closed"))
            return len(known)

    @asynccontextmanager
    async def _open(self, channel: PlaceId) -> AsyncIterator[tuple[_Channel, _Known]]:
        """The channel for one line at a time, with its webhooks listed. A list that failed is not kept."""
        at = self._channels.setdefault(channel, _Channel())
        async with at.door:
            if at.known is None:
                at.known = await self._list(channel, at)
            yield at, at.known

    async def _list(self, channel: PlaceId, at: _Channel) -> _Known:
        self._raise_recent(at.unlisted)
        try:
            found = await _asked((await self._place(channel)).webhooks())
        except TurnedDown as refusal:
            if refusal.reason != "unreachable":
                at.unlisted = _Refusal(self._now(), refusal.reason, refusal.detail)
            raise
        me = self._client.user
        ours = {
            HookId(hook.id): hook
            for hook in found
            if hook.type is discord.WebhookType.incoming and hook.token and me and hook.user and hook.user.id == me.id
        }
        at.of = {persona: hook for persona, hook in at.of.items() if hook in ours}
        self._ever.update(ours)
        return ours

    async def _make(self, channel: PlaceId, at: _Channel, known: _Known, persona: Persona | None) -> discord.Webhook:
        """One more webhook: a persona's own, or the shared one."""
        self._raise_recent(at.unmade)
        name = shown_name(persona.name) if persona else SHARED_NAME
        face = self._avatar_of(persona) if persona else None
        try:
            hook = await _asked((await self._place(channel)).create_webhook(name=name, avatar=face, reason=_REASON))
        except TurnedDown as refusal:
            if refusal.reason == "unreachable":
                at.known = None  # it may have been made
            elif persona and refusal.reason == "refused":
                at.unfit.add(persona.id)  # its name or its picture: no reason to keep the others waiting
            else:
                at.unmade = _Refusal(self._now(), refusal.reason, refusal.detail)
            raise
        known[HookId(hook.id)] = hook
        self._ever.add(HookId(hook.id))
        return hook

    async def _instead(self, channel: PlaceId, at: _Channel, known: _Known, refusal: TurnedDown) -> discord.Webhook:
        """What a persona speaks through that got none of its own."""
        if shared := _shared(known):
            return shared
        if refusal.reason == "refused":
            return await self._make(channel, at, known, None)
        if refusal.reason == "too-many-webhooks" and known:
            # No room for a shared one either: the oldest of ours becomes it, by its token, which needs no permission.
            oldest = known[min(known)]
            await _asked(self._voice(oldest, shared=True).hook.edit(name=SHARED_NAME, avatar=None))
            self.lost(channel, HookId(oldest.id))
            return oldest
        raise refusal

    def _raise_recent(self, refusal: _Refusal | None) -> None:
        if refusal is not None and self._now() < refusal.at + PAUSE_AFTER_REFUSAL:
            raise TurnedDown(refusal.reason, refusal.detail)

    async def _place(self, channel: PlaceId) -> _Place:
        found = self._client.get_channel(channel) or await _asked(self._client.fetch_channel(channel))
        if isinstance(found, discord.Thread):
            found = found.parent or await _asked(self._client.fetch_channel(found.parent_id))
        if not isinstance(found, _Place):
            raise TurnedDown("no-webhooks-here", type(found).__name__)
        return found

    def _voice(self, hook: discord.Webhook, *, shared: bool) -> Voice:
        assert hook.token is not None
        return Voice(discord.Webhook.partial(hook.id, hook.token, session=self._session), shared)


def _own(at: _Channel, known: _Known, persona: Persona) -> discord.Webhook | None:
    """The one it spoke through last, else one of its name that nobody else speaks through."""
    if persona.id in at.of:
        return known.get(at.of[persona.id])
    taken = set(at.of.values())
    name = shown_name(persona.name)
    return next((hook for id_, hook in sorted(known.items()) if hook.name == name and id_ not in taken), None)


def _shared(known: _Known) -> discord.Webhook | None:
    return next((hook for _, hook in sorted(known.items()) if hook.name == SHARED_NAME), None)


@contextmanager
def _gone_already() -> Iterator[None]:
    try:
        yield
    except TurnedDown as refusal:
        if refusal.reason != "hook-gone":
            raise


async def _asked(request: Awaitable[T]) -> T:
    """What Discord answers. Raises `TurnedDown`; none of these requests posts anything."""
    try:
        async with asyncio.timeout(REQUEST_SECONDS):
            return await request
    except discord.HTTPException as error:
        raise turned_down(error) from None
    except discord.RateLimited as error:
        raise TurnedDown("rate-limited", f"{error.retry_after:.0f} s") from None
    except ValueError:  # discord.py cannot tell what kind of picture it is
        raise TurnedDown("refused", "picture") from None
    except (aiohttp.ClientError, OSError) as error:
        raise TurnedDown("unreachable", type(error).__name__) from None
