"""docs/floor.md: every strategy, and one evening decided by all: `python -m bench.floor_page > docs/floor.md`."""

import sys
from collections import Counter
from statistics import mean
from typing import Literal

from bench.floor_words import ABLATION, COSTS, HEAD, WORDS, Words
from bench.played import Decision, Outcome, outcomes, play
from bench.table_talk import REMARKS, TABLE
from events.base import PersonaId
from events.decided import Considered
from events.policy import Obligations, StrategyName
from panel.floor.strategies import STRATEGIES
from panel.floor.strategy import Strategy
from panel.pairs import FIRST_PARTS

SHOWN = 8
"""Remarks of the evening that the page shows."""
CELLS: tuple[tuple[Literal["rules", "off"], bool], ...] = (
    ("rules", True),
    ("rules", False),
    ("off", True),
    ("off", False),
)
ABLATED = (2, 5)
"""Remarks of which one asks a persona, and one is answered with such a question."""
NAMES: dict[PersonaId, str] = {persona.id: persona.name for persona in TABLE}
EXAMPLE = """## One evening, decided by each

{cast} sit at the table.
Sam and Rio say this, and each strategy decides who answers. What the models say is scripted, the same for all: how much
each persona would want to speak, and whom a producer would stage. So the page shows how strategies differ, and not how
good a model is.

{remarks}

Who spoke after each, in order; a dash is silence. Remark 2 is an address, so it is nobody's to decide. After remark 5
Wilma turns to Oona the first time that she speaks: a hand-over, where a strategy looks at lines and the cap allows one.
`likeness` is an embedding, or words in common where a mind has none; every other role is a language model. `make bench`
measures what the calls cost in time.
"""


def page() -> str:
    """The whole page, in Markdown."""
    evenings = {name: outcomes(play(name)) for name in STRATEGIES}
    shown = {name: followed[:SHOWN] for name, followed in evenings.items()}
    cast = [f"**{persona.name}** ({persona.summary[0].lower()}{persona.summary[1:].rstrip('.')})" for persona in TABLE]
    remarks = "\n".join(f"{place}. {one.by}: “{one.text}”" for place, one in enumerate(REMARKS[:SHOWN], start=1))
    parts = [
        HEAD,
        EXAMPLE.format(cast=", ".join(cast[:-1]) + f" and {cast[-1]}", remarks=remarks),
        _side_by_side(shown),
        _ablation(),
        COSTS,
        "## The strategies\n",
        *(_section(strategy, WORDS[name], shown[name]) for name, strategy in STRATEGIES.items()),
    ]
    return "\n".join(parts)


def _side_by_side(evenings: dict[StrategyName, list[Outcome]]) -> str:
    rows = [
        f"| strategy | from | {' | '.join(str(n + 1) for n in range(SHOWN))} | calls a turn |",
        f"|{'---|' * (SHOWN + 3)}",
    ]
    for name, followed in evenings.items():
        spoke = " | ".join(_names(one.spoke) or "-" for one in followed)
        rows.append(f"| [`{name}`](#{name}) | {STRATEGIES[name].source} | {spoke} | {_calls_a_turn(followed):.1f} |")
    return "\n".join((*rows, ""))


def _ablation() -> str:
    rows = [ABLATION, f"| designation | marker | {' | '.join(f'remark {n}' for n in ABLATED)} |", "|---|---|---|---|"]
    for designation, marker in CELLS:
        wish = Obligations(designation=designation, response_marker=marker)
        followed = outcomes(play("cssn", wish))
        cells = " | ".join(_answered(followed[n - 1]) for n in ABLATED)
        rows.append(f"| `{designation}` | {'on' if marker else 'off'} | {cells} |")
    return "\n".join((*rows, ""))


def _answered(one: Outcome) -> str:
    """Who was given the floor and by which rule, and what their briefs call a response to."""
    given = (f"{_names(list(decision.speakers))} (`{decision.rule}`)" for decision in one.decisions)
    told = (f"{NAMES[persona]}'s brief: (response) to {FIRST_PARTS[pair]}" for persona, pair in one.told)
    return ", then ".join(given) + "".join(f"; {brief}" for brief in told)


def _calls_a_turn(followed: list[Outcome]) -> float:
    return mean(len(one.asked) for one in followed)


def _section(strategy: Strategy, words: Words, followed: list[Outcome]) -> str:
    rows = ["| | who spoke | why | models asked |", "|---|---|---|---|"]
    for place, one in enumerate(followed, start=1):
        why = ", then ".join(_told(decision) for decision in one.decisions) or "-"
        rows.append(f"| {place} | {_names(one.spoke) or '-'} | {why} | {_asked(one.asked)} |")
    return "\n".join(
        (
            f"### {strategy.name}\n",
            f"*From:* {strategy.source}. *Decides by:* {words.decides}\n",
            f"*Mended:* {words.mended}\n",
            *rows,
            "",
        )
    )


def _told(decision: Decision) -> str:
    """A decision and the part of every candidate in it, as the log has them."""
    parts = "; ".join(_part(one) for one in decision.considered)
    return f"`{decision.rule}`" + (f" ({parts})" if parts else "")


def _part(one: Considered) -> str:
    score = f" = {one.score:.2f}" if one.score is not None else ""
    reason = "" if one.verdict == "chosen" and one.reason == "addressed" else f" {one.reason}"
    return f"{NAMES[one.persona]} {one.verdict}:{reason}{score}".rstrip(":").replace("|", "\\|")


def _names(personas: list[PersonaId]) -> str:
    return ", ".join(NAMES[persona] for persona in personas)


def _asked(roles: list[str]) -> str:
    return ", ".join(f"{count} {role}" if count > 1 else role for role, count in Counter(roles).items()) or "none"


if __name__ == "__main__":
    sys.stdout.write(page())
