"""Decks: the deck files of a game as text, the form in which owners type their cards, and the decks that come with it.

Each game decides what a table of a deck file means. A draft of typed cards is always the text of a deck file. It begins
as the stand-in deck, in which every card is `guessed`; each typed card replaces a guess.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from companion.core.errors import InputError, InputErrors
from companion.core.i18n import _
from companion.core.json_fields import is_showable, shown
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


def places_of(kind: str, count: int, parts: Sequence[TomlTable]) -> list[TomlTable]:
    """Return the places of the tables of a kind; those of inline tables are the line of their list."""
    places = [part for part in parts if part.kind == kind]
    return places if len(places) == count else [TomlTable(kind, parts[0].line_of(kind))] * count


def name_of(item: Mapping[str, Any], otherwise: str) -> str:
    """Return the id of a card for a message, or other words if it has none that can be shown."""
    name = item.get("id")
    return name if isinstance(name, str) and name and is_showable(name) else otherwise


def key_of(key: str) -> str:
    """Return a key for a message."""
    return key if is_showable(key) else shown(key)


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


class CardForm(ABC):
    """The form in which owners type the cards of one game. A `text` is that of a deck file, `values` are typed values.

    `adds` says that nobody knows how many cards there are, so that owners add some and take some out.
    """

    adds: bool = False

    @abstractmethod
    def begin(self, edition: str, /) -> str:
        """Return a deck in which every card is a guess."""

    @abstractmethod
    def tables(self, text: str, /) -> dict[str, Json]:
        """Return the tables of the cards to type, in order, by their names on a mat."""

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

    def cards(self, text: str, /) -> dict[str, bool]:
        """Return the names of the cards to type, in order, and whether each is still a guess."""
        return {name: card.get("guessed") is True for name, card in self.tables(text).items()}


# --- the decks of a game


class DeckType(ABC):
    """The decks of one game: the meaning of its deck files. A `text` is that of a deck file.

    A game says which texts are faulty, and makes a deck of a text without faults; commands and pages have the rest from
    that. `form` is the form in which owners type the text of their cards; None if all cards are known.
    """

    form: CardForm | None = None

    @abstractmethod
    def names(self) -> Sequence[str]:
        """Return the ids of the decks that come with the game; no other deck may have one of these."""

    @abstractmethod
    def text(self, name: str, /) -> str:
        """Return the text of one of them."""

    @abstractmethod
    def faults(self, text: str, /) -> list[Fault]:
        """Return all errors, ordered by line."""

    @abstractmethod
    def stored(self, text: str, /) -> OwnDeck:
        """Return the deck of a text that was valid when the table stored it."""

    @abstractmethod
    def stand_in(self, edition: str, /) -> OwnDeck:
        """Return the invented deck that fits an edition."""

    @abstractmethod
    def things(self, deck: OwnDeck, edition: str, /) -> dict[TagKind, Sequence[str]]:
        """Return everything that can have a tag, by kind."""

    @abstractmethod
    def counted(self, deck: OwnDeck, /) -> str:
        """Return the number of cards of a deck, in words."""

    @abstractmethod
    def shown(self, deck: OwnDeck, /) -> str:
        """Return a deck for people."""

    @abstractmethod
    def objects(self, deck: OwnDeck, /) -> Any:
        """Return the card objects for a position."""

    @abstractmethod
    def new(self, deck_id: str, title: str | None, edition: str | None, /) -> tuple[str, str]:
        """Return a file to fill in, and a summary of it. Raises InputError for an unknown edition."""

    # --- with a default

    def compared(self, deck: OwnDeck, /) -> Mapping[Any, ComparedCard]:
        """Return the cards of a deck in order, to compare it with another one; none if there is only one deck."""
        return {}

    def read(self, text: str, /) -> OwnDeck:
        """Return the deck of a text. Raises InputErrors with everything that is wrong, each with its line."""
        if faults := self.faults(text):
            raise InputErrors(
                [InputError(fault.reason, line=fault.line, field=fault.where or None) for fault in faults]
            )
        return self.stored(text)

    def differences(self, first: OwnDeck, second: OwnDeck, /) -> list[Difference]:
        """Return the differences in card order; a card that only one deck has is one difference."""
        found: list[Difference] = []
        ours, theirs = self.compared(first), self.compared(second)
        for key in {**ours, **theirs}:
            one, other = ours.get(key), theirs.get(key)
            if one is not None and other is not None:
                pairs = [
                    (name, one.fields.get(name), other.fields.get(name)) for name in {**one.fields, **other.fields}
                ]
                found += [Difference(one.name, name, mine, his) for name, mine, his in pairs if mine != his]
            elif (card := one or other) is not None:
                found.append(Difference(card.name, "", one and one.words, other and other.words))
        return found


class FixedDeck(DeckType):
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

    def text(self, name: str, /) -> str:
        """Return one card per line."""
        return "\n".join(self._cards)

    def faults(self, text: str, /) -> list[Fault]:
        """Reject every other file: it is no deck of this game."""
        return [] if text == self.text("") else [Fault(1, "", self._refusal)]

    def read(self, text: str, /) -> OwnDeck:
        """Return the only deck. Raises InputError for another text, of which no line could be fixed."""
        if self.faults(text):
            raise InputError(self._refusal)
        return self._own()

    stored = read

    def stand_in(self, edition: str, /) -> OwnDeck:
        """Return the only deck."""
        return self._own()

    def things(self, deck: OwnDeck, edition: str, /) -> dict[TagKind, Sequence[str]]:
        """Return the cards."""
        return {TagKind.CARD: self._cards}

    def counted(self, deck: OwnDeck, /) -> str:
        """Return the number of cards."""
        return f"{len(self._cards)} cards"

    def shown(self, deck: OwnDeck, /) -> str:
        """Return the title, and one card per line."""
        return "\n".join([f"{self._title}: {self.counted(deck)}", *self._cards])

    def objects(self, deck: OwnDeck, /) -> list[str]:
        """Return the cards by name."""
        return list(self._cards)

    def new(self, deck_id: str, title: str | None, edition: str | None, /) -> tuple[str, str]:
        """Refuse: there is nothing to fill in."""
        raise InputError(self._refusal, field="game")

    @property
    def _refusal(self) -> str:
        return _("{title} is played with its own cards, and takes no other deck", title=self._title)
