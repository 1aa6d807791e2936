"""The decks of Deathmatch: action cards, tricksters, characters and settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.errors import InputError
from companion.core.observation import TagKind
from companion.deathmatch.decks.check import check_deck
from companion.deathmatch.decks.file import compared, new_deck_text, own_deck, stored_deck
from companion.deathmatch.model.cards import ActionCard, Character, Setting
from companion.deathmatch.model.deck import STAND_IN, Deck, deck_names, deck_text, deck_to_objects, load_deck
from companion.deathmatch.model.ruleset import EDITION
from companion.deathmatch.table.card_form import DeckCardForm
from companion.deathmatch.table.cards import contents
from companion.deathmatch.text.words import damage
from companion.game.deck_files import ComparedCard, DeckType
from companion.game.new_game import OwnDeck


class ActionDecks(DeckType):
    """Decks with action cards, tricksters, characters and settings."""

    form = DeckCardForm()
    names = staticmethod(deck_names)
    text = staticmethod(deck_text)
    faults = staticmethod(check_deck)
    stored = staticmethod(stored_deck)

    def stand_in(self, edition: str, /) -> OwnDeck:
        """Return the invented deck."""
        return own_deck(load_deck(STAND_IN))

    def things(self, deck: OwnDeck, edition: str, /) -> dict[TagKind, Sequence[str]]:
        """Return action cards, characters, settings, and the protagonist card."""
        return {TagKind.CARD: tuple(contents(deck.deck))}

    def counted(self, deck: OwnDeck, /) -> str:
        """Return the number of cards of each kind."""
        words = {"action": "action card", "character": "character", "setting": "setting"}
        return ", ".join(f"{count} {words[kind]}{'' if count == 1 else 's'}" for kind, count in deck.counts.items())

    def shown(self, deck: OwnDeck, /) -> str:
        """Describe a deck for people, kind by kind."""
        cards: Deck = deck.deck
        made_up = "; its cards are made up, but for what is marked *" if deck.made_up else ""
        standard = [card for card in cards.actions.values() if not card.is_trickster]
        tricksters = [card for card in cards.actions.values() if card.is_trickster]
        copies = [sum(card.copies for card in each) for each in (standard, tricksters)]
        return "\n\n".join(
            [
                f"{deck.title} ({deck.id}), Shakespeare Deathmatch{made_up}",
                "\n".join([f"Standard action cards: {copies[0]}", *map(_action_line, standard)]),
                "\n".join([f"Tricksters: {copies[1]}", *map(_action_line, tricksters)]),
                "\n".join([f"Characters: {len(cards.characters)}", *map(_character_line, cards.characters.values())]),
                "\n".join([f"Settings: {len(cards.settings)}", *map(_setting_line, cards.settings.values())]),
            ]
        )

    def objects(self, deck: OwnDeck, /) -> Any:
        """Return the card objects that a position takes."""
        return deck_to_objects(deck.deck)

    def compared(self, deck: OwnDeck, /) -> Mapping[tuple[bool, str], ComparedCard]:
        """Return the cards in the deck's order."""
        return compared(deck.deck)

    def new(self, deck_id: str, title: str | None, edition: str | None, /) -> tuple[str, str]:
        """Return a file to fill in, and a description of its content."""
        if edition not in (None, EDITION):
            raise InputError(f"there is no edition {edition!r} of Deathmatch; leave it out", field="--edition")
        text = new_deck_text(deck_id, title or "My deck of Shakespeare Deathmatch")
        return text, "the cards of which the author has told"


def _action_line(card: ActionCard) -> str:
    return _line(f"{card.copies:>4} × {card.id}", card.title, card.text, card.author)


def _character_line(card: Character) -> str:
    limits = " and ".join(damage(points, suit) for suit, points in card.limits)
    return _line(f"  {card.id}", limits, card.text, card.author)


def _setting_line(card: Setting) -> str:
    return _line(f"  {card.id}", f"{card.hand_size} cards", card.text, card.author)


def _line(name: str, what: str, text: str, author: tuple[str, ...]) -> str:
    mark = f"  * {', '.join(author)}" if author else ""
    description = ": ".join(part for part in (what, text) if part)
    return f"{name:<38}{description}{mark}".rstrip()
