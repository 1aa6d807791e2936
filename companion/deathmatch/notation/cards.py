"""The cards of a position: check that they exist and are not too many, and read a deck inside the position.

The keys that name a card decide where it may be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from companion.core.errors import InputError
from companion.core.json_fields import Fields, as_count, as_text, shown
from companion.deathmatch.model.deck import (
    GIVEN,
    GIVEN_TITLE,
    MOST_CARDS,
    STAND_IN,
    Deck,
    deck_from_objects,
    deck_names,
    deck_to_objects,
    load_deck,
)
from companion.deathmatch.model.unknown import UNKNOWN_ACTION, UNKNOWN_CHARACTER, Heap, is_unknown, size


def read_deck(head: Fields) -> Deck:
    """Read the deck of a position: the name of a built-in deck, card objects, or an object with cards, id and title.

    Raises InputErrors with all its errors, each with its field.
    """
    value = head.get("deck")
    if value is None:
        return load_deck(STAND_IN)
    if isinstance(value, str):
        return load_deck(value)
    if isinstance(value, list):
        return deck_from_objects(value)
    if not isinstance(value, Mapping):
        what = f"must be the id of a deck, a list of cards, or an object with such a list as cards; not {shown(value)}"
        raise InputError(what, field="deck")
    whole = Fields(value, "deck", head.found)
    named = whole.text("id", GIVEN), whole.text("title", GIVEN_TITLE), whole.flag("made_up")
    return deck_from_objects(whole.get("cards"), whole.where("cards"), *named)


def deck_to_json(deck: Deck) -> Any:
    """Return a deck in the form that `read_deck` reads."""
    if deck.id in deck_names() and deck == load_deck(deck.id):
        return deck.id
    cards = deck_to_objects(deck)
    plain = (deck.id, deck.title, deck.made_up) == (GIVEN, GIVEN_TITLE, False)
    return cards if plain else {"id": deck.id, "title": deck.title, "made_up": deck.made_up, "cards": cards}


class Cards:
    """Read and count the action cards and characters of one position. `head` collects the errors.

    If the position's deck cannot be read, `deck` is None and only the form of names is checked.
    """

    def __init__(self, head: Fields, deck: Deck | None) -> None:
        self.head = head
        self.deck = deck
        self.count = 0
        self._places: dict[str, list[str]] = {}
        self._seats: dict[str, str] = {}

    def one(self, value: Any, where: str) -> str | None:
        """Read one action card, which may be unknown; None if there is no such card, or no copy of it left."""
        return self.head.take(partial(self._card, value, where), None)

    def all(self, items: Iterable[tuple[str, Any]]) -> tuple[str, ...]:
        """Read action cards from values with their paths."""
        found = [self.one(value, where) for where, value in items]
        return tuple(card for card in found if card is not None)

    def heap(self, fields: Fields, key: str) -> Heap:
        """Read a list of action cards, or a number of unknown ones; an empty list if the key is missing."""
        if key not in fields or isinstance(fields.get(key), list):
            return self.all(fields.items(key))
        where = fields.where(key)
        number = fields.take(lambda: _number(fields.get(key), where), 0)
        fields.take(lambda: self._add(number, where), None)
        return number

    def character(self, value: Any, where: str) -> str:
        """Read the character of a seat, or an undrawn one."""
        return self.head.take(partial(self._character, value, where), UNKNOWN_CHARACTER)

    def _card(self, value: Any, where: str) -> str:
        name = as_text(value, where)
        deck = self.deck
        if deck is None or name == UNKNOWN_ACTION:
            self._add(1, where)
            return name
        if name not in deck.actions:
            such = next(iter(deck.actions), "blades.3")
            what = f"there is no action card {shown(name)} in this deck; write one such as {such}, or {UNKNOWN_ACTION}"
            raise InputError(what, field=where)
        places, copies = self._places.setdefault(name, []), deck.copies[name]
        if len(places) >= copies:
            few = "there is one of it" if copies == 1 else f"there are {copies} of it"
            raise InputError(f"{name} stands at {', '.join(places)} too; {few} in the deck", field=where)
        places.append(where)
        self._add(1, where)
        return name

    def _add(self, number: int, where: str) -> None:
        before, self.count = self.count, self.count + number
        if self.deck is not None and before <= self.deck.size < self.count:
            what = f"with these there are {self.count} action cards here; the deck has {self.deck.size}"
            raise InputError(what, field=where)

    def _character(self, value: Any, where: str) -> str:
        name = as_text(value, where)
        if self.deck is None or name == UNKNOWN_CHARACTER:
            return name
        if name not in self.deck.characters:
            known = ", ".join(self.deck.characters)
            what = f"there is no character {shown(name)} in this deck; choose one of: {known}, {UNKNOWN_CHARACTER}"
            raise InputError(what, field=where)
        if name in self._seats:
            raise InputError(f"{name} stands at {self._seats[name]} too; there is one of each", field=where)
        self._seats[name] = where
        return name

    def undrawn(self, deck: Deck, seats: tuple[str, ...], *, is_new: bool) -> Heap:
        """Read the undrawn characters: by default those that no seat has, or their number if a seat's is unknown."""
        fields = self.head
        if isinstance(fields.get("characters"), list):
            return tuple(self.character(value, where) for where, value in fields.items("characters"))
        if "characters" in fields:
            return fields.take(lambda: _number(fields.get("characters"), "characters"), 0)
        if is_new:
            return tuple(deck.characters)
        if any(map(is_unknown, seats)):
            return max(0, len(deck.characters) - len(seats))
        return tuple(name for name in deck.characters if name not in seats)


def check_characters(head: Fields, deck: Deck, players: int, undrawn: Heap, *, is_new: bool) -> None:
    """DS1: check that there is a character for each player, and that the deck has enough of them."""
    most = len(deck.characters)
    if most < players:
        head.fault(InputError(f"has {most} characters for {players} players; each needs one", field="deck"))
    elif is_new and size(undrawn) < players:
        what = f"here are {size(undrawn)} characters for {players} players; each draws one"
        head.fault(InputError(what, field="characters"))
    elif size(undrawn) + (0 if is_new else players) > most:
        held = "" if is_new else f", and {players} players have one each"
        head.fault(InputError(f"here are {size(undrawn)}{held}; the deck has {most}", field="characters"))


def _number(value: Any, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(f"must be a list of cards, or how many there are; not {shown(value)}", field=where)
    return as_count(value, where, most=MOST_CARDS)
