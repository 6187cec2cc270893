"""How a measurement is shown: a table for people, and one JSON line for whoever compares runs."""

import json
from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table


def show(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], numbers: Mapping[str, float]) -> None:
    """Print both; the first column is on the left, numbers are on the right."""
    table = Table(title=title)
    for at, column in enumerate(columns):
        table.add_column(column, justify="right" if at else "left")
    for row in rows:
        table.add_row(*row)
    Console().print(table)
    print(json.dumps({name: round(value, 3) for name, value in numbers.items()}))
