"""A mind that answers from a log, for replay: the same prompt gets the answer that it really got. It calls nobody."""

from collections.abc import AsyncIterator, Mapping

from events.asked import Answer, Request, digest
from events.errors import MindError
from minds.mind import Piece


class NotRecorded(MindError):
    """The log holds no answer to this prompt of the {role} ({prompt}): it differs from every prompt that was sent."""

    reason = "not-recorded"


class RecordedMind:
    """Answers by the digest of the composed prompt."""

    def __init__(self, answers: Mapping[str, Answer]) -> None:
        self._answers = answers

    async def ask(self, request: Request) -> Answer:
        """The recorded answer. Raises NotRecorded."""
        prompt = digest(request)
        if prompt not in self._answers:
            raise NotRecorded(role=request.role, prompt=prompt)
        return self._answers[prompt]

    async def stream(self, request: Request) -> AsyncIterator[Piece]:
        """The recorded text in one piece, then the answer."""
        answer = await self.ask(request)
        if answer.text:
            yield answer.text
        yield answer

    async def close(self) -> None:
        """Nothing is held."""
