"""The person at the terminal: reads, types, touches and presses."""

from __future__ import annotations

import select
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import BufferedReader
from typing import Protocol

from cuelight.terminal.input_files import write_text


class Person(Protocol):
    """The person who sets a table up: reads, types, touches and presses."""

    def show(self, text: str) -> None:
        """Show a sentence."""

    def choose(self, text: str, choices: Sequence[str]) -> str:
        """Ask for one of these."""

    def has_given_up(self) -> bool:
        """Return whether to stop waiting for a touch or a press."""


class Terminal:
    """The person at this terminal."""

    show = staticmethod(write_text)

    def choose(self, text: str, choices: Sequence[str]) -> str:
        """Ask until the answer is one of the choices; Enter alone selects the first."""
        while True:
            answer = input(f"{text} [{'/'.join(choices)}] ").strip() or choices[0]
            if answer in choices:
                return answer

    def has_given_up(self) -> bool:
        """Return False; only Ctrl+C ends the waiting."""
        return False


def ask_now(words: str) -> str:
    """Ask at this terminal; text typed before the question is dropped, because it answered something else.

    Other input than a terminal is read line by line. Raises EOFError at its end.
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
    """Return whether an input that is no terminal has ended."""
    read = sys.stdin.buffer
    if sys.stdin.isatty() or not select.select([sys.stdin], [], [], 0)[0]:
        return False
    return isinstance(read, BufferedReader) and not read.peek(1)
