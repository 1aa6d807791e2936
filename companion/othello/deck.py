"""A deck of script cards: read from the decks that come with Cuelight, or from card objects given with a position.

The stand-in deck is made up; an owner's own copy replaces it. Only the form of the cards is checked here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from companion.othello.cards import ACT_NUMERALS, CardName, Curtain, ScriptCard, Verb
from companion.othello.ruleset import RuleSet
from companion.play.errors import InputError

STAND_IN = "stand-in"


@dataclass(frozen=True, slots=True)
class Deck:
    """Script cards by name, in the order of the play; `made_up` says that they are not an owner's copy."""

    id: str
    title: str
    made_up: bool
    cards: Mapping[CardName, ScriptCard]
    by_act: tuple[tuple[CardName, ...], ...]

    def act_of(self, card: CardName) -> int:
        """The act, 1 to 5, that a script card belongs to."""
        return self.cards[card].act


def deck_names() -> list[str]:
    """The decks that come with this program."""
    folder = files("companion.othello") / "decks"
    return sorted(path.name.removesuffix(".toml") for path in folder.iterdir() if path.name.endswith(".toml"))


@cache
def load_deck(name: str) -> Deck:
    """One of the decks that come with this program.

    Raises InputError for a name that has no file.
    """
    if name not in deck_names():
        raise InputError(f"there is no deck {name!r}; choose one of: {', '.join(deck_names())}", field="deck")
    data = tomllib.loads((files("companion.othello") / "decks" / f"{name}.toml").read_text(encoding="utf-8"))
    made_up = bool(data.get("made_up", False))
    return build_deck(data["id"], data["title"], [_card_from_toml(card, made_up) for card in data["card"]], made_up)


def deck_for(rules: RuleSet, name: str) -> Deck:
    """A deck by its name, where `stand-in` is the made-up deck that fits the edition.

    Raises InputError for a name that has no file.
    """
    return load_deck(rules.stand_in if name == STAND_IN else name)


def deck_from_objects(objects: Sequence[Any], where: str = "deck") -> Deck:
    """A deck from card objects as a position carries them.

    Raises InputError that names the card and its field.
    """
    cards = [card_from_json(item, f"{where}[{index}]") for index, item in enumerate(objects)]
    names = [card.id for card in cards]
    for name in names:
        if names.count(name) > 1:
            raise InputError(
                f"the card {name} is in the deck {names.count(name)} times; give each card its own id", field=where
            )
    return build_deck("given", "the position's own deck", cards, made_up=False)


def build_deck(deck_id: str, title: str, cards: Sequence[ScriptCard], made_up: bool) -> Deck:
    """A deck of these cards, ordered by act and position."""
    ordered = sorted(cards, key=lambda card: (card.act, card.position))
    by_act = tuple(tuple(card.id for card in ordered if card.act == act) for act in range(1, len(ACT_NUMERALS) + 1))
    return Deck(deck_id, title, made_up, {card.id: card for card in ordered}, by_act)


def parse_card_id(text: str, where: str) -> tuple[int, int]:
    """Act (1 to 5) and position of a name such as `III.4`.

    Raises InputError when it is none.
    """
    numeral, dot, position = text.partition(".")
    if numeral not in ACT_NUMERALS or not dot or not position.isdigit() or int(position) < 1:
        raise InputError(f"{text!r} is no script card; write ACT.POSITION, such as III.4", field=where)
    return ACT_NUMERALS.index(numeral) + 1, int(position)


def card_from_json(item: Any, where: str) -> ScriptCard:
    """A script card from its object in a position (`rewards` nested, as the text interface has it).

    Raises InputError that names the field.
    """
    if not isinstance(item, dict):
        raise InputError("a card of the deck must be an object", field=where)
    rewards = item.get("rewards") or {}
    flat = {key: value for key, value in item.items() if key != "rewards"} | dict(rewards)
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
    return _card_from_toml(flat, made_up=False)


def _card_from_toml(data: Mapping[str, Any], made_up: bool) -> ScriptCard:
    act, position = parse_card_id(data["id"], "id")
    verb, second = Verb(data["verb"]), data.get("character_2")
    curtain = data.get("curtain")
    return ScriptCard(
        id=data["id"],
        act=act,
        position=position,
        character_1=data["character_1"],
        verb=verb,
        character_2=second,
        title=data.get("title") or " ".join(part for part in (data["character_1"], verb, second) if part),
        points=data.get("points") or 0,
        intrigue=data.get("intrigue") or 0,
        spotlight=data.get("spotlight") or 0,
        coin=data.get("coin"),
        handkerchief=bool(data.get("handkerchief")),
        curtain=Curtain(curtain) if curtain else None,
        points_lead=data.get("points_lead") or 0,
        points_company=data.get("points_company") or 0,
        line=data.get("line", ""),
        made_up=made_up,
    )
