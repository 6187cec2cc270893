"""A schema in words: every field is named, whatever the schema is made of."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from minds.shapes import instruction, shape


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "string"}, "text"),
        ({"type": "string", "description": "one line"}, "text (one line)"),
        ({"type": "integer", "minimum": 1, "maximum": 5}, "a whole number from 1 to 5"),
        ({"type": "number"}, "a number"),
        ({"type": "boolean"}, "true | false"),
        ({"enum": ["wren", "bo"]}, "wren | bo"),
        ({"const": "wren"}, "wren"),
        ({"type": ["string", "null"]}, "text or null"),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "a whole number or null"),
        ({"type": "array", "items": {"type": "string"}}, "[text, ...]"),
        ({"properties": {"a": {"type": "string"}}}, '{"a": text}'),
        ({"$ref": "#/$defs/Name", "$defs": {"Name": {"type": "string"}}}, "text"),
        ({"$ref": "#/$defs/Nobody"}, "anything"),
        ({}, "anything"),
    ],
)
def test_a_schema_reads_as_words(schema, words):
    assert shape(schema) == words


def test_a_schema_that_goes_round_in_a_circle_ends():
    circle = {"$ref": "#/$defs/A", "$defs": {"A": {"type": "array", "items": {"$ref": "#/$defs/A"}}}}
    assert shape(circle).count("[") < 10


@given(some.sets(some.from_regex(r"[a-z]{1,12}", fullmatch=True), min_size=1, max_size=6))
def test_no_field_is_forgotten(names):
    schema = {"type": "object", "properties": {name: {"type": "string"} for name in names}}
    told = instruction(schema)
    assert all(f'"{name}": text' in told for name in names)
