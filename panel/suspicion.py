"""What a written line is held against in a room, and which bars it is above. The meters themselves are `meters`."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from events.base import PersonaId
from events.decided import Cue
from events.room import RoomState, Suspect, Utterance
from events.screening import Trip
from panel.knowing import aloud, heard, private_of
from panel.likeness import plain_words
from panel.meters import Background, Reading, Secret, Spoken, readings
from panel.redo import others_than_redone

STAGED_WORDS: Final = {"short": 25, "medium": 70, "long": 160}
"""Words of a line that was staged so: one short sentence, one to three sentences, one paragraph."""


def suspicions(room: RoomState, persona: PersonaId, text: str, cue: Cue) -> list[Reading]:
    """The readings of a mended line that are above their bars, the gravest meter first."""
    behind = background(room, persona, staged_words=STAGED_WORDS[cue.length])
    return [reading for reading in readings(text, behind, room.policy.screen) if reading.above]


def history(room: RoomState, persona: PersonaId, last: int = 12) -> list[tuple[Reading, ...]]:
    """The readings of a persona's last lines, oldest first, each against the talk before it; nothing is stored."""
    behind = background(room, persona)
    own = [place for place, said in enumerate(behind.talk) if said.by == persona][-last:]
    return [
        readings(behind.talk[place].text, replace(behind, talk=behind.talk[:place]), room.policy.screen)
        for place in own
    ]


def background(room: RoomState, persona: PersonaId, *, staged_words: int | None = None) -> Background:
    """What a persona's next line is held against: what it heard said aloud, and this turn's unposted lines."""
    talk = [said for said in aloud(room, others_than_redone(room)) if heard(room, said, persona)]
    said = tuple(_spoken(room, one) for one in talk)
    names = frozenset(word for one in said for name in one.names for word in plain_words(name))
    seats = frozenset(word for seat in room.seats for word in plain_words(seat.persona.name))
    return Background(
        speaker=persona,
        talk=(*said, *_leaving(room)),
        staged_words=staged_words,
        secrets=tuple(_secrets(room, persona)),
        names=names | seats,
    )


def trips(found: list[Reading]) -> tuple[Trip, ...]:
    """The same as it is recorded: numbers without words."""
    return tuple(Trip(meter=one.meter, value=round(one.value, 3), bar=one.bar) for one in found)


def excess(suspect: Suspect) -> float:
    """How far a line is above its bars altogether: of two attempts the better has less."""
    return sum(trip.value / trip.bar for trip in suspect.trips)


def _spoken(room: RoomState, said: Utterance) -> Spoken:
    seat = room.seat(said.persona) if said.persona else None
    aliases = seat.persona.aliases if seat else ()
    by = str(said.persona or said.person or said.name)
    first = said.name.split(" ")[0] if " " in said.name else ""
    names = tuple(dict.fromkeys(filter(None, (said.name, first, *aliases))))
    return Spoken(by, said.text, names, persona=said.persona is not None)


def _leaving(room: RoomState) -> Iterator[Spoken]:
    for line in room.unposted:
        seat = room.seat(line.persona)
        yield Spoken(line.persona, line.text, (seat.persona.name,) if seat else ())


def _secrets(room: RoomState, persona: PersonaId) -> Iterator[Secret]:
    """Everything that some seated persona knows now and not all of them: a prompt for several may hold it."""
    everybody = tuple(seat.persona.id for seat in room.seats)
    table = room.turn.table if room.turn else ()
    for known in private_of(room, everybody, table):
        if known.of != "stance":
            yield Secret(known.text, own=persona in known.owners)
