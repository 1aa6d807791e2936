"""Whoever sets a table up or looks after it: reads, types, touches and presses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from cuelight.commands.files import write_text


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
