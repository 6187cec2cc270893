"""What the house tests look at: the files of the project, as a stranger would get them."""

import ast
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("events", "panel", "store", "minds", "rooms", "replay", "bot")
NOT_OURS = {".git", ".venv", ".hypothesis", ".pytest_cache", ".ruff_cache", ".import_linter_cache", "__pycache__"}
NOT_SHIPPED = {ROOT / "data", ROOT / "models"}


def files(*suffixes: str) -> list[Path]:
    """Every file of the project with one of these endings, or every file; what `.gitignore` names is left out."""
    return sorted(file for file in _walk(ROOT) if not suffixes or file.suffix in suffixes)


def _walk(folder: Path) -> list[Path]:
    found: list[Path] = []
    for entry in folder.iterdir():
        if entry.name in NOT_OURS or entry in NOT_SHIPPED or entry.name == ".env":
            continue
        found += _walk(entry) if entry.is_dir() else [entry]
    return found


def named(file: Path) -> str:
    """The path as a person would write it."""
    return file.relative_to(ROOT).as_posix()


def tree(name: str) -> ast.Module:
    """The source of a file, parsed."""
    return ast.parse((ROOT / name).read_text(encoding="utf-8"))


def pyproject() -> dict[str, dict[str, object]]:
    """What pyproject.toml says."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
