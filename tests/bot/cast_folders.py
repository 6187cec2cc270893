"""Folders of cards for the tests of casts, and the three smallest pictures."""

from pathlib import Path

from bot.card_files import Problem
from bot.cards import Cast

PNG = b"\x89PNG\r\n\x1a\n" + b"some pixels" + b"\0\0\0\0IEND\xaeB`\x82"
JPEG = b"\xff\xd8\xff\xe0" + b"some pixels" + b"\xff\xd9"
WEBP = b"RIFF" + (15).to_bytes(4, "little") + b"WEBP" + b"some pixels"

ADA = 'id = "ada"\nname = "Ada"\ncard = "A clockmaker who listens."\n'
CY = 'id = "cy"\nname = "Cy"\ncard = "A gardener who counts."\n'
BO = 'id = "bo"\nname = "Bo"\ncard = "A sailor who hums."\n'


def a_cast(root: Path, /, name: str = "shop", **cards: str | bytes) -> Path:
    """A folder with one TOML file a keyword."""
    folder = root / name
    folder.mkdir()
    for stem, text in cards.items():
        (folder / f"{stem}.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def ids(cast: Cast) -> list[str]:
    return [persona.id for persona in cast.personas]


def the_problem(cast: Cast) -> Problem:
    (problem,) = cast.problems
    return problem
