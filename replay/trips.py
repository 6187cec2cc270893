"""What the screen did in a room: told for one turn, and counted over a log by the policy that was in force."""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct

from events.base import ERASED
from events.controls import LineRevised
from events.decided import LineCut, LineStaged
from events.heard import PanelOpened, PolicySet
from events.policy import Policy
from events.recorded import Recorded
from events.screening import LineDiagnosed, LineSuspected


class Trips(Struct, kw_only=True):
    """The screen's work under one policy, over however many stretches of the log."""

    policy: Policy
    lines: int = 0
    """Staged, or written again in their old place."""
    suspected: int = 0
    acquitted: int = 0
    rewritten: int = 0
    """Suspects that were asked for again."""
    cut: int = 0
    """Personas' parts that were given up for what the screen found."""
    kept: int = 0
    """Lines said though they were at fault, since a person had asked for them by name."""
    meters: Counter[str]
    """How often each meter was above its bar."""


def trips(events: Iterable[Recorded]) -> tuple[Trips, ...]:
    """A room's suspicions by policy, in the order in which the policies were first in force."""
    found: dict[Policy, Trips] = {}
    now = _under(found, Policy())
    faults: frozenset[str] = frozenset()
    for one in events:
        match one.event:
            case PanelOpened(policy=policy) | PolicySet(policy=policy):
                now = _under(found, policy)
            case LineStaged(mended=mended) | LineRevised(mended=mended):
                now.lines += 1
                now.kept += "suspected" in mended
            case LineSuspected(trips=above):
                now.suspected += 1
                now.meters.update(trip.meter for trip in above)
            case LineDiagnosed(what=what):
                faults = frozenset(what)
                now.acquitted += not what
            case LineCut(reason=reason, final=final) if reason in faults:
                now.cut += final
                now.rewritten += not final
            case _:
                pass
    return tuple(one for one in found.values() if one.lines or one.suspected)


def screened(events: Sequence[Recorded]) -> tuple[str, ...]:
    """The screen's part in a turn, a sentence a step, oldest first. Words of secrets are in none of them."""
    told: list[str] = []
    for one in events:
        match one.event:
            case LineSuspected(persona=persona, trips=above):
                values = ", ".join(f"{trip.meter} {trip.value:g} above {trip.bar:g}" for trip in above)
                told.append(f"{persona} suspected: {values}")
            case LineDiagnosed(persona=persona, what=(), by=by):
                told.append(f"{persona} acquitted by {_a(by)}, and said as it was")
            case LineDiagnosed(persona=persona, what=what, instruction=instruction, by=by):
                direction = f": {instruction}" if instruction not in ("", ERASED) else ""
                told.append(f"{persona} at fault by {_a(by)} ({', '.join(what)}){direction}")
            case LineStaged(persona=persona, mended=mended) if "suspected" in mended:
                told.append(f"{persona} said the better attempt all the same, since a person had asked for it")
            case _:
                pass
    return tuple(told)


def _a(by: str) -> str:
    return "a model" if by == "model" else "the meters"


def _under(found: dict[Policy, Trips], policy: Policy) -> Trips:
    return found.setdefault(policy, Trips(policy=policy, meters=Counter()))
