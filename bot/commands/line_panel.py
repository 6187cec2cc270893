"""The private panel of one line: its buttons, and the form that edits it. What they do is in `line_deeds`.

A button carries the id of its message and nothing else, so that it works after a restart and on lines of any age: the
line is looked up when it is pressed.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple, Self

import discord

from bot.commands.choices import client_of
from bot.commands.reply import place_of, say, told_of_errors, wait
from bot.line_deeds import Actor, Deeds, longest
from bot.markdown import inert
from events.base import MessageId, PersonId
from events.room import RoomState
from rooms.standing import Standing, standing

LONGEST_FORM: Final = 4000
"""Characters that Discord lets a form's field hold."""
SHOWN: Final = 300
"""Characters of the line that the panel repeats."""


class Deed(NamedTuple):
    """One button."""

    label: str
    emoji: str
    row: int
    does: Callable[[Deeds, MessageId], Awaitable[str]]
    style: discord.ButtonStyle = discord.ButtonStyle.secondary


DEEDS: Final[dict[str, Deed]] = {
    "back": Deed("Earlier text", "◀", 0, lambda deeds, message: deeds.turn_over(message, -1)),
    "next": Deed("Later text", "▶", 0, lambda deeds, message: deeds.turn_over(message, 1)),
    "redo": Deed("Redo", "♻️", 0, lambda deeds, message: deeds.redo(message), discord.ButtonStyle.primary),
    "new": Deed("Redo as a new line", "🆕", 0, lambda deeds, message: deeds.redo(message, as_new=True)),
    "more": Deed("Continue", "⏩", 0, lambda deeds, message: deeds.go_on(message)),
    "hide": Deed("Hide", "🙈", 1, lambda deeds, message: deeds.hide(message, hidden=True)),
    "show": Deed("Show again", "👁️", 1, lambda deeds, message: deeds.hide(message, hidden=False)),
    "remove": Deed("Delete", "🗑️", 1, lambda deeds, message: deeds.remove(message), discord.ButtonStyle.danger),
}
"""By the name in the button's id."""
EDIT: Final = "edit"


def deeds_of(interaction: discord.Interaction) -> Deeds:
    """What whoever acts may do to the lines here. Raises NotInThisPlace."""
    place, _ = place_of(interaction)
    actor = Actor(PersonId(interaction.user.id), manages=interaction.permissions.manage_channels)
    return Deeds(client_of(interaction).house, place, actor)


def panel_of(line: Standing, room: RoomState) -> tuple[str, discord.ui.View]:
    """What the panel says, and its buttons."""
    seat = room.seat(line.persona)
    name = f"**{inert(seat.persona.name)}**" if seat else f"`{line.persona}`"
    facts = [
        f"text {line.variant + 1} of {len(line.variants)}" if line.variants else "",
        f"said by <@{line.by}>" if line.by else "",
        "hidden from the personas" if line.hidden else "",
    ]
    shown = line.text if len(line.text) <= SHOWN else f"{line.text[: SHOWN - 1]}…"
    head = " · ".join((name, *filter(None, facts)))
    view = discord.ui.View(timeout=None)
    for what in (*DEEDS, EDIT):
        if what != ("hide" if line.hidden else "show"):
            view.add_item(LineButton(what, line.messages[0]))
    return f"{head}\n>>> {inert(shown)}", view


class LineButton(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"line:(?P<what>[a-z]+):(?P<message>[0-9]+)"
):
    """One of the panel's buttons."""

    def __init__(self, what: str, message: MessageId) -> None:
        deed = DEEDS.get(what)
        super().__init__(
            discord.ui.Button(
                label=deed.label if deed else "Edit",
                emoji=deed.emoji if deed else "✏️",
                row=deed.row if deed else 1,
                style=deed.style if deed else discord.ButtonStyle.secondary,
                custom_id=f"line:{what}:{message}",
            )
        )
        self.what, self.message = what, message

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[discord.ui.View], match: re.Match[str], /
    ) -> Self:
        """The button that somebody pressed."""
        return cls(match["what"], MessageId(int(match["message"])))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Do it, or say why not, to whoever pressed."""
        async with told_of_errors(interaction):
            if self.what == EDIT:
                await open_form(interaction, self.message)
            elif self.what in DEEDS:
                await interaction.response.defer()
                answer = await DEEDS[self.what].does(deeds_of(interaction), self.message)
                await _show_again(interaction, self.message, answer)


async def _show_again(interaction: discord.Interaction, message: MessageId, answer: str) -> None:
    """The panel as it is after a deed, under what came of it; without buttons where the line is gone."""
    place, _ = place_of(interaction)
    house = client_of(interaction).house
    room = await house.state(place)
    line = await standing(house.backstage.store, room, message)
    text, view = panel_of(line, room) if line is not None else ("", None)
    await interaction.edit_original_response(
        content=f"{answer}\n{text}".rstrip(), view=view, allowed_mentions=discord.AllowedMentions.none()
    )


async def open_form(interaction: discord.Interaction, message: MessageId) -> None:
    """The form that edits a line, for whoever may. It has to be the first answer. Raises NoLine, NotYourLine."""
    line = await deeds_of(interaction).line(message)
    place, _ = place_of(interaction)
    room = await client_of(interaction).house.state(place)
    await interaction.response.send_modal(EditForm(line, min(LONGEST_FORM, longest(room, line))))


class EditForm(discord.ui.Modal, title="Edit a line"):
    """The words of a line, to be changed."""

    def __init__(self, line: Standing, most: int) -> None:
        super().__init__()
        self._message = line.messages[0]
        self._words = discord.ui.TextInput[Self](
            style=discord.TextStyle.paragraph,
            default=line.text[:most],
            max_length=most,
            custom_id="words",
        )
        self.add_item(discord.ui.Label(text="What the line says", component=self._words))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Put the words there."""
        async with told_of_errors(interaction):
            await wait(interaction)
            await say(interaction, await deeds_of(interaction).edit(self._message, self._words.value))
