"""What is asked of a model and what it answers: the words that the panel, the minds and the rooms share."""

from hashlib import sha256
from typing import Literal

import msgspec
from msgspec import Struct

from events.base import PersonaId
from events.decided import Cue, Role


class Said(Struct, frozen=True, gc=False):
    """One message of a chat prompt."""

    role: Literal["system", "user", "assistant"]
    text: str


class SceneCard(Struct, frozen=True, kw_only=True, gc=False):
    """A persona as a model may see it."""

    id: PersonaId
    name: str
    summary: str
    voice: tuple[str, ...] = ()


class SceneLine(Struct, frozen=True, kw_only=True, gc=False):
    """One line of the recent talk."""

    name: str
    text: str
    persona: PersonaId | None = None


class Scene(Struct, frozen=True, kw_only=True, gc=False):
    """The same request as plain data, for minds whose recipe is not a chat prompt (the embedded model)."""

    cast: tuple[SceneCard, ...]
    lines: tuple[SceneLine, ...]
    """Oldest first."""
    speakers: tuple[Cue, ...] = ()
    """Who is staged (writer), or whose motivation is asked."""
    focus: str = ""
    """The newest message of a person."""
    place: str = ""
    silent_for: float = 0.0
    """Seconds since the last word."""
    held_back: tuple[SceneLine, ...] = ()
    """What these speakers wrote in this turn and may not say: the next attempt is another one."""


class Request(Struct, frozen=True, kw_only=True, gc=False):
    """One model call: the stable prefix first, the volatile brief last."""

    role: Role
    messages: tuple[Said, ...]
    schema_name: str = ""
    schema: dict[str, object] | None = None
    max_tokens: int = 400
    temperature: float = 0.8
    cache_key: str = ""
    """One a room: keeps the prefix on one cache (`prompt_cache_key`)."""
    scene: Scene


class Answer(Struct, frozen=True, kw_only=True, gc=False):
    """What a mind brought back."""

    text: str
    model: str
    finish: str = "stop"
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    seconds: float = 0.0


def digest(request: Request) -> str:
    """16 hex digits that name a prompt: equal for the same role, messages and schema, whatever the process."""
    named = (request.role, request.messages, request.schema)
    return sha256(msgspec.json.encode(named, order="deterministic")).hexdigest()[:16]
