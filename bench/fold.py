"""Decoding and folding a long room: `python -m bench.fold [events]`, beside json.loads over the same bytes."""

import gc
import json
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

from bench.evening import GUILD, drafts
from bench.report import show
from events.base import PlaceId, Version, stream_of
from events.catalogue import encode
from events.projector import Projector
from store.appends import wanted
from store.sql import FACT, recorded_of
from store.tables import events

STREAM = stream_of(PlaceId(1))
ROUNDS = 5


def main(length: int = 100_000) -> None:
    rows = stored(length)
    read = [recorded_of(row) for row in rows]
    whole = [encode(recorded.event) for recorded in read]
    gc.freeze()  # a program reads rows as they come; that this one holds them all is not what is measured
    measured = {
        "json.loads": events_a_second(length, lambda: [json.loads(one) for one in whole]),
        "decode": events_a_second(length, lambda: [recorded_of(row) for row in rows]),
        "fold": events_a_second(length, lambda: Projector(STREAM).fold(read)),
        "decode and fold": events_a_second(length, lambda: Projector(STREAM).fold(map(recorded_of, rows))),
    }
    baseline = measured["json.loads"]
    table = [
        [name, f"{speed:,.0f}", f"{1e6 / speed:.2f}", f"{speed / baseline:.2f}"] for name, speed in measured.items()
    ]
    title = f"{length:,} events of one room, best of {ROUNDS}"
    show(title, ["", "events/s", "µs an event", ": json.loads"], table, measured)


def stored(length: int) -> list[tuple[Any, ...]]:
    """The columns of an evening, as a database would answer them."""
    append = wanted(STREAM, Version(0), drafts(length), guild=GUILD, key=None, open=True, owes=False, due=None)
    names = [column.name for column in events.columns]
    take = [names.index(column.name) for column in FACT]
    return [tuple(row[at] for at in take) for row in append.rows]


def events_a_second(length: int, work: Callable[[], object]) -> float:
    """The best of some rounds: the others were disturbed."""
    return length / min(_seconds(work) for _ in range(ROUNDS))


def _seconds(work: Callable[[], object]) -> float:
    begin = perf_counter()
    work()
    return perf_counter() - begin


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
