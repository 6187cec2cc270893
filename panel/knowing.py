"""Who may know what: pure predicates over a room that every brief obeys. How a prompt words it is not here.

Three states differ: a *muted* persona hears and does not speak, a *blind* one speaks and does not hear, an *absent* one
was not seated when a line was said, and does not learn of it by sitting down later.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from events.base import PersonaId
from events.memories import Laid
from events.room import Call, Memory, RoomState, Utterance


class Known(Struct, frozen=True, kw_only=True):
    """One thing that is known, and by which of the personas."""

    owners: tuple[PersonaId, ...]
    """Who may know it, in seat order."""
    of: Literal["card", "memory", "lore", "note", "whisper", "stance"]
    text: str
    about: str = ""
    """Whom or what a memory is about."""
    said: Utterance | None = None
    """The whispered line."""
    item: str = ""
    """What it is called on the table."""
    common: bool = False
    """Everybody in the room may know it, whoever sits down later too."""


# --- lines ---


def known_talk(room: RoomState, call: Call) -> list[Utterance]:
    """The talk as it stood when a call was asked; a line counts from its staging, posted or still on its way.

    What is written again knows only what came before it.
    """
    slot = room.turn.slot if room.turn is not None and room.turn.id == call.turn else None
    until = call.asked if slot is None else min(call.asked, slot)
    known = (said for said in (*room.talk, *_leaving(room)) if said.version < until)
    return [said for said in known if _stands(room, said)]


def _leaving(room: RoomState) -> Iterator[Utterance]:
    """Lines that are staged and not in the channel yet, as they will be heard."""
    names = {seat.persona.id: seat.persona.name for seat in room.seats}
    hearing = tuple(seat.persona.id for seat in room.seats if not seat.blind)
    for line in room.unposted:
        yield Utterance(
            version=line.staged,
            at=line.staged_at,
            name=names.get(line.persona, line.persona),
            text=line.text,
            persona=line.persona,
            line=line.line,
            heard_by=hearing,
            turn=line.turn,
            cue=line.cue,
        )


def heard(room: RoomState, said: Utterance, persona: PersonaId) -> bool:
    """Whether a persona heard a line, or said it; what is hidden, or is being removed, counts as never said."""
    return _stands(room, said) and (said.persona == persona or persona in said.heard_by)


def aloud(room: RoomState, talk: Iterable[Utterance]) -> list[Utterance]:
    """What calls about the whole room are shown of the talk: everything but whispers and what is hidden."""
    return [said for said in talk if not said.whisper and _stands(room, said)]


def lines_for(room: RoomState, talk: Iterable[Utterance], group: Sequence[PersonaId]) -> list[Utterance]:
    """The lines said aloud that somebody of the group heard; for no group, all of them. Whispers are `private_of`."""
    spoken = aloud(room, talk)
    return [said for said in spoken if any(heard(room, said, one) for one in group)] if group else spoken


def missed(room: RoomState, talk: Iterable[Utterance], persona: PersonaId) -> list[Utterance]:
    """The lines said aloud that a persona did not hear: before it was seated, or while it was blind."""
    return [said for said in aloud(room, talk) if not heard(room, said, persona)]


def _stands(room: RoomState, said: Utterance) -> bool:
    return not said.hidden and (said.line is None or said.line not in room.unwanted)


# --- memories and the table ---


def table_of(room: RoomState, call: Call) -> tuple[Laid, ...]:
    """What lay on the table when a call was asked."""
    turn = room.turn
    return turn.table if turn is not None and turn.id == call.turn and turn.laid < call.asked else ()


def may_know(memory: Memory, persona: PersonaId) -> bool:
    """Whether a memory is this persona's to know: its own, shared with it, or everybody's."""
    if memory.owner == persona or memory.audience == "room":
        return True
    return memory.audience == "some" and persona in memory.shared


def private_of(
    room: RoomState, group: Sequence[PersonaId], table: Iterable[Laid], talk: Iterable[Utterance] | None = None
) -> list[Known]:
    """What somebody of the group knows and not just anybody: private parts of cards, memories, lore, whispers, stances.

    Memories and lore count only as far as they lie on the table; `talk` is where whispers are looked for, the room's
    own by default. Each `owners` holds those of the group alone.
    """
    found = (*_own(room), *_laid(room, table), *_whispers(room, room.talk if talk is None else talk), *_stances(room))
    ours = (_among(group, known) for known in found if not known.common)
    return [known for known in ours if known.owners]


def common_of(room: RoomState, table: Iterable[Laid]) -> list[Known]:
    """What lies on the table for everybody: pinned notes, the room's memories, lore that is not private."""
    return [known for known in _laid(room, table) if known.common]


def has_private(room: RoomState, persona: PersonaId, group: Sequence[PersonaId]) -> bool:
    """Whether a persona and the rest of a group should not share one prompt in this turn.

    It knows something now that not all of them may know, or it missed a line that another of them heard.
    """
    known = private_of(room, group, room.turn.table if room.turn else ())
    if any(persona in one.owners and len(one.owners) < len(set(group)) for one in known):
        return True
    return any(not heard(room, said, persona) for said in lines_for(room, room.talk, group))


def heard_all(room: RoomState, talk: Iterable[Utterance], persona: PersonaId) -> bool:
    """Whether a persona heard everything that a call about the room is shown: its words may be passed on then."""
    return not missed(room, talk, persona)


def _among(group: Sequence[PersonaId], known: Known) -> Known:
    return replace(known, owners=tuple(one for one in known.owners if one in group))


def _own(room: RoomState) -> Iterator[Known]:
    for seat in room.seats:
        if seat.persona.private:
            yield Known(owners=(seat.persona.id,), of="card", text=seat.persona.private)


def _whispers(room: RoomState, talk: Iterable[Utterance]) -> Iterator[Known]:
    for said in talk:
        if said.whisper:
            owners = tuple(seat.persona.id for seat in room.seats if heard(room, said, seat.persona.id))
            yield Known(owners=owners, of="whisper", text=said.text, said=said)


def _stances(room: RoomState) -> Iterator[Known]:
    if room.turn is not None and room.policy.stances == "shown":
        for persona, text in filter(all, room.turn.stances):
            yield Known(owners=(persona,), of="stance", text=text)


def _laid(room: RoomState, table: Iterable[Laid]) -> Iterator[Known]:
    for laid in table:
        known = _item(room, laid.item)
        if known is not None:
            yield known


def _item(room: RoomState, item: str) -> Known | None:
    """The thing of this name: `m12` (a memory), `note:40`, `lore:warren:2` (the third of its card). None if gone."""
    everybody = tuple(seat.persona.id for seat in room.seats)
    kind, _, rest = item.partition(":")
    if kind == "note":
        note = next((one for one in room.notes if str(one.id) == rest), None)
        return Known(owners=everybody, of="note", text=note.text, item=item, common=True) if note else None
    if kind == "lore":
        return _lore(room, item, rest, everybody)
    memory = next((one for one in room.memories if one.id == item), None)
    if memory is None:
        return None
    owners = tuple(one for one in everybody if may_know(memory, one))
    common = memory.audience == "room"
    return Known(owners=owners, of="memory", text=memory.text, about=memory.about, item=item, common=common)


def _lore(room: RoomState, item: str, rest: str, everybody: tuple[PersonaId, ...]) -> Known | None:
    owner, _, place = rest.rpartition(":")
    seat = room.seat(PersonaId(owner))
    entries = seat.persona.lore if seat else ()
    if not place.isdecimal() or int(place) >= len(entries):
        return None
    entry = entries[int(place)]
    owners = (PersonaId(owner),) if entry.private else everybody
    return Known(owners=owners, of="lore", text=entry.text, item=item, common=not entry.private)
