"""Reading a TOML file that a person writes.

All mistakes are reported at once, each with its line and a remedy.

The permitted content is defined by the subclass, such as the one in `hardware.table_file.load`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from companion.core.errors import InputError
from companion.core.safe_parse import read_toml

MOST_UNREADABLE = 20  # lines that are no TOML, after which reading stops


class Mistake(NamedTuple):
    """A mistake: its line from 1 (0 for none in particular), a description, and a remedy."""

    line: int
    what: str
    remedy: str

    def text(self, name: str) -> str:
        """Return the mistake as one line that begins with its place."""
        return f"{name}:{self.line}: {self.what}. {self.remedy}" if self.line else f"{name}: {self.what}. {self.remedy}"


@dataclass
class Reading:
    """Reads a document and collects its mistakes.

    An invalid value is replaced by a placeholder, to go on reading.

    A place in it consists of a table's name, its number among the tables of that name, and a member's name.
    """

    data: dict[str, Any]
    lines: dict[tuple[str, int, str], int]
    mistakes: list[Mistake]

    @classmethod
    def of(cls, text: str) -> Self:
        """Return the reading of a text; lines that are no TOML are among its mistakes."""
        mistakes, data = _parsed(text)
        return cls(data, _lines_of(text), mistakes)

    def wrong(self, where: tuple[str, int, str], what: str, remedy: str) -> None:
        """Add a mistake at a place, with a remedy."""
        table, number, _member = where
        line = self.lines.get(where) or self.lines.get((table, number, "")) or 0
        self.mistakes.append(Mistake(line, what, remedy))

    def known(self, members: dict[str, Any], names: Sequence[str], table: str, number: int) -> None:
        """Add a mistake for each member that has none of these names."""
        for member in members:
            if member not in names:
                alike = difflib.get_close_matches(member, names, 1)
                remedy = f"Did you mean {alike[0]}?" if alike else f"Write one of: {', '.join(names)}."
                is_table = not table and isinstance(members[member], dict | list)
                where = (member, 0, "") if is_table else (table, number, member)
                self.wrong(where, f"there is nothing called {member!r} here", remedy)

    def word(self, members: dict[str, Any], name: str, words: Sequence[str], table: str, number: int) -> str:
        """Return a member that must be one of these words; "" if it is not."""
        value = members.get(name)
        if value not in words:
            what = f"{name} is missing" if value is None else f"{name} is {value!r}"
            self.wrong((table, number, name), what, f"Write one of: {', '.join(words)}.")
        return str(value) if value in words else ""

    def section(self, name: str, names: Sequence[str]) -> dict[str, Any]:
        """Return the only table of this name, whose members may have these names."""
        value = self.data.get(name, {})
        if not isinstance(value, dict):
            self.wrong((name, 0, ""), f"{name} is no table", f"Write [{name}] on a line of its own.")
            return {}
        self.known(value, names, name, 0)
        return value

    def entries(self, name: str, names: Sequence[str]) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield each table of this name, with its number."""
        value = self.data.get(name, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.wrong((name, 0, ""), f"{name} is no list of tables", f"Write [[{name}]] above each one.")
            return
        for number, item in enumerate(value):
            self.known(item, names, name, number)
            yield number, item


def _parsed(text: str) -> tuple[list[Mistake], dict[str, Any]]:
    """Return the lines that are no TOML, which are skipped, and the document."""
    lines, mistakes = text.split("\n"), list[Mistake]()
    while True:
        try:
            return mistakes, read_toml("\n".join(lines))
        except InputError as error:
            number = error.line or len(lines)
            blank = next((at for at in range(min(number, len(lines)), 0, -1) if lines[at - 1].strip()), None)
            if blank is None or len(mistakes) == MOST_UNREADABLE:
                return [*mistakes, Mistake(number, error.what, _TOML)], {}
            mistakes.append(Mistake(blank, error.what, _TOML))
            lines[blank - 1] = ""


_TOML = 'Write `name = value`, with text in double quotes, such as device = "/dev/ttyUSB0".'


def _lines_of(text: str) -> dict[tuple[str, int, str], int]:
    """Return the line of each member.

    The key is the table's name, its number among tables of that name, and the member's name.
    """
    found: dict[tuple[str, int, str], int] = {}
    table, number, counts = "", 0, dict[str, int]()
    for at, line in enumerate(text.split("\n"), 1):
        head = re.match(r"\s*\[+\s*([\w.-]+)\s*\]+", line)
        if head:
            table = head[1]
            number = counts.get(table, 0)
            counts[table] = number + 1
            found[table, number, ""] = at
        member = re.match(r"\s*([\w-]+)\s*=", line)
        if member:
            found[table, number, member[1]] = at
    return found
