"""The start of a game: the owners' decks, and the form of the start page."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from companion.game.rules import Json

STAND_IN = "stand-in"
"""The deck that comes with every game, made up to fit it."""


class OwnDeck(NamedTuple):
    """An owners' deck: its game, its cards in the game's form, and its edition.

    `counts` is its number of cards by kind, `fits` the editions that can be played with it, and `guessed` the
    number of cards whose text nobody has typed.
    """

    game: str
    id: str
    title: str
    made_up: bool
    edition: str
    fits: Sequence[str]
    counts: Mapping[str, int]
    deck: Any
    guessed: int = 0


class StartForm(NamedTuple):
    """The form of the start page.

    Args:
        editions: their titles, by edition or "edition/level", the usual one first.
        variants: the title of each, and the editions that have it.
        rulings: the question of each, and its answers in words, the usual one first.
        outlines: what the page asks to resume a game from a position, by edition or "edition/level".
        lead: how the players find out who begins, in words; "" if that is not asked.
        characters: the characters of the play, whose names no player may have.
        made_up: the usual answers of rulings if the cards are made up, by ruling.
    """

    editions: Mapping[str, str]
    variants: Mapping[str, tuple[str, Sequence[str]]]
    rulings: Mapping[str, tuple[str, Mapping[str, str]]]
    outlines: Mapping[str, Json]
    lead: str = ""
    characters: Collection[str] = ()
    made_up: Mapping[str, str] = MappingProxyType({})


class Decks(Protocol):
    """The owners' decks, as records of games have them."""

    def usual(self, game: str, edition: str) -> str:
        """Return the name of the default deck."""

    def kept(self, game: str, name: str, edition: str) -> Any:
        """Return the deck of this name as a record has it. Raises InputError if none fits."""

    def deck(self, game: str, name: object) -> Any:
        """Return the owners' deck of this id; None if there is none."""
