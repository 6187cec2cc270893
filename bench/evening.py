"""A panel's evening as facts, of any length: what the measurements append, decode and fold. No assertions here."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count, cycle, islice

from events import decided, heard
from events.base import CallId, GuildId, LineId, MessageId, PersonaId, PersonId, PlaceId, TurnId, Version
from events.catalogue import Event
from events.persona import Persona
from events.recorded import Draft

GUILD = GuildId(812_340_000_000_000_001)
PLACE = PlaceId(912_340_000_000_000_001)
BEGIN = datetime(2026, 11, 30, 19, 0, 0, 123456, tzinfo=UTC)
CAST = ("wren", "nolan", "ines")
SAID = (
    "so what did the harbour look like back then, wren?",
    "ok but that can't be the whole story, nolan you were there too",
    "I always thought the lighthouse went dark in the seventies, did it not? my aunt kept saying that it did",
    "haha",
)
ANSWERED = (
    "It was all masts, and the smell of tar came up to the church door.",
    "He leaves out that we paid for every berth twice, once to the town and once to the man with the rope.",
)


def drafts(length: int) -> list[Draft]:
    """The first facts of an evening, in order: a panel opens, then people talk and personas answer."""
    return list(islice(_evening(), length))


def _evening() -> Iterator[Draft]:
    yield Draft(event=heard.PanelOpened(guild=GUILD, place=PLACE, salt="c0ffee"), at=BEGIN)
    for name in CAST:
        card = f"{name} knew the harbour as it was. " * 6
        persona = Persona(id=PersonaId(name), name=name.title(), card=card, summary="A witness.")
        yield Draft(event=heard.PersonaSeated(persona=persona), at=BEGIN)
    for number, said, persona in zip(count(1), cycle(SAID), cycle(CAST), strict=False):
        yield from _turn(number, said, PersonaId(persona))


def _turn(number: int, said: str, persona: PersonaId) -> Iterator[Draft]:
    """One human line, and one answer to it: the facts, each group of one time, as a room records them."""
    at, message = BEGIN + timedelta(seconds=40 * number), MessageId(990_000_000_000_000_000 + 10 * number)
    turn, call, line = TurnId(f"turn-{number}"), CallId(f"call-{number}"), LineId(f"line-{number}")
    text = ANSWERED[number % len(ANSWERED)]
    spoke = heard.HumanSpoke(message=message, person=PersonId(777), name="Mia", text=said, sent_at=at)
    posted = MessageId(message + 1)
    groups: tuple[tuple[Event, ...], ...] = (
        (heard.HumanTyping(person=PersonId(777)),),
        (
            spoke,
            decided.TurnOpened(turn=turn, occasion="human", until=at + timedelta(seconds=2)),
            decided.AddressHeard(turn=turn, message=message, forced=(persona,), rule="addressed"),
        ),
        (
            heard.AlarmRang(alarm="gather", since=Version(1)),
            decided.FloorGiven(turn=turn, rule="addressed", cues=(decided.Cue(persona=persona, rule="addressed"),)),
            decided.ModelAsked(
                call=call, turn=turn, role="writer", about=(persona,), prompt="9f86d081884c7d65", since=Version(1)
            ),
        ),
        (
            heard.ModelAnswered(call=call, text=text, model="small-1", prompt_tokens=812, completion_tokens=21),
            decided.LineStaged(line=line, turn=turn, persona=persona, text=text, call=call, position=0),
        ),
        (heard.PostStarted(line=line, after=message),),
        (heard.LinePosted(line=line, messages=(posted,)), decided.TurnEnded(turn=turn, reason="done", posted=1)),
    )
    for later, group in enumerate(groups):
        for event in group:
            about = message if event is spoke else posted if isinstance(event, heard.LinePosted) else None
            yield Draft(event=event, at=at + timedelta(seconds=later), message=about)
