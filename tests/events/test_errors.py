"""The error tree: each docstring is a message that its facts complete, and the drawing shows what is there."""

import re
import string

import pytest

from events import errors
from events.errors import GreenroomError, MindError

TREE = {kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, GreenroomError)}
CLASSES = sorted(TREE, key=lambda kind: kind.__name__)
DRAWN = [row for row in errors.__doc__.splitlines() if re.match(r"^[ |]*\+-- ", row) or row == "GreenroomError"]


def facts_of(kind: type[GreenroomError]) -> dict[str, str]:
    return {name: f"<{name}>" for _, name, _, _ in string.Formatter().parse(kind.__doc__) if name}


def drawn() -> dict[str, str]:
    """Class name -> the name of the class under which it is drawn."""
    above = {-1: "GreenroomError"}
    tree: dict[str, str] = {}
    for row in DRAWN[1:]:
        depth = row.index("+") // 4
        names = re.split(r",\s*", re.split(r"\s{2,}", row[row.index("+") + 4 :])[0])
        tree |= dict.fromkeys(names, above[depth - 1])
        above[depth] = names[0]
    return tree


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_a_message_is_completed_by_its_facts(kind):
    facts = facts_of(kind)
    message = str(kind(**facts))
    assert "{" not in message
    assert all(fact in message for fact in facts.values())


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_a_message_is_one_line_that_ends_in_a_full_stop(kind):
    message = str(kind(**facts_of(kind)))
    assert "\n" not in message
    assert message.endswith(".")


def test_facts_are_kept_and_a_fact_with_braces_is_not_read_as_one():
    refusal = errors.NotSeated(persona="{wren}")
    assert refusal.facts == {"persona": "{wren}"}
    assert str(refusal).startswith("{wren} is not seated here.")


def test_the_drawn_tree_is_the_tree():
    real = {kind.__name__: kind.__bases__[0].__name__ for kind in TREE - {GreenroomError}}
    assert drawn() == real


def test_no_two_failures_of_a_model_are_one_to_the_log():
    kinds = [kind for kind in CLASSES if issubclass(kind, MindError) and kind is not MindError]
    reasons = {kind.__name__: kind.reason for kind in kinds}
    assert len(set(reasons.values())) == len(reasons)


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_a_reason_is_a_code(kind):
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", getattr(kind, "reason", "none"))
