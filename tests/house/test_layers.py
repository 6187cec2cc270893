import sys

import grimp
import pytest
from importlinter.api import read_configuration
from importlinter.application import use_cases

from tests.house.project import PACKAGES, ROOT

FREE = {"msgspec"}
"""The language of the facts: every package speaks it."""


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    cache = str(tmp_path_factory.mktemp("grimp"))
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(str(ROOT))
        return grimp.build_graph(*PACKAGES, include_external_packages=True, cache_dir=cache)


@pytest.fixture
def in_the_root(monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.syspath_prepend(str(ROOT))


def test_every_import_rule_of_pyproject_holds(in_the_root, capsys):
    kept = use_cases.lint_imports(config_filename="pyproject.toml", cache_dir=None, no_logo=True)

    assert kept, capsys.readouterr().out


def test_every_foreign_library_is_the_reason_of_some_package(graph, in_the_root):
    contracts = read_configuration("pyproject.toml")["contracts_options"]
    assigned = {library for contract in contracts for library in contract.get("protected_modules", ())}

    imported = {module.partition(".")[0] for module in graph.modules} - set(PACKAGES) - sys.stdlib_module_names

    assert imported - assigned - FREE == set()


def test_nothing_that_decides_can_reach_the_shell(graph):
    assert graph.find_shortest_chains("panel", "bot", as_packages=True) == set()
    assert graph.find_shortest_chains("replay", "bot", as_packages=True) == set()


@pytest.mark.parametrize("forbidden", ["asyncio", "time", "random", "os", "socket", "threading", "logging"])
def test_the_mind_has_no_clock_no_dice_and_no_io(graph, forbidden):
    users = {
        module
        for module in graph.modules
        if module.partition(".")[0] in ("panel", "events")
        and forbidden in graph.find_modules_directly_imported_by(module)
    }

    assert users == set()
