"""/panel open, close, show: the panel as a whole."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot import meters_shown
from bot.commands.choices import client_of, offer_casts, room_here
from bot.commands.reply import place_of, say, wait, warn
from bot.markdown import inert
from bot.names import name_problems
from bot.opening import open_panel
from events.base import GuildId, PersonId
from events.errors import NoSuchLine, PanelAlreadyOpen
from events.heard import PanelClosed
from events.persona import Persona
from events.room import RoomState
from panel.address import seating_warnings
from panel.arranging import effective
from panel.pairs import FIRST_PARTS
from panel.seating import called_like
from replay.why import why
from store import EventStore

if TYPE_CHECKING:
    from bot.client import GreenroomClient

FIRST_CAST = "hosts"


def panel_group() -> app_commands.Group:
    """The group `/panel`: for guilds, and by default for those who may manage channels."""
    return app_commands.Group(
        name="panel",
        description="The panel of personas in this channel",
        guild_only=True,
        default_permissions=discord.Permissions(manage_channels=True),
    )


def add_panel(_client: "GreenroomClient", group: app_commands.Group) -> None:
    """Put the commands on the group."""

    @group.command(name="open", description="Open a panel here, with a cast of personas")
    @app_commands.describe(cast="Who sits down; the three hosts where you name none")
    @app_commands.autocomplete(cast=offer_casts)
    async def open_(interaction: discord.Interaction, cast: str = FIRST_CAST) -> None:
        client = client_of(interaction)
        place, parent = place_of(interaction)
        chosen = client.casts.cast(cast)
        if (await client.house.state(place)).open:
            raise PanelAlreadyOpen
        await wait(interaction, public=True)
        personas = await open_panel(
            client.house,
            chosen,
            client.policy,
            guild=GuildId(interaction.guild_id or 0),
            place=place,
            parent=parent,
            seats=client.seats,
            by=PersonId(interaction.user.id),
        )
        names = ", ".join(inert(persona.name) for persona in personas)
        await say(
            interaction,
            f"**{inert(chosen.title)}** is open: {names}. Speak to the room, or to one of them by name.",
            public=True,
        )
        await warn(interaction, trouble_with_names(personas))

    @group.command(name="close", description="Close the panel here; its log is kept")
    async def close(interaction: discord.Interaction) -> None:
        room = await room_here(interaction)
        await wait(interaction, public=True)
        await client_of(interaction).house.hear(room.place, PanelClosed(by=PersonId(interaction.user.id)))
        await say(interaction, "The panel is closed. Good night.", public=True)

    @group.command(name="show", description="Who sits here, and how the panel is run")
    async def show(interaction: discord.Interaction) -> None:
        await wait(interaction)
        room = await room_here(interaction)
        silence = await last_silence(client_of(interaction).house.backstage.store, room)
        await say(interaction, described(room, silence))


def trouble_with_names(personas: Sequence[Persona]) -> tuple[str, ...]:
    """What a moderator should know of the names of a cast that sits down together, each trouble once."""
    found: list[str] = []
    for place, persona in enumerate(personas):
        found += (*name_problems(persona.name), *seating_warnings(persona, personas[:place]))
    return tuple(dict.fromkeys(found))


async def last_silence(store: EventStore, room: RoomState) -> str:
    """Why the last message of a person got no answer; empty where it got one, or may still get one."""
    asked = next((said for said in reversed(room.talk) if said.person is not None), None)
    if asked is None or asked.message is None or room.turn is not None or room.talk[-1].persona is not None:
        return ""
    try:
        return (await why(store, str(asked.message))).silence
    except NoSuchLine:  # an answer to it was erased meanwhile
        return ""


def described(room: RoomState, silence: str = "") -> str:
    """The room in a few lines, for whoever asks; `silence` is why the last message got no answer."""
    lines = [f"**The panel here** ({len(room.seats)} seated)"]
    for place, seat in enumerate(room.seats, start=1):
        persona = seat.persona
        muted = " · muted" if seat.muted else ""
        lines.append(
            f"{place}. **{inert(persona.name)}** (`{persona.id}`){muted} · talkativeness {persona.talkativeness:g}"
            f" · {seat.lines} line{'s' if seat.lines != 1 else ''}"
        )
    if not room.seats:
        lines.append("Nobody is seated. Seat somebody with /panel seat.")
    lines += meters_shown.in_discord(room)
    lines += _still_owed(room)
    lines += _namesakes(room)
    lines += _scene(room)
    policy = room.policy
    lines.append("")  # or Discord takes what follows as part of the list
    arranged, why_so = effective(room)
    because = f" ({why_so})" if why_so else ""
    lines.append(f"Who speaks: `{policy.strategy}` · who writes: `{arranged}`{because}")
    lines.append(f"In a row: {room.ai_run} of {room.cap} persona lines since a person spoke")
    quiet = policy.silence
    lines.append(
        f"After a silence: {f'on, after {quiet.after / 60:g} min, above {quiet.threshold:g}' if quiet.on else 'off'}"
    )
    if silence:
        lines.append(f"The last message got no answer: `{silence}` (more with /panel why)")
    if room.hushed:
        lines.append("**Stopped**: nobody speaks until somebody is addressed, or /panel resume.")
    if room.turn is not None:
        staged = ", ".join(cue.persona for cue in room.turn.cues)
        lines.append(f"Now: {room.turn.stage}{f' ({staged})' if staged else ''}")
    return "\n".join(lines)


def _scene(room: RoomState) -> list[str]:
    """The scene that goes on."""
    scene = room.scene
    if scene is None:
        return []
    about = f" about {inert(scene.topic)}" if scene.topic else ""
    left = f"{scene.left} line{'s' if scene.left != 1 else ''} left"
    return ["", f"A scene{about}: {left}, until <t:{int(scene.until.timestamp())}:t>. Say anything, and it ends."]


def _namesakes(room: RoomState) -> list[str]:
    """People of the talk whom a reader could take for a persona."""
    seated = {seat.persona.id: seat.persona for seat in room.seats}
    names = dict.fromkeys(said.name for said in room.talk if said.person)
    alike = {persona: name for name in names for persona in called_like(name, list(seated.values()))}
    return [
        f"⚠️ A member calls themselves **{inert(name)}**, and can be taken for {inert(seated[persona].name)}."
        " Only the webhook's tag tells them apart."
        for persona, name in alike.items()
    ]


def _still_owed(room: RoomState) -> list[str]:
    """Who was asked and has not answered yet: to a person first."""
    names = {seat.persona.id: seat.persona.name for seat in room.seats}
    waiting = sorted(room.obligations, key=lambda one: one.by is not None)
    lines = [
        f"**{inert(names.get(one.holder, one.holder))}** was asked"
        f"{f' by {inert(names.get(one.by, one.by))}' if one.by else ''}: {FIRST_PARTS[one.pair]}"
        for one in waiting
    ]
    return ["", *dict.fromkeys(lines)] if lines else []
