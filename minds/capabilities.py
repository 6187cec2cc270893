"""What a model server takes, and the parameters of a call made of it. Pure: nothing is sent here."""

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from events.asked import Request, Said, Scene
from minds.shapes import instruction

Structured = Literal["json_schema", "json_object", "text"]
LOWER: dict[Structured, Structured] = {"json_schema": "json_object", "json_object": "text", "text": "text"}

OPENAI_ONLY = ("prompt_cache_key", "safety_identifier", "store")
LIMITS = ("max_tokens", "max_completion_tokens")
"""The field's name for it, and the one that OpenAI's reasoning models take instead."""
CAN_GO = (*LIMITS, *OPENAI_ONLY, "stream_options", "temperature", "response_format")
"""A call makes sense without these."""
OTHER_NAMES = {"response_format": "response_format|response format|json_schema|json_object|structured outputs?|grammar"}
REFUSES = re.compile(
    r"unsupported|not support|unknown|unrecogni[sz]ed|unexpected|extra|not (permitted|allowed)|cannot find",
    re.IGNORECASE,
)

QUESTION = Request(
    role="producer",
    messages=(Said("user", "Is water wet?"),),
    schema_name="probe",
    schema={
        "type": "object",
        "properties": {"answer": {"type": "string", "enum": ["yes", "no"]}},
        "required": ["answer"],
        "additionalProperties": False,
    },
    max_tokens=64,
    temperature=0.0,
    cache_key="probe",
    scene=Scene(cast=(), lines=()),
)
"""A model that is not held to the schema answers this in prose."""


class Capability(Struct, frozen=True, kw_only=True):
    """What is known about one server and model. Grows by a probe, shrinks by rejections."""

    structured: Structured = "json_schema"
    extras: bool = False
    """Takes what only OpenAI defines; each such parameter can still be refused by itself."""
    limits: tuple[str, ...] = LIMITS
    """Names of the token limit, the likelier first."""
    refused: frozenset[str] = frozenset()
    probed: bool = False
    """Until then the schema is sent and told in words as well."""

    def without(self, parameter: str) -> "Capability":
        """After the server rejected this parameter."""
        if parameter == "response_format":
            return replace(self, structured=LOWER[self.structured])
        return replace(self, refused=self.refused | {parameter})


def presumed(host: str) -> Capability:
    """What to expect of a server before it was asked anything."""
    openai = host == "api.openai.com" or host.endswith(".api.openai.com")
    return Capability(extras=openai, limits=LIMITS[::-1] if openai else LIMITS)


def parameters(request: Request, model: str, capability: Capability, *, stream: bool, salt: str) -> dict[str, Any]:
    """The call. A speaker's name is never an API `name`: servers allow there only some letters of ours."""
    wanted: dict[str, Any] = {"temperature": request.temperature}
    if limit := next((name for name in capability.limits if name not in capability.refused), None):
        wanted[limit] = request.max_tokens
    if stream:
        wanted["stream_options"] = {"include_usage": True}
    if request.schema is not None and capability.structured != "text":
        wanted["response_format"] = _response_format(request, capability.structured)
    if capability.extras:
        wanted["store"] = False
    if capability.extras and request.cache_key:
        wanted["prompt_cache_key"] = request.cache_key
    if capability.extras and request.cache_key and salt:
        wanted["safety_identifier"] = sha256(f"{salt}:{request.cache_key}".encode()).hexdigest()
    accepted = {name: value for name, value in wanted.items() if name not in capability.refused}
    return {"model": model, "messages": _messages(request, capability), "stream": stream, **accepted}


def _response_format(request: Request, structured: Structured) -> dict[str, Any]:
    if structured == "json_object":
        return {"type": "json_object"}
    named = {"name": request.schema_name or request.role, "schema": request.schema, "strict": True}
    return {"type": "json_schema", "json_schema": named}


def _messages(request: Request, capability: Capability) -> list[dict[str, str]]:
    messages = [{"role": said.role, "content": said.text} for said in request.messages]
    held_to_it = capability.probed and capability.structured == "json_schema"
    if request.schema is not None and messages and not held_to_it:
        messages[-1]["content"] += "\n\n" + instruction(request.schema)
    return messages


def rejected(sent: Mapping[str, Any], parameter: str | None, complaint: str) -> str | None:
    """Which of the sent parameters a server's complaint is about, if a call makes sense without it.

    Args:
        sent: the parameters of the call.
        parameter: what the server names as the culprit, where its error has a field for that.
        complaint: its words.
    """
    candidates = [name for name in CAN_GO if name in sent]
    for words in (parameter or "", complaint):
        for name in candidates:
            pattern = rf"(?<!\w)({OTHER_NAMES.get(name, name)})(?!\w)"
            # A limit that is only too high must not be dropped: the next answer would have none.
            if re.search(pattern, words, re.IGNORECASE) and (name not in LIMITS or REFUSES.search(complaint)):
                return name
    return None
