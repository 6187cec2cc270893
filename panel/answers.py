"""What a model's answer leads to, by the role that it was asked in; taking lines from a writer's is `taking`."""

from events import heard
from events.room import Call
from panel import afterwards, committing, readouts, recall, resting, silence, turns
from panel.deciding import Deciding
from panel.designated import designation_answered, designation_failed
from panel.floor.strategies import strategy_of
from panel.judging import diagnosis_answered, diagnosis_missing, give_up, unsettled
from panel.requests import TOO_LONG
from panel.taking import REWRITES, take_answer, take_draft

ATTEMPTS = 3
"""A prompt that was too long is sent smaller at most twice."""
LONGEST_ANSWER = 16_000
"""Characters of an answer that are read: more is a model that ran away."""


def draft_heard(d: Deciding, event: heard.DraftHeard) -> None:
    """More of a streamed answer: each line that is complete is staged at once."""
    call = d.before.call(event.call)
    if call is None or d.state.turn is None:
        return
    take_draft(d, call, event.so_far, event.position)


def model_answered(d: Deciding, event: heard.ModelAnswered) -> None:
    """A whole answer, for the role that it was asked in. One that nobody waits for changes nothing."""
    call = d.before.call(event.call)
    if call is None or d.state.turn is None:
        return
    text = event.text[:LONGEST_ANSWER]
    if call.role == "motivation" and d.turn.occasion == "silence":
        silence.motivation_answered(d, call, text)
    elif call.role == "motivation":
        readouts.answered(d, call, text)
    elif call.role == "designation":
        designation_answered(d, call, text)
    elif call.role == "diagnosis":
        diagnosis_answered(d, call, text)
    elif call.role == "stance":
        committing.answered(d, call, text)
    elif call.role == "recall":
        recall.answered(d, call, text)
    elif call.role == "summary":
        afterwards.answered(d, call, text)
    elif call.role != "writer":
        strategy_of(d.state).answered(d, call, text)
    else:
        take_answer(d, call, text, whole=event.finish != "length")


def model_failed(d: Deciding, event: heard.ModelFailed) -> None:
    """No answer: arithmetic decides instead of the producer; a line is written again, or given up with a sign."""
    call = d.before.call(event.call)
    if call is None or d.state.turn is None:
        return
    if event.reason == "budget":
        resting.tell(d)
    if event.reason == "refused-key":
        turns.show_sign(d, "refused-key", notice=True)
    if event.reason == TOO_LONG and call.role != "recall" and call.complaint != TOO_LONG and call.attempt < ATTEMPTS:
        d.ask(call.role, unsettled(d, call), attempt=call.attempt + 1, complaint=TOO_LONG, arranged=call.arranged)
    elif call.role != "writer":
        _nothing_decided(d, call, event.reason)
    elif event.reason in ("nonsense", "filtered", "unreadable") and call.attempt < REWRITES:
        d.ask("writer", unsettled(d, call), attempt=call.attempt + 1, arranged=call.arranged)
    else:
        for persona in call.about:
            give_up(d, call, persona, event.reason, sign="resting" if event.reason == "budget" else "failed")


def _nothing_decided(d: Deciding, call: Call, reason: str) -> None:
    """A call that was to help with the floor brought nothing."""
    if call.role == "motivation" and d.turn.occasion == "silence":
        silence.motivation_missing(d, call, reason)
    elif call.role == "motivation":
        readouts.missing(d, call, reason)
    elif call.role == "designation":
        designation_failed(d, call)
    elif call.role == "diagnosis":
        diagnosis_missing(d, call)
    elif call.role == "stance":
        committing.missing(d, call)
    elif call.role == "recall":
        recall.failed(d, call)
    elif call.role == "summary":
        afterwards.conclude(d)
    elif reason == "budget" and d.turn.stage == "deciding" and not d.turn.cues:
        resting.keep_silent(d)
    else:
        strategy_of(d.state).failed(d, call, reason)
