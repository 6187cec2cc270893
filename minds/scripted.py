"""A mind that says what it was given to say, for tests and exams. It invents nothing: an empty script is an error."""

import asyncio
import inspect
import re
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping

from events.asked import Answer, Request
from events.decided import Role
from events.errors import MindError
from minds.mind import Piece

Reply = str | Answer | MindError
Script = Callable[[Request], Reply | Awaitable[Reply]]


class ScriptEnded(MindError):
    """The script has no reply left for the role {role} (request {count})."""

    reason = "script-ended"


class ScriptedMind:
    """Replies from a queue a role, or from a function; keeps every request."""

    def __init__(
        self,
        script: Mapping[Role, Iterable[Reply]] | Script,
        *,
        model: str = "scripted",
        delay: float = 0.0,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        pieces: Callable[[str], Iterable[str]] = re.compile(r"\s*\S+\s*$|\s*\S+").findall,
    ) -> None:
        """Texts become Answers; a MindError is raised.

        Args:
            script: each reply is used once; a function may be async, and so may hold an answer back.
            model: the name that Answers made of texts carry.
            delay: seconds before every reply.
            sleep: how to wait them.
            pieces: how a streamed text comes in; word by word by default.
        """
        self.requests: list[Request] = []
        self.closed = False
        self._script = script if callable(script) else _queues(script)
        self._model = model
        self._delay = delay
        self._sleep = sleep
        self._pieces = pieces

    def asked(self, role: Role) -> list[Request]:
        """The requests of one role, oldest first."""
        return [request for request in self.requests if request.role == role]

    async def ask(self, request: Request) -> Answer:
        """The next reply of the script."""
        self.requests.append(request)
        if self._delay:
            await self._sleep(self._delay)
        reply = self._script(request)
        reply = await reply if inspect.isawaitable(reply) else reply
        if isinstance(reply, MindError):
            raise reply
        if isinstance(reply, Answer):
            return reply
        return Answer(text=reply, model=self._model)

    async def stream(self, request: Request) -> AsyncIterator[Piece]:
        """The next reply of the script, in pieces."""
        answer = await self.ask(request)
        for piece in self._pieces(answer.text):
            yield piece
        yield answer

    async def close(self) -> None:
        """Remember that it was closed."""
        self.closed = True


def _queues(script: Mapping[Role, Iterable[Reply]]) -> Script:
    queues = {role: deque(replies) for role, replies in script.items()}
    counts = dict.fromkeys(queues, 0)

    def next_reply(request: Request) -> Reply:
        counts[request.role] = counts.get(request.role, 0) + 1
        queue = queues.get(request.role)
        if not queue:
            raise ScriptEnded(role=request.role, count=counts[request.role])
        return queue.popleft()

    return next_reply
