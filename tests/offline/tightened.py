"""Where simcord is laxer than Discord, closed for as long as a test runs; what a test says and does is in `fixtures`.

Closed: `history(after=)` gives the oldest page, as Discord does; a 16th webhook in a channel is refused (30007); names
of webhooks that Discord refuses are refused (50035). Added: an answer can get lost after its request was carried out.
Also here is the one private default that makes the bench seven times faster. Sources: discord-api-docs 5286 (fifteen),
1229 and 4293 (names), docs resources/webhook.
"""

from __future__ import annotations

import dataclasses
import fnmatch
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import aiohttp
from simcord.backend.errors import BackendError
from simcord.env import Env
from simcord.http import router

WEBHOOKS_A_CHANNEL = 15
LONGEST_NAME = 80
IDLE_SECONDS = 0.001
"""How long a verb looks for stray work before it returns; simcord's 50 ms would make a suite of thousands slow."""

INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))
FORBIDDEN_INSIDE = ("clyde", "discord", "```")
FORBIDDEN_WHOLE = ("everyone", "here", "@everyone", "@here")

Handler = Callable[[router.RequestContext], Any]


@dataclasses.dataclass
class Tightened:
    """What is armed at the moment."""

    lost: list[tuple[str, str]] = dataclasses.field(default_factory=list)
    """Method and path pattern of requests that will be carried out, and whose answer will not arrive."""


@contextmanager
def tightened() -> Iterator[Tightened]:
    """Discord's stricter rules; everything is put back afterwards, also after a failure."""
    armed = Tightened()
    with ExitStack() as undo:
        undo.enter_context(_route_wrapped("GET", "channels/{channel_id}/messages", _oldest_page))
        undo.enter_context(_route_wrapped("POST", "channels/{channel_id}/webhooks", _fifteen_and_named))
        undo.enter_context(_route_wrapped("PATCH", "webhooks/{webhook_id}", _named))
        undo.enter_context(_route_wrapped("PATCH", "webhooks/{webhook_id}/{token}", _named))
        undo.enter_context(_route_wrapped("POST", "webhooks/{webhook_id}/{token}", _spoken_under_a_name))
        undo.enter_context(_answers_get_lost(armed))
        undo.enter_context(_quick_idle())
        yield armed


def _oldest_page(ctx: router.RequestContext, handler: Handler) -> Any:
    if "after" not in ctx.params:
        return handler(ctx)
    limit = int(ctx.params.get("limit", 50))
    everything = handler(dataclasses.replace(ctx, params={**ctx.params, "limit": 1_000_000}))
    return everything[-limit:]  # newest first inside a page, as Discord sends it


def _fifteen_and_named(ctx: router.RequestContext, handler: Handler) -> Any:
    channel = ctx.require_channel_permissions(ctx.int_arg("channel_id"), "manage_webhooks")
    _refuse_name("name", ctx.body().get("name", ""))
    if sum(hook.channel_id == channel.id for hook in ctx.backend.webhooks.values()) >= WEBHOOKS_A_CHANNEL:
        raise BackendError(400, 30007, f"Maximum number of webhooks reached ({WEBHOOKS_A_CHANNEL})")
    return handler(ctx)


def _named(ctx: router.RequestContext, handler: Handler) -> Any:
    if "name" in ctx.body():
        _refuse_name("name", ctx.body()["name"])
    return handler(ctx)


def _spoken_under_a_name(ctx: router.RequestContext, handler: Handler) -> Any:
    if ctx.body().get("username") is not None:
        _refuse_name("username", ctx.body()["username"])
    return handler(ctx)


def _refuse_name(field: str, name: str) -> None:
    plain = str(name or "").translate(INVISIBLE).strip()
    if not 1 <= len(plain) <= LONGEST_NAME:
        raise _bad_name(field, "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {LONGEST_NAME} in length.")
    folded = plain.casefold()
    inside = next((word for word in FORBIDDEN_INSIDE if word in folded), None)
    if inside is not None:
        raise _bad_name(field, "USERNAME_INVALID_CONTAINS", f'Username cannot contain "{inside}"')
    if folded in FORBIDDEN_WHOLE:
        raise _bad_name(field, "USERNAME_INVALID_MATCHES", f'Username cannot be "{folded}"')


def _bad_name(field: str, code: str, message: str) -> BackendError:
    return BackendError(
        400, 50035, "Invalid Form Body", errors={field: {"_errors": [{"code": code, "message": message}]}}
    )


@contextmanager
def _route_wrapped(
    method: str, template: str, around: Callable[[router.RequestContext, Handler], Any]
) -> Iterator[None]:
    table = router._ROUTES[method]
    parts = template.split("/")
    place = next(index for index, (known, _) in enumerate(table) if known == parts)
    before = table[place]
    table[place] = (before[0], lambda ctx: around(ctx, before[1]))
    try:
        yield
    finally:
        table[place] = before


@contextmanager
def _answers_get_lost(armed: Tightened) -> Iterator[None]:
    """The request arrives, its answer does not: the state after a connection that broke at the wrong moment."""
    before = router.dispatch

    def dispatch(backend: Any, method: str, path: str, **request: Any) -> Any:
        answer = before(backend, method, path, **request)
        for want in armed.lost:
            if method == want[0] and fnmatch.fnmatch(path, want[1]):
                armed.lost.remove(want)
                raise aiohttp.ServerDisconnectedError
        return answer

    router.dispatch = dispatch
    try:
        yield
    finally:
        router.dispatch = before


@contextmanager
def _quick_idle() -> Iterator[None]:
    defaults = Env._settle_internal.__kwdefaults__
    before = defaults["idle"]
    defaults["idle"] = IDLE_SECONDS
    try:
        yield
    finally:
        defaults["idle"] = before
