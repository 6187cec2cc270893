"""/line, the menus of a line, /panel say and /panel direct: what people do to lines, and say through personas."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.commands.choices import client_of, offer_seated, room_here, seated
from bot.commands.line_panel import LineButton, deeds_of, open_form, panel_of
from bot.commands.reply import place_of, say, wait
from bot.line_deeds import NoLine, NoWords
from bot.markdown import inert
from events.base import MessageId, PersonId
from events.controls import DirectionSet, SayAsOrdered
from events.errors import Refusal

if TYPE_CHECKING:
    from bot.client import GreenroomClient

MESSAGE = "A link to the line, or its id; the newest line of a persona where you name none"
MOST_TURNS = 50
LONGEST_DIRECTION = 300


class NotAMessage(Refusal):
    """That is neither a link to a message nor the id of one. Copy either from the message's menu."""


def line_group() -> app_commands.Group:
    """The group `/line`: for everybody in a guild, since each line may be changed by whom it answered."""
    return app_commands.Group(
        name="line", description="What was said: write it again, change it, take it back", guild_only=True
    )


def add_lines(client: "GreenroomClient", group: app_commands.Group, panel: app_commands.Group) -> None:
    """Put the commands on their groups, the menus on the tree, and the buttons among what is known after a restart."""
    client.add_dynamic_items(LineButton)
    _add_menus(client)
    _add_to_line(group)
    _add_to_panel(panel)


def _add_menus(client: "GreenroomClient") -> None:
    @client.tree.context_menu(name="Redo this line")
    @app_commands.guild_only()
    async def redo_this(interaction: discord.Interaction, message: discord.Message) -> None:
        await wait(interaction)
        await say(interaction, await deeds_of(interaction).redo(MessageId(message.id)))

    @client.tree.context_menu(name="Edit this line")
    @app_commands.guild_only()
    async def edit_this(interaction: discord.Interaction, message: discord.Message) -> None:
        await open_form(interaction, MessageId(message.id))

    @client.tree.context_menu(name="More for this line")
    @app_commands.guild_only()
    async def more_for_this(interaction: discord.Interaction, message: discord.Message) -> None:
        await wait(interaction)
        line = await deeds_of(interaction).line(MessageId(message.id))
        text, view = panel_of(line, await room_here(interaction))
        await interaction.followup.send(
            text, view=view, ephemeral=True, allowed_mentions=discord.AllowedMentions.none()
        )


def _add_to_line(group: app_commands.Group) -> None:
    @group.command(name="redo", description="Have a line written again, by the same persona, from what was known there")
    @app_commands.describe(message=MESSAGE, as_new="As a further line, instead of in the place of the old one")
    async def redo(interaction: discord.Interaction, message: str = "", as_new: bool = False) -> None:
        await wait(interaction)
        await say(interaction, await deeds_of(interaction).redo(await _meant(interaction, message), as_new=as_new))

    @group.command(name="continue", description="Have the author of a line go on from it")
    @app_commands.describe(message=MESSAGE)
    async def continue_(interaction: discord.Interaction, message: str = "") -> None:
        await wait(interaction)
        await say(interaction, await deeds_of(interaction).go_on(await _meant(interaction, message)))

    @group.command(name="edit", description="Put other words into a line")
    @app_commands.describe(message=MESSAGE)
    async def edit(interaction: discord.Interaction, message: str = "") -> None:
        await open_form(interaction, await _meant(interaction, message))

    @group.command(name="hide", description="Keep a line out of every later prompt; people still see it")
    @app_commands.describe(message=MESSAGE)
    async def hide(interaction: discord.Interaction, message: str = "") -> None:
        await wait(interaction)
        await say(interaction, await deeds_of(interaction).hide(await _meant(interaction, message), hidden=True))

    @group.command(name="show", description="Let the personas know a hidden line again")
    @app_commands.describe(message=MESSAGE)
    async def show(interaction: discord.Interaction, message: str = "") -> None:
        await wait(interaction)
        await say(interaction, await deeds_of(interaction).hide(await _meant(interaction, message), hidden=False))

    @group.command(name="delete", description="Take a line away, whole")
    @app_commands.describe(message=MESSAGE)
    async def delete(interaction: discord.Interaction, message: str = "") -> None:
        await wait(interaction)
        await say(interaction, await deeds_of(interaction).remove(await _meant(interaction, message)))

    @group.command(name="undo", description="Take the panel's last turn back, all its lines")
    async def undo(interaction: discord.Interaction) -> None:
        await wait(interaction)
        await say(interaction, await deeds_of(interaction).undo())


async def _meant(interaction: discord.Interaction, message: str) -> MessageId:
    """The message that is named, else the newest that is a persona's. Raises NotAMessage, NoLine."""
    if message.strip():
        number = message.strip(" <>").rstrip("/").rpartition("/")[2]
        if not number.isdecimal() or len(number) > 19:
            raise NotAMessage
        return MessageId(int(number))
    room = await room_here(interaction)
    standing = (said for said in reversed(room.talk) if said.line is not None and said.line not in room.unwanted)
    newest = next((said.message for said in standing if said.message is not None), None)
    if newest is None:
        raise NoLine
    return newest


def _add_to_panel(panel: app_commands.Group) -> None:
    @panel.command(name="say", description="Say something through a persona, in your own words")
    @app_commands.describe(persona="Who says it", text="What is said")
    @app_commands.autocomplete(persona=offer_seated)
    async def say_as(interaction: discord.Interaction, persona: str, text: app_commands.Range[str, 1, 4000]) -> None:
        await wait(interaction)
        room = await room_here(interaction)
        chosen = seated(persona, room)
        if not text.strip() or len(text.strip()) > room.policy.limits.characters:
            raise NoWords(most=room.policy.limits.characters)
        ordered = SayAsOrdered(persona=chosen.id, text=text, by=PersonId(interaction.user.id))
        await client_of(interaction).house.hear(room.place, ordered)
        await say(interaction, f"{inert(chosen.name)} says it. The log knows that the words are yours.")

    @panel.command(name="direct", description="A direction that the writer follows for some turns")
    @app_commands.describe(
        text="How they are to speak, or what to bring about; nothing takes the direction back",
        persona="Whom it is for; the whole panel where you name nobody",
        turns="For how many of their turns; 3 where you name none",
    )
    @app_commands.autocomplete(persona=offer_seated)
    async def direct(
        interaction: discord.Interaction,
        text: app_commands.Range[str, 0, LONGEST_DIRECTION] = "",
        persona: str = "",
        turns: app_commands.Range[int, 1, MOST_TURNS] = 3,
    ) -> None:
        await wait(interaction)
        place, _ = place_of(interaction)
        room = await room_here(interaction)
        chosen = seated(persona, room) if persona else None
        whom = inert(chosen.name) if chosen else "the whole panel"
        event = DirectionSet(
            text=text.strip(),
            persona=chosen.id if chosen else None,
            turns=turns,
            by=PersonId(interaction.user.id),
        )
        await client_of(interaction).house.hear(place, event)
        if not text.strip():
            await say(interaction, f"No direction for {whom} any more.")
            return
        await say(
            interaction, f"Direction for {whom}, for {turns} turn{'s' if turns != 1 else ''}: {inert(text.strip())}"
        )
