"""/panel scene: the personas talk among themselves for some lines, with a button that stops them."""

import re
from typing import TYPE_CHECKING, Self

import discord
from discord import app_commands

from bot.commands.choices import client_of, room_here
from bot.commands.reply import say, wait
from bot.markdown import inert
from events.base import PersonId, PlaceId
from events.errors import Refusal
from events.heard import SceneOrdered, StopOrdered
from panel.scene import LONGEST, MOST_LINES, SHORTEST

if TYPE_CHECKING:
    from bot.client import GreenroomClient

MINUTES = 10.0


class NoSuchScene(Refusal):
    """A scene has 1 to {lines} lines and lasts {shortest:g} to {longest:g} minutes. Choose within that."""


class NobodyToPlay(Refusal):
    """Nobody here may speak. Seat somebody with /panel seat, or unmute somebody with /panel unmute."""


class NothingLeftToSpend(Refusal):
    """The panel has used up what it may spend today. Ask for the scene again tomorrow."""


class NotYoursToStop(Refusal):
    """Only whoever asked for the scene, or may use /panel, can press this. Anybody can say something, which ends it."""


def add_scene(client: "GreenroomClient", group: app_commands.Group) -> None:
    """Put the command on the group, and the button among what is known after a restart."""
    client.add_dynamic_items(StopButton)

    @group.command(name="scene", description="Let the personas talk among themselves, until somebody says something")
    @app_commands.describe(
        turns=f"Lines, {MOST_LINES} at most",
        topic="What about",
        minutes=f"Minutes, {LONGEST:g} at most; {MINUTES:g} where you name none",
    )
    async def scene(
        interaction: discord.Interaction,
        turns: app_commands.Range[int, 1, MOST_LINES],
        topic: app_commands.Range[str, 0, 400] = "",
        minutes: app_commands.Range[float, SHORTEST, LONGEST] = MINUTES,
    ) -> None:
        room = await room_here(interaction)
        if not (1 <= turns <= MOST_LINES and SHORTEST <= minutes <= LONGEST):
            raise NoSuchScene(lines=MOST_LINES, shortest=SHORTEST, longest=LONGEST)
        if not room.unmuted:
            raise NobodyToPlay
        if client_of(interaction).house.backstage.clock.now() < room.broke_until:
            raise NothingLeftToSpend
        await wait(interaction, public=True)
        asker = PersonId(interaction.user.id)
        # Answered first, so that the button stands above the first line.
        about = f" about {inert(topic)}" if topic else ""
        view = discord.ui.View(timeout=None).add_item(StopButton(room.place, asker))
        text = (
            f"A scene{about}: {turns} line{'s' if turns != 1 else ''} at most, within {minutes:g} minutes."
            " Say anything, and it ends."
        )
        await say(interaction, text, public=True, view=view)
        ordered = SceneOrdered(lines=turns, minutes=minutes, topic=topic, by=asker)
        await client_of(interaction).house.hear(room.place, ordered)


class StopButton(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]],
    template=r"scene:stop:(?P<place>[0-9]+):(?P<asker>[0-9]+)",
):
    """Stops the scene of a place. All it needs is in its id, so that it works after a restart."""

    def __init__(self, place: PlaceId, asker: PersonId) -> None:
        super().__init__(
            discord.ui.Button(
                label="Stop", style=discord.ButtonStyle.secondary, custom_id=f"scene:stop:{place}:{asker}"
            )
        )
        self.place, self.asker = place, asker

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[discord.ui.View], match: re.Match[str], /
    ) -> Self:
        """The button that somebody pressed."""
        return cls(PlaceId(int(match["place"])), PersonId(int(match["asker"])))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Stop, once; nobody is harmed by a second press."""
        await wait(interaction)
        if interaction.user.id != self.asker and not interaction.permissions.manage_channels:
            await say(interaction, str(NotYoursToStop()))
            return
        house = client_of(interaction).house
        if (await house.state(self.place)).scene is None:
            await say(interaction, "The scene is over already.")
            return
        await house.hear(self.place, StopOrdered(by=PersonId(interaction.user.id)))
        await say(interaction, "Stopped. Speak to a persona by name, or use /panel resume, and they go on.")
