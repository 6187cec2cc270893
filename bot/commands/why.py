"""/panel why and the menu "Why this line?": the explanation of a line, or of a silence, from the log."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.commands.choices import client_of, room_here
from bot.commands.reply import say, wait
from bot.markdown import inert
from events.base import PersonaId
from events.errors import NoSuchLine, Refusal
from events.room import RoomState
from replay.why import Explanation, why

if TYPE_CHECKING:
    from bot.client import GreenroomClient

SHOWN = 6


class NothingSaid(Refusal):
    """Nothing was said here since the panel opened, so there is nothing to explain."""


def add_why(client: "GreenroomClient", group: app_commands.Group) -> None:
    """Put the command on the group, and the menu on the tree."""

    @group.command(name="why", description="Why a line was said, or why nobody spoke")
    @app_commands.describe(message="A link to the message, or its id; the newest one where you name none")
    async def why_(interaction: discord.Interaction, message: str = "") -> None:
        await wait(interaction)
        room = await room_here(interaction)
        await _explain(interaction, message.strip() or newest(room))

    @client.tree.context_menu(name="Why this line?")
    @app_commands.guild_only()
    async def why_this_line(interaction: discord.Interaction, message: discord.Message) -> None:
        await wait(interaction)
        await _explain(interaction, str(message.id))


def newest(room: RoomState) -> str:
    """The id of the newest message that is in the channel. Raises NothingSaid."""
    for said in reversed(room.talk):
        if said.message is not None:
            return str(said.message)
    raise NothingSaid


async def _explain(interaction: discord.Interaction, what: str) -> None:
    found = await why(client_of(interaction).house.backstage.store, what)
    if interaction.channel_id is None or found.stream != f"room-{interaction.channel_id}":
        raise NoSuchLine(line=inert(what[:100]))  # the talk of another channel is not this one's to see
    await say(interaction, told(found))


def _of_people(found: Explanation) -> list[str]:
    """What people had to do with the line itself."""
    words = [] if found.by is None else [f"The words are <@{found.by}>'s, said through the persona."]
    return words + [f"Since then: {change}" for change in found.changes[-SHOWN:]]


def told(found: Explanation) -> str:
    """The explanation as a short message: who, which rule, scores, cap, model."""

    def name(persona: PersonaId) -> str:
        return f"**{inert(found.names.get(persona, persona))}**"

    lines: list[str] = []
    if found.persona is not None:
        lines.append(f"{name(found.persona)} spoke by the rule `{found.rule or 'unknown'}`.")
    elif found.silence:
        lines.append(f"Nobody spoke: `{found.silence}`.")
    else:
        lines.append(f"This opened turn `{found.turn or 'none'}`; it ended `{found.ended or 'not yet'}`.")
    lines += _of_people(found)
    if found.reason:
        lines.append(f"In the producer's words: {inert(found.reason)}")
    if found.address:
        lines.append(f"Address: {inert('; '.join(found.address))}")
    for one in found.considered[:SHOWN]:
        score = f" {one.score:.2f}" if one.score is not None else ""
        lines.append(f"· {name(one.persona)} {one.verdict}: {one.reason}{score}")
    if found.persona is not None:
        lines.append(f"Cap: {found.ai_run} of {found.cap} persona lines in a row before it.")
    for call in found.calls[:SHOWN]:
        spent = f"{call.model} · {call.tokens} tokens · {call.seconds:g} s"
        outcome = f"failed: {call.failed}" if call.failed else spent
        attempt = f" (attempt {call.attempt})" if call.attempt > 1 else ""
        arranged = f" [{inert(call.arranged)}]" if call.arranged else ""
        lines.append(f"Model, {call.role}{attempt}{arranged}: {outcome}")
    lines += [f"The screen: {inert(step)}" for step in found.screened[:SHOWN]]
    if found.held_back:
        lines.append(f"Held back: {inert(', '.join(found.held_back[:SHOWN]))}")
    prompts = ", ".join(call.prompt for call in found.calls) or "none"
    lines.append(f"-# {found.stream}@{found.version} · prompts {prompts}")
    return "\n".join(lines)
