"""The local room as a whole: the same bot on an offline Discord, shown on a page of this machine."""

import asyncio
import socket
import sys
from contextlib import asynccontextmanager

import aiohttp
import pytest
from typer.testing import CliRunner

from bot import local
from bot.cli import app
from bot.settings import load
from events.errors import StoreHeldByAnother
from minds.scripted import ScriptedMind
from store import open_store

pytest.importorskip("simcord", reason="the local room needs the extra `local`: pip install '.[local]'")


@pytest.fixture
def mind(bare, voices):
    """The voices of the room; no browser is opened."""
    bare("OPEN_BROWSER", "false")
    return voices(ScriptedMind(lambda _: '{"lines": []}'))


@asynccontextmanager
async def opened():
    """The room, until the block ends. Gives its address."""
    address, until = asyncio.get_running_loop().create_future(), asyncio.Event()
    task = asyncio.create_task(local.run(load(), lambda url, _: address.set_result(url), until=until))
    await asyncio.wait((task, address), return_when=asyncio.FIRST_COMPLETED)
    assert address.done(), task.exception()
    yield address.result()
    until.set()
    await asyncio.wait_for(task, 10)


async def logged():
    """Every event of the only room."""
    store = await open_store(load().database)
    (head,) = await store.heads()
    events = [one.kind async for one in store.read(head.stream)]
    await store.close()
    return head, events


async def test_the_room_opens_on_a_free_port_and_is_closed_in_the_log_at_the_end(mind):
    async with opened() as address, aiohttp.ClientSession() as browser, browser.get(address) as page:
        assert (page.status, "Greenroom · local room" in await page.text()) == (200, True)
    head, events = await logged()
    assert events == ["panel-opened", *["persona-seated"] * 3, "panel-closed"]
    assert (head.open, head.owes, mind.closed) == (False, False, True)


async def test_it_can_be_stopped_while_the_store_keeps_it_waiting(mind, monkeypatch):
    until, waiting = asyncio.Event(), asyncio.Event()

    async def stuck(*_args, **_options):
        waiting.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(local, "open_panel", stuck)
    task = asyncio.create_task(local.run(load(), lambda *_: None, until=until))
    await asyncio.wait_for(waiting.wait(), 10)
    until.set()
    assert await asyncio.wait_for(task, 10) is None


async def test_a_second_local_room_is_refused(mind):
    async with opened():
        with pytest.raises(StoreHeldByAnother):
            await local.run(load(), lambda *_: None)


async def test_a_port_that_is_taken_is_one_sentence(mind, bare):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        bare("LOCAL_PORT", str(port))
        with pytest.raises(local.PageNotServed, match=f"on port {port}: Address already in use"):
            await local.run(load(), lambda *_: None)


@pytest.mark.parametrize("missing", ["simcord", "PIL", "tzlocal"])
def test_without_the_extra_it_says_what_to_install(mind, monkeypatch, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    for ours in ("bot.page", "bot.page_frame"):
        monkeypatch.delitem(sys.modules, ours, raising=False)
    told = CliRunner().invoke(app, ["local", "--no-browser"])
    assert (told.exit_code, told.stdout) == (1, "")
    assert told.stderr == f"The local room needs {missing}, which is not installed. Run: pip install '.[local]'.\n"
