"""`make bench`: every figure beside its baseline, measured in the same run. `python -m bench rooms` runs one part."""

import logging
import os
import platform
from importlib import import_module
from typing import Annotated

import typer

PARTS = (
    "address",
    "appends",
    "arrangements",
    "fold",
    "latency",
    "pairs",
    "prefix",
    "rooms",
    "screen",
    "speakers",
    "strategies",
)


def main(
    parts: Annotated[
        list[str] | None, typer.Argument(help=f"Of: {', '.join(PARTS)}. All, where none is named.")
    ] = None,
) -> None:
    """Measure speed and memory, each figure beside a baseline of the same run. Example: `python -m bench rooms`."""
    unknown = [part for part in parts or () if part not in PARTS]
    if unknown:
        raise typer.BadParameter(f"there is no part called {', '.join(unknown)}; choose of {', '.join(PARTS)}")
    logging.disable(logging.WARNING)
    for part in parts or PARTS:
        import_module(f"bench.{part}").main()
        print()
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores{load}. Compare only figures of the same run.")


if __name__ == "__main__":
    typer.run(main)
