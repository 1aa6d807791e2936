"""Valid deck files as decks, and the text of a new one."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from functools import lru_cache
from typing import Any

from companion.game.deck_files import ComparedCard, toml_value
from companion.game.new_game import OwnDeck
from companion.othello.model.cards import ACT_NUMERALS, CardName
from companion.othello.model.deck import CHANGES, Deck, build_deck, card_from_json, deck_text, own_staging_from_json
from companion.othello.model.ruleset import GAME, edition_names, load_edition

COMPARED = ("title", "character_1", "verb", "character_2", "curtain", "points", "points_lead", "points_company",
            "intrigue", "spotlight", "coin", "handkerchief", "line")  # fmt: skip


@lru_cache(maxsize=32)
def stored_deck(text: str) -> OwnDeck:
    """Return the deck of a saved text, without a check.

    The text was valid when it was saved, even if today's check would reject it.
    """
    data = tomllib.loads(text)
    made_up = bool(data.get("made_up", False))
    cards = [card_from_json(item, item["id"]) for item in data.get("card", [])]
    staging = [own_staging_from_json(item, item["id"]) for item in data.get("staging", [])]
    cards = [replace(card, made_up=made_up or card.made_up) for card in cards]
    return own_deck(build_deck(data["id"], data["title"], cards, made_up, staging), data.get("edition", "2024"))


def own_deck(deck: Deck, edition: str) -> OwnDeck:
    """Return a deck for an edition in the form that the application keeps."""
    counts = {"script": len(deck.cards), "staging": sum(card.copies for card in deck.staging.values())}
    played = [each for each in edition_names() if fits(edition, each)]
    return OwnDeck(GAME, deck.id, deck.title, deck.made_up, edition, played, counts, deck, deck.guessed)


def fits(edition: str, played: str) -> bool:
    """Return True if a deck for one edition can be used in another.

    Both editions must have the same script cards (C2).
    """
    return load_edition(edition).stand_in == load_edition(played).stand_in


# --- a new deck file


def new_deck_text(edition: str, deck_id: str, title: str) -> str:
    """Return a deck file to be filled in, with every card of the edition.

    A card has the fields that the rulebook states.

    Raises InputError for an unknown edition.
    """
    rules = load_edition(edition)
    lines = [HEAD.format(id=toml_value(deck_id), title=toml_value(title), edition=edition, changes=", ".join(CHANGES))]
    known = known_fields(rules.stand_in)
    for act, number in enumerate(rules.script_cards, start=1):
        lines.append(f"# --- Act {ACT_NUMERALS[act - 1]}: {', '.join(rules.stars[act - 1])}\n")
        for position in range(1, number + 1):
            name = f"{ACT_NUMERALS[act - 1]}.{position}"
            lines.append("\n".join(["[[card]]", f'id = "{name}"', *_fields(known.get(name, {})), ""]))
    return "\n".join(lines)


HEAD = """\
# A deck of The Tragedy of Othello, to be filled in from one's own cards; `cuelight deck check` tells what is missing.
# Fields of a card: character_1, verb (confronts, convinces, conspires, wounds, kills), character_2, points, and what it
# pays: intrigue, spotlight, coin, handkerchief. A curtain card has curtain = "half" or "full", and points_lead and
# points_company in place of points. title is made of the characters and the verb unless it is given; line is free.
# A card of your own, on a blank one: blank = true. A staging card of your own:
#   [[staging]]
#   id = "Masque"
#   text = "Everybody passes one card to the left."
#   changes = ["hand"]          # some of: {changes}

id = {id}
title = {title}
made_up = false
edition = "{edition}"
"""


def known_fields(stand_in: str) -> dict[CardName, dict[str, Any]]:
    """Return the fields of script cards that the rulebook states, by card: those not made up (C9)."""
    cards = tomllib.loads(deck_text(stand_in))["card"]
    return {card["id"]: {key: card[key] for key in card["rulebook"] if key in card and key != "id"} for card in cards}


def _fields(known: Mapping[str, Any]) -> Iterator[str]:
    for key, value in known.items():
        yield f"{key} = {toml_value(value)}"


def compared(deck: Deck) -> dict[CardName, ComparedCard]:
    """Return the cards of a deck in the order of the play, to compare it with another one."""
    cards = {name: asdict(card) for name, card in deck.cards.items()}
    script = {
        name: ComparedCard(name, card["title"], {key: card[key] for key in COMPARED}) for name, card in cards.items()
    }
    return script | {name: ComparedCard(name, card.title, card._asdict()) for name, card in deck.staging.items()}


def deck_kept(kept: str | Mapping[str, Any]) -> str | Deck:
    """Return the deck in a game's record in the form that the rules accept.

    The form is the name of a deck, or the deck of a file's text.
    """
    return kept if isinstance(kept, str) else stored_deck(kept["text"]).deck
