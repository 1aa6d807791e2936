"""Decks: the deck files of a game as text, the form in which owners type their cards, and the decks that come with it.

Each game decides what a table of a deck file means. A draft of typed cards is always the text of a deck file. It begins
as the stand-in deck, in which every card is `guessed`; each typed card replaces a guess.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple, Protocol

from companion.core.errors import InputError, InputErrors
from companion.core.i18n import _
from companion.core.observation import TagKind
from companion.core.safe_parse import read_toml
from companion.game.new_game import STAND_IN, OwnDeck
from companion.game.rules import Json

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


class ShippedDecks(NamedTuple):
    """The decks that come with a game, in the folder `decks` of its package."""

    package: str

    def names(self) -> list[str]:
        """Return their names, sorted."""
        folder = files(self.package) / "decks"
        return sorted(path.name.removesuffix(".toml") for path in folder.iterdir() if path.name.endswith(".toml"))

    def text(self, name: str) -> str:
        """Return the text of a deck. Raises InputError for a name that no file has."""
        if name not in self.names():
            raise InputError(f"there is no deck {name!r}; choose one of: {', '.join(self.names())}", field="deck")
        return (files(self.package) / "decks" / f"{name}.toml").read_text(encoding="utf-8")


def raise_faults(faults: Sequence[Fault]) -> None:
    """Raise InputErrors with these errors, if there are any, each with its line."""
    if faults:
        raise InputErrors([InputError(fault.reason, line=fault.line, field=fault.where or None) for fault in faults])


@lru_cache(maxsize=4)
def parsed(text: str) -> dict[str, Any]:
    """Parse the text of a valid deck. The result is cached and must not be changed."""
    return read_toml(text)


def deck_to_toml(data: Mapping[str, Any], head: Sequence[str], kinds: Sequence[str]) -> str:
    """Return the text of a deck: the keys of its head, then the tables of each kind."""
    blocks = [[f"{key} = {toml_value(data[key])}" for key in head if key in data]]
    blocks += [
        [f"[[{kind}]]", *(f"{key} = {toml_value(value)}" for key, value in item.items())]
        for kind in kinds
        for item in data.get(kind, ())
    ]
    return "\n\n".join(map("\n".join, blocks)) + "\n"


def toml_value(value: Any) -> str:
    """Return a value as TOML. A value that TOML cannot hold becomes text, which the check then reports."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {toml_value(part)}' for key, part in value.items())} }}"
    plain = value if isinstance(value, str | bool | int | list) else str(value)
    return json.dumps(plain, ensure_ascii=False).replace("\x7f", "\\u007f")


class ComparedCard(NamedTuple):
    """A card of one of two decks: its name, its words if only one deck has it, and its fields."""

    name: str
    words: str
    fields: Mapping[str, Any]


def compare(ours: Mapping[Any, ComparedCard], theirs: Mapping[Any, ComparedCard]) -> list[Difference]:
    """Return the differences in card order; a card that only one deck has is one difference."""
    found: list[Difference] = []
    keys: dict[Hashable, None] = dict.fromkeys((*ours, *theirs))
    for key in keys:
        one, other = ours.get(key), theirs.get(key)
        if one is not None and other is not None:
            pairs = [(name, one.fields.get(name), other.fields.get(name)) for name in {**one.fields, **other.fields}]
            found += [Difference(one.name, name, first, second) for name, first, second in pairs if first != second]
        elif (card := one or other) is not None:
            found.append(Difference(card.name, "", one and one.words, other and other.words))
    return found


# --- typed cards


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


# --- the decks of a game


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

    @abstractmethod
    def stored(self, text: str, /) -> OwnDeck:
        """Return the deck of a text that was valid when the table stored it."""


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

    stored = read

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
