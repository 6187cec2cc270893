import re
from typing import get_args

import pytest
import typer
from typer.testing import CliRunner

from bench import floor_page
from bot import settings
from bot.cli import app
from events.policy import StrategyName
from panel.floor.strategies import STRATEGIES
from tests.house.project import ROOT, files, named, pyproject

DOCUMENTS = files(".md")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)|<img[^>]*\bsrc=\"([^\"]+)\"")
COMMAND = re.compile(r"python -m bot ([a-z][a-z-]*)")
MAKE = re.compile(r"\bmake ([a-z]+)\b(?=`|$|\s+(?:ARGS|PYTHON)=)", re.MULTILINE)
SLASH = re.compile(r"/(?:panel|line) ([a-z]+)")


def text_of(file):
    return file.read_text(encoding="utf-8")


def headings(file):
    """The anchors that GitHub makes of a document's headings."""
    lines = re.findall(r"^#+ (.+)$", text_of(file), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).strip().replace(" ", "-") for line in lines}


def leads_somewhere(document, link):
    path, _, anchor = link.partition("#")
    target = document.parent / path if path else document
    return target.exists() and (not anchor or target.is_dir() or anchor in headings(target))


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_every_link_inside_the_project_leads_somewhere(document):
    links = [first or second for first, second in LINK.findall(text_of(document))]
    ours = [link for link in links if not re.match(r"[a-z]+:", link)]

    assert [link for link in ours if not leads_somewhere(document, link)] == []


def pages_named_in(document):
    """The documents that a reader comes to by a link; a link to a folder leads to all that is in it."""
    links = [document.parent / first.partition("#")[0] for first, _ in LINK.findall(text_of(document)) if first]
    return {page for page in DOCUMENTS for link in links if page.is_relative_to(link.resolve())}


def reachable_from(known):
    more = known.union(*map(pages_named_in, known))
    return known if more == known else reachable_from(more)


def test_a_reader_who_starts_at_the_readme_finds_every_page_of_the_documents():
    pages = {document for document in DOCUMENTS if document.is_relative_to(ROOT / "docs")}

    assert pages - reachable_from({ROOT / "README.md"}) == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_every_command_that_a_document_names_exists(document):
    known = set(typer.main.get_command(app).commands)

    assert set(COMMAND.findall(text_of(document))) - known == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_every_make_target_that_a_document_names_exists(document):
    known = set(re.findall(r"^([a-z]+):", text_of(ROOT / "Makefile"), re.MULTILINE))

    assert set(MAKE.findall(text_of(document))) - known == set()


def test_the_documents_name_the_slash_commands_that_there_are():
    source = "".join(text_of(file) for file in sorted((ROOT / "bot/commands").glob("*.py")))
    known = set(re.findall(r'command\(name="([a-z]+)"', source))

    named_somewhere = set(SLASH.findall(text_of(ROOT / "README.md")))

    assert named_somewhere == known


def test_every_message_in_the_troubleshooting_table_is_one_that_the_program_gives():
    source = " ".join(text_of(file) for file in files(".py") if named(file).startswith(("events/", "bot/", "minds/")))
    given = re.sub(r"\{\w+\}", "...", " ".join(source.split()))
    table = text_of(ROOT / "docs/operating.md").partition("## When something is wrong")[2]
    quoted = [words for words in re.findall(r"^\| `([^`]+)`", table, re.MULTILINE) if " " in words]

    pieces = [piece.strip() for words in quoted for piece in words.split("...")]

    assert len(quoted) > 15
    assert [piece for piece in pieces if piece not in given] == []


@pytest.mark.parametrize("command", sorted(typer.main.get_command(app).commands))
def test_every_command_has_help_with_an_example(command):
    shown = CliRunner().invoke(app, [command, "--help"])

    assert shown.exit_code == 0
    assert f"python -m bot {command}" in " ".join(shown.output.split())


def test_the_example_of_the_environment_is_what_the_settings_are():
    """Renew it with: make docs."""
    assert text_of(ROOT / ".env.example") == settings.example()


def test_the_page_of_the_floor_is_fresh():
    """Renew it with: make docs."""
    assert text_of(ROOT / "docs/floor.md") == floor_page.page()


@pytest.mark.parametrize("name", get_args(StrategyName))
def test_every_strategy_that_a_policy_may_choose_is_there_and_explained(name):
    assert name in STRATEGIES
    assert f"### {name}\n\n*From:*" in text_of(ROOT / "docs/floor.md")


def test_the_newest_release_of_the_changelog_is_this_version():
    releases = re.findall(r"^## \[(\d[^\]]*)\]", text_of(ROOT / "CHANGELOG.md"), re.MULTILINE)

    assert releases[0] == pyproject()["project"]["version"]


def test_every_requirement_has_an_exact_version():
    project = pyproject()["project"]
    wanted = [
        *project["dependencies"],
        *project["optional-dependencies"]["local"],
        *project["optional-dependencies"]["dev"],
    ]
    pinned = {re.split("[=;]", line)[0].strip().lower().replace("_", "-") for line in _lines(ROOT / "constraints.txt")}

    assert {re.split(r"[\[<>=;~ ]", one)[0].lower() for one in wanted} - pinned == set()


@pytest.mark.parametrize(
    "line", [line for line in (ROOT / "constraints.txt").read_text().splitlines() if line and line[0] != "#"]
)
def test_a_constraint_is_a_name_and_a_version_and_nothing_else(line):
    assert re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][0-9a-z.]*(; [a-z_]+ (==|>=|<) \"[\w.]+\")?", line)


def _lines(file):
    return [line for line in text_of(file).splitlines() if line and not line.startswith("#")]
