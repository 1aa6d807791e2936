"""Decks, read from the files that come with Cuelight or from card objects in a position.

The stand-in deck is made up; an owner's own deck replaces it. In addition to its script cards, a deck has the
staging cards that its owner wrote on blank cards (C11). This module validates only the form of the cards.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from companion.core.errors import InputError
from companion.core.i18n import _
from companion.core.values import replace
from companion.game.deck_files import ShippedDecks
from companion.othello.model.cards import ACT_NUMERALS, CardName, Curtain, ScriptCard, Verb, script_place
from companion.othello.model.ruleset import RuleSet, staging_names

SHIPPED = ShippedDecks("companion.othello")
deck_names, deck_text = SHIPPED.names, SHIPPED.text
STAND_IN = "stand-in"
GIVEN = "given"  # the id of a deck that is part of a position and has no id
REWARDS = ("intrigue", "spotlight", "coin", "handkerchief")  # fields of a script card that it pays
# Fields of a script card that are copied as they are; without one the card has its default
_OPTIONAL = ("points", "intrigue", "spotlight", "coin", "points_lead", "points_company", "line")
# The kinds of changes that the text of an owner's staging card may make, and that the table then enters (C11)
CHANGES = ("intrigue", "spotlight", "coin", "handkerchief", "wounds", "life", "lead", "hand")


class OwnStaging(NamedTuple):
    """A staging card that an owner wrote on a blank card (C11): the table carries out its text.

    `price` is in intrigue tokens. `changes` are the kinds of changes that the text may make and the table then
    enters.
    """

    id: CardName
    title: str
    text: str
    copies: int = 1
    price: int = 0
    changes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Deck:
    """Script cards by name, in the order of the play, and the owner's own staging cards.

    `made_up` is True if the script cards do not come from an owner's copy.
    """

    id: str
    title: str
    made_up: bool
    cards: Mapping[CardName, ScriptCard]
    by_act: tuple[tuple[CardName, ...], ...]
    staging: Mapping[CardName, OwnStaging]

    @property
    def guessed(self) -> int:
        """Number of script cards of an owner's deck that are still a guess."""
        return 0 if self.made_up else sum(card.made_up for card in self.cards.values())

    def act_of(self, card: CardName) -> int:
        """Return the act, 1 to 5, of a script card."""
        return self.cards[card].act


@cache
def load_deck(name: str) -> Deck:
    """Load one of the decks that come with Cuelight.

    Raises InputError if no file has this name.
    """
    data = tomllib.loads(SHIPPED.text(name))
    made_up = bool(data.get("made_up", False))
    return build_deck(data["id"], data["title"], [_card_from_toml(card, made_up) for card in data["card"]], made_up)


def deck_for(rules: RuleSet, name: str) -> Deck:
    """Load a deck by name; `stand-in` selects the made-up deck that fits the edition.

    Raises InputError if no file has this name.
    """
    return load_deck(rules.stand_in if name == STAND_IN else name)


def with_own_cards(rules: RuleSet, deck: Deck) -> RuleSet:
    """Return the rules with the owner's staging cards added to those of the box (C11)."""
    if not deck.staging:
        return rules
    copies = {name: card.copies for name, card in deck.staging.items()}
    return replace(rules, staging_cards={**rules.staging_cards, **copies})


def deck_from_objects(objects: Sequence[Any], where: str = "deck") -> Deck:
    """Return the deck described by the card objects of a position.

    Raises InputError that names the card and its field.
    """
    cards: list[ScriptCard] = []
    staging: list[OwnStaging] = []
    for index, item in enumerate(objects):
        if isinstance(item, Mapping) and item.get("kind") == "staging":
            staging.append(own_staging_from_json(item, f"{where}[{index}]"))
        else:
            cards.append(card_from_json(item, f"{where}[{index}]"))
    names = [*(card.id for card in cards), *(card.id for card in staging)]
    for name in names:
        if names.count(name) > 1:
            raise InputError(
                f"the card {name} is in the deck {names.count(name)} times; give each card its own id", field=where
            )
    return build_deck(GIVEN, "the position's own deck", cards, made_up=False, staging=staging)


def build_deck(
    deck_id: str, title: str, cards: Sequence[ScriptCard], made_up: bool, staging: Sequence[OwnStaging] = ()
) -> Deck:
    """Return a deck of these cards, ordered by act and position."""
    ordered = sorted(cards, key=lambda card: (card.act, card.position))
    by_act = tuple(tuple(card.id for card in ordered if card.act == act) for act in range(1, len(ACT_NUMERALS) + 1))
    own = {card.id: card for card in staging}
    return Deck(deck_id, title, made_up, {card.id: card for card in ordered}, by_act, own)


def parse_card_id(text: str, where: str) -> tuple[int, int]:
    """Return the act (1 to 5) and position of a card id such as `III.4`.

    Raises InputError if the text is not a card id.
    """
    place = script_place(text)
    if place is None:
        raise InputError(f"{text!r} is no script card; write ACT.POSITION, such as III.4", field=where)
    return place


def misnamed(card_id: str, rules: RuleSet) -> str | None:
    """Return the reason why an owner's staging card cannot have this id, or None if it can (C11)."""
    if card_id in staging_names():
        return _("{card} is a card of the box; give your own another id", card=card_id)
    if card_id.startswith("?") or script_place(card_id) is not None:
        return _("looks like a script card, or like one that is not known; choose another")
    if ":" in card_id or card_id in rules.wound_limits or card_id in RESERVED_IDS:
        return _("is a character, or a word that the companion uses for something else; choose another")
    return None


RESERVED_IDS = ("improv", "seize", "spotlight", "handkerchief")


def own_staging_from_json(item: Mapping[str, Any], where: str) -> OwnStaging:
    """Return an owner's staging card from its object in a position or a deck file.

    Raises InputError that names the field.
    """
    for key in ("id", "text"):
        if not isinstance(item.get(key), str) or not item[key]:
            raise InputError(f"needs {key!r} as text", field=f"{where}.{key}")
    for key in ("copies", "price"):
        if type(item.get(key, 0)) is not int or item.get(key, 0) < 0:
            raise InputError(f"must be a whole number from 0 on, not {item[key]!r}", field=f"{where}.{key}")
    changes = item.get("changes") or []
    if not isinstance(changes, list) or not set(map(str, changes)) <= set(CHANGES):
        raise InputError(f"must be a list of some of: {', '.join(CHANGES)}", field=f"{where}.changes")
    return OwnStaging(
        id=item["id"],
        title=str(item.get("title") or item["id"]),
        text=item["text"],
        copies=item.get("copies", 1),
        price=item.get("price", 0),
        changes=tuple(changes),
    )


def card_from_json(item: Any, where: str) -> ScriptCard:
    """Return a script card from its object in a position.

    Its `rewards` are nested, as in the text interface.

    Raises InputError that names the field.
    """
    if not isinstance(item, dict):
        raise InputError("a card of the deck must be an object", field=where)
    flat = item | dict(item.get("rewards") or {})
    for key in ("id", "character_1", "verb"):
        if not isinstance(flat.get(key), str):
            raise InputError(f"needs {key!r} as text", field=f"{where}.{key}")
    for key in ("points", "intrigue", "spotlight", "points_lead", "points_company"):
        if flat.get(key) is not None and (not isinstance(flat[key], int) or flat[key] < 0):
            raise InputError(f"must be a whole number from 0 on, not {flat[key]!r}", field=f"{where}.{key}")
    for key, allowed in (("verb", Verb), ("curtain", Curtain)):
        if flat.get(key) is not None and flat[key] not in list(allowed):
            raise InputError(f"{flat[key]!r} is not one of: {', '.join(allowed)}", field=f"{where}.{key}")
    parse_card_id(flat["id"], f"{where}.id")
    return _card_from_toml(flat, made_up=flat.get("guessed") is True)


def _card_from_toml(data: Mapping[str, Any], made_up: bool) -> ScriptCard:
    act, position = parse_card_id(data["id"], "id")
    verb, second, curtain = Verb(data["verb"]), data.get("character_2"), data.get("curtain")
    return ScriptCard(
        id=data["id"],
        act=act,
        position=position,
        character_1=data["character_1"],
        verb=verb,
        character_2=second,
        title=data.get("title") or " ".join(part for part in (data["character_1"], verb, second) if part),
        handkerchief=bool(data.get("handkerchief")),
        curtain=Curtain(curtain) if curtain else None,
        made_up=made_up,
        **{key: data[key] for key in _OPTIONAL if data.get(key)},
    )
