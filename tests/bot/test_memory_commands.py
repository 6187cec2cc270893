"""What somebody may see of what is kept in mind: everything for who manages the channel, else what is about them."""

from types import SimpleNamespace

import pytest

from bot.commands.memory import listed, names_of, open_to, owner
from events.base import MemoryId, PersonaId, PersonId, Version
from events.errors import NotSeated
from events.persona import Persona
from events.room import Memory, RoomState, Seat, Utterance
from tests.panel.evening import NOON

WREN = PersonaId("wren")
ROOM = RoomState(
    stream="room-1",
    seats=(Seat(persona=Persona(id=WREN, name="Wren *Okafor*", card="-")),),
    talk=(Utterance(version=Version(3), at=NOON, name="Rio", text="hi", person=PersonId(7)),),
    memories=(
        Memory(id=MemoryId("m4"), owner=WREN, text="Rio said hi.", source=Version(3)),
        Memory(id=MemoryId("m5"), owner=WREN, text="Rio likes tea.", about="@RIO"),
        Memory(id=MemoryId("m6"), owner=WREN, text="Sam lies.", about="Sam"),
        Memory(id=MemoryId("m7"), owner=PersonaId("gus"), text="I left.", audience="some", shared=(WREN,)),
    ),
)


def somebody(*, manages: bool):
    permissions = SimpleNamespace(manage_channels=manages)
    user = SimpleNamespace(id=7, name="rio_", display_name="Rio")
    return SimpleNamespace(permissions=permissions, user=user)


@pytest.mark.parametrize(("manages", "seen"), [(True, ["m4", "m5", "m6", "m7"]), (False, ["m4", "m5"])])
def test_it_is_open_to(manages: bool, seen: list[str]):
    assert [memory.id for memory in open_to(somebody(manages=manages), ROOM)] == seen


def test_who_left_the_panel_still_owns_what_is_kept_and_goes_by_the_id():
    assert (owner("gus", ROOM), names_of(ROOM, (PersonaId("gus"),))) == ("gus", ["gus"])


@pytest.mark.parametrize("text", ["wren", "Wren *Okafor*", "@wren"])
def test_a_persona_is_meant_by_id_or_name(text: str):
    assert owner(text, ROOM) == WREN


def test_nobody_by_that_name_is_refused():
    with pytest.raises(NotSeated, match="alma"):
        owner("alma", ROOM)


def test_the_list_tells_who_else_may_know():
    lines = list(listed(ROOM, ROOM.memories))
    assert lines[0] == "**What is kept in mind here** (4)"
    assert any("**gus**: I left. · known to Wren" in line for line in lines)
