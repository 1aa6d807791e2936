"""The command `cuelight`, which ends without a word when it is interrupted, also while it is being loaded."""

from __future__ import annotations

import sys
from collections.abc import Sequence

INTERRUPTED = 130  # what a shell says of a program that Ctrl+C has ended


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments and return its exit status."""
    try:
        from cuelight.program import run  # takes half a second on a slow machine

        return run(argv)
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
