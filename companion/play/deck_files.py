"""Where in a deck file, a TOML text, its tables and keys stand; so that a mistake can be told with its line.

What a table means is for the game whose deck it is.
"""

from __future__ import annotations

import re
from typing import NamedTuple

HEADER = re.compile(r"^\s*\[\[\s*(\w+)\s*\]\]")
KEY = re.compile(r"""^\s*["']?([\w-]+)["']?\s*=""")
LONG_TEXT = re.compile(r'"""|' + r"'''")


class Fault(NamedTuple):
    """One thing that is wrong: the line (from 1), what it is about, such as `III.4 points`, and the reason."""

    line: int
    where: str
    reason: str


class Part:
    """One table of the file: its kind, its line, and the line of each of its keys."""

    def __init__(self, kind: str, line: int) -> None:
        self.kind = kind
        self.line = line
        self.keys: dict[str, int] = {}

    def line_of(self, key: str) -> int:
        """Where a key stands; the table's own line when it does not."""
        return self.keys.get(key, self.line)


def parts_of(text: str) -> list[Part]:
    """The tables of a TOML text with the lines of their keys; the first one is the head of the file."""
    parts, inside = [Part("", 1)], False
    for number, line in enumerate(text.splitlines(), start=1):
        if not inside:
            if header := HEADER.match(line):
                parts.append(Part(header[1], number))
            elif key := KEY.match(line):
                parts[-1].keys.setdefault(key[1], number)
        inside ^= len(LONG_TEXT.findall(line)) % 2 == 1
    return parts
