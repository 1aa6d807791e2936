"""Whoever sets a table up or looks after it: reads, types, touches and presses."""

from __future__ import annotations

import select
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import BufferedReader
from typing import Protocol

from cuelight.terminal.input_files import write_text


class Person(Protocol):
    """Whoever sets the table up: reads, types, touches and presses."""

    def tell(self, text: str) -> None:
        """Show a sentence."""

    def choose(self, text: str, choices: Sequence[str]) -> str:
        """Ask for one of these."""

    def has_given_up(self) -> bool:
        """Whether waiting for a touch or a press is to end."""


class Terminal:
    """The person at this terminal."""

    def tell(self, text: str) -> None:
        """Print a sentence."""
        write_text(text)

    def choose(self, text: str, choices: Sequence[str]) -> str:
        """Ask until the answer is one of the choices; Enter alone is the first."""
        while True:
            answer = input(f"{text} [{'/'.join(choices)}] ").strip() or choices[0]
            if answer in choices:
                return answer

    def has_given_up(self) -> bool:
        """Never: Ctrl+C ends it."""
        return False


def ask_now(words: str) -> str:
    """Ask at this terminal; what was typed before the question is dropped, for it answered something else.

    What is no terminal is read line by line. Raises EOFError at its end.
    """
    if not sys.stdin.isatty():
        print(words, flush=True)
        line = sys.stdin.buffer.readline()
        if not line:
            raise EOFError
        return line.decode("utf-8", "replace")
    with suppress(ImportError, OSError):
        import termios

        with suppress(termios.error):
            termios.tcflush(sys.stdin, termios.TCIFLUSH)
    return input(words)


def has_hung_up() -> bool:
    """Whether what is read in place of a terminal has ended."""
    read = sys.stdin.buffer
    if sys.stdin.isatty() or not select.select([sys.stdin], [], [], 0)[0]:
        return False
    return isinstance(read, BufferedReader) and not read.peek(1)
