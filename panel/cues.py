"""How a staged line is to be worded: the cue as its speaker may be told, what it answers, directions, the register."""

from statistics import median
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from events.base import PersonaId
from events.decided import Cue
from events.room import Call, RoomState, Utterance
from panel.knowing import heard, heard_all, known_talk
from panel.likeness import plain_words
from panel.pairs import FIRST_PARTS, SECOND_PARTS

REGISTER_LINES: Final = 12
"""Lines of people that the register of a room is read off."""
FEW_LINES: Final = 3
"""Fewer tell nothing."""
SHORT_WORDS: Final = 8
"""A room of short lines: people write at most so many words, one line with another."""
LENGTHS: Final = {"short": "one short sentence", "medium": "one to three sentences", "long": "one paragraph"}
SHORT_LENGTHS: Final = {
    "short": "a few words, one short sentence at most",
    "medium": "one or two short sentences",
    "long": "a short paragraph",
}


class Speaker(Struct, frozen=True, kw_only=True):
    """One staged speaker as the writer is told of it."""

    cue: Cue
    name: str
    language: str = ""
    """What it always speaks; empty for the language of the message."""
    directions: tuple[str, ...] = ()
    """Of a director, for this speaker."""
    deaf: bool = False
    """It did not hear the message that it is to answer."""
    due: tuple[str, tuple[str, ...]] | None = None
    """The first pair part that was put to it, and the second ones that would do."""
    instruction: str = ""
    """What the screen asks of the next attempt."""


def speaker(room: RoomState, call: Call, talk: list[Utterance], persona: PersonaId) -> Speaker:
    """A staged speaker, with everything that concerns its line alone."""
    seat = room.seat(persona)
    pair = dict(call.due).get(persona)
    return Speaker(
        cue=cue_of(room, call, persona),
        name=seat.persona.name if seat else persona,
        language=seat.persona.language if seat else "",
        directions=tuple(one.text for one in room.directions if one.persona == persona),
        deaf=bool(_asked(room)) and focus_of(room, talk, persona) is None,
        due=(FIRST_PARTS[pair], SECOND_PARTS[pair]) if pair else None,
        instruction=_instruction(room, call, persona),
    )


def cue_of(room: RoomState, call: Call, persona: PersonaId) -> Cue:
    """How it was staged; a producer's own words are for those who heard all that the producer read."""
    cues = room.turn.cues if room.turn else ()
    cue = next((cue for cue in cues if cue.persona == persona), Cue(persona=persona, rule=""))
    if cue.rule == "producer" and not heard_all(room, known_talk(room, call), persona):
        return replace(cue, manner="", reason="")
    return cue


def focus_of(room: RoomState, talk: list[Utterance], persona: PersonaId) -> Utterance | None:
    """The message that a persona answers, of those it heard: the newest to it, else to anybody here, else any."""
    asked = _asked(room)
    asking = [said for said in talk if said.message in asked and said.person and heard(room, said, persona)]
    own = [said for said in asking if said.to and persona in said.to.forced]
    addressing = [said for said in asking if said.to and (said.to.forced or said.to.to_panel)]
    return next(reversed(own or addressing or asking), None)


def _asked(room: RoomState) -> tuple[int, ...]:
    return room.turn.messages if room.turn else ()


def _instruction(room: RoomState, call: Call, persona: PersonaId) -> str:
    suspects = room.turn.suspects if room.turn else ()
    held = (one for one in reversed(suspects) if one.persona == persona and one.call != call.id)
    last = next(held, None)
    return last.instruction if last is not None and last.what else ""


def words_a_line(talk: list[Utterance]) -> int | None:
    """How many words people here write a line, by the median of their last ones; None where there are too few."""
    lengths = [len(plain_words(said.text)) for said in talk if said.person]
    recent = [length for length in lengths if length][-REGISTER_LINES:]
    return max(1, round(median(recent))) if len(recent) >= FEW_LINES else None


def lengths(words: int | None) -> dict[str, str]:
    """The staged lengths in words of a prompt: shorter ones where people write short lines."""
    return SHORT_LENGTHS if words is not None and words <= SHORT_WORDS else LENGTHS
