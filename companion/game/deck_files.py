"""The decks of a game: those that come with it, its deck files, and the lines of tables and keys in a TOML text.

Each game decides what a table means.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from companion.core.errors import InputError
from companion.core.i18n import _
from companion.core.observation import TagKind
from companion.game.deck_form import CardForm
from companion.game.new_game import STAND_IN, OwnDeck

HEADER = re.compile(r"^\s*\[\[\s*(\w+)\s*\]\]")
KEY = re.compile(r"""^\s*["']?([\w-]+)["']?\s*=""")
LONG_TEXT = re.compile(r'"""|' + r"'''")


class Fault(NamedTuple):
    """One error: its line (from 1), its subject, such as `III.4 points`, and the reason."""

    line: int
    where: str
    reason: str


class TomlTable:
    """One table of the file: its kind, its line, and the line of each key."""

    def __init__(self, kind: str, line: int) -> None:
        self.kind = kind
        self.line = line
        self.keys: dict[str, int] = {}

    def line_of(self, key: str) -> int:
        """Return the line of a key; the table's own line if the key is missing."""
        return self.keys.get(key, self.line)


def parts_of(text: str) -> list[TomlTable]:
    """Return the tables of a TOML text with the lines of their keys; the first one is the head of the file."""
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
    """One difference between two decks; None for a card or field that one of them lacks."""

    card: str
    field: str
    first: Any
    second: Any


class DeckFiles(ABC):
    """The decks of one game. A `text` is that of a deck file.

    `form` is the form in which owners type the text of their cards; None if all cards are known.
    """

    form: CardForm | None = None

    @abstractmethod
    def names(self) -> Sequence[str]:
        """Return the ids of the decks that come with the game; no other deck may have one of these."""

    @abstractmethod
    def read(self, text: str, /) -> OwnDeck:
        """Return the deck of a text. Raises InputErrors with everything that is wrong, each with its line."""

    @abstractmethod
    def stand_in(self, edition: str, /) -> OwnDeck:
        """Return the invented deck that fits an edition."""

    @abstractmethod
    def things(self, deck: OwnDeck, edition: str, /) -> dict[TagKind, Sequence[str]]:
        """Return everything that can have a tag, by kind."""

    @abstractmethod
    def text(self, name: str, /) -> str:
        """Return the text of one of them."""

    @abstractmethod
    def faults(self, text: str, /) -> list[Fault]:
        """Return all errors, ordered by line."""

    @abstractmethod
    def counted(self, text: str, /) -> str:
        """Return the number of cards of a valid deck, in words."""

    @abstractmethod
    def new(self, deck_id: str, title: str | None, edition: str | None, /) -> tuple[str, str]:
        """Return a file to fill in, and a summary of it. Raises InputError for an unknown edition."""

    @abstractmethod
    def shown(self, text: str, /) -> str:
        """Return a deck for people. Raises InputErrors with all errors."""

    @abstractmethod
    def objects(self, text: str, /) -> Any:
        """Return the card objects for a position. Raises InputErrors with all errors."""

    @abstractmethod
    def differences(self, first: str, second: str, /) -> list[Difference]:
        """Return the differences of two decks. Raises InputErrors with all errors of one of them."""

    # --- with a default

    def stored(self, text: str, /) -> OwnDeck:
        """Return the deck of a text that was valid when the table stored it."""
        return self.read(text)


class FixedDeck(DeckFiles):
    """The deck of a game whose cards never change, such as a standard pack: it can be shown, and no other deck is read.

    Args:
        title: the game's title.
        cards: every card once.
        own: makes the deck, with its title in the language of the table.
    """

    def __init__(self, title: str, cards: Sequence[str], own: Callable[[], OwnDeck]) -> None:
        self._title, self._cards, self._own = title, cards, own

    def names(self) -> Sequence[str]:
        """Return the only deck."""
        return (STAND_IN,)

    def read(self, text: str, /) -> OwnDeck:
        """Refuse every deck file."""
        raise InputError(self._refusal)

    def stand_in(self, edition: str, /) -> OwnDeck:
        """Return the only deck."""
        return self._own()

    def things(self, deck: OwnDeck, edition: str, /) -> dict[TagKind, Sequence[str]]:
        """Return the cards."""
        return {TagKind.CARD: self._cards}

    def text(self, name: str, /) -> str:
        """Return one card per line."""
        return "\n".join(self._cards)

    def faults(self, text: str, /) -> list[Fault]:
        """Reject every other file: it is no deck of this game."""
        return [] if text == self.text("") else [Fault(1, "", self._refusal)]

    def counted(self, text: str, /) -> str:
        """Return the number of cards."""
        return f"{len(self._cards)} cards"

    def new(self, deck_id: str, title: str | None, edition: str | None, /) -> tuple[str, str]:
        """Refuse: there is nothing to fill in."""
        raise InputError(self._refusal, field="game")

    def shown(self, text: str, /) -> str:
        """Return the title, and one card per line."""
        return "\n".join([f"{self._title}: {self.counted(text)}", *self.objects(text)])

    def objects(self, text: str, /) -> list[str]:
        """Return the cards by name."""
        if self.faults(text):
            raise InputError(self._refusal, line=1)
        return list(self._cards)

    def differences(self, first: str, second: str, /) -> list[Difference]:
        """Return none, because there is one deck."""
        self.objects(first)
        self.objects(second)
        return []

    @property
    def _refusal(self) -> str:
        return _("{title} is played with its own cards, and takes no other deck", title=self._title)
