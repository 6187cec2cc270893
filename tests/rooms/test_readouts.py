"""Motivations beside a turn: what they cost in calls, and that they cost no time, on a clock that moves by waiting."""

import msgspec
import pytest

from events.asked import Request
from events.base import GuildId, MessageId, PersonaId, PersonId, PlaceId
from events.decided import ModelDropped, MotivationScored
from events.errors import MindTimeout
from events.heard import HumanSpoke, LinePosted, PanelOpened, PersonaSeated
from events.persona import Persona
from events.policy import Policy
from minds.scripted import ScriptedMind
from rooms.backstage import Backstage
from rooms.house import House
from rooms.stages import TextStage
from store.memory import MemoryStore
from tests.rooms.slow_time import NOON, SlowTime

PLACE = PlaceId(10)
CAST = tuple(Persona(id=PersonaId(name.casefold()), name=name, card=f"{name}.") for name in ("Wren", "Alma", "Bo"))
THINKING = {"producer": 1.0, "writer": 2.0}
"""Seconds that each role takes."""
REPLIES = {
    "producer": {"hold": False, "speakers": [{"persona": "alma", "length": "short", "manner": "", "reason": ""}]},
    "writer": {"lines": [{"speaker": "alma", "text": "Simmer the broth until Sunday morning."}]},
    "motivation": {"motivation": 3.5},
}


class Evening:
    """One message on a panel, and what came of it."""

    def __init__(self, *, advised: bool, seconds: float = 0.0, broken: bool = False) -> None:
        self.time = SlowTime()
        self.policy = Policy(motivation=advised)
        self.seconds, self.broken = seconds, broken
        self.in_flight: list[str] = []
        self.most = 0
        self.mind = ScriptedMind(self._reply)
        self.store = MemoryStore()

    async def _reply(self, request: Request):
        self.in_flight.append(request.role)
        self.most = max(self.most, len(self.in_flight))
        try:
            await self.time.sleep(THINKING.get(request.role, self.seconds))
        finally:
            self.in_flight.remove(request.role)
        if self.broken and request.role == "motivation":
            return MindTimeout(seconds=self.seconds)
        return msgspec.json.encode(REPLIES[request.role]).decode()

    async def played(self) -> "Evening":
        house = House(Backstage(store=self.store, mind=self.mind, stage=TextStage(), clock=self.time))
        opened = PanelOpened(guild=GuildId(1), place=PLACE, salt="salt", policy=self.policy)
        for event in (opened, *(PersonaSeated(persona=persona) for persona in CAST)):
            await house.hear(PLACE, event)
        text = "so, the broth is on"
        said = HumanSpoke(message=MessageId(7), person=PersonId(1), name="Sam", text=text, sent_at=NOON)
        await house.hear(PLACE, said)
        await self.time.pass_all()
        self.log = [one async for one in self.store.read(f"room-{PLACE}")]
        await house.close()
        return self

    def all(self, kind):
        return [one.event for one in self.log if isinstance(one.event, kind)]

    @property
    def took(self) -> float:
        """Seconds from the message to the posted line."""
        return next((one.at - NOON).total_seconds() for one in self.log if isinstance(one.event, LinePosted))

    @property
    def calls(self) -> list[str]:
        return [request.role for request in self.mind.requests]

    @property
    def told(self) -> int:
        """Candidates of whom the producer was told what they want."""
        return self.mind.asked("producer")[0].messages[2].text.count("wants to speak:")


@pytest.fixture
async def plain():
    return await Evening(advised=False).played()


async def test_without_advice_a_turn_is_the_gathering_the_producer_and_the_writer(plain):
    assert (plain.calls, plain.took) == (["producer", "writer"], 2.0 + 1.0 + 2.0)


@pytest.mark.parametrize(("seconds", "told"), [(0.1, 3), (1.9, 3), (2.1, 0), (60.0, 0)])
async def test_advice_adds_no_time_to_a_turn_however_long_it_takes(plain, seconds, told):
    advised = await Evening(advised=True, seconds=seconds).played()
    assert (advised.took, advised.told) == (plain.took, told)


async def test_it_costs_one_call_a_candidate_side_by_side():
    advised = await Evening(advised=True, seconds=1.0).played()
    assert advised.calls == ["motivation"] * 3 + ["producer", "writer"]
    assert (advised.most, len(advised.all(MotivationScored))) == (3, 3)


async def test_late_advice_is_dropped_and_no_longer_waited_for():
    advised = await Evening(advised=True, seconds=60.0).played()
    assert [one.reason for one in advised.all(ModelDropped)] == ["late"] * 3
    assert (advised.most, advised.in_flight) == (3, [])


async def test_advice_that_fails_adds_no_time_either(plain):
    advised = await Evening(advised=True, seconds=1.0, broken=True).played()
    assert (advised.took, advised.told) == (plain.took, 0)
    assert [one.reason for one in advised.all(MotivationScored)] == ["timeout"] * 3
