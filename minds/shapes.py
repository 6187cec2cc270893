"""A JSON schema in plain words, for models that are told the form of an answer and not held to it. Nothing else."""

from collections.abc import Mapping, Sequence
from typing import Any

INSTRUCTION = "Answer with one JSON object in this form, and write nothing before or after it:\n{shape}"
NESTING = 8
"""A schema that goes deeper, or round in a circle, is described down to here."""


def instruction(schema: Mapping[str, Any]) -> str:
    """The sentence that asks for an object of this schema."""
    return INSTRUCTION.format(shape=shape(schema))


def shape(schema: Mapping[str, Any]) -> str:
    """`{"speakers": [wren | bo, ...], "reason": text}`: every field by name, with the values that are allowed."""
    definitions = schema.get("$defs") or schema.get("definitions") or {}
    return _shape(schema, definitions, NESTING)


def _shape(schema: Any, definitions: Mapping[str, Any], deep: int) -> str:
    if not isinstance(schema, Mapping) or deep == 0:
        return "anything"
    if "$ref" in schema:
        return _shape(definitions.get(str(schema["$ref"]).rsplit("/", 1)[-1]), definitions, deep - 1)
    for either in ("anyOf", "oneOf"):
        if either in schema:
            return " or ".join(_shape(one, definitions, deep - 1) for one in schema[either])
    if "const" in schema:
        return str(schema["const"])
    if "enum" in schema:
        return " | ".join(str(value) for value in schema["enum"])
    return _typed(schema, definitions, deep)


def _typed(schema: Mapping[str, Any], definitions: Mapping[str, Any], deep: int) -> str:
    kind = schema.get("type", "object" if "properties" in schema else "")
    if isinstance(kind, Sequence) and not isinstance(kind, str):
        return " or ".join(_typed({**schema, "type": one}, definitions, deep) for one in kind)
    match kind:
        case "object":
            fields = schema.get("properties", {}).items()
            return "{" + ", ".join(f'"{name}": {_shape(field, definitions, deep - 1)}' for name, field in fields) + "}"
        case "array":
            return f"[{_shape(schema.get('items'), definitions, deep - 1)}, ...]"
        case "string":
            return _noted("text", schema)
        case "integer" | "number":
            return _noted(_range("a whole number" if kind == "integer" else "a number", schema), schema)
        case "boolean":
            return "true | false"
        case "null":
            return "null"
        case _:
            return "anything"


def _range(word: str, schema: Mapping[str, Any]) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        return f"{word} from {low} to {high}"
    return word


def _noted(word: str, schema: Mapping[str, Any]) -> str:
    note = schema.get("description")
    return f"{word} ({note})" if note else word
