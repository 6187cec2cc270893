"""Designation as a question to a model: is the newest line a first pair part, of which type, and whom does it select?

A prompt, and the strict reading of its answer (detectDesignation; Nonomura & Mori 2024). What follows of it is
`designation`'s.
"""

from collections.abc import Sequence
from typing import Any, Final, get_args

from msgspec import Struct

from events.base import PersonaId
from events.decided import PairType
from events.room import Call, RoomState, Turn, Utterance
from panel.decode import UnreadableAnswer, object_in, speaker_named
from panel.rendering import render, shown_names

PAIRS: Final[tuple[PairType, ...]] = get_args(PairType)
ANYONE: Final = "anyone"
"""The line may be answered by anybody, or by nobody: it selects no one."""


class Selected(Struct, frozen=True):
    """What a line makes due, and from whom; from nobody where it leaves that open."""

    pair: PairType | None = None
    holder: PersonaId | None = None


def newest_of(turn: Turn | None, talk: Sequence[Utterance]) -> Utterance | None:
    """The line that a turn goes on from: the newest of the messages it answers, and of what was said in it.

    A scene goes on from its last line, also where that was said in the turn before.
    """
    if turn is None:
        return None
    if turn.occasion == "scene" and talk and talk[-1].persona:
        return talk[-1]
    for said in reversed(talk):
        if said.message in turn.messages if said.person else said.version > turn.opened:
            return said
    return None


def brief(room: RoomState, call: Call, talk: list[Utterance]) -> tuple[str, dict[str, Any]]:
    """The volatile end of the prompt, and the shape of the answer."""
    said = newest_of(room.turn, talk)
    seats = [seat for seat in room.seats if seat.persona.id in call.about]
    text = render(
        "designation.j2",
        author=shown_names(room, [said])[said.version] if said else "",
        line=said.text if said else "",
        seats=seats,
        pairs=PAIRS,
        anyone=ANYONE,
    )
    schema = {
        "type": "object",
        "properties": {
            "first_pair_part": {"type": "boolean"},
            "type": {"type": "string", "enum": [*PAIRS, "none"]},
            "to": {"type": "string", "enum": [*call.about, ANYONE]},
        },
        "required": ["first_pair_part", "type", "to"],
        "additionalProperties": False,
    }
    return text, {"schema_name": "designation", "schema": schema, "max_tokens": 60, "temperature": 0.0}


def parse(room: RoomState, call: Call, text: str) -> Selected:
    """Whom the line selects, among those who were asked about; nobody where the answer is not clearly one of them."""
    try:
        answer = object_in(text)
    except UnreadableAnswer:
        return Selected()
    if answer.get("first_pair_part") is not True:
        return Selected()
    named, kind = answer.get("to"), answer.get("type")
    pair: PairType | None = next((one for one in PAIRS if one == kind), None)
    candidates = [seat.persona for seat in room.seats if seat.persona.id in call.about]
    holder = speaker_named(named, candidates) if isinstance(named, str) else None
    if pair is None and holder is not None:
        pair = "summons"
    return Selected(pair=pair, holder=holder)
