"""The decks of Deathmatch: action cards, tricksters, characters and settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.errors import InputError
from companion.core.observation import TagKind
from companion.deathmatch.decks.check import check_deck
from companion.deathmatch.decks.file import differences, new_deck_text, read_deck_text
from companion.deathmatch.model.cards import ActionCard, Character, Setting
from companion.deathmatch.model.deck import STAND_IN, deck_names, deck_text, deck_to_objects, load_deck
from companion.deathmatch.model.ruleset import EDITION
from companion.deathmatch.table.card_form import DeckCardForm
from companion.deathmatch.table.cards import contents, own_deck
from companion.deathmatch.text.words import damage
from companion.game.deck_files import DeckFiles, Difference
from companion.game.new_game import OwnDeck


class ActionDecks(DeckFiles):
    """Decks with action cards, tricksters, characters and settings."""

    form = DeckCardForm()
    names = staticmethod(deck_names)
    text = staticmethod(deck_text)
    faults = staticmethod(check_deck)

    def read(self, text: str, /) -> OwnDeck:
        """Return a valid deck."""
        return own_deck(read_deck_text(text))

    stored = read

    def stand_in(self, edition: str, /) -> OwnDeck:
        """Return the invented deck."""
        return own_deck(load_deck(STAND_IN))

    def things(self, deck: OwnDeck, edition: str, /) -> dict[TagKind, Sequence[str]]:
        """Return action cards, characters, settings, and the protagonist card."""
        return {TagKind.CARD: tuple(contents(deck.deck))}

    def counted(self, text: str, /) -> str:
        """Count the cards of a valid deck in words."""
        deck = read_deck_text(text)
        counts = {"action card": deck.size, "character": len(deck.characters), "setting": len(deck.settings)}
        return ", ".join(f"{count} {name}{'' if count == 1 else 's'}" for name, count in counts.items())

    def new(self, deck_id: str, title: str | None, edition: str | None, /) -> tuple[str, str]:
        """Return a file to fill in, and a description of its content."""
        if edition not in (None, EDITION):
            raise InputError(f"there is no edition {edition!r} of Deathmatch; leave it out", field="--edition")
        text = new_deck_text(deck_id, title or "My deck of Shakespeare Deathmatch")
        return text, "the cards of which the author has told"

    def shown(self, text: str, /) -> str:
        """Describe a deck for people, kind by kind."""
        deck = read_deck_text(text)
        made_up = "; its cards are made up, but for what is marked *" if deck.made_up else ""
        standard = [card for card in deck.actions.values() if not card.is_trickster]
        tricksters = [card for card in deck.actions.values() if card.is_trickster]
        copies = [sum(card.copies for card in cards) for cards in (standard, tricksters)]
        return "\n\n".join(
            [
                f"{deck.title} ({deck.id}), Shakespeare Deathmatch{made_up}",
                "\n".join([f"Standard action cards: {copies[0]}", *map(_action_line, standard)]),
                "\n".join([f"Tricksters: {copies[1]}", *map(_action_line, tricksters)]),
                "\n".join([f"Characters: {len(deck.characters)}", *map(_character_line, deck.characters.values())]),
                "\n".join([f"Settings: {len(deck.settings)}", *map(_setting_line, deck.settings.values())]),
            ]
        )

    def objects(self, text: str, /) -> Any:
        """Return the card objects that a position takes."""
        return deck_to_objects(read_deck_text(text))

    def differences(self, first: str, second: str, /) -> list[Difference]:
        """Return the differences between two decks in card order."""
        ours, theirs = (read_deck_text(text) for text in (first, second))
        return differences(ours, theirs)


def _action_line(card: ActionCard) -> str:
    return _line(f"{card.copies:>4} × {card.id}", card.title, card.text, card.author)


def _character_line(card: Character) -> str:
    limits = " and ".join(damage(points, suit) for suit, points in card.limits)
    return _line(f"  {card.id}", limits, card.text, card.author)


def _setting_line(card: Setting) -> str:
    return _line(f"  {card.id}", f"{card.hand_size} cards", card.text, card.author)


def _line(name: str, what: str, text: str, author: tuple[str, ...]) -> str:
    mark = f"  * {', '.join(author)}" if author else ""
    told = ": ".join(part for part in (what, text) if part)
    return f"{name:<38}{told}{mark}".rstrip()
