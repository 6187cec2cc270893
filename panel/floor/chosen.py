"""How a strategy that asks no model ends: some candidates are chosen, in order, and each one's part is explained."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from events.base import PersonaId
from events.decided import Considered, Cue
from panel import turns
from panel.deciding import Deciding
from panel.floor.filters import staging_limit
from panel.floor.graph import following
from panel.floor.strategy import Refusals, Seats


class Case(Struct, frozen=True):
    """What spoke for a candidate, or against it, and the die that was thrown for it, 0-1."""

    reason: str
    die: float | None = None


def give_to(
    d: Deciding, rule: str, order: Sequence[PersonaId], cases: Mapping[PersonaId, Case], refused: Refusals
) -> None:
    """Give the floor to as many of these as the graph, the cap and the policy allow, the first first.

    Args:
        d: the decision in the making.
        rule: the strategy's name.
        order: whom the strategy chose, at least one, nobody twice.
        cases: of every candidate, chosen or not, by persona id.
        refused: whom a hard filter refused.
    """
    linked = following(d.state, order)
    speakers = linked[: staging_limit(d.state, len(cases))]
    left_out = dict.fromkeys(order, "may-not-follow") | dict.fromkeys(linked, "above-the-limit")
    considered = tuple(
        Considered(
            persona=persona,
            verdict="chosen" if persona in speakers else "passed",
            reason=case.reason if persona in speakers else left_out.get(persona, case.reason),
            score=case.die,
        )
        for persona, case in cases.items()
    )
    cues = tuple(Cue(persona=persona, rule=rule) for persona in speakers)
    turns.give(d, rule, *cues, considered=(*considered, *refused))


def after_the_last_speaker(d: Deciding, free: Seats) -> list[PersonaId]:
    """The candidates in seating order, beginning behind whoever spoke last; from the first seat where nobody has."""
    seated = [seat.persona.id for seat in d.state.seats]
    last = d.state.last_speaker
    start = seated.index(last) + 1 if last is not None and last in seated else 0
    may = {seat.persona.id for seat in free}
    return [persona for persona in (*seated[start:], *seated[:start]) if persona in may]


def die(value: float) -> float:
    """A die as the log shows it."""
    return round(value, 3)
