"""The command `cuelight`, which ends without a word when it is interrupted, also while it is being loaded."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from cuelight.resource_limits import TOO_FEW_FILES, shortage

INTERRUPTED = 130  # what a shell says of a program that Ctrl+C has ended
NO_ROOM = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments and return its exit status."""
    _fill_closed_streams()
    if (short := shortage()) is not None:
        return _stop(short)
    try:
        from cuelight.cli import run  # takes half a second on a slow machine

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
    """Where whoever started the program closed a standard stream, nothing comes and goes; no file gets its number.

    Libraries write to a stream without asking whether there is one. That there is no input is for commands to say.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free
            if name != "stdin":
                setattr(sys, name, open(number, "w", encoding="utf-8", closefd=False))  # noqa: SIM115


if __name__ == "__main__":
    sys.exit(main())
