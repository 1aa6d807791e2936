"""Valid deck files of Deathmatch as decks: for playing, showing and comparing them."""

from __future__ import annotations

from companion.deathmatch.decks.check import GAME, check_deck, read_checked
from companion.deathmatch.model.cards import Setting
from companion.deathmatch.model.deck import STAND_IN, Card, Deck, card_to_object, load_deck
from companion.game.deck_files import ComparedCard, Difference, compare, raise_faults, toml_value


def read_deck_text(text: str) -> Deck:
    """Read the deck of a deck file's text.

    Raises InputErrors with every error, each with its line.
    """
    deck = read_checked(text)
    if deck is None:
        raise_faults(check_deck(text))
    assert deck is not None
    return deck


# --- a new one


HEAD = """\
# A deck of Shakespeare Deathmatch, to be filled in from one's own cards; `cuelight deck check` tells what is missing.
# Each card is a [[card]] with its kind, an id, and by its kind:
#   action      suit ("blades", "coins", "letters", "poison"), points, copies; title and text are only shown
#   trickster   text, copies
#   character   limits, the points of its two suits: limits = {{ blades = 4, coins = 8 }}; text, for when it is revealed
#   setting     hand_size (3 if left out), text; one has the id "castle"
# For example:
#   [[card]]
#   kind = "action"
#   id = "blades.3"
#   suit = "blades"
#   points = 3
#   copies = 2

game = "{game}"
id = {id}
title = {title}
made_up = false
"""


def new_deck_text(deck_id: str, title: str) -> str:
    """Return a deck file to fill in, with the facts that the author has published about the cards (DC3 to DC5)."""
    blocks = [HEAD.format(game=GAME, id=toml_value(deck_id), title=toml_value(title))]
    for card in _all_cards(load_deck(STAND_IN)).values():
        if card.author:
            data = card_to_object(card)
            lines = [f"{key} = {toml_value(data[key])}" for key in ("kind", *card.author)]
            blocks.append("\n".join(["[[card]]", *lines, ""]))
    return "\n".join(blocks)


# --- differences


def kind_of(card: Card) -> str:
    """Return a card's kind: `action`, `trickster`, `character` or `setting`."""
    return str(card_to_object(card)["kind"])


def _all_cards(deck: Deck) -> dict[tuple[bool, str], Card]:
    """Return all cards by name; a setting may share its name with another card."""
    return {(isinstance(card, Setting), card.id): card for card in deck.cards}


def differences(first: Deck, second: Deck) -> list[Difference]:
    """Return the differences between two decks in card order."""
    return compare(_compared(first), _compared(second))


def _compared(deck: Deck) -> dict[tuple[bool, str], ComparedCard]:
    found = {}
    for key, card in _all_cards(deck).items():
        fields = {name: value for name, value in card_to_object(card).items() if name != "author"}
        found[key] = ComparedCard(card.id, kind_of(card), fields)
    return found
