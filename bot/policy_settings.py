"""The settings of a room's policy one by one: name, meaning, bounds, and where a value comes from. No Discord here."""

import ast
import inspect
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.markdown import inert
from events import policy as policies
from events.base import PersonId
from events.errors import Refusal
from events.heard import PanelOpened, PolicySet
from events.policy import Policy
from events.recorded import Recorded

SHOWN = 80
"""Characters of what was typed that a refusal repeats."""


class NoSuchSetting(Refusal):
    """There is no setting called {name}. Choose one that the command suggests."""


class Range(Struct, frozen=True):
    """Where a number may lie, both ends included."""

    low: float
    high: float
    unit: str = ""


RANGES = {
    "gathering.window": Range(0, 60, "s"),
    "gathering.typing": Range(0, 60, "s"),
    "gathering.longest": Range(0, 300, "s"),
    "silence.after": Range(30, 86_400, "s"),
    "silence.threshold": Range(1, 5),
    "silence.human_within": Range(60, 604_800, "s"),
    "silence.wake_budget": Range(0, 100),
    "silence.percentile": Range(0, 1),
    "silence.back_off": Range(1, 10),
    "silence.sleep_after": Range(1, 100),
    "silence.quiet_from": Range(0, 23, "h"),
    "silence.quiet_until": Range(0, 23, "h"),
    "obligations.window": Range(1, 3600, "s"),
    "obligations.persona_window": Range(1, 3600, "s"),
    "obligations.depth": Range(0, 10),
    "cooldowns.persona": Range(0, 3600, "s"),
    "cooldowns.pair": Range(0, 3600, "s"),
    "cooldowns.room": Range(0, 3600, "s"),
    "selector.attempts": Range(1, 5),
    "selector.lines": Range(1, 60),
    "inner.threshold": Range(1, 5),
    "inner.interrupt": Range(1, 5),
    "inner.quick": Range(0, 1),
    "pair.lines": Range(1, 50),
    "pair.line_pause": Range(0, 60, "s"),
    "pair.rest": Range(0, 3600, "s"),
    "pair.pair_rest": Range(0, 86_400, "s"),
    "limits.speakers_a_turn": Range(1, 10),
    "limits.calls_a_turn": Range(1, 100),
    "limits.lines_an_hour": Range(1, 1000),
    "limits.characters": Range(100, 2000),
    "limits.patience": Range(1, 86_400, "s"),
    "limits.fresh": Range(0, 86_400, "s"),
    "characters_a_second": Range(1, 1000),
    "longest_pause": Range(0, 60, "s"),
    "memory.after": Range(60, 86_400, "s"),
    "memory.table": Range(0, 30),
    "memory.most": Range(1, 2000),
    "memory.decay": Range(0, 1),
    "screen.own_overlap": Range(0, 1),
    "screen.overlap": Range(0, 1),
    "screen.openers": Range(0, 1),
    "screen.questions": Range(0, 1),
    "screen.praise": Range(0, 1),
    "screen.slop": Range(0, 1000),
    "screen.contrast": Range(0, 1),
    "screen.marked": Range(0, 1),
    "screen.closings": Range(0, 20),
    "screen.private": Range(0, 1),
    "screen.drift": Range(0, 1),
    "screen.longer": Range(0, 20),
    "screen.rewrites": Range(0, 5),
}
"""The bounds of every number; a test asks that none is missing."""


class Setting(Struct, frozen=True, kw_only=True):
    """One field of the policy."""

    name: str
    """Dotted: `silence.after`."""
    type: Any
    """As a value of it is read: without the None that some may be."""
    may_be_none: bool
    default: Any
    meaning: str
    """What its source says of it."""

    @property
    def group(self) -> str:
        """The part of the policy that it belongs to; empty for the policy itself."""
        return self.name.rpartition(".")[0]

    @property
    def choices(self) -> tuple[str, ...]:
        """The values, where they can be counted."""
        if self.type is bool:
            return ("on", "off")
        return get_args(self.type) if get_origin(self.type) is Literal else ()


def _settings(of: type[Struct], prefix: str = "") -> Iterator[Setting]:
    """The fields of a part of the policy, those of its own parts too."""
    hints = get_type_hints(of)
    said = _meanings()
    for field in msgspec.structs.fields(of):
        hint = hints[field.name]
        if isinstance(hint, type) and issubclass(hint, Struct):
            yield from _settings(hint, f"{field.name}.")
            continue
        one = [part for part in get_args(hint) if part is not type(None)] if type(None) in get_args(hint) else [hint]
        yield Setting(
            name=prefix + field.name,
            type=one[0],
            may_be_none=one != [hint],
            default=field.default,
            meaning=said.get((of.__name__, field.name), "") or " ".join((of.__doc__ or "").split()),
        )


def _meanings() -> dict[tuple[str, str], str]:
    """The string below each field of events/policy.py, by class and name."""
    classes = [node for node in ast.parse(inspect.getsource(policies)).body if isinstance(node, ast.ClassDef)]
    found: dict[tuple[str, str], str] = {}
    for one in classes:
        for above, below in zip(one.body, one.body[1:], strict=False):
            match above, below:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                    found[one.name, name] = " ".join(text.split())
                case _:
                    pass
    return found


SETTINGS = {one.name: one for one in _settings(Policy)}
"""Every setting by its name, in the order of the policy."""


def setting(name: str) -> Setting:
    """The setting of this name, however it was written. Raises NoSuchSetting."""
    plain = name.strip().casefold().replace("-", "_").replace(" ", "_")
    if plain not in SETTINGS:
        raise NoSuchSetting(name=inert(name.strip()[:SHOWN]))
    return SETTINGS[plain]


def value_of(policy: Policy, one: Setting) -> Any:
    """The value in force."""
    part: Any = policy
    for name in one.name.split("."):
        part = getattr(part, name)
    return part


def with_value(policy: Policy, one: Setting, value: Any) -> Policy:
    """The policy with this one setting changed."""
    field = one.name.rpartition(".")[2]
    if not one.group:
        return replace(policy, **{field: value})
    return replace(policy, **{one.group: replace(getattr(policy, one.group), **{field: value})})


# --- where a value comes from ---


class Origin(Struct, frozen=True, kw_only=True):
    """Why a setting is as it is."""

    how: Literal["default", "opened", "set"]
    """As the program has it; as the panel was opened with it; or as somebody set it later."""
    by: PersonId | None = None
    at: datetime | None = None


DEFAULT = Origin(how="default")


def opened_with(log: Sequence[Recorded]) -> Policy:
    """The policy that the panel was opened with, the last time: what a setting falls back to."""
    return next((one.event.policy for one in reversed(log) if isinstance(one.event, PanelOpened)), Policy())


def origins(log: Iterable[Recorded]) -> dict[str, Origin]:
    """The origin of every setting that is in force after these events."""
    found = dict.fromkeys(SETTINGS, DEFAULT)
    opening, first, before = DEFAULT, Policy(), Policy()
    for one in log:
        match one.event:
            case PanelOpened(policy=now, by=by):
                opening, first = Origin(how="opened", by=by, at=one.at), now
            case PolicySet(policy=now, by=by):
                pass
            case _:
                continue
        for name, each in SETTINGS.items():
            value = value_of(now, each)
            if value == value_of(first, each):
                found[name] = DEFAULT if value == each.default else opening
            elif value != value_of(before, each):
                found[name] = Origin(how="set", by=by, at=one.at)
        before = now
    return found
