"""Prompt texts: jinja2 templates, and the filters that keep names and words of people data, never structure."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined

LONGEST_NAME = 80


@cache
def _prompts() -> Environment:
    here = Path(__file__).with_name("prompts")
    # Prompts are plain text for a model, not a page: nothing is escaped, and words of people are only ever values.
    plain = Environment(
        loader=FileSystemLoader(here),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
    )
    filters = cast("dict[str, Callable[..., object]]", plain.filters)
    filters.update(name=one_line, quoted=quoted)
    return plain


def render(template: str, **values: Any) -> str:
    """One prompt text."""
    return _prompts().get_template(template).render(**values).strip()


def one_line(name: object) -> str:
    """A name as data: one line, no control characters, no colon that could pass for a label, of bounded length."""
    kept = "".join(sign if sign.isprintable() else " " for sign in str(name)).replace(":", " ").replace("[", "(")
    return " ".join(kept.replace("]", ")").split())[:LONGEST_NAME] or "somebody"


def quoted(text: object) -> str:
    """Words of people as data: further lines are indented, so that none can begin with a label or a role."""
    return "\n    ".join(line.rstrip() for line in str(text).splitlines() if line.strip())
