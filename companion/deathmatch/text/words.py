"""Words for players, cards and points, used by all texts for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.core.i18n import AND, OR, _, listed, ngettext, together
from companion.deathmatch.model.cards import Setting, Suit
from companion.deathmatch.model.deck import Card, card_to_object
from companion.deathmatch.model.ruleset import Totals
from companion.deathmatch.model.state import State


def name(state: State, player: int) -> str:
    """Return a player's name."""
    return state.seats[player].name


def card_title(state: State, card: str) -> str:
    """Name a card in words: `an unbated foil (4 blades)`; `a card` if it is unknown."""
    face = state.deck.actions.get(card)
    if face is None:
        return card if card in state.deck.characters or card in state.deck.settings else _("a card")
    if face.suit is None:
        return face.title or face.id
    worth = damage(face.points, face.suit)
    return f"{face.title} ({worth})" if face.title else worth


def card_text(card: Card) -> str:
    """Return a card's text: the stand-in's in the language of the table, an owner's own unchanged."""
    return _(card.text) if card.text else ""


def text_carrier(state: State, card: str) -> Card:
    """Return the trickster or character of this name, whose text is carried out."""
    return state.deck.actions[card] if card in state.deck.actions else state.deck.characters[card]


def face_text(state: State, card: str) -> str:
    """Return a card's printed facts: the limits of a character, the hand size of a setting, and the text."""
    deck = state.deck
    if (character := deck.characters.get(card)) is not None:
        shown = [_("When it is revealed: {text}", text=card_text(character))] if character.text else []
        return together([slain_by(state, character.limits), *shown])
    if (setting := deck.settings.get(card)) is not None:
        return setting_text(setting)
    return card_text(deck.actions[card]) if card in deck.actions else ""


def slain_by(state: State, limits: Iterable[tuple[Suit, int]]) -> str:
    """Return a sentence that says with how many points of which suits a character is slain (DE1, DJ5)."""
    harms = [damage(points, suit) for suit, points in limits]
    if state.rules.totals is Totals.BOTH and len(harms) > 1:
        return _("Slain by {harm} together.", harm=listed(harms))
    return _("Slain by {harm}.", harm=listed(harms, OR))


def setting_text(setting: Setting) -> str:
    """Return a setting's hand size and text."""
    hands = ngettext("Hands of {count} card.", "Hands of {count} cards.", setting.hand_size)
    return together(filter(None, (hands, card_text(setting))))


def card_face(card: Card) -> dict[str, Any]:
    """Return a card as an object, with its text in the language of the table."""
    return {**card_to_object(card), "text": card_text(card)}


def damage(points: int, suit: Suit) -> str:
    """Return damage such as `4 blades`."""
    match suit:
        case Suit.BLADES:
            return ngettext("{count} blade", "{count} blades", points)
        case Suit.COINS:
            return ngettext("{count} coin", "{count} coins", points)
        case Suit.LETTERS:
            return ngettext("{count} letter", "{count} letters", points)
        case Suit.POISON:
            return ngettext("{count} poison", "{count} poison", points)


def cards(count: int) -> str:
    """Return a count such as `1 card` or `3 cards`."""
    return ngettext("{count} card", "{count} cards", count) if count else _("no cards")


def players(state: State, numbers: Sequence[int], together: str = AND) -> str:
    """List the names of several players."""
    return listed((name(state, player) for player in numbers), together)
