"""Valid deck files of Deathmatch as decks, and the text of a new one."""

from __future__ import annotations

from companion.core.safe_parse import read_toml
from companion.deathmatch.decks.check import CARD
from companion.deathmatch.model.cards import Setting
from companion.deathmatch.model.deck import STAND_IN, Card, Deck, card_to_object, deck_from_objects, load_deck
from companion.deathmatch.model.ruleset import EDITION, GAME
from companion.game.deck_files import ComparedCard, toml_value
from companion.game.new_game import OwnDeck


def stored_deck(text: str) -> OwnDeck:
    """Return the deck of a text that was valid when it was stored."""
    data = read_toml(text)
    return own_deck(deck_from_objects(data[CARD], CARD, data["id"], data["title"], data.get("made_up", False)))


def own_deck(deck: Deck) -> OwnDeck:
    """Return a deck in the form that the application keeps."""
    counts = {"action": deck.size, "character": len(deck.characters), "setting": len(deck.settings)}
    return OwnDeck(GAME, deck.id, deck.title, deck.made_up, EDITION, (EDITION,), counts, deck, deck.guessed)


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


def _all_cards(deck: Deck) -> dict[tuple[bool, str], Card]:
    """Return all cards by name; a setting may share its name with another card."""
    return {(isinstance(card, Setting), card.id): card for card in deck.cards}


def compared(deck: Deck) -> dict[tuple[bool, str], ComparedCard]:
    """Return the cards of a deck in order, to compare it with another one."""
    found = {}
    for key, card in _all_cards(deck).items():
        data = card_to_object(card)
        fields = {name: value for name, value in data.items() if name not in ("author", "effect")}
        found[key] = ComparedCard(card.id, data["kind"], fields)
    return found
