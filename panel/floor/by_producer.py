"""The producer's floor: a model reads the room and stages an ordered set, or holds; code validates what it staged."""

import msgspec

from events.room import Call
from panel import producer, turns
from panel.deciding import Deciding
from panel.floor.fallback import fall_back
from panel.floor.strategy import Refusals, Seats, Strategy

ATTEMPTS = 3
"""A staging is asked for again at most twice, each time with what was wrong; then arithmetic decides."""


def begin(d: Deciding, free: Seats, _: Refusals) -> None:
    """Ask the producer."""
    d.ask("producer", tuple(seat.persona.id for seat in free))


def answered(d: Deciding, call: Call, text: str) -> None:
    """A staging that can be used is used; another is asked for again, with what was wrong with it."""
    staging, complaint = producer.parse(d.state, call, text)
    if staging is None:
        if call.attempt < ATTEMPTS:
            d.ask("producer", call.about, attempt=call.attempt + 1, complaint=complaint)
        else:
            fall_back(d, "fallback")
    elif staging.hold:
        turns.keep_silence(d, "producer-holds", staging.considered, words=staging.words)
    else:
        words = msgspec.json.encode([(cue.manner, cue.reason) for cue in staging.cues]).decode()
        bare = tuple(msgspec.structs.replace(cue, manner="", reason="") for cue in staging.cues)
        turns.give(d, "producer", *bare, considered=staging.considered, words=words)


def failed(d: Deciding, _call: Call, _reason: str) -> None:
    """Arithmetic decides instead."""
    fall_back(d, "fallback")


PRODUCER = Strategy(
    name="producer",
    source="Greenroom's own: a director for the whole table",
    begin=begin,
    answered=answered,
    failed=failed,
)
