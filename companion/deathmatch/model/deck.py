"""A deck of action cards, characters and settings, read from Cuelight's own decks or from card objects.

The stand-in deck is made up; an owner's own cards replace it. This module checks only the form of the cards.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Any, TypeVar

from companion.core.errors import InputError
from companion.core.i18n import _
from companion.core.json_fields import Fields, as_count, as_list, as_text, as_word
from companion.core.positions import raise_found
from companion.deathmatch.model.cards import (
    CASTLE,
    NAMED_TRICKSTERS,
    USUAL_HAND,
    ActionCard,
    Character,
    Effect,
    Setting,
    Suit,
)
from companion.game.deck_files import ShippedDecks

SHIPPED = ShippedDecks("companion.deathmatch")
deck_names, deck_text = SHIPPED.names, SHIPPED.text
STAND_IN = "stand-in"
GIVEN = "given"  # id of a deck that a position defines without an id
GIVEN_TITLE = "the position's own deck"
KINDS = ("action", "trickster", "character", "setting")
MOST_CARDS = 999
MOST_POINTS = 99

Card = ActionCard | Character | Setting
T = TypeVar("T", bound=Card)


@dataclass(frozen=True, eq=False)
class Deck:
    """The cards by id, in the deck's own order. `made_up` means that they are not those of an owner's copy."""

    id: str
    title: str
    made_up: bool
    actions: Mapping[str, ActionCard]
    characters: Mapping[str, Character]
    settings: Mapping[str, Setting]

    def __eq__(self, other: object) -> bool:
        """Decks are equal if they hold the same cards, in any order."""
        return isinstance(other, Deck) and (self is other or self._parts == other._parts)

    def __hash__(self) -> int:
        return hash((self.id, self.title))

    @property
    def _parts(self) -> tuple[object, ...]:
        return (self.id, self.title, self.made_up, self.actions, self.characters, self.settings)

    @cached_property
    def copies(self) -> Counter[str]:
        """The number of copies of each action card."""
        return Counter({card.id: card.copies for card in self.actions.values()})

    @cached_property
    def size(self) -> int:
        """The number of action cards."""
        return self.copies.total()

    @property
    def cards(self) -> list[Card]:
        """All cards, each once."""
        return [*self.actions.values(), *self.characters.values(), *self.settings.values()]

    @property
    def guessed(self) -> int:
        """The number of cards of an owner's copy that are still guesses."""
        return 0 if self.made_up else sum(card.guessed for card in self.cards)

    def is_trickster(self, card: str) -> bool:
        """Return True if an action card is known to be a trickster (DC2)."""
        return card in self.actions and self.actions[card].is_trickster

    def is_standard(self, card: str) -> bool:
        """Return True if an action card is known to be a standard card (DC2)."""
        return card in self.actions and not self.actions[card].is_trickster

    def named_tricksters(self) -> tuple[str, ...]:
        """Return all copies of the tricksters of DC5 in this deck (DV3)."""
        return tuple(card for card in NAMED_TRICKSTERS for _ in range(self.copies[card]))


@cache
def load_deck(name: str) -> Deck:
    """Load a deck that comes with Cuelight.

    Raises InputError for a name that has no file.
    """
    data = tomllib.loads(SHIPPED.text(name))
    return deck_from_objects(
        data["card"], deck_id=data["id"], title=data["title"], made_up=bool(data.get("made_up", False))
    )


def deck_from_objects(
    objects: Sequence[Any],
    where: str = "deck",
    deck_id: str = GIVEN,
    title: str = GIVEN_TITLE,
    made_up: bool = False,
) -> Deck:
    """Read a deck from card objects, as in a position or a deck file.

    Raises InputErrors with all errors, each with the path of its field.
    """
    found: list[InputError] = []
    cards: list[tuple[str, Card]] = []
    for index, item in enumerate(as_list(objects, where)):
        path = f"{where}[{index}]"
        fields = Fields(item, path, found)
        card = _card(fields) if fields.is_object else None
        if card is not None and card.id:
            cards.append((path, card))
    found += _doubles(cards)
    settings = _by_id(cards, Setting)
    if CASTLE not in settings:
        found.append(InputError(_("one setting must have the id {card}", card=repr(CASTLE)), field=where))
    if sum(card.copies for card in _by_id(cards, ActionCard).values()) > MOST_CARDS:
        found.append(InputError(_("has too many action cards; {most} are the most", most=MOST_CARDS), field=where))
    raise_found(found)
    return Deck(deck_id, title, made_up, _by_id(cards, ActionCard), _by_id(cards, Character), settings)


def _by_id(cards: Iterable[tuple[str, Card]], kind: type[T]) -> dict[str, T]:
    return {card.id: card for _path, card in cards if isinstance(card, kind)}


def _doubles(cards: Sequence[tuple[str, Card]]) -> list[InputError]:
    """Return an error for each repeated id. Characters and tricksters share ids: a waiting text is found by its id."""
    seen: set[tuple[bool, str]] = set()
    found = []
    for path, card in cards:
        name = (isinstance(card, Setting), card.id)
        if name in seen:
            what = _(
                "{card} is in the deck twice; give each card its own id, and say with copies how many there are",
                card=repr(card.id),
            )
            found.append(InputError(what, field=f"{path}.id"))
        seen.add(name)
    return found


def _card(fields: Fields) -> Card | None:
    kind = fields.get("kind")
    if kind not in KINDS:
        fields.take(lambda: as_word(kind, fields.where("kind"), KINDS), "")
        return None
    card_id = fields.text("id")
    if card_id.startswith("?"):
        fields.fault(InputError(_("begins like a card that is not known; choose another"), field=fields.where("id")))
    card = _READ[str(kind)](fields, card_id)
    if fields.given("effect"):
        card = card._replace(
            effect=fields.take(partial(_effect, card, fields.get("effect"), fields.where("effect")), None)
        )
    return card._replace(guessed=True) if fields.flag("guessed") else card


def _common(fields: Fields) -> tuple[str, tuple[str, ...]]:
    """Return the text of a card, and the fields that come from the author."""
    authors = tuple(fields.take(partial(as_text, name, where), "") for where, name in fields.items("author"))
    return _words(fields, "text"), authors


def _words(fields: Fields, key: str) -> str:
    """Return a text that may be empty."""
    return fields.take(lambda: as_text(fields.get(key), fields.where(key), lines=True), "") if fields.get(key) else ""


def _action(fields: Fields, card_id: str) -> ActionCard:
    text, authors = _common(fields)
    suit = fields.take(lambda: _suit(fields.get("suit"), fields.where("suit")), Suit.BLADES)
    points = fields.take(lambda: as_count(fields.get("points"), fields.where("points"), most=MOST_POINTS), 0)
    return ActionCard(card_id, suit, points, _copies(fields), _words(fields, "title"), text, authors)


def _trickster(fields: Fields, card_id: str) -> ActionCard:
    text, authors = _common(fields)
    return ActionCard(card_id, None, 0, _copies(fields), _words(fields, "title"), text, authors)


def _copies(fields: Fields) -> int:
    return fields.count("copies", 1, least=1, most=MOST_CARDS)


def _character(fields: Fields, card_id: str) -> Character:
    text, authors = _common(fields)
    limits = fields.object("limits")
    if limits.is_object and len(limits.value) != 2:
        what = _(
            "must have exactly two suits, such as {example}, not {count}",
            example='{"blades": 4, "coins": 8}',
            count=len(limits.value),
        )
        limits.fault(InputError(what, field=limits.path))
    known = [name for name in limits.value if limits.take(partial(_suit, name, limits.where(str(name))), None)]
    points = tuple((Suit(name), limits.count(name, 1, least=1, most=MOST_POINTS)) for name in sorted(known, key=_order))
    return Character(card_id, points, text, authors)


def _suit(name: Any, where: str) -> Suit:
    return Suit(as_word(name, where, tuple(Suit)))


def _effect(card: Card, name: Any, where: str) -> Effect:
    """Return the effect of a card's text. Raises InputError for a card without a text, or of another kind."""
    of_settings = (Effect.LOOK, Effect.WINNER_DRAWS)
    of_others = tuple(effect for effect in Effect if effect is not Effect.WINNER_DRAWS)
    effect = Effect(as_word(name, where, of_settings if isinstance(card, Setting) else of_others))
    if not card.text:
        raise InputError(_("needs a text that says the same to the players"), field=where)
    return effect


def _order(name: str) -> int:
    return tuple(Suit).index(Suit(name))


def _setting(fields: Fields, card_id: str) -> Setting:
    text, authors = _common(fields)
    return Setting(card_id, fields.count("hand_size", USUAL_HAND, least=1, most=MOST_POINTS), text, authors)


_READ: dict[str, Callable[[Fields, str], Card]] = {
    "action": _action,
    "trickster": _trickster,
    "character": _character,
    "setting": _setting,
}


def deck_to_objects(deck: Deck) -> list[dict[str, Any]]:
    """Return the card objects that `deck_from_objects` reads."""
    cards: list[Card] = [*deck.actions.values(), *deck.characters.values(), *deck.settings.values()]
    return [card_to_object(card) for card in cards]


def card_to_object(card: Card) -> dict[str, Any]:
    """Return one card as an object."""
    data: dict[str, Any]
    match card:
        case ActionCard(suit=None):
            data = {"kind": "trickster", "id": card.id, "copies": card.copies, "title": card.title, "text": card.text}
        case ActionCard():
            data = {"kind": "action", "id": card.id, "suit": str(card.suit), "points": card.points}
            data |= {"copies": card.copies, "title": card.title, "text": card.text}
        case Character():
            limits = {str(suit): points for suit, points in card.limits}
            data = {"kind": "character", "id": card.id, "limits": limits, "text": card.text}
        case Setting():
            data = {"kind": "setting", "id": card.id, "hand_size": card.hand_size, "text": card.text}
    data |= {"guessed": True} if card.guessed else {}
    data |= {"effect": str(card.effect)} if card.effect is not None else {}
    return data | ({"author": list(card.author)} if card.author else {})
