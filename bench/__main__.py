"""`make bench`: every figure beside its baseline, measured in the same run. `python -m bench rooms` runs one part."""

import logging
import os
import platform
import sys
from importlib import import_module

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


def main(parts: list[str]) -> None:
    """Print the tables of these parts, and where they were measured."""
    logging.disable(logging.WARNING)
    for part in parts:
        import_module(f"bench.{part}").main()
        print()
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores{load}. Compare only figures of the same run.")


if __name__ == "__main__":
    main(sys.argv[1:] or list(PARTS))
