"""The form in which owners type what stands on their cards: the fields of a game's card, and the deck that comes of it.

A draft is always the text of a deck file. It begins as the stand-in's, every card of which is `guessed`, and each card
that is typed takes the place of a guess. Whether what was typed can be, the check of deck files says (`deck_files.py`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from companion.game.rules import Json


class Widget(StrEnum):
    """How a field is asked for."""

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
        words: what is asked, in the language of the table.
        choices: of a choice all that there are, of a text what is proposed.
        only: the field and its values with which this one is asked at all.
        repeats: whether the next card begins with the same value.
        needed: whether it has to be filled in where it is asked, though a deck file may leave it out.
    """

    name: str
    words: str
    ask: Widget
    choices: Sequence[Choice] = ()
    only: tuple[str, Sequence[str]] | None = None
    repeats: bool = False
    needed: bool = False

    def is_lacking(self, values: Mapping[str, Any]) -> bool:
        """Whether it is asked and needed, and nothing was filled in."""
        asked = self.only is None or values.get(self.only[0], "") in self.only[1]
        return self.needed and asked and values.get(self.name, "") in ("", None)


class TypedCard(NamedTuple):
    """What was typed of a card; None for one that is not in the box. "" is one more card.

    `name` is how the card was named once it was typed, for a deck that has it already.
    """

    card: str
    values: Mapping[str, Any] | None
    name: str = ""


class CardForm(Protocol):
    """The form of one game. A `text` is that of a deck file, `values` what was typed, by the fields' names."""

    adds: bool
    """Whether nobody knows how many cards there are, so that owners add some and take some out."""

    @abstractmethod
    def begin(self, edition: str, /) -> str:
        """A deck of which every card is a guess."""

    @abstractmethod
    def cards(self, text: str, /) -> dict[str, bool]:
        """The cards that are typed, in their order, as they are named on a mat, and whether each is still a guess."""

    @abstractmethod
    def fields(self, text: str, card: str, /) -> list[Field]:
        """What stands on a card; "" for one that is new."""

    @abstractmethod
    def values(self, text: str, card: str, /) -> Json:
        """What the deck says of a card, by the fields' names."""

    @abstractmethod
    def typed(self, text: str, cards: Sequence[TypedCard], /) -> str:
        """The deck with these cards as they were typed. It may be wrong; what fits nowhere in it is left out."""

    @abstractmethod
    def drawn(self, text: str, card: str, values: Mapping[str, Any], /) -> Json:
        """A card for a page, as far as it is typed, whatever is wrong in it."""

    @abstractmethod
    def about(self, where: str, card: str, /) -> str | None:
        """The field, or "" for the whole card, that a fault is about; None for what other cards may still mend."""
