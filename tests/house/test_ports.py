import ast

import pytest

from tests.house.project import files, named, tree

FOLDS = {"events/fold_talk.py", "events/fold_turn.py"}
"""One function a fact, of the fact's name: the fact says what happened."""
EVENTS = [named(file) for file in files(".py") if named(file).startswith("events/") and named(file) not in FOLDS]
PORTS = [*EVENTS, "store/store.py", "minds/mind.py", "rooms/ports.py"]


@pytest.mark.parametrize("name", PORTS)
def test_everything_public_of_a_port_says_what_it_promises(name):
    assert [what for what, node in public(tree(name)) if ast.get_docstring(node) is None] == []


def public(module):
    for node in module.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            yield node.name, node
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from methods(node)


def methods(node):
    for inner in node.body:
        if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef) and not inner.name.startswith("_"):
            yield f"{node.name}.{inner.name}", inner
