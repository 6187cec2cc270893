"""The client: gateway events go to the ears and into the house; nothing is decided or answered here."""

import asyncio
import logging
import sys
from collections.abc import Iterable

import discord
from discord import app_commands
from msgspec.structs import replace

from bot import ears
from bot.cards import Casts
from bot.hooks import Hooks
from bot.reactions import reacted
from bot.view import Panel
from events.base import PersonaId, PersonId, PlaceId
from events.errors import GreenroomError, MissingIntent
from events.heard import HumanSpoke
from events.policy import Policy
from events.room import RoomState
from panel.hearing import elsewhere
from panel.seating import called_like
from rooms.house import House

log = logging.getLogger("greenroom.client")

# Nothing here uses voice, so that its libraries are not missed.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

CATCH_UP_LIMIT = 2000
"""The most messages that are read back after an absence, oldest first."""


def intents() -> discord.Intents:
    """What the bot listens to: messages with their words, typing, and reactions; no members, no presences."""
    wanted = discord.Intents.none()
    wanted.guilds = wanted.guild_messages = wanted.guild_typing = wanted.webhooks = wanted.message_content = True
    wanted.guild_reactions = True
    return wanted


class GreenroomClient(discord.Client):
    """Discord's side of the house."""

    def __init__(self, *, casts: Casts, policy: Policy, seats: int = 20, take_up: bool = True) -> None:
        super().__init__(
            intents=intents(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.casts = casts
        self.policy = policy
        self.seats = seats
        self.tree = app_commands.CommandTree(self)
        self._house: House | None = None
        self._webhooks: Hooks | None = None
        self._take_up = take_up
        self._taken_up = False
        self._told_of_intent = False
        self._told_of_twin = False
        self._told_of_namesakes: set[tuple[PlaceId, PersonId, PersonaId]] = set()
        self._behind: dict[PlaceId, asyncio.Event] = {}
        from bot.commands import register  # the commands need the client's type

        register(self)

    def move_in(self, house: House, hooks: Hooks) -> None:
        """From now on this client hears for the house."""
        self._house, self._webhooks = house, hooks

    @property
    def house(self) -> House:
        """The house that this client hears for."""
        assert self._house is not None, "move_in comes first"
        return self._house

    @property
    def hooks(self) -> Hooks:
        """Our webhooks."""
        assert self._webhooks is not None, "move_in comes first"
        return self._webhooks

    def panel(self, room: RoomState, guild: discord.Guild | None) -> Panel:
        """What the ears may know."""
        return Panel(self, self.hooks, room, guild)

    # --- the connection ---

    async def setup_hook(self) -> None:
        """Know where panels are before the first message comes."""
        if self._house is not None:
            await self.house.survey()

    async def on_connect(self) -> None:
        """A new session, whose start is unknown: what comes live waits, or it would hide what was missed before it."""
        if self._house is not None:
            self._behind.update((place, asyncio.Event()) for place in self.house.places if place not in self._behind)

    async def on_ready(self) -> None:
        """Connected, again perhaps: go on with what is owed, and read back what was missed."""
        if self._house is None:
            return
        if self._take_up and not self._taken_up:
            self._taken_up = True
            await self.house.take_up()
        await self.catch_up()

    async def on_resumed(self) -> None:
        """A resumed session replays what was missed, mostly; the log knows what it already has."""
        if self._house is not None:
            await self.catch_up()

    async def catch_up(self) -> None:
        """Read back every open room, oldest first, from the last message that its log knows."""
        for place in sorted(self.house.places | self._behind.keys()):
            try:
                await self._catch_up(place)
            except (discord.DiscordException, GreenroomError) as trouble:
                log.warning("room %s could not be read back: %s", place, type(trouble).__name__)
            finally:
                if place in self._behind:
                    self._behind.pop(place).set()

    async def _catch_up(self, place: PlaceId) -> None:
        room = await self.house.state(place)
        channel = self.get_channel(place) or await self.fetch_channel(place)
        if not isinstance(channel, discord.abc.Messageable):
            return
        known = room.last_message or discord.utils.time_snowflake(room.at)  # where nobody has spoken yet
        newest = getattr(channel, "last_message_id", None) if place in self._behind else None  # else it may be stale
        if newest is not None and newest <= known:
            await self.house.catch_up(place, ())  # a crash may have come between the last of them and the answer
            return
        panel = self.panel(room, getattr(channel, "guild", None))
        missed: list[HumanSpoke] = []
        history = channel.history(after=discord.Object(known), oldest_first=True, limit=CATCH_UP_LIMIT)
        async for message in history:
            event = ears.heard(message, panel, late=True)
            if isinstance(event, HumanSpoke) and not self._says_nothing(event):
                missed.append(self._with_absent(event, room))
            elif isinstance(event, ears.OwnLine):
                await self.house.echo(place, event.message, event.text, event.hook)
        count = await self.house.catch_up(place, missed)
        if count:
            log.info("room %s: %d messages read back", place, count)

    # --- messages ---

    async def on_message(self, message: discord.Message) -> None:
        """One message, told apart at once and handed in; the order of the gateway is kept."""
        place = PlaceId(message.channel.id)
        if self._house is None or not self.house.seated_at(place):
            return
        if place in self._behind:
            await self.house.backstage.idle(self._behind[place].wait())
        room = self.house.known(place) or await self.house.state(place)
        known = ears.heard(message, self.panel(room, message.guild))
        if isinstance(known, HumanSpoke):
            if not self._says_nothing(known):
                self._warn_of_namesakes(room, known)
                await self.house.spoke(place, self._with_absent(known, room))
        elif isinstance(known, ears.OwnLine):
            await self.house.echo(place, known.message, known.text, known.hook)
            self._warn_of_a_twin(await self.house.state(place), known)

    def _says_nothing(self, event: HumanSpoke) -> bool:
        """Neither words nor files: either an odd embed, or Discord keeps the words from us."""
        if event.text or event.attached:
            return False
        if not self._told_of_intent:
            self._told_of_intent = True
            log.warning("a message came without its words: %s", MissingIntent())
        return True

    def _with_absent(self, event: HumanSpoke, room: RoomState) -> HumanSpoke:
        """Whom it addresses that is not seated here: a room knows its seats, and the client knows the library."""
        library = [persona for cast in self.casts.casts for persona in cast.personas]
        return replace(event, elsewhere=elsewhere(room, event, library))

    def _warn_of_namesakes(self, room: RoomState, event: HumanSpoke) -> None:
        """Ids tell a member who is called like a persona from that persona; whoever reads the channel may not."""
        for persona in called_like(event.name, [seat.persona for seat in room.seats]):
            if (room.place, event.person, persona) not in self._told_of_namesakes:
                self._told_of_namesakes.add((room.place, event.person, persona))
                log.warning("room %s: whoever wrote message %s is called like %s", room.stream, event.message, persona)

    def _warn_of_a_twin(self, room: RoomState, line: ears.OwnLine) -> None:
        """A line of ours that this log does not hold: by a webhook that it does not know, or one that both use."""
        known = self.hooks.knows(line.hook) or line.hook in room.hooks
        awaited = any(one.started is not None for one in room.unposted) or room.said_in(line.message) is not None
        if not (known and awaited) and not self._told_of_twin:
            self._told_of_twin = True
            log.warning("room %s: another process writes our lines too; is a second bot running?", room.stream)

    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """A person changed their words."""
        place = PlaceId(payload.channel_id)
        if self._house is None or not self.house.seated_at(place):
            return
        room = await self.house.state(place)
        event = ears.edited(payload, self.panel(room, payload.message.guild))
        known = next((said for said in room.talk if event and said.message == event.message), None)
        if event is not None and known is not None and known.text != event.text:
            await self.house.hear(place, event)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """A message is gone."""
        await self._deleted(payload.channel_id, (payload.message_id,))

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Many are."""
        await self._deleted(payload.channel_id, payload.message_ids)

    async def _deleted(self, channel: int, messages: Iterable[int]) -> None:
        place = PlaceId(channel)
        if self._house is None or not self.house.seated_at(place):
            return
        room = await self.house.state(place)
        for event in ears.deleted(messages, self.panel(room, None)):
            await self.house.hear(place, event)

    async def on_raw_typing(self, payload: discord.RawTypingEvent) -> None:
        """Somebody is typing."""
        place = PlaceId(payload.channel_id)
        if self._house is None or not self.house.seated_at(place):
            return
        room = await self.house.state(place)
        event = ears.typing(payload, self.panel(room, None))
        if event is not None:
            await self.house.hear(place, event)

    async def on_raw_reaction_add(self, payload: discord.RawReactionActionEvent) -> None:
        """A reaction, which may be a small order."""
        if self._house is not None and self.house.seated_at(PlaceId(payload.channel_id)):
            await reacted(self, payload)

    # --- places ---

    async def on_webhooks_update(self, channel: discord.abc.GuildChannel) -> None:
        """A hint, without a word about what changed: the list is read again before the next line."""
        if self._webhooks is not None:
            self.hooks.changed(PlaceId(channel.id))

    async def on_error(self, event_method: str, /, *_args: object, **_more: object) -> None:
        """An event that could not be handled: in the log, with its kind and never its words."""
        log.error("the event %s could not be handled", event_method, exc_info=sys.exc_info())
