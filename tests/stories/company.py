"""The minds of the stories: they stage, write and want to speak as they were told; slow or broken when told so."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from random import Random

import msgspec

from events.asked import Request
from events.decided import Role
from events.errors import MindError
from minds.scripted import ScriptedMind

OPENINGS = {"warren": "Pumps", "nolan": "Songs", "iris": "Ferns", "mara": "Crusts", "teo": "Soups"}
"""The first word of whatever a persona says: how a test finds its lines."""
WORDS = re.findall(
    r"\w+",
    """
    amber anchor barley beacon bramble candle canvas cedar cinder clover cobalt copper coral cotton cricket dagger ember
    falcon feather fennel ferry flint garnet ginger glacier hammer harbour hazel heron hollow indigo iron ivory jasper
    juniper kettle lantern lavender lichen linen lumber magnet maple marble meadow mortar nettle nickel oyster paddle
    pebble pepper pewter pigeon quarry ribbon russet saddle saffron sandal satchel silver sparrow spindle thistle timber
    tobacco trellis trumpet tulip velvet violet walnut willow winter
    """,
)


def stages(*personas: str) -> str:
    """The producer's answer that stages these personas."""
    speakers = [{"persona": one, "length": "short", "manner": "dry", "reason": "it is theirs"} for one in personas]
    return msgspec.json.encode({"hold": False, "reason": "", "speakers": speakers}).decode()


def holds(reason: str = "they talk among themselves") -> str:
    """The producer's answer that nobody speaks."""
    return msgspec.json.encode({"hold": True, "reason": reason, "speakers": []}).decode()


class Company(ScriptedMind):
    """Minds that can be told, at any time, how to go on."""

    def __init__(self) -> None:
        super().__init__(self._reply)
        self.producer = stages("iris")
        self.wants: dict[str, float] = {}
        """Motivation, by persona; 1 for who is not there."""
        self.line: Callable[[str, int], str] = saying
        """The text of a persona's n-th line."""
        self.troubles: dict[Role, MindError] = {}
        self.seconds: dict[Role, float] = {}
        """How long an answer takes."""
        self.raw: dict[Role, str] = {}
        """An answer word for word, whatever was asked."""
        self.idle: Callable[[Awaitable[None]], Awaitable[None]] = lambda wait: wait
        self._lines = 0

    def prompts(self, role: Role) -> list[str]:
        """Every prompt of a role as one text, oldest first."""
        return ["\n".join(said.text for said in request.messages) for request in self.asked(role)]

    async def _reply(self, request: Request) -> str:
        if request.role in self.seconds:
            await self.idle(asyncio.sleep(self.seconds[request.role]))
        if request.role in self.troubles:
            raise self.troubles[request.role]
        if request.role in self.raw:
            return self.raw[request.role]
        if request.role == "producer":
            return self.producer
        if request.role == "motivation":
            return msgspec.json.encode({"motivation": self.wants.get(request.scene.speakers[0].persona, 1.0)}).decode()
        return self._written(request)

    def _written(self, request: Request) -> str:
        lines = []
        for cue in request.scene.speakers:
            lines.append({"speaker": cue.persona, "text": self.line(cue.persona, self._lines)})
            self._lines += 1
        return msgspec.json.encode({"lines": lines}).decode()


def saying(persona: str, number: int) -> str:
    """A line that resembles no other."""
    words = Random(number).sample(WORDS, 8)
    return f"{OPENINGS[persona]} remember {', '.join(words)}."
