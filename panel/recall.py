"""Recall, the prop master: lays on a turn's table what its speakers may need of memories, lore and pinned notes.

Where everything fits it is laid at once. Else a call measures how near each thing is to the talk, beside whatever else
is asked meanwhile; fails it, shared words decide. How a prompt shows the table, and to whom, is `knowing.py`'s.
"""

import math
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Final, Literal

from events.memories import Laid, Recalled
from events.room import Call, RoomState
from panel.deciding import Deciding
from panel.decode import UnreadableAnswer, object_in
from panel.floor.rest import is_broke
from panel.props import Prop, props_of
from panel.topic import overlap

ALIKE: Final = 0.05
"""A difference in likeness that says nothing, and of freshness: ten hours at the default decay."""
A_POINT: Final = 1.0
"""Of importance."""


def lay(d: Deciding) -> None:
    """Lay the table, once, as soon as the floor of a turn is being decided."""
    turn = d.state.turn
    if turn is None or turn.recalled or turn.stage == "gathering" or turn.occasion == "summary":
        return
    if any(call.role in ("recall", "writer") for call in d.state.calls):
        return  # it is asked already, or too late: what a writer was told does not change
    props = props_of(d.state, d.next_version)
    if not props and not d.state.notes:
        return
    most = d.state.policy.memory.table
    if all(sum(seat.persona.id in prop.holders for prop in props) <= most for seat in d.state.seats):
        everything = tuple(Laid(item=prop.item) for prop in props)
        d.say(Recalled(turn=turn.id, laid=(*_notes(d.state), *everything), by="all"))
    elif is_broke(d.state):
        _lay_ranked(d, props, by_words(props), "words")
    else:
        d.ask("recall")


def answered(d: Deciding, call: Call, text: str) -> None:
    """The likenesses are in: `{"m12": 0.4, ...}`. An answer that cannot be read is as good as none."""
    props = props_of(d.state, call.asked)
    likenesses = parse(text)
    if likenesses is None:
        failed(d, call)
    else:
        _lay_ranked(d, props, likenesses, "embedding")


def failed(d: Deciding, call: Call) -> None:
    """Nothing was measured, or too late: shared words decide."""
    props = props_of(d.state, call.asked)
    _lay_ranked(d, props, by_words(props), "words")


def _lay_ranked(
    d: Deciding, props: Sequence[Prop], relevance: Mapping[str, float], by: Literal["embedding", "words"]
) -> None:
    """The best for each persona, of what it may know: nobody's choice depends on what only others know."""
    memory = d.state.policy.memory
    best: dict[str, Laid] = {}
    for seat in d.state.seats:
        known = [prop for prop in props if seat.persona.id in prop.holders]
        for laid in ranked(known, relevance, now=d.at, decay=memory.decay)[: max(0, memory.table)]:
            if laid.item not in best or laid.score > best[laid.item].score:
                best[laid.item] = laid
    laid = sorted(best.values(), key=_first)
    d.say(Recalled(turn=d.turn.id, laid=(*_notes(d.state), *laid), by=by))


def _notes(room: RoomState) -> tuple[Laid, ...]:
    return tuple(Laid(item=f"note:{note.id}") for note in room.notes)


# --- scores ---


def ranked(props: Sequence[Prop], relevance: Mapping[str, float], *, now: datetime, decay: float) -> list[Laid]:
    """Best first: relevance, importance and recency, each from 0 to 1 over these props, with equal weight.

    Generative Agents' score, with recency counted from the real last use, and small differences left small.
    """
    parts = zip(
        props,
        spread([relevance.get(prop.item, 0.0) for prop in props], ALIKE),
        spread([prop.importance for prop in props], A_POINT),
        spread([freshness(prop.used_at, now, decay) for prop in props], ALIKE),
        strict=True,
    )
    laid = (
        Laid(item=prop.item, score=round(near + weight + fresh, 4), relevance=near, importance=weight, recency=fresh)
        for prop, near, weight, fresh in parts
    )
    return sorted(laid, key=_first)


def _first(laid: Laid) -> tuple[float, str]:
    return -laid.score, laid.item


def spread(values: Sequence[float], small: float) -> list[float]:
    """Brought to 0..1 by their least and their greatest; differences below `small` are not blown up to the full range.

    A minute's difference in use would weigh as much as the whole relevance otherwise.
    """
    least, greatest = min(values, default=0.0), max(values, default=0.0)
    width = max(greatest - least, small)
    return [round(min(1.0, (value - least) / width), 4) for value in values]


def freshness(used_at: datetime, now: datetime, decay: float) -> float:
    """`decay` for each hour since the last use, 0 to 1; a use that lies ahead counts as now."""
    hours = max(0.0, (now - used_at) / timedelta(hours=1))
    return min(1.0, max(0.0, decay)) ** hours


def by_words(props: Sequence[Prop]) -> dict[str, float]:
    """Relevance by the words that are shared with the talk, 0 to 1."""
    found: dict[str, float] = {}
    for query, same in groupby(sorted(props, key=lambda prop: prop.query), key=lambda prop: prop.query):
        found |= overlap(query, {prop.item: prop.text for prop in same})
    return found


def parse(text: str) -> dict[str, float] | None:
    """Likenesses by item, each -1 to 1; None where the answer is none."""
    try:
        answer = object_in(text)
    except UnreadableAnswer:
        return None
    numbers = {item: value for item, value in answer.items() if isinstance(value, int | float)}
    return {item: max(-1.0, min(1.0, float(value))) for item, value in numbers.items() if math.isfinite(value)}
