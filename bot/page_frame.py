"""The frame of the local room's page: a loopback proxy that hides the simulator's workbench and adds our own look.

What happens in the room, and when it is published, is in `page`. On the way the HTML gets our title, style and script
(`page_frame.css`, `page_frame.js`), and an action gets the revision that is current, so that a command is not refused
because an answer arrived while it was typed. Three things have a short way of their own: plain messages, since the
page's composer takes one at a time; typing and the apps of a message, which it does not know. Whatever people do takes
turns with the pump.
"""

from __future__ import annotations

import asyncio
import hmac
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol, Self

import aiohttp
import simcord
from aiohttp import web
from yarl import URL

from bot.page_table import Seated

TITLE: Final = "Greenroom · local room"
SECRET_HEADER: Final = "X-Simcord-Capability"  # noqa: S105  # the name of a header
HERE: Final = Path(__file__)
PASSED_UP: Final = ("Content-Type", SECRET_HEADER, "X-Simcord-Context", "Accept", "Range")
NOT_PASSED_DOWN: Final = frozenset(
    {"content-length", "content-encoding", "transfer-encoding", "connection", "date", "server"}
)
LARGEST_UPLOAD: Final = 32 * 2**20


class Lounge(Protocol):
    """What the frame asks of the room. A person is given by user id; a `KeyError` says that nobody has it."""

    async def say(self, person: int, text: str) -> None:
        """Send a message; raises for what Discord would refuse."""

    async def start_typing(self, person: int) -> None:
        """Show the room that somebody is writing."""

    async def use_menu(self, person: int, name: str, message: int) -> None:
        """Choose a command from the menu of a message."""

    def menus(self, person: int) -> list[str]:
        """The commands in that menu."""
        ...

    def typing(self) -> list[str]:
        """Names of those whose dots are shown now."""
        ...

    @property
    def seated(self) -> Callable[[], Sequence[Seated]]:
        """Tells who sits at the table, in the order of the seats."""
        ...

    def face(self, persona: str) -> bytes:
        """The picture of a persona; a `KeyError` says that it has none."""
        ...


class PageFrame:
    """Serves the framed page on 127.0.0.1 while entered."""

    def __init__(self, inner: str, lounge: Lounge, *, port: int, turns: asyncio.Lock) -> None:
        """`inner` is the simulator's address with its secret as the fragment; `turns` is held while somebody acts."""
        address = URL(inner)
        self._inner = address.with_fragment(None)
        self._secret = address.fragment
        self._port = port
        self._turns = turns
        self._lounge = lounge
        app = web.Application(client_max_size=LARGEST_UPLOAD, middlewares=[self._only_this_machine])
        app.add_routes(
            [
                web.get("/", self._index),
                web.get("/favicon.ico", self._icon),
                web.get("/room.css", self._style),
                web.get("/room.js", self._script),
                web.get("/room/signs", self._signs),
                web.get("/room/face", self._face),
                web.post("/room/typing", self._start_typing),
                web.post("/room/say", self._say),
                web.post("/room/menu", self._use_menu),
                web.post("/api/action", self._action),
                web.route("*", "/{path:.*}", self._pass),
            ]
        )
        self._runner = web.AppRunner(app, access_log=None)

    @property
    def url(self) -> str:
        """The address to open; its fragment is the secret, which a browser never sends."""
        return f"http://127.0.0.1:{self._port}/#{self._secret}"

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, "127.0.0.1", self._port).start()
        except OSError:  # most often the port is taken
            await self._runner.cleanup()
            raise
        self._port = self._runner.addresses[0][1]
        self._http = aiohttp.ClientSession(self._inner)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()
        await self._http.close()

    @web.middleware
    async def _only_this_machine(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Another site's script may reach this port: a foreign Host (rebinding) or Origin is refused."""
        ours = {f"127.0.0.1:{self._port}", f"localhost:{self._port}"}
        origin = request.headers.get("Origin")
        if request.host not in ours or (origin is not None and origin.removeprefix("http://") not in ours):
            raise web.HTTPForbidden
        return await handler(request)

    async def _index(self, request: web.Request) -> web.StreamResponse:
        """The page without its secret is an empty shell: everything in the room is asked for with the secret."""
        status, headers, body = await self._ask(request)
        page = body.decode().replace("<title>SimCord Preview</title>", f"<title>{TITLE}</title>")
        page = page.replace("</head>", '<link rel="stylesheet" href="/room.css">\n  </head>')
        page = page.replace("</body>", '<script type="module" src="/room.js"></script>\n  </body>')
        return web.Response(status=status, headers=headers, body=page.encode())

    async def _style(self, _: web.Request) -> web.StreamResponse:
        return web.Response(text=HERE.with_suffix(".css").read_text("utf-8"), content_type="text/css")

    async def _script(self, _: web.Request) -> web.StreamResponse:
        return web.Response(text=HERE.with_suffix(".js").read_text("utf-8"), content_type="text/javascript")

    async def _icon(self, _: web.Request) -> web.StreamResponse:
        return web.Response(status=204)

    async def _signs(self, request: web.Request) -> web.StreamResponse:
        """Query: `person=<user id>`. What the inner page does not show: who types, who is seated, a message's menu."""
        self._check_secret(request)
        try:
            menus = self._lounge.menus(int(request.query.get("person", "")))
        except ValueError:
            menus = []
        seated = [seat._asdict() for seat in self._lounge.seated()]
        signs = {"typing": self._lounge.typing(), "menus": menus, "seated": seated}
        return web.json_response(signs, headers={"Cache-Control": "no-store"})

    async def _face(self, request: web.Request) -> web.StreamResponse:
        """Query: `persona=<id>`."""
        self._check_secret(request)
        try:
            return web.Response(body=self._lounge.face(request.query.get("persona", "")), content_type="image/*")
        except KeyError:
            raise web.HTTPNotFound from None

    async def _start_typing(self, request: web.Request) -> web.StreamResponse:
        """Body: `{"person": "<user id>"}`."""
        return await self._do(request, lambda wish: self._lounge.start_typing(int(wish["person"])))

    async def _say(self, request: web.Request) -> web.StreamResponse:
        """Body: `{"person": "<user id>", "text": "..."}`."""
        return await self._do(request, lambda wish: self._lounge.say(int(wish["person"]), str(wish["text"])))

    async def _use_menu(self, request: web.Request) -> web.StreamResponse:
        """Body: `{"person": "<user id>", "name": "<command>", "message": "<message id>"}`."""
        return await self._do(
            request,
            lambda wish: self._lounge.use_menu(int(wish["person"]), str(wish["name"]), int(wish["message"])),
        )

    async def _do(self, request: web.Request, deed: Callable[[dict[str, Any]], Awaitable[None]]) -> web.StreamResponse:
        self._check_secret(request)
        try:
            wish = await request.json()
            async with self._turns:
                await deed(wish)
        except (ValueError, TypeError, LookupError, simcord.BackendError, simcord.SetupError) as refused:
            raise web.HTTPBadRequest(text=str(refused)) from refused
        return web.Response(status=204)

    def _check_secret(self, request: web.Request) -> None:
        if not hmac.compare_digest(request.headers.get(SECRET_HEADER, "").encode(), self._secret.encode()):
            raise web.HTTPUnauthorized

    async def _action(self, request: web.Request) -> web.StreamResponse:
        """Something that a person did on the page, carried out against what is published at this moment."""
        body = await request.read()
        async with self._turns:
            if request.content_type == "application/json":
                body = await self._on_the_current_revision(request, body)
            status, headers, answer = await self._ask(request, body)
        return web.Response(status=status, headers=headers, body=answer)

    async def _on_the_current_revision(self, request: web.Request, body: bytes) -> bytes:
        async with self._http.get("/api/state", headers=_passed_up(request.headers)) as state:
            if not state.ok:
                return body
            published = (await state.json())["publishedRevision"]
        try:
            action = json.loads(body)
        except ValueError:
            return body  # the simulator says what is wrong with it
        if isinstance(action, dict) and "published_revision" in action:
            action["published_revision"] = published
        return json.dumps(action).encode()

    async def _pass(self, request: web.Request) -> web.StreamResponse:
        status, headers, body = await self._ask(request)
        return web.Response(status=status, headers=headers, body=body)

    async def _ask(self, request: web.Request, body: bytes | None = None) -> tuple[int, dict[str, str], bytes]:
        """Ask the simulator's page server the same thing: status, headers to pass down, body."""
        data = await request.read() if body is None else body
        headers = _passed_up(request.headers)
        async with self._http.request(request.method, request.rel_url, headers=headers, data=data) as answer:
            down = {name: value for name, value in answer.headers.items() if name.lower() not in NOT_PASSED_DOWN}
            return answer.status, down, await answer.read()


def _passed_up(headers: Mapping[str, str]) -> dict[str, str]:
    return {name: headers[name] for name in PASSED_UP if name in headers}
