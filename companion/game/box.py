"""The box part of the game interface: options, decks, and single cards."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic

from companion.core.cards import UNKNOWN
from companion.core.observation import TagKind
from companion.game.deck_form import CardForm
from companion.game.decks import DeckFiles
from companion.game.new_game import Decks, OwnDeck, StartForm
from companion.game.rules import Json, S


class Box(ABC, Generic[S]):
    """The contents of the box, and the options of a new game.

    `deck_files` reads and writes deck files for `cuelight deck`. `card_form` is the form in which owners type the text
    of their cards; None if all cards are known.
    """

    deck_files: DeckFiles
    card_form: CardForm | None = None

    # --- a new game

    @abstractmethod
    def options_form(self) -> StartForm:
        """Return the options of a new game."""

    @abstractmethod
    def options_from(self, body: Mapping[str, Any], decks: Decks, /) -> Json:
        """Return the options of a new game's record, which `Rules.setup` takes.

        Raises InputError, with the field, for an option or a deck that cannot be.
        """

    @abstractmethod
    def stored_position(self, position: Any, decks: Decks, /) -> Json:
        """Return the position of a record from which a game starts; its deck may be one that the table stores.

        Raises InputErrors with everything that is wrong, each with its field.
        """

    @abstractmethod
    def check_rules(
        self, edition: str, level: str | None, variants: Sequence[str], rulings: Mapping[str, str], /
    ) -> None:
        """Check that such rules exist. Raises InputError."""

    # --- decks and cards

    @abstractmethod
    def deck_ids(self) -> Sequence[str]:
        """Return the ids of the decks that come with the game; no other deck may have one of these."""

    @abstractmethod
    def read_deck(self, text: str, /) -> OwnDeck:
        """Return the deck of a deck file. Raises InputErrors with everything that is wrong, each with its line."""

    @abstractmethod
    def stand_in(self, edition: str, /) -> OwnDeck:
        """Return the invented deck that fits an edition."""

    @abstractmethod
    def things(self, deck: OwnDeck, edition: str, /) -> dict[TagKind, Sequence[str]]:
        """Return everything that can have a tag, by kind."""

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
    def seen_at(self, state: S, player: int, thing: str, /) -> str:
        """Return how a thing in a player's zone looks to everybody: the back of a face-down card."""

    @abstractmethod
    def is_card(self, state: S, name: str, /) -> bool:
        """Return whether this is the name of one card of the game, by its face."""

    # --- with a default

    def upgrade_record(self, record: Json, /) -> Json:
        """Return the record of an older game with the rules that were implied when it began."""
        return record

    def first_answer(self, body: Mapping[str, Any], names: Sequence[str], /) -> Json | None:
        """Return an answer that is known at the start, such as who begins. Raises InputError."""
        return None

    def stored_deck(self, text: str, /) -> OwnDeck:
        """Return the deck of a text that was valid when the table stored it."""
        return self.read_deck(text)

    def title(self, state: S, thing: str, /) -> str:
        """Return what people call a thing of the box."""
        view = self.card(state, thing)
        words: str = view.get("words") or view["title"]
        return words

    def seen_elsewhere(self, thing: str, /) -> str:
        """Return how a thing outside the players' zones looks to everybody."""
        return thing

    def rack_back(self, state: S, player: int, thing: str, /) -> str | None:
        """Return the back of a thing in a player's rack, as in `Secrets.rack`; None for one that cannot be there."""
        return str(UNKNOWN) if self.is_card(state, thing) else None
