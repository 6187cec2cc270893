"""Forms in the local room: one that a message's menu opens is shown to who opened it, and can be sent."""

import discord
import pytest
from discord import app_commands

from tests.bot.test_page import Echo, room


class Form(discord.ui.Modal, title="Edit a line"):
    def __init__(self):
        super().__init__()
        self.words = discord.ui.TextInput(custom_id="words", default="as it is")
        self.add_item(discord.ui.Label(text="What the line says", component=self.words))

    async def on_submit(self, interaction):
        await interaction.response.send_message(f"It says {self.words.value}", ephemeral=True)


class Editor(Echo):
    """Opens a form from the menu of a message."""

    def __init__(self):
        super().__init__()
        self.tree.add_command(app_commands.ContextMenu(name="Edit this line", callback=self._edit))

    async def _edit(self, interaction: discord.Interaction, message: discord.Message):
        await interaction.response.send_modal(Form())


@pytest.fixture
async def browser():
    async with room(Editor()) as browser:
        await browser.open()
        yield browser


async def form(browser):
    return (await browser.get("/api/state"))["modal"]


async def title(browser):
    shown = await form(browser)
    return shown and shown["payload"]["title"]


async def test_a_form_that_a_menu_opened_is_shown_and_can_be_sent(browser):
    people = await browser.viewers()
    await browser.post("/room/say", person=people["You"], text="hello")
    await browser.until([("You", "hello")], browser.shown)
    (message,) = (await browser.get("/api/state"))["timeline"]
    await browser.post("/room/menu", person=people["You"], name="Edit this line", message=message)
    await browser.until("Edit a line", lambda: title(browser))
    state = await browser.get("/api/state")
    action = {
        "protocol_version": 3,
        "kind": "modal_submit",
        "sequence": 1,
        "request_id": "r1",
        "generation": state["context"]["generation"],
        "bot_generation": state["botGeneration"],
        "published_revision": state["publishedRevision"],
        "modal_handle": state["modal"]["handle"],
        "values": {"words": "something else"},
    }
    assert await browser.post("/api/action", **action) == 200
    await browser.until([("You", "hello"), ("Greenroom", "It says something else")], browser.shown)


async def test_nobody_else_is_shown_it(browser):
    people = await browser.viewers()
    await browser.post("/room/say", person=people["You"], text="hello")
    await browser.until([("You", "hello")], browser.shown)
    (message,) = (await browser.get("/api/state"))["timeline"]
    await browser.post("/room/menu", person=people["Sam"], name="Edit this line", message=message)
    await browser.until([("You", "hello")], browser.shown)
    assert await form(browser) is None
