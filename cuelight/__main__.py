"""Entry point of the command `cuelight`; Ctrl+C ends it silently, even during the imports."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from cuelight.resource_limits import TOO_FEW_FILES, shortage

INTERRUPTED = 130  # a shell's exit status for a program that Ctrl+C ended
NO_ROOM = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments and return its exit status."""
    _fill_closed_streams()
    if (short := shortage()) is not None:
        return _stop(short)
    try:
        from cuelight.cli import run  # half a second on a slow machine

        return run(argv)
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        if error.errno not in (errno.EMFILE, errno.ENFILE):
            raise
        return _stop(TOO_FEW_FILES)


def _stop(words: str) -> int:
    with suppress(OSError):
        print(f"cuelight: {words}", file=sys.stderr)
    return NO_ROOM


def _fill_closed_streams() -> None:
    """Open every standard stream that is closed, so that no other file gets its number.

    Libraries write to a stream without checking that it exists. Commands that need input report a missing one
    themselves.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest free number
            if name != "stdin":
                setattr(sys, name, open(number, "w", encoding="utf-8", closefd=False))  # noqa: SIM115


if __name__ == "__main__":
    sys.exit(main())
