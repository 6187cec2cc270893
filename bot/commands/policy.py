"""/panel policy: how a room is run, setting by setting, with the origin of each; and how one is changed."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.commands.choices import OFFERED, Choices, client_of, everybody, named, room_here
from bot.commands.reply import LONGEST, say, wait
from bot.markdown import inert
from bot.policy_settings import (
    SETTINGS,
    Origin,
    Setting,
    opened_with,
    origins,
    setting,
    value_of,
    with_value,
)
from bot.policy_values import NotAValue, inherits, read, text_of, wanted, zones
from events.base import PersonaId, PersonId
from events.errors import Refusal
from events.heard import PanelOpened, PolicySet
from events.policy import Policy, ZoneName
from events.recorded import Recorded
from events.room import RoomState
from panel.floor.strategies import STRATEGIES

if TYPE_CHECKING:
    from bot.client import GreenroomClient

CHOICE = 100
"""Characters that Discord shows of a choice, and takes of its value."""


class NoSettingNamed(Refusal):
    """Which setting? Name it beside its value; the command suggests them."""


def add_policy(_client: "GreenroomClient", group: app_commands.Group) -> None:
    """Put the command on the group."""

    @group.command(name="policy", description="How this panel is run: see it, or change one setting")
    @app_commands.rename(name="setting")
    @app_commands.describe(
        name="Which setting; all of them where you name none",
        value="What it shall be; “default” takes back what was set",
    )
    @app_commands.autocomplete(name=offer_settings, value=offer_values)
    async def policy(
        interaction: discord.Interaction, name: str = "", value: app_commands.Range[str, 0, 1000] | None = None
    ) -> None:
        await wait(interaction)
        if name.strip() and value is not None:
            await _change(interaction, setting(name), value)
            return
        room = await room_here(interaction)
        log = await _policy_facts(interaction, room)
        if name.strip():
            one = setting(name)
            await say(interaction, "\n".join(told(one, room.policy, origins(log)[one.name])))
            return
        if value is not None:
            raise NoSettingNamed
        for page in pages(overview(room.policy, origins(log))):
            await say(interaction, page)


async def _change(interaction: discord.Interaction, one: Setting, text: str) -> None:
    room = await room_here(interaction)
    if inherits(text):
        value = value_of(opened_with(await _policy_facts(interaction, room)), one)
    else:
        known = {seat.persona.id: seat.persona for seat in room.seats}
        known = {persona.id: persona for persona in everybody(client_of(interaction))} | known

        def persona(text: str) -> PersonaId:
            meant = named(text, known.values())
            if len(meant) != 1:
                raise NotAValue(name=one.name, value=inert(text[:CHOICE]), wanted="about personas that are known here")
            return meant[0].id

        value = read(one, text, persona)
    room = await room_here(interaction)  # nothing is awaited between this and the change
    before = value_of(room.policy, one)
    if value == before:
        await say(interaction, f"`{one.name}` is {_bold(one, value)} already.")
        return
    changed = PolicySet(policy=with_value(room.policy, one, value), by=PersonId(interaction.user.id))
    await client_of(interaction).house.hear(room.place, changed)
    await say(interaction, f"`{one.name}` is {_bold(one, value)} now. It was {_bold(one, before)}.")
    if one.name == "strategy":
        await say(interaction, f"Who speaks here is decided another way now: {explained(value)}", public=True)


async def _policy_facts(interaction: discord.Interaction, room: RoomState) -> list[Recorded]:
    """What the log says of the policy, oldest first."""
    log = client_of(interaction).house.backstage.store.read(room.stream)
    return [one async for one in log if isinstance(one.event, PanelOpened | PolicySet)]


# --- what is shown ---


def overview(policy: Policy, come_from: Mapping[str, Origin]) -> Iterator[str]:
    """Everything in force: what is not as ever on a line of its own, and the defaults group by group."""
    yield f"**How this panel is run**: {explained(policy.strategy)}"
    other = [one for one in SETTINGS.values() if come_from[one.name].how != "default"]
    if other:
        yield "**Not by default**"
    for one in other:
        was = text_of(one, one.default)
        yield f"- `{one.name}` {_bold(one, value_of(policy, one))} · {_origin(come_from[one.name])} · else {inert(was)}"
    yield "**By default**"
    usual = (one for one in SETTINGS.values() if come_from[one.name].how == "default")
    for group, members in groupby(sorted(usual, key=lambda one: one.group), key=lambda one: one.group):
        shown = " · ".join(f"{one.name.rpartition('.')[2]} {_bold(one, value_of(policy, one))}" for one in members)
        yield f"- {f'`{group}` ' if group else ''}{shown}"
    yield "-# More about one: /panel policy with its name, like `silence.after`."


def told(one: Setting, policy: Policy, origin: Origin) -> Iterator[str]:
    """One setting: its value, where that comes from, what it means, and what it may be."""
    yield f"`{one.name}` is {_bold(one, value_of(policy, one))} · {_origin(origin)}"
    yield inert(one.meaning)
    if one.name == "strategy":
        yield from (f"- {explained(name)}" for name in one.choices)
        return
    yield f"It may be {wanted(one)}; by default it is {inert(text_of(one, one.default))}."


def explained(strategy: str) -> str:
    """A strategy and where it comes from, in one line."""
    known = next((one for name, one in STRATEGIES.items() if name == strategy), None)
    return f"`{strategy}` ({known.source})" if known else f"`{strategy}` (not in this version; the producer decides)"


def pages(lines: Iterable[str]) -> Iterator[str]:
    """Whole lines, as many as one message takes."""
    page = ""
    for line in lines:
        if page and len(page) + len(line) + 1 > LONGEST:
            yield page
            page = ""
        page += f"\n{line}" if page else line
    yield page


def _bold(one: Setting, value: object) -> str:
    return f"**{inert(text_of(one, value))}**"


def _origin(origin: Origin) -> str:
    when = f" <t:{int(origin.at.timestamp())}:R>" if origin.at else ""
    by = f" by <@{origin.by}>" if origin.by else ""
    return {"default": "by default", "opened": f"since the panel was opened{by}{when}", "set": f"set{by}{when}"}[
        origin.how
    ]


# --- what is offered ---


async def offer_settings(interaction: discord.Interaction, typed: str) -> Choices:
    """Settings whose name contains what was typed, each with its value."""
    try:
        room = await room_here(interaction)
    except Refusal:
        return []
    typed = typed.strip().casefold()
    hits = sorted((name for name in SETTINGS if typed in name), key=lambda name: not name.startswith(typed))
    return [
        app_commands.Choice(
            name=f"{name}: {text_of(SETTINGS[name], value_of(room.policy, SETTINGS[name]))}"[:CHOICE], value=name
        )
        for name in hits[:OFFERED]
    ]


async def offer_values(interaction: discord.Interaction, typed: str) -> Choices:
    """Values of the setting that was chosen, where they can be counted; else what it is now, and its default."""
    try:
        room = await room_here(interaction)
        one = setting(interaction.namespace.setting or "")
    except Refusal:
        return []
    typed = typed.strip().casefold()
    if one.name == "strategy":
        offered = {name: explained(name).replace("`", "") for name in one.choices}
    elif one.choices:
        offered = {name: name for name in one.choices}
    elif one.type is ZoneName:
        offered = {name: name for name in zones().values()}
        typed = typed.replace(" ", "_")
    else:
        now, ever = text_of(one, value_of(room.policy, one)), text_of(one, one.default)
        offered = {now: f"{now} (as it is now)", "default": f"default ({ever})"}
    return [
        app_commands.Choice(name=shown[:CHOICE], value=value)
        for value, shown in offered.items()
        if typed in shown.casefold() and len(value) <= CHOICE
    ][:OFFERED]
