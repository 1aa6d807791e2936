"""The decks of Othello that the application keeps, and the things that can have tags."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.observation import TagKind
from companion.game.new_game import OwnDeck
from companion.othello.decks.file import DeckFile, fits
from companion.othello.model.deck import STAND_IN, deck_for
from companion.othello.model.ruleset import USUAL_EDITION, edition_names, load_edition
from companion.othello.table.options.records import GAME

EDITIONS = sorted(edition_names(), key=lambda name: (name != USUAL_EDITION, name))


def own_deck(found: DeckFile) -> OwnDeck:
    """Return an owner's deck in the form that the application keeps."""
    deck = found.deck
    counts = {"script": len(deck.cards), "staging": sum(card.copies for card in deck.staging.values())}
    played = [edition for edition in edition_names() if fits(found.edition, edition)]
    return OwnDeck(GAME, deck.id, deck.title, deck.made_up, found.edition, played, counts, deck, deck.guessed)


def stand_in(edition: str) -> OwnDeck:
    """Return the made-up deck that fits an edition."""
    return own_deck(DeckFile(deck_for(load_edition(edition), STAND_IN), edition))


def things(found: OwnDeck, edition: str) -> dict[TagKind, Sequence[str]]:
    """Return cards (including the owner's staging cards), tiles and coins, by kind of tag."""
    rules, deck = load_edition(edition), found.deck
    return {
        TagKind.CARD: (*deck.cards, *sorted({*rules.staging_cards, *deck.staging})),
        TagKind.TILE: tuple(rules.wound_limits),
        TagKind.COIN: tuple(rules.coins),
    }
