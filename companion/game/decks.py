"""Deck files: what `cuelight deck` asks of a game's, and where in such a TOML text its tables and keys stand.

What a table means is for the game whose deck it is.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from companion.core.errors import InputError
from companion.core.i18n import _

HEADER = re.compile(r"^\s*\[\[\s*(\w+)\s*\]\]")
KEY = re.compile(r"""^\s*["']?([\w-]+)["']?\s*=""")
LONG_TEXT = re.compile(r'"""|' + r"'''")


class Fault(NamedTuple):
    """One thing that is wrong: the line (from 1), what it is about, such as `III.4 points`, and the reason."""

    line: int
    where: str
    reason: str


class TomlTable:
    """One table of the file: its kind, its line, and the line of each of its keys."""

    def __init__(self, kind: str, line: int) -> None:
        self.kind = kind
        self.line = line
        self.keys: dict[str, int] = {}

    def line_of(self, key: str) -> int:
        """Where a key stands; the table's own line when it does not."""
        return self.keys.get(key, self.line)


def parts_of(text: str) -> list[TomlTable]:
    """The tables of a TOML text with the lines of their keys; the first one is the head of the file."""
    parts, inside = [TomlTable("", 1)], False
    for number, line in enumerate(text.splitlines(), start=1):
        if not inside:
            if header := HEADER.match(line):
                parts.append(TomlTable(header[1], number))
            elif key := KEY.match(line):
                parts[-1].keys.setdefault(key[1], number)
        inside ^= len(LONG_TEXT.findall(line)) % 2 == 1
    return parts


class Difference(NamedTuple):
    """One thing in which two decks differ; None for a card or field that one of them does not have."""

    card: str
    field: str
    first: Any
    second: Any


class DeckFiles(Protocol):
    """The decks of one game as files. A `text` is that of a deck file."""

    @abstractmethod
    def names(self) -> Sequence[str]:
        """The decks that come with the game."""

    @abstractmethod
    def text(self, name: str, /) -> str:
        """The text of one of them."""

    @abstractmethod
    def faults(self, text: str, /) -> list[Fault]:
        """All that is wrong, in the order of the lines."""

    @abstractmethod
    def counted(self, text: str, /) -> str:
        """How many cards a deck without a mistake has, in words."""

    @abstractmethod
    def new(self, deck_id: str, title: str | None, edition: str | None, /) -> tuple[str, str]:
        """A file to be filled in, and in words what is in it. Raises InputError for an edition that there is not."""

    @abstractmethod
    def shown(self, text: str, /) -> str:
        """A deck for people. Raises InputErrors with everything that is wrong."""

    @abstractmethod
    def objects(self, text: str, /) -> Any:
        """The card objects that a position takes. Raises InputErrors with everything that is wrong."""

    @abstractmethod
    def differences(self, first: str, second: str, /) -> list[Difference]:
        """In what two decks differ. Raises InputErrors with everything that is wrong in one of them."""


class FixedDeck(DeckFiles):
    """The deck of a game whose cards are what they are, such as the 52 of a pack: it is shown, and no other is read.

    Args:
        title: the game's.
        ids: the names of its decks, which all have the same cards.
        cards: every card once.
    """

    def __init__(self, title: str, ids: Sequence[str], cards: Sequence[str]) -> None:
        self._title, self._ids, self._cards = title, ids, cards

    def names(self) -> Sequence[str]:
        """The decks that come with the game."""
        return self._ids

    def text(self, name: str, /) -> str:
        """A card a line."""
        return "\n".join(self._cards)

    def faults(self, text: str, /) -> list[Fault]:
        """Whatever is in another file, it is no deck of this game."""
        return [] if text == self.text("") else [Fault(1, "", self._refusal)]

    def counted(self, text: str, /) -> str:
        """How many cards it has."""
        return f"{len(self._cards)} cards"

    def new(self, deck_id: str, title: str | None, edition: str | None, /) -> tuple[str, str]:
        """There is nothing to fill in."""
        raise InputError(self._refusal, field="game")

    def shown(self, text: str, /) -> str:
        """Its title, and a card a line."""
        return "\n".join([f"{self._title}: {self.counted(text)}", *self.objects(text)])

    def objects(self, text: str, /) -> list[str]:
        """The cards by name."""
        if self.faults(text):
            raise InputError(self._refusal, line=1)
        return list(self._cards)

    def differences(self, first: str, second: str, /) -> list[Difference]:
        """None, for there is one deck."""
        self.objects(first)
        self.objects(second)
        return []

    @property
    def _refusal(self) -> str:
        return takes_no_deck(self._title)


def takes_no_deck(title: str) -> str:
    """What is said of a deck file for a game that has one deck."""
    return _("{title} is played with its own cards, and takes no other deck", title=title)
