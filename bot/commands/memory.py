"""/panel remember, memory, forget, pin, unpin, whisper, blind: what personas keep in mind, and what they hear."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import discord
from discord import app_commands

from bot.commands.choices import OFFERED, Choices, client_of, named, offer_seated, room_here, seated
from bot.commands.policy import CHOICE, pages
from bot.commands.reply import say, wait
from bot.markdown import inert
from events.base import PersonaId, PersonId, Version
from events.errors import NotSeated, Refusal, SeveralMeant
from events.memories import (
    Audience,
    BlindSet,
    MemoryForgotten,
    NotePinned,
    NoteUnpinned,
    RememberOrdered,
    Whispered,
)
from events.room import Memory, RoomState
from panel.memory import LONGEST

if TYPE_CHECKING:
    from bot.client import GreenroomClient

Text = app_commands.Range[str, 1, LONGEST]


class NothingNamed(Refusal):
    """Which memory? Choose one that the command suggests, or name a persona and everything of theirs is forgotten."""


class NoSuchMemory(Refusal):
    """Nothing like that is kept here. See what is with /panel memory."""


class NoSuchNote(Refusal):
    """No such note is pinned here. Choose one that the command suggests."""


def add_memory(_client: "GreenroomClient", group: app_commands.Group) -> None:
    """Put the commands on the group."""
    _add_memories(group)
    _add_notes(group)
    _add_hearing(group)


def _add_memories(group: app_commands.Group) -> None:
    @group.command(name="remember", description="Have a persona remember something from now on")
    @app_commands.rename(with_="with")
    @app_commands.describe(
        persona="Who remembers it",
        text="What",
        about="Whom or what it is about",
        audience="Who may know of it; the persona alone where you say nothing",
        with_="Which others may know it too, by name, with commas between them",
        importance="From 1 to 10; 5 where you say nothing",
    )
    @app_commands.autocomplete(persona=offer_seated)
    async def remember(  # noqa: PLR0917 - what Discord asks for
        interaction: discord.Interaction,
        persona: str,
        text: Text,
        about: app_commands.Range[str, 0, 80] = "",
        audience: Literal["owner", "some", "room"] = "owner",
        with_: app_commands.Range[str, 0, 400] = "",
        importance: app_commands.Range[float, 1.0, 10.0] = 5.0,
    ) -> None:
        await wait(interaction)
        room = await room_here(interaction)
        chosen = seated(persona, room)
        shared = tuple(seated(name, room).id for name in with_.split(",") if name.strip())
        told: Audience = "room" if audience == "room" else "some" if shared else "owner"
        ordered = RememberOrdered(
            persona=chosen.id,
            text=text,
            about=about,
            audience=told,
            shared=shared,
            importance=importance,
            by=PersonId(interaction.user.id),
        )
        await client_of(interaction).house.hear(room.place, ordered)
        also = ", ".join(names_of(room, shared))
        known = {"owner": "Nobody else may know.", "some": f"{also} may know it too.", "room": "Everybody may know it."}
        await say(interaction, f"{inert(chosen.name)} will remember that. {known[told]}")

    @group.command(name="memory", description="What personas keep in mind here, and the pinned notes")
    @app_commands.describe(persona="Whose memories; everybody's where you name none")
    @app_commands.autocomplete(persona=offer_owners)
    async def memory(interaction: discord.Interaction, persona: str = "") -> None:
        await wait(interaction)
        room = await room_here(interaction)
        shown = open_to(interaction, room)
        if persona.strip():
            of = owner(persona, room)
            shown = tuple(one for one in shown if one.owner == of)
        for page in pages(listed(room, shown)):
            await say(interaction, page)

    @group.command(name="forget", description="Have something forgotten, with its words")
    @app_commands.describe(memory="What", persona="Or everything that this persona keeps in mind")
    @app_commands.autocomplete(memory=offer_memories, persona=offer_owners)
    async def forget(interaction: discord.Interaction, memory: str = "", persona: str = "") -> None:
        await wait(interaction)
        room = await room_here(interaction)
        if not memory.strip() and not persona.strip():
            raise NothingNamed
        gone = open_to(interaction, room)
        if memory.strip():
            gone = tuple(one for one in gone if one.id == memory.strip())
        if persona.strip():
            of = owner(persona, room)
            gone = tuple(one for one in gone if one.owner == of)
        if not gone:
            raise NoSuchMemory
        forgotten = MemoryForgotten(memories=tuple(one.id for one in gone), by=PersonId(interaction.user.id))
        await client_of(interaction).house.hear(room.place, forgotten)
        await say(interaction, f"Forgotten: {len(gone)} memor{'ies' if len(gone) > 1 else 'y'}, with the words.")


def _add_notes(group: app_commands.Group) -> None:
    @group.command(name="pin", description="Pin a note that every persona is shown in every turn")
    @app_commands.describe(text="What it says")
    async def pin(interaction: discord.Interaction, text: Text) -> None:
        await wait(interaction)
        room = await room_here(interaction)
        await client_of(interaction).house.hear(room.place, NotePinned(text=text, by=PersonId(interaction.user.id)))
        await say(interaction, "Pinned. Take it down with /panel unpin.")

    @group.command(name="unpin", description="Take a pinned note down, with its words")
    @app_commands.describe(note="Which one")
    @app_commands.autocomplete(note=offer_notes)
    async def unpin(interaction: discord.Interaction, note: str) -> None:
        await wait(interaction)
        room = await room_here(interaction)
        found = next((one.id for one in room.notes if str(one.id) == note.strip()), None)
        if found is None:
            raise NoSuchNote
        await client_of(interaction).house.hear(
            room.place, NoteUnpinned(note=Version(found), by=PersonId(interaction.user.id))
        )
        await say(interaction, "Taken down.")


def _add_hearing(group: app_commands.Group) -> None:
    @group.command(name="whisper", description="Tell a persona something that nobody else in the room hears")
    @app_commands.describe(persona="Who hears it", text="What you say")
    @app_commands.autocomplete(persona=offer_seated)
    async def whisper(interaction: discord.Interaction, persona: str, text: app_commands.Range[str, 1, 1000]) -> None:
        await wait(interaction)
        room = await room_here(interaction)
        chosen = seated(persona, room)
        said = Whispered(
            person=PersonId(interaction.user.id), name=interaction.user.display_name, text=text, to=(chosen.id,)
        )
        await client_of(interaction).house.hear(room.place, said)
        await say(interaction, f"Only {inert(chosen.name)} heard that. Speak to them aloud, and they may answer.")

    @group.command(name="blind", description="Let a persona speak, and hear nothing of what is said meanwhile")
    @app_commands.describe(persona="Who", wish="Whether they are blind")
    @app_commands.autocomplete(persona=offer_seated)
    async def blind(interaction: discord.Interaction, persona: str, wish: Literal["on", "off"]) -> None:
        await wait(interaction)
        room = await room_here(interaction)
        chosen = seated(persona, room)
        event = BlindSet(persona=chosen.id, blind=wish == "on", by=PersonId(interaction.user.id))
        await client_of(interaction).house.hear(room.place, event)
        name = inert(chosen.name)
        await say(interaction, f"{name} hears nothing from now on." if wish == "on" else f"{name} hears again.")


# --- what is kept ---


def open_to(interaction: discord.Interaction, room: RoomState) -> tuple[Memory, ...]:
    """The memories that somebody may see and have forgotten: all for who manages the channel, else those about them.

    Discord offers the commands to moderators alone; a server may open them to others.
    """
    if interaction.permissions.manage_channels:
        return room.memories
    own = {said.version for said in room.talk if said.person == interaction.user.id}
    called = {interaction.user.name.casefold(), interaction.user.display_name.casefold()}
    return tuple(one for one in room.memories if one.source in own or one.about.casefold().lstrip("@") in called)


def owner(text: str, room: RoomState) -> PersonaId:
    """Whose memories a text means: somebody seated, or one that left. Raises NotSeated, SeveralMeant."""
    left = {one.owner for one in room.memories}
    if text.strip() in left:
        return PersonaId(text.strip())
    found = named(text, (seat.persona for seat in room.seats))
    if len(found) > 1:
        raise SeveralMeant(names=" or ".join(f"{inert(one.name)} ({one.id})" for one in found))
    if not found:
        raise NotSeated(persona=inert(text[:CHOICE]))
    return found[0].id


def listed(room: RoomState, memories: Sequence[Memory]) -> Iterator[str]:
    """Memory by memory, by owner, the newest first; and the notes."""
    yield f"**What is kept in mind here** ({len(memories)})"
    for one in sorted(memories, key=lambda one: (one.owner, -one.kept_at.timestamp(), one.id)):
        name = inert(names_of(room, (one.owner,))[0])
        with_ = ", ".join(map(inert, names_of(room, one.shared)))
        known = {"owner": "", "some": f" · known to {with_}", "room": " · known to all"}[one.audience]
        about = f" · about {inert(one.about)}" if one.about else ""
        when = f" · <t:{int(one.kept_at.timestamp())}:R>"
        yield f"- `{one.id}` **{name}**: {inert(one.text)}{about}{known} · {one.importance:g} of 10{when}"
    if not memories:
        yield "Nothing. Have something remembered with /panel remember."
    for note in room.notes:
        yield f"- 📌 {inert(note.text)}"
    if memories:
        yield "-# Have one forgotten with /panel forget."


def names_of(room: RoomState, personas: Sequence[PersonaId]) -> list[str]:
    """As they are shown; the id of who is not seated any more."""
    return [seat.persona.name if (seat := room.seat(one)) else one for one in personas]


# --- what is offered ---


async def offer_owners(interaction: discord.Interaction, typed: str) -> Choices:
    """Whoever keeps something in mind here that the asker may see."""
    try:
        room = await room_here(interaction)
    except Refusal:
        return []
    owners = dict.fromkeys(one.owner for one in open_to(interaction, room))
    return _offered(dict(zip(owners, names_of(room, tuple(owners)), strict=True)), typed)


async def offer_memories(interaction: discord.Interaction, typed: str) -> Choices:
    """The newest memories that hold what was typed."""
    try:
        room = await room_here(interaction)
    except Refusal:
        return []
    shown = {one.id: f"{names_of(room, (one.owner,))[0]}: {one.text}" for one in reversed(open_to(interaction, room))}
    return _offered(shown, typed)


async def offer_notes(interaction: discord.Interaction, typed: str) -> Choices:
    """The pinned notes that hold what was typed."""
    try:
        room = await room_here(interaction)
    except Refusal:
        return []
    return _offered({str(note.id): note.text for note in room.notes}, typed)


def _offered(shown: Mapping[Any, str], typed: str) -> Choices:
    typed = typed.casefold().strip()
    return [
        app_commands.Choice(name=text[:CHOICE], value=value)
        for value, text in shown.items()
        if typed in text.casefold()
    ][:OFFERED]
