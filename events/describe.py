"""The catalogue of facts as a page, read off the types: `python -m events.describe > docs/events.md`. No words of its
own about any kind: what the page says of one is what its source says.
"""

import ast
import inspect
import sys
from collections.abc import Iterator
from types import ModuleType

from msgspec import Struct

from events import controls, decided, heard, memories, persona, policy, screening
from events.base import Fact
from events.catalogue import DECIDED, HEARD, SCHEMAS, personal_fields

HEAD = """# The facts

Everything that a room's log can hold, made from `events/` by `python -m events.describe > docs/events.md`.

A fact is stored as JSON with its kind, beside an envelope: guild, stream (one a room), version (gapless from 1), time
(UTC), cause (the version of what it answers) and the schema number of its kind. **Heard** facts are inputs. **Decided**
facts follow from the input before them, and are appended with it in one transaction. Fields marked *personal* hold
words or names of people: they are stored beside the log and can be blanked; they then read `[erased]`.
"""


class Field(Struct, frozen=True):
    """One field of a struct, as its source writes it."""

    name: str
    type: str
    default: str | None
    text: str


class Description(Struct, frozen=True):
    """What the source says of one class."""

    text: str
    fields: tuple[Field, ...]


def page() -> str:
    """The whole page, in Markdown."""
    described = dict(_described(heard, decided, memories, controls, screening, persona, policy))
    parts = [HEAD]
    for title, kinds in (("Heard", HEARD), ("Decided", DECIDED)):
        parts.append(f"## {title}\n")
        parts += [_section(str(kind.__struct_config__.tag), described[kind.__name__], kind) for kind in kinds]
    parts.append("## What they are made of\n")
    parts += [_section(name, described[name], None) for name in _parts(described)]
    return "\n".join(parts)


def _parts(described: dict[str, Description]) -> list[str]:
    """The structs that are no facts themselves."""
    facts = {kind.__name__ for kind in (*HEARD, *DECIDED)}
    return [name for name in described if name not in facts]


def _described(*modules: ModuleType) -> Iterator[tuple[str, Description]]:
    for module in modules:
        for node in ast.parse(inspect.getsource(module)).body:
            if isinstance(node, ast.ClassDef):
                yield node.name, Description(ast.get_docstring(node) or "", tuple(_fields(node)))


def _fields(node: ast.ClassDef) -> Iterator[Field]:
    """The annotated names of a class, each with the string that stands below it."""
    for statement, below in zip(node.body, [*node.body[1:], None], strict=True):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            default = ast.unparse(statement.value) if statement.value else None
            yield Field(statement.target.id, ast.unparse(statement.annotation), default, _words(below))


def _words(statement: ast.stmt | None) -> str:
    match statement:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return " ".join(text.split())
        case _:
            return ""


def _section(title: str, described: Description, kind: type[Fact] | None) -> str:
    personal = personal_fields(kind) if kind else ()
    schema = SCHEMAS[title] if kind else 1
    lines = [f"### `{title}`", "", described.text]
    if schema > 1:
        lines += ["", f"Schema {schema}."]
    if described.fields:
        lines += ["", "| field | type | default | |", "|---|---|---|---|"]
        lines += [_row(field, personal=field.name in personal) for field in described.fields]
    return "\n".join((*lines, ""))


def _row(field: Field, *, personal: bool) -> str:
    mark = "*personal.* " if personal else ""
    of = "str" if personal else field.type
    default = "needed" if field.default is None else f"`{_cell(field.default)}`"
    return f"| `{field.name}` | `{_cell(of)}` | {default} | {mark}{_cell(field.text)} |".replace("  |", " |")


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    sys.stdout.write(page())
