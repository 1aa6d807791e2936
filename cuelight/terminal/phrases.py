"""English phrases in the output of commands: counts and lists."""

from __future__ import annotations

from collections.abc import Sequence


def count(number: int, noun: str) -> str:
    """Return a number with its noun, such as "1 game" or "2 games"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def listed(names: Sequence[str]) -> str:
    """Return names as a list, such as "Ann, Ben and Cleo"; "" for none."""
    return " and ".join(", ".join(group) for group in (names[:-1], names[-1:]) if group)
