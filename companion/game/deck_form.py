"""The form in which owners type the text of their cards: the fields of a card, and the resulting deck.

A draft is always the text of a deck file. It begins as the stand-in deck, in which every card is `guessed`; each typed
card replaces a guess. The deck file's checks (`deck_files.py`) find invalid input.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from companion.game.rules import Json


class Widget(StrEnum):
    """Input element of a field."""

    CHOICE = "choice"
    COUNT = "count"
    FLAG = "flag"
    TEXT = "text"
    LINES = "lines"


class Choice(NamedTuple):
    """One of several values, with its words and the name of its drawing among the game's; "" for none."""

    value: str
    words: str
    picture: str = ""


class Field(NamedTuple):
    """One field of a card.

    Args:
        name: as in the deck file.
        words: its label, in the language of the table.
        ask: the input element.
        choices: all values of a choice, or proposals for a text.
        only: the field and its values with which this field is shown.
        repeats: whether the next card begins with the same value.
        needed: whether it has to be filled in when it is shown, even if a deck file may omit it.
    """

    name: str
    words: str
    ask: Widget
    choices: Sequence[Choice] = ()
    only: tuple[str, Sequence[str]] | None = None
    repeats: bool = False
    needed: bool = False

    def is_lacking(self, values: Mapping[str, Any]) -> bool:
        """Return whether it is shown and needed, but empty."""
        asked = self.only is None or values.get(self.only[0], "") in self.only[1]
        return self.needed and asked and values.get(self.name, "") in ("", None)


class TypedCard(NamedTuple):
    """The typed values of a card; None for a card that is not in the box. The name "" adds a card.

    `name` is the card's name after it was typed, if the deck has it already.
    """

    card: str
    values: Mapping[str, Any] | None
    name: str = ""


class CardForm(Protocol):
    """The form of one game. A `text` is that of a deck file, `values` are typed values by field."""

    adds: bool
    """True if nobody knows how many cards there are, so that owners add some and take some out."""

    @abstractmethod
    def begin(self, edition: str, /) -> str:
        """Return a deck in which every card is a guess."""

    @abstractmethod
    def cards(self, text: str, /) -> dict[str, bool]:
        """Return the cards to type, in order, by their names on a mat, and whether each is still a guess."""

    @abstractmethod
    def fields(self, text: str, card: str, /) -> list[Field]:
        """Return the fields of a card; "" for a new card."""

    @abstractmethod
    def values(self, text: str, card: str, /) -> Json:
        """Return a card's values in the deck, by field."""

    @abstractmethod
    def typed(self, text: str, cards: Sequence[TypedCard], /) -> str:
        """Return the deck with these typed cards. It may be invalid; values that fit nowhere are left out."""

    @abstractmethod
    def drawn(self, text: str, card: str, values: Mapping[str, Any], /) -> Json:
        """Return a partly typed card for a page, even if it is invalid."""

    @abstractmethod
    def about(self, where: str, card: str, /) -> str | None:
        """Return the field that a fault is about, "" for the whole card, or None if other cards may still fix it."""
