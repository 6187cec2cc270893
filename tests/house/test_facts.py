import pytest

from events import describe
from events.catalogue import KINDS, SCHEMAS
from tests.house.project import ROOT


def test_the_page_of_the_facts_is_fresh():
    """Renew it with: make docs."""
    assert (ROOT / "docs/events.md").read_text(encoding="utf-8") == describe.page()


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_golden_sample_of_its_newest_schema(kind):
    assert (ROOT / f"tests/golden/events/{kind}.{SCHEMAS[kind]}.json").is_file()


@pytest.mark.parametrize("kind", KINDS)
def test_every_fact_says_in_one_sentence_what_happened(kind):
    text = KINDS[kind].__doc__

    assert text.strip().endswith(".")
    assert f"### `{kind}`" in describe.page()


def test_personal_fields_are_marked_on_the_page():
    assert "| `text` | `str` | needed | *personal.* What was said" in describe.page()
