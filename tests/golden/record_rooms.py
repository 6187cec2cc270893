"""Records one room for each strategy that has none yet: `python -m tests.golden.record_rooms`. Never overwrites."""

import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from bench.played import GUILD, STREAM, play
from events.base import Version
from events.recorded import Recorded
from panel.floor.strategies import STRATEGIES
from store.codec import pack, unpack

NO_WORDS = msgspec.Raw(b"null")
ROOMS = Path(__file__).parent / "rooms"


class Row(Struct, omit_defaults=True):
    """An event as the store's columns hold it, so that an older log is brought up to date as a store's is."""

    version: Version
    at: datetime
    kind: str
    schema: int
    data: msgspec.Raw
    words: msgspec.Raw = NO_WORDS
    cause: Version | None = None


def record(log: list[Recorded]) -> bytes:
    """A log as JSON lines."""
    return b"".join(msgspec.json.encode(_row(one)) + b"\n" for one in log)


def recorded(text: bytes) -> Iterator[Recorded]:
    """The log that these lines hold."""
    for line in text.splitlines():
        row = msgspec.json.decode(line, type=Row)
        words = None if row.words == NO_WORDS else bytes(row.words)
        event = unpack(row.kind, row.schema, bytes(row.data), words, stream=STREAM, version=row.version)
        yield Recorded(guild=GUILD, stream=STREAM, version=row.version, at=row.at, cause=row.cause, event=event)


def _row(one: Recorded) -> Row:
    stored = pack(one.event)
    words = msgspec.Raw(stored.words) if stored.words is not None else NO_WORDS
    return Row(one.version, one.at, stored.kind, stored.schema, msgspec.Raw(stored.data), words, one.cause)


def main() -> None:
    """Write what is missing, and say what was written."""
    ROOMS.mkdir(exist_ok=True)
    for name in STRATEGIES:
        file = ROOMS / f"{name}.jsonl"
        if not file.exists():
            file.write_bytes(record(play(name)))
            sys.stdout.write(f"recorded {file.name}\n")


if __name__ == "__main__":
    main()
