"""/panel speak, stop, resume, silence: what moderators ask of the panel while it runs."""

from typing import TYPE_CHECKING, Literal

import discord
from discord import app_commands
from msgspec.structs import replace

from bot.commands.choices import client_of, offer_seated, room_here, seated
from bot.commands.reply import say, wait
from bot.markdown import inert
from events.base import PersonId
from events.heard import PolicySet, ResumeOrdered, SpeakOrdered, StopOrdered

if TYPE_CHECKING:
    from bot.client import GreenroomClient


def add_control(_client: "GreenroomClient", group: app_commands.Group) -> None:
    """Put the commands on the group."""

    @group.command(name="speak", description="Let a persona speak now, even a muted one")
    @app_commands.describe(who="Who speaks", about="What about")
    @app_commands.autocomplete(who=offer_seated)
    async def speak(interaction: discord.Interaction, who: str, about: app_commands.Range[str, 0, 400] = "") -> None:
        await wait(interaction)
        room = await room_here(interaction)
        chosen = seated(who, room)
        ordered = SpeakOrdered(persona=chosen.id, about=about, by=PersonId(interaction.user.id))
        await client_of(interaction).house.hear(room.place, ordered)
        seat = room.seat(chosen.id)
        muted = " They stay muted otherwise." if seat is not None and seat.muted else ""
        await say(interaction, f"{inert(chosen.name)} has the floor.{muted}")

    @group.command(name="stop", description="Withdraw what is unsaid; nobody speaks until somebody is addressed")
    async def stop(interaction: discord.Interaction) -> None:
        await wait(interaction)
        room = await room_here(interaction)
        await client_of(interaction).house.hear(room.place, StopOrdered(by=PersonId(interaction.user.id)))
        await say(interaction, "Stopped. Speak to a persona by name, or use /panel resume, and they go on.")

    @group.command(name="resume", description="Let the panel speak again")
    async def resume(interaction: discord.Interaction) -> None:
        await wait(interaction)
        room = await room_here(interaction)
        await client_of(interaction).house.hear(room.place, ResumeOrdered(by=PersonId(interaction.user.id)))
        await say(interaction, "The panel listens again.")

    @group.command(name="silence", description="Whether a persona may say something after a silence")
    @app_commands.describe(wish="on or off", after="Minutes without a word; 5 where you name none")
    async def silence(
        interaction: discord.Interaction,
        wish: Literal["on", "off"],
        after: app_commands.Range[float, 0.5, 1440.0] | None = None,
    ) -> None:
        await wait(interaction)
        room = await room_here(interaction)
        now = room.policy.silence
        changed = replace(now, on=wish == "on", after=now.after if after is None else after * 60)
        policy = replace(room.policy, silence=changed)
        await client_of(interaction).house.hear(room.place, PolicySet(policy=policy, by=PersonId(interaction.user.id)))
        if wish == "off":
            await say(interaction, "Nobody speaks unasked after a silence.")
            return
        await say(
            interaction,
            f"After {changed.after / 60:g} minutes without a word one persona may say one line, if it has a reason to"
            f" (above {changed.threshold:g} of 5), and only while somebody was here in the last"
            f" {changed.human_within / 60:g} minutes.",
        )
