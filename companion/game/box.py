"""The box part of the game interface: options of a new game, and cards. Its decks: `companion/game/deck_files.py`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic

from companion.game.deck_files import DeckType
from companion.game.new_game import Decks, StartForm
from companion.game.rules import Json, S


class Box(ABC, Generic[S]):
    """The contents of the box, and the options of a new game.

    `decks` has the decks of the game and reads deck files.
    """

    decks: DeckType

    # --- a new game

    @abstractmethod
    def options_form(self) -> StartForm:
        """Return the options of a new game."""

    @abstractmethod
    def stored_position(self, position: Any, decks: Decks, /) -> Json:
        """Return the position of a record from which a game starts; its deck may be one that the table stores.

        Raises InputErrors with everything that is wrong, each with its field.
        """

    @abstractmethod
    def rules_record(
        self, edition: str, level: str | None, variants: Sequence[str], rulings: Mapping[str, str], /
    ) -> Json:
        """Return these rules as a game's record has them, complete, so that later changes of defaults do not matter.

        Raises InputError, with the field, for rules that do not exist.
        """

    # --- cards

    @abstractmethod
    def contents(self, state: S, /) -> dict[str, int]:
        """Return every thing of the game by its name on the mat, with the number of copies."""

    @abstractmethod
    def cards_at_hand(self, state: S, /) -> list[str]:
        """Return the cards that the desk offers for a search now."""

    @abstractmethod
    def card(self, state: S, card: str, /) -> Json:
        """Return a card for a page: its face, or the back of an unknown one."""

    @abstractmethod
    def seen_at(self, state: S, player: int | None, thing: str, /) -> str:
        """Return how a thing in a player's zone, or in another one (None), looks to everybody: the back of a face-down
        card.
        """

    @abstractmethod
    def is_card(self, state: S, name: str, /) -> bool:
        """Return whether this is the name of one card of the game, by its face."""

    # --- with a default

    def upgrade_record(self, record: Json, /) -> Json:
        """Return the record of an older game with the rules that were implied when it began."""
        return record

    def title(self, state: S, thing: str, /) -> str:
        """Return what people call a thing of the box."""
        view = self.card(state, thing)
        words: str = view.get("words") or view["title"]
        return words
