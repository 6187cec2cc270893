"""The local room, as a browser would use it: by HTTP, without a browser."""

import asyncio
from contextlib import asynccontextmanager, suppress

import aiohttp
import discord
import pytest
from discord import app_commands
from yarl import URL

from bot import page
from bot.page_table import Seated

AVATAR = "https://faces.invalid/wren.png"
FACE = page._face("W", "#aa8844")
PATIENCE = 10.0


class Echo(discord.Client):
    """Answers in a task of its own, as a persona with a face; the model's time is longer than a handler may take."""

    def __init__(self):
        super().__init__(intents=discord.Intents.all())
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(app_commands.ContextMenu(name="Why this line?", callback=self._why))
        self.thinking = asyncio.Event()
        self.typed, self.answers = [], set()

    async def _why(self, interaction: discord.Interaction, message: discord.Message):
        await interaction.response.send_message(f"Because of {message.content}", ephemeral=True)

    async def on_message(self, message):
        if not message.author.bot:
            answer = asyncio.create_task(self._answer(message))
            self.answers.add(answer)

    async def on_raw_typing(self, event):
        if event.user_id != self.user.id:
            self.typed.append(event.user.name)

    async def _answer(self, message):
        await message.channel.typing()
        await self.thinking.wait()
        hook = await message.channel.create_webhook(name="Panel")
        await hook.send(f"{message.author.name} said {message.content}", username="Wren Okafor", avatar_url=AVATAR)


class Browser:
    """What the page's script asks of the server."""

    def __init__(self, http, secret):
        self.http = http
        self.headers = {"X-Simcord-Capability": secret}

    async def open(self):
        async with self.http.post("/api/pages", json={}, headers=self.headers) as answer:
            self.headers["X-Simcord-Context"] = (await answer.json())["context"]["id"]

    async def get(self, path):
        async with self.http.get(path, headers=self.headers) as answer:
            return await answer.json()

    async def post(self, path, **body):
        async with self.http.post(path, json=body, headers=self.headers) as answer:
            return answer.status

    async def viewers(self):
        return {viewer["name"]: viewer["id"] for viewer in (await self.get("/api/state"))["viewers"]}

    async def shown(self):
        """(name, text) of what the page shows, oldest first."""
        state = await self.get("/api/state")
        messages = (state["messages"][number] for number in state["timeline"])
        return [(message["author"]["name"], message["content"]) for message in messages]

    async def until(self, wanted, what):
        """Look again, as the page does, until `what()` is `wanted`."""
        async with asyncio.timeout(PATIENCE):
            while await what() != wanted:  # noqa: ASYNC110  # the page polls, and so does this
                await asyncio.sleep(0.05)


@asynccontextmanager
async def room(client):
    announced, until, started = asyncio.Queue(), asyncio.Event(), asyncio.Event()

    async def start_engine():
        started.set()

    serving = asyncio.create_task(
        page.serve(
            client,
            start_engine=start_engine,
            people=("You", "Sam"),
            topic="A local room",
            avatars={AVATAR: FACE},
            seated=lambda: [Seated("wren", "Wren", True, AVATAR), Seated("bo", "Bo", False, "")],
            announce=announced.put_nowait,
            until=until,
        )
    )
    url = URL(await asyncio.wait_for(announced.get(), PATIENCE))
    assert started.is_set()
    try:
        async with aiohttp.ClientSession(url.with_fragment(None)) as http:
            yield Browser(http, url.fragment)
    finally:
        until.set()
        await serving
        for answer in client.answers:
            answer.cancel()
            with suppress(asyncio.CancelledError):
                await answer


@pytest.fixture
async def client():
    return Echo()


@pytest.fixture
async def browser(client):
    async with room(client) as opened:
        await opened.open()
        yield opened


async def test_the_page_is_framed_as_ours(browser):
    async with browser.http.get("/") as answer:
        html = await answer.text()

    assert "<title>Greenroom · local room</title>" in html
    assert all(f'"{path}"' in html for path in ("/room.css", "/room.js"))


@pytest.mark.parametrize("path", ["/room.css", "/room.js", "/app.js", "/preview.css"])
async def test_every_part_of_the_page_is_served(browser, path):
    async with browser.http.get(path) as answer:
        assert (answer.status, bool(await answer.text())) == (200, True)


@pytest.mark.parametrize("path", ["/api/state", "/room/signs"])
async def test_the_room_is_closed_without_the_secret(browser, path):
    async with browser.http.get(path) as answer:
        assert answer.status == 401


@pytest.mark.parametrize("path", ["/api/action", "/room/say", "/room/typing", "/room/menu"])
async def test_nobody_acts_without_the_secret(browser, path):
    async with browser.http.post(path, json={"person": "1", "text": "hi"}) as answer:
        assert answer.status == 401


@pytest.mark.parametrize("foreign", [{"Host": "evil.example"}, {"Origin": "https://evil.example"}])
async def test_a_script_of_another_site_is_refused_even_with_the_secret(browser, foreign):
    async with browser.http.get("/room/signs", headers={**browser.headers, **foreign}) as answer:
        assert answer.status == 403


async def test_a_message_is_taken_while_a_persona_thinks_and_the_answers_appear_by_themselves(browser, client):
    you = (await browser.viewers())["You"]

    await browser.post("/room/say", person=you, text="hello")
    await browser.post("/room/say", person=you, text="and more")
    await browser.until([("You", "hello"), ("You", "and more")], browser.shown)
    client.thinking.set()

    await browser.until(
        [
            ("You", "hello"),
            ("You", "and more"),
            ("Wren Okafor", "You said hello"),
            ("Wren Okafor", "You said and more"),
        ],
        browser.shown,
    )


async def test_a_persona_shows_the_face_that_was_given(browser, client):
    client.thinking.set()
    await browser.post("/room/say", person=(await browser.viewers())["Sam"], text="hello")
    await browser.until([("Sam", "hello"), ("Wren Okafor", "Sam said hello")], browser.shown)

    state = await browser.get("/api/state")

    author = state["messages"][state["timeline"][-1]]["author"]
    async with browser.http.get(f"/api/assets/{author['avatar']}", headers=browser.headers) as picture:
        assert (picture.content_type, (await picture.read())[:4]) == ("image/png", b"\x89PNG")


async def test_times_are_those_of_the_wall_clock(browser, client):
    before = discord.utils.utcnow()

    await browser.post("/room/say", person=(await browser.viewers())["You"], text="hello")

    (message,) = [found async for found in client.get_guild(client.guilds[0].id).text_channels[0].history()]
    assert 0 <= (message.created_at - before).total_seconds() < PATIENCE


async def test_the_dots_of_the_bot_and_the_typing_of_people_are_passed_on(browser, client):
    you = (await browser.viewers())["You"]

    await browser.post("/room/typing", person=you)
    await browser.post("/room/say", person=you, text="hello")

    async def typing():
        return (await browser.get("/room/signs"))["typing"]

    await browser.until(["Greenroom"], typing)
    assert client.typed == ["You"]


async def test_the_page_knows_who_sits_at_the_table_and_how_they_look(browser):
    wren, bo = (await browser.get("/room/signs"))["seated"]
    async with browser.http.get("/room/face?persona=wren", headers=browser.headers) as face:
        picture = await face.read()

    assert (wren["name"], wren["muted"], bo["name"], bo["muted"]) == ("Wren", True, "Bo", False)
    assert picture == FACE


@pytest.mark.parametrize("persona", ["bo", "nobody"])
async def test_a_persona_without_a_picture_has_none(browser, persona):
    async with browser.http.get(f"/room/face?persona={persona}", headers=browser.headers) as face:
        assert face.status == 404


async def test_the_menu_of_a_message_is_offered_and_answered(browser):
    you = (await browser.viewers())["You"]
    await browser.post("/room/say", person=you, text="hello")
    await browser.until([("You", "hello")], browser.shown)
    (message,) = (await browser.get("/api/state"))["timeline"]

    offered = (await browser.get(f"/room/signs?person={you}"))["menus"]
    status = await browser.post("/room/menu", person=you, name="Why this line?", message=message)

    assert (offered, status) == (["Why this line?"], 204)
    await browser.until([("You", "hello"), ("Greenroom", "Because of hello")], browser.shown)


@pytest.mark.parametrize(
    "wish",
    [{"person": "7", "text": "hi"}, {"person": "x", "text": "hi"}, {"text": "hi"}],
    ids=["nobody", "no id", "no person"],
)
async def test_a_wish_that_makes_no_sense_is_refused(browser, wish):
    assert await browser.post("/room/say", **wish) == 400


async def test_an_empty_message_and_one_that_is_too_long_are_refused(browser):
    you = (await browser.viewers())["You"]

    refused = [await browser.post("/room/say", person=you, text=text) for text in ("", "x" * 2001)]

    assert refused == [400, 400]


async def test_an_action_of_the_page_is_not_refused_for_being_out_of_date(browser, client):
    state = await browser.get("/api/state")
    await browser.post("/room/say", person=state["viewerId"], text="meanwhile")
    await browser.until([("You", "meanwhile")], browser.shown)
    action = {
        "protocol_version": 3,
        "kind": "send_message",
        "sequence": 1,
        "request_id": "r1",
        "generation": state["context"]["generation"],
        "bot_generation": state["botGeneration"],
        "published_revision": state["publishedRevision"],
        "content": "from the composer",
    }

    assert await browser.post("/api/action", **action) == 200

    await browser.until([("You", "meanwhile"), ("You", "from the composer")], browser.shown)
