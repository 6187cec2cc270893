"""Old dict to new dict, one step a schema number: how facts of earlier versions are read today.

A kind's tag is for ever. A field that is added has a default and needs no step; a change of meaning is a new kind.
A step is a pure function from the JSON object of schema n to that of schema n + 1.
"""

from collections.abc import Callable, Mapping

from events.catalogue import SCHEMAS
from events.errors import FutureSchema, UnknownKind

Step = Callable[[dict[str, object]], dict[str, object]]

STEPS: Mapping[tuple[str, int], Step] = {}
"""(kind, from schema) -> the step to the next schema."""


def upcast(
    data: dict[str, object],
    kind: str,
    schema: int,
    *,
    stream: str = "?",
    version: int = 0,
    steps: Mapping[tuple[str, int], Step] = STEPS,
) -> dict[str, object]:
    """The JSON object at the newest schema of its kind.

    Raises:
        UnknownKind: this version has no such kind.
        FutureSchema: the fact was written by a newer version; it is refused, not guessed.
    """
    known = SCHEMAS.get(kind)
    if known is None:
        raise UnknownKind(kind=kind, stream=stream, version=version)
    newest = max([known, *(start + 1 for name, start in steps if name == kind)])
    if schema > newest:
        raise FutureSchema(kind=kind, schema=schema, known=newest, stream=stream, version=version)
    for step in range(schema, newest):
        data = steps[kind, step](data)
    return data
