"""Run every measurement in turn, each under a title: `python -m bench`."""

import sys
from importlib import import_module

MEASUREMENTS = {
    "engine": "The rules",
    "journal": "The journal",
    "replay": "A game taken up again",
    "mat": "From a card on the mat to its lamp",
    "readers": "From a tag to the lamp",
    "table": "From a tag to the pages",
    "viewers": "Many viewers",
    "pages": "The pages",
    "bots": "How strong the bots are",
}


def main() -> int:
    """Print what is measured on this machine; 1 when a measurement misses its goal."""
    missed = False
    for name, title in MEASUREMENTS.items():
        print(f"{title} (bench.{name})", flush=True)
        missed |= bool(import_module(f"bench.{name}").main())
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
