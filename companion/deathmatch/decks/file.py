"""Valid deck files of Deathmatch as decks: for playing, showing and comparing them."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from companion.core.errors import InputError, InputErrors
from companion.deathmatch.decks.check import GAME, check_deck, read_checked
from companion.deathmatch.model.cards import ActionCard, Character, Setting
from companion.deathmatch.model.deck import STAND_IN, Card, Deck, card_to_object, deck_names, load_deck
from companion.game.decks import Difference


def read_deck_text(text: str) -> Deck:
    """Read the deck of a deck file's text.

    Raises InputErrors with every error, each with its line.
    """
    deck = read_checked(text)
    if deck is None:
        faults = check_deck(text)
        raise InputErrors([InputError(fault.reason, line=fault.line, field=fault.where or None) for fault in faults])
    return deck


def deck_text(name: str) -> str:
    """Return the text of a deck file that comes with Cuelight.

    Raises InputError for an unknown deck.
    """
    if name not in deck_names():
        raise InputError(f"there is no deck {name!r}; choose one of: {', '.join(deck_names())}")
    return (files("companion.deathmatch") / "decks" / f"{name}.toml").read_text(encoding="utf-8")


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
    blocks = [HEAD.format(game=GAME, id=_toml(deck_id), title=_toml(title))]
    for card in _all_cards(load_deck(STAND_IN)).values():
        if card.author:
            data = card_to_object(card)
            lines = [f"{key} = {_toml(data[key])}" for key in ("kind", *card.author)]
            blocks.append("\n".join(["[[card]]", *lines, ""]))
    return "\n".join(blocks)


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_toml(part)}' for key, part in value.items())} }}"
    return json.dumps(value, ensure_ascii=False)


# --- differences


def differences(first: Deck, second: Deck) -> list[Difference]:
    """Return the differences between two decks in card order; a card that only one deck has is one difference."""
    found: list[Difference] = []
    ours, theirs = _all_cards(first), _all_cards(second)
    for key in dict.fromkeys((*ours, *theirs)):
        name = key[1]
        if key not in theirs or key not in ours:
            found.append(
                Difference(name, "", *(kind_of(cards[key]) if key in cards else None for cards in (ours, theirs)))
            )
            continue
        one, other = card_to_object(ours[key]), card_to_object(theirs[key])
        found += [
            Difference(name, field, one.get(field), other.get(field))
            for field in dict.fromkeys((*one, *other))
            if field != "author" and one.get(field) != other.get(field)
        ]
    return found


def kind_of(card: Card) -> str:
    """Return a card's kind: `action`, `trickster`, `character` or `setting`."""
    return str(card_to_object(card)["kind"])


def _all_cards(deck: Deck) -> dict[tuple[bool, str], Card]:
    """Return all cards by name; a setting may share its name with another card."""
    cards: list[ActionCard | Character | Setting] = [*deck.actions.values(), *deck.characters.values()]
    return {(False, card.id): card for card in cards} | {(True, card.id): card for card in deck.settings.values()}
