"""Any fact of any kind, for hypothesis: built from the types of its fields, so that a new kind needs nothing here."""

from datetime import UTC, datetime
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import fields

from events.base import Fact
from events.catalogue import KINDS

PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    NoneType: st.none(),
    bool: st.booleans(),
    int: st.integers(-(2**63), 2**63 - 1),
    float: st.floats(allow_nan=False, allow_infinity=False),
    str: st.text(max_size=40),
    datetime: st.datetimes(timezones=st.just(UTC)),
}


def of(kind: type[Struct]) -> st.SearchStrategy[Any]:
    """Values of a struct, with some of its defaults left as they are."""
    hints = get_type_hints(kind)
    required = {field.name: value(hints[field.name]) for field in fields(kind) if field.required}
    optional = {field.name: value(hints[field.name]) for field in fields(kind) if not field.required}
    return st.fixed_dictionaries(required, optional=optional).map(lambda values: kind(**values))


def value(hint: Any) -> st.SearchStrategy[Any]:
    """Values of a type, as far as facts use types."""
    origin, inner = get_origin(hint), get_args(hint)
    if isinstance(hint, NewType):
        return value(hint.__supertype__)
    if origin is Annotated:
        return value(inner[0])
    if origin is Literal:
        return st.sampled_from(inner)
    if origin in {Union, UnionType}:
        return st.one_of(*map(value, inner))
    if origin is tuple and inner[-1] is not ...:
        return st.tuples(*map(value, inner))
    if origin is tuple:
        return st.lists(value(inner[0]), max_size=3).map(tuple)
    return PLAIN[hint] if hint in PLAIN else of(hint)


KIND = st.sampled_from([KINDS[name] for name in sorted(KINDS)])
FACTS: st.SearchStrategy[Fact] = KIND.flatmap(of)
"""Facts of all kinds."""
