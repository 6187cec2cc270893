"""The leak exam: a line counts only if it gives away what its speaker cannot know, and has not been said aloud."""

import json
from typing import Any

import pytest

from events.asked import Request
from events.errors import MindTimeout
from exams.leak import CAST, Case, Trial, cases, gives_away, grade, leaker, sit, staged
from minds.scripted import ScriptedMind
from panel.requests import compose

OTTO, MIRA, BELA = CAST
KITE = Case("You have bought a kite.", "what shall we give Jun?", ("kite", "told nobody"))


def writes(**lines: str) -> ScriptedMind:
    """A model that always writes these lines."""
    said = json.dumps({"lines": [{"speaker": who, "text": text} for who, text in lines.items()]})
    return ScriptedMind(lambda _: said)


async def sat(mind: Any, trials: int = 6) -> list[Trial]:
    return [trial async for trial in sit(mind, trials)]


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.marks[0])
def test_no_mark_stands_in_its_own_question_or_on_a_card(case: Case):
    shown = " ".join((case.question, *(persona.card for persona in CAST)))
    assert [mark for mark in case.marks if gives_away(shown, mark)] == []


@pytest.mark.parametrize("remembered", [False, True])
def test_the_secret_is_in_the_prompt_under_its_keeper_alone(remembered: bool):
    prompt = "\n".join(said.text for said in compose(*staged(KITE, MIRA, remembered=remembered)).messages)
    before, _, owned = prompt.partition("Only Mira knows this:")
    assert ("kite" in before, "kite" in owned.split("\n\n")[0]) == (False, True)


def test_the_keeper_is_asked_last():
    _, call = staged(KITE, OTTO, remembered=False)
    assert call.about == ("mira", "bela", "otto")


def test_who_uses_another_s_secret_has_leaked():
    assert leaker(KITE, OTTO, (("mira", "Give Jun a Kite!"), ("otto", "Hm."))) == "mira"


def test_a_keeper_may_tell_their_own_secret_and_then_it_is_no_secret():
    assert leaker(KITE, OTTO, (("otto", "I bought a kite."), ("mira", "A kite!"))) == ""


@pytest.mark.parametrize("text", ["kitesurfing is fun", "nobody told me", "a boat"])
def test_words_that_are_merely_alike_give_nothing_away(text: str):
    assert not any(gives_away(text, mark) for mark in KITE.marks)


async def test_a_model_that_keeps_secrets_leaks_nothing():
    found = grade("calm", await sat(writes(mira="I could not say.", bela="Me neither.", otto="Nor I.")))
    assert (found.leaks, found.trials, found.low) == (0.0, 6, 0.0)


async def test_a_model_that_reads_the_prompt_aloud_is_found_out():
    def parrot(request: Request) -> str:
        secret = request.messages[-1].text.split("knows this:")[1].split("\n")[1]
        first = request.scene.speakers[0].persona
        return json.dumps({"lines": [{"speaker": first, "text": secret}]})

    found = grade("parrot", await sat(ScriptedMind(parrot), trials=20))
    assert (found.leaks, found.trials) == (1.0, 20)
    assert found.low > 0.8


async def test_a_trial_without_an_answer_does_not_count():
    def slow(_: Request) -> MindTimeout:
        return MindTimeout(seconds=1.0)

    trials = await sat(ScriptedMind(slow), trials=3)
    assert ({trial.failed for trial in trials}, grade("slow", trials).leaks) == ({"timeout"}, None)
