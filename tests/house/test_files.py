import re

import pytest

from tests.house.project import ROOT, files, named

LONGEST = 350
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "manager", "managers", "common", "misc", "handlers"}
SOURCE = files(".py", ".j2", ".css", ".js")
THIS = "tests/house/test_files.py"
TEXT = [file for file in files() if file.suffix not in {".png", ".pyc"} and named(file) != THIS]

SECRETS = {
    "a path of somebody's machine": r"(?<![\w.~-])/(?:home|Users|root|work|tmp/h)/[\w.-]+",
    "a package registry": r"(?i)--(?:extra-)?index-url|--find-links|\b(?:pythonhosted|pypi|npmjs|registry)\.\w+",
    "a webhook's address": r"discord(?:app)?\.com/api/(?:v\d+/)?webhooks/\d{17,}/[\w-]{60,}",
    # The account 123456789... is nobody's: tests may use its token.
    "a Discord token": r"\b(?!MTIzNDU2Nzg5)[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}",
    "a model key": r"\bsk-(?!test-)[A-Za-z0-9_-]{20,}",
    "a private key": r"-----BEGIN [A-Z ]*PRIVATE KEY-----",
}


def test_no_source_file_is_longer_than_a_reader_has_patience():
    lengths = {named(file): len(file.read_text(encoding="utf-8").splitlines()) for file in SOURCE}

    assert {name: lines for name, lines in lengths.items() if lines > LONGEST} == {}


def test_no_module_is_named_after_nothing():
    named_so = [named(file) for file in SOURCE if FORBIDDEN_NAMES & {*file.parent.parts, file.stem}]

    assert named_so == []


def test_every_module_opens_with_what_lives_there():
    ours = {named(file): file.read_text(encoding="utf-8") for file in SOURCE if file.suffix == ".py"}
    written = {name: text for name, text in ours.items() if text and not name.startswith("tests/")}

    assert [name for name, text in written.items() if not text.startswith('"""')] == []


@pytest.mark.parametrize("what", SECRETS)
def test_no_file_holds(what):
    pattern = re.compile(SECRETS[what])

    found = [named(file) for file in TEXT if pattern.search(file.read_text(encoding="utf-8"))]

    assert found == []


def test_nobody_leaves_a_note_to_do_something_later():
    notes = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b")

    found = [named(file) for file in SOURCE if notes.search(file.read_text(encoding="utf-8"))]

    assert found == [THIS]


def test_what_a_stranger_needs_is_there():
    documents = ["README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "PRIVACY.md"]
    wanted = [*documents, "Makefile", "constraints.txt", ".env.example", ".pre-commit-config.yaml", ".ci/run"]

    assert [name for name in wanted if not (ROOT / name).is_file()] == []


@pytest.mark.parametrize("script", files(".js"), ids=named)
def test_a_script_of_the_page_declares_each_name_once(script):
    """A second declaration stops the whole script, and no test of ours runs a browser."""
    declared = re.findall(
        r"^(?:const|let|async function|function) (\w+)", script.read_text(encoding="utf-8"), re.MULTILINE
    )

    assert sorted(declared) == sorted(set(declared))
