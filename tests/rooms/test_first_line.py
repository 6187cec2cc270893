"""The first line does not wait for the last: whatever the arrangement, a line is posted when it is complete."""

import re
from datetime import timedelta

import msgspec
import pytest

from events.asked import Request
from events.base import GuildId, MessageId, PersonaId, PersonId, PlaceId
from events.heard import HumanSpoke, LinePosted, ModelAnswered, PanelOpened, PersonaSeated
from events.persona import Persona
from events.policy import Policy
from minds.mind import Piece
from minds.scripted import ScriptedMind
from rooms.backstage import Backstage
from rooms.house import House
from rooms.stages import TextStage
from store.memory import MemoryStore
from tests.rooms.slow_time import NOON, SlowTime

PLACE = PlaceId(10)
CAST = tuple(Persona(id=PersonaId(name.casefold()), name=name, card=f"{name}.") for name in ("Wren", "Alma", "Bo"))
LINES = {
    "wren": "The hinge wants oil and a little patience.",
    "alma": "Butter would do, if nobody minds the smell.",
    "bo": "Mine has squeaked since the spring of last year.",
}
FIRST_WORD, WORD = 1.0, 0.1
"""Seconds to the first word of an answer, and for each."""


class Streaming(ScriptedMind):
    """A model that thinks for a second, and then writes word by word."""

    def __init__(self, time: SlowTime) -> None:
        super().__init__(self._lines, delay=FIRST_WORD, sleep=time.sleep, pieces=re.compile(r"\s*\S+").findall)
        self._time = time

    @staticmethod
    def _lines(request: Request) -> str:
        said = [{"speaker": cue.persona, "text": LINES[cue.persona]} for cue in request.scene.speakers]
        return msgspec.json.encode({"lines": said}).decode()

    async def ask(self, request: Request):
        answer = await super().ask(request)
        await self._time.sleep(WORD * len(answer.text.split()))
        return answer

    async def stream(self, request: Request):
        answer: Piece = await super().ask(request)
        for piece in self._pieces(answer.text):
            await self._time.sleep(WORD)
            yield piece
        yield answer


async def played(arrangement: str) -> dict[str, list[float]]:
    """Seconds after a message to all three, when each line stood in the channel and each answer was complete."""
    time = SlowTime()
    store = MemoryStore()
    house = House(Backstage(store=store, mind=Streaming(time), stage=TextStage(), clock=time))
    policy = Policy(arrangement=arrangement, longest_pause=0.0)  # type: ignore[arg-type]  # one of the four, by name
    await house.hear(PLACE, PanelOpened(guild=GuildId(1), place=PLACE, salt="salt", policy=policy))
    for persona in CAST:
        await house.hear(PLACE, PersonaSeated(persona=persona))
    text = "Wren, Alma and Bo, what is it with that door?"
    spoken = HumanSpoke(message=MessageId(5), person=PersonId(1), name="Sam", text=text, sent_at=NOON)
    await house.hear(PLACE, spoken)
    await time.pass_all()
    log = [one async for one in store.read(f"room-{PLACE}")]
    await house.close()
    return {
        kind.__name__: [(one.at - NOON) / timedelta(seconds=1) for one in log if isinstance(one.event, kind)]
        for kind in (LinePosted, ModelAnswered)
    }


async def test_the_first_line_of_a_batch_is_posted_while_the_others_are_written():
    times = await played("one")
    batch = times["ModelAnswered"][0]
    assert (len(times["LinePosted"]), len(times["ModelAnswered"])) == (3, 1)
    assert times["LinePosted"][0] < times["LinePosted"][1] < batch
    assert times["LinePosted"][0] - FIRST_WORD < (batch - FIRST_WORD) / 2


async def test_the_first_of_several_writers_is_posted_before_the_second_has_answered():
    times = await played("each")
    assert (len(times["LinePosted"]), len(times["ModelAnswered"])) == (3, 3)
    assert times["LinePosted"][0] < times["ModelAnswered"][1]


@pytest.mark.parametrize("arrangement", ["split", "auto"])
async def test_who_shares_a_call_need_not_wait_for_the_batch_either(arrangement: str):
    times = await played(arrangement)
    assert times["LinePosted"][0] < times["ModelAnswered"][0]
