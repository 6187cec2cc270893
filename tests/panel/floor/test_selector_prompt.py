"""What the selector and the judgement of a beginning are asked, word for word."""

from pathlib import Path

import pytest

from tests.panel.evening import Evening, answer, claimed, given, posted, says, script, the_gathering_ends, with_policy

GOLDEN = Path(__file__).parents[2] / "golden" / "prompts"
HELLO = (says("Wren, hi"), script(wren="I would open a window."), claimed, posted)
ASKED = (*HELLO, says("I read what Bo wrote. What should we cook?"), the_gathering_ends)


def selecting() -> Evening:
    return given(*ASKED, policy=with_policy(strategy="selector", scene="A kitchen table, late."))


def selecting_again() -> Evening:
    return selecting().hear(answer("Wren, or Alma?"))


def initiating() -> Evening:
    return given(*ASKED, policy=with_policy(strategy="pair"))


SNAPSHOTS = (selecting, selecting_again, initiating)


def as_text(evening: Evening) -> str:
    return "".join(f"=== {said.role} ===\n{said.text}\n" for said in evening.request().messages)


@pytest.mark.parametrize("moment", SNAPSHOTS, ids=lambda moment: moment.__name__)
def test_prompts_are_what_they_were(moment):
    """A deliberate change of wording is written again with: python -m tests.panel.floor.test_selector_prompt."""
    assert as_text(moment()) == (GOLDEN / f"{moment.__name__}.txt").read_text("utf-8")


if __name__ == "__main__":
    for one in SNAPSHOTS:
        (GOLDEN / f"{one.__name__}.txt").write_text(as_text(one()), "utf-8")
