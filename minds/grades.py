"""What exams found about models, by name, in one small file beside the database: written by exams, read at start."""

from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

FILE: Final = "grades.json"
EMBEDDED: Final = "embedded"
"""What the embedded model is called there."""


class Grade(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The leak exam of one model."""

    model: str
    leaks: float | None = None
    """Leaks a trial, 0 to 1; None where no trial counted."""
    trials: int = 0
    low: float = 0.0
    high: float = 1.0
    """The 95 % interval of the rate."""


def read(folder: Path) -> dict[str, Grade]:
    """The grades in a data folder; none where nothing was examined yet.

    Raises:
        ValueError: the file is damaged, and says so; an exam writes a new one.
    """
    file = folder / FILE
    if not file.exists():
        return {}
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, Grade])
    except msgspec.DecodeError as why:
        raise ValueError(f"{file} cannot be read ({why}). Delete it and run the leak exam again.") from why


def write(folder: Path, grade: Grade) -> None:
    """Put a grade in the place of an older one of the same model."""
    folder.mkdir(parents=True, exist_ok=True)
    grades = read(folder) | {grade.model: grade}
    new = folder / f"{FILE}.new"
    new.write_bytes(msgspec.json.format(msgspec.json.encode(grades, order="sorted")) + b"\n")
    new.replace(folder / FILE)
