"""What is owed: answers that are due from personas, as adjacency pairs. Opened, met, lapsed: facts about a room.

Pure reading of a room: nothing is said or asked here. Who is given the floor for it is `designation`'s, and only where
the policy wants that; what is owed is written down in any case.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median

from events import heard
from events.base import ObligationId, PersonaId
from events.catalogue import Heard
from events.decided import ObligationLapsed, ObligationMet, ObligationOpened, PairType
from events.room import Obligation, RoomState, Unposted, Utterance
from panel.address import resolve
from panel.lexicon import EVERYDAY
from panel.pairs import INSERTABLE, SECOND_PARTS, first_pair_part, only_asks
from panel.parting import parts

Facts = list[ObligationOpened | ObligationMet | ObligationLapsed]

GAPS = 4
"""A slow room waits at least so many of its median gaps between lines."""
LONGEST = timedelta(hours=1)
PACE_OF = 20
"""Lines over which a room's pace is taken; with fewer than five gaps it has none yet."""
FADING = 0.5
"""What is owed to a persona weighs so much less with each pair that led there."""

# --- opening ---


def asked(
    room: RoomState, said: Utterance, holders: Sequence[PersonaId], pair: PairType | None = None, *, depth: int = 0
) -> Facts:
    """One obligation for each whom a line selected, where it is a first pair part, by rules if not by `pair`."""
    pair = pair or first_pair_part(said.text, names=names_in(room))
    return _opened(room, said, holders, pair, depth) if pair and depth <= room.policy.obligations.depth else []


def _called(room: RoomState, said: Utterance, depth: int) -> Facts:
    """A persona's line that addresses personas; a call by name is a summons, if nothing more (Nonomura & Mori 2024)."""
    if closes(room, said):
        return []
    spoken_to = _spoken_to(room, said.text, said.persona)
    pair = first_pair_part(said.text, names=names_in(room))
    askers = {one.by for one in room.obligations if one.holder == said.persona}
    # Whoever answers by name does not call: "Yes, Alma, I did."
    called = [persona for persona in spoken_to if pair or persona not in askers]
    return asked(room, said, called, pair or "summons", depth=depth)


def _spoken_to(room: RoomState, text: str, speaker: PersonaId | None) -> tuple[PersonaId, ...]:
    return resolve(text, [seat.persona for seat in room.seats], speaker=speaker).forced


def _opened(room: RoomState, said: Utterance, holders: Iterable[PersonaId], pair: PairType, depth: int) -> Facts:
    until = room.at + window(room, of_person=said.persona is None)
    return [
        ObligationOpened(
            obligation=ObligationId(f"o{said.version}.{holder}"),
            pair=pair,
            holder=holder,
            source=said.version,
            message=said.message,
            by=said.persona,
            due=SECOND_PARTS[pair],
            until=until,
            depth=depth,
        )
        for holder in holders
        if not any(one.holder == holder and one.source == said.version for one in room.obligations)
    ]


def window(room: RoomState, *, of_person: bool) -> timedelta:
    """How long an answer is waited for here: the policy's window, longer where the talk is slow."""
    rules = room.policy.obligations
    least = timedelta(seconds=rules.window if of_person else rules.persona_window)
    lines = [said.at for said in room.talk if not said.late][-PACE_OF:]
    gaps = [(later - earlier).total_seconds() for earlier, later in pairwise(lines)]
    pace = median(gaps) if len(gaps) >= 5 else 0.0
    return max(least, min(LONGEST, timedelta(seconds=GAPS * pace)))


def closes(room: RoomState, said: Utterance) -> bool:
    """Whether a persona's line only returns another's thanks or farewell: that ends a run of persona lines."""
    before = next((one for one in reversed(room.talk) if one.version < said.version), None)
    if said.persona is None or before is None or before.persona in (None, said.persona):
        return False
    return parts(said.text) and parts(before.text)


def names_in(room: RoomState) -> frozenset[str]:
    """What the seated personas may be called by."""
    names: set[str] = set()
    for seat in room.seats:
        persona = seat.persona
        parts_of_it = (word for word in persona.name.split() if word.casefold() not in EVERYDAY)
        names |= {persona.name, *persona.aliases, *parts_of_it}
    return frozenset(names)


# --- what an input ends, and what a posted line opens ---


def follow(before: RoomState, room: RoomState, event: Heard, at: datetime) -> Facts:
    """What an input means for what is owed, whatever else is decided about it.

    Args:
        before: the room before the input.
        room: the room after it.
        event: the input.
        at: its moment, UTC.
    """
    if isinstance(event, heard.LinePosted):
        line = before.waiting(event.line)
        return _line_posted(room, line, at) if line else _lapsed(room, at)
    over, reason = _over(room, event)
    return [*ended(over, reason), *_lapsed(room, at, without=over)]


def _over(room: RoomState, event: Heard) -> tuple[list[Obligation], str]:
    """What an input ends at once, and why."""
    match event:
        case heard.PanelClosed():
            return list(room.obligations), "closed"
        case heard.PersonaUnseated(persona=persona):
            return [one for one in room.obligations if persona in (one.holder, one.by)], "unseated"
        case heard.HumanErased(messages=messages):
            return [one for one in room.obligations if one.message in messages], "withdrawn"
        case heard.LineErased(message=message):
            return [one for one in room.obligations if one.message == message], "withdrawn"
        case heard.HumanSpoke(late=False):
            return [one for one in room.obligations if _passed(room, one)], "passed"
        case _:
            return [], ""


def ended(which: Iterable[Obligation], reason: str) -> Facts:
    """These are not due any more."""
    return [ObligationLapsed(obligation=one.id, reason=reason) for one in which]


def _line_posted(room: RoomState, line: Unposted, at: datetime) -> Facts:
    met = [one for one in room.obligations if one.holder == line.persona and _meets(room, one, line)]
    facts: Facts = [ObligationMet(obligation=one.id, line=line.line) for one in met]
    said = next((said for said in reversed(room.talk) if said.line == line.line), None)
    if said is not None:
        answered = [one for one in room.obligations if one.holder == line.persona]
        facts += _called(room, said, 1 + max((one.depth for one in answered), default=0))
    return [*facts, *_lapsed(room, at, without=met)]


def _meets(room: RoomState, one: Obligation, line: Unposted) -> bool:
    """The holder's line answers, unless it only asks back: after an insertion sequence the first part is still open.

    A question that goes to somebody else passes the first part on, and that is an answer of a kind.
    """
    if line.staged <= one.source:
        return False
    if one.pair not in INSERTABLE or not only_asks(line.text, names=names_in(room)):
        return True
    elsewhere = set(_spoken_to(room, line.text, line.persona)) - {one.by}
    return bool(elsewhere)


def _passed(room: RoomState, one: Obligation) -> bool:
    """Somebody else answered the person, and a person goes on without the holder's answer."""
    if one.by is not None or has_floor(room, one.holder):
        return False
    return any(
        said.version > one.source and said.persona not in (None, one.holder) and one.message in said.answering
        for said in room.talk
    )


def _lapsed(room: RoomState, at: datetime, *, without: Sequence[Obligation] = ()) -> Facts:
    """Windows that have passed, unless the answer is on its way."""
    over = (
        one
        for one in room.obligations
        if one not in without and at > expires(room, one) and not has_floor(room, one.holder)
    )
    return ended(over, "lapsed")


def expires(room: RoomState, one: Obligation) -> datetime:
    """When an obligation lapses: the holder's own question back begins its window anew."""
    back = inserted(room, one)
    return one.until if back is None else max(one.until, back.at + (one.until - one.opened_at))


def inserted(room: RoomState, one: Obligation) -> Utterance | None:
    """The holder's latest line since it was asked. It did not meet the obligation, so it asked something back."""
    for said in reversed(room.talk):
        if said.version <= one.source:
            return None
        if said.persona == one.holder:
            return said
    return None


def has_floor(room: RoomState, persona: PersonaId) -> bool:
    """Whether a line of this persona is still to come in this turn: staged, on its way, or to be given the floor."""
    if any(line.persona == persona for line in room.unposted):
        return True
    turn = room.turn
    if turn is None or persona in turn.done:
        return False
    return persona in turn.addressed.forced or any(cue.persona == persona for cue in turn.cues)


# --- what is read off ---


def owed_by(room: RoomState, persona: PersonaId) -> Obligation | None:
    """What a persona owes before all else: to a person before a persona, the newest."""
    own = [one for one in room.obligations if one.holder == persona]
    return max(own, key=lambda one: (one.by is None, one.source), default=None)


def owes(room: RoomState, persona: PersonaId) -> float:
    """How much what it owes speaks for a persona as the next speaker, 0-1: a factor among others, never a floor.

    1 is owed to a person; to a persona it halves with each pair that led there. 0 where the policy selects nobody so.
    """
    one = owed_by(room, persona)
    if one is None or room.policy.obligations.designation == "off":
        return 0.0
    return FADING**one.depth


def due_from(room: RoomState, personas: Iterable[PersonaId]) -> tuple[tuple[PersonaId, PairType], ...]:
    """The first pair parts that these personas are to answer, for the marker in the writer's brief."""
    if not room.policy.obligations.response_marker:
        return ()
    return tuple((persona, one.pair) for persona in personas if (one := owed_by(room, persona)) is not None)
