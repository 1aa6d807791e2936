"""A deck that its owners type card by card: always a complete deck file, with guesses for the cards not typed yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.i18n import _
from companion.deathmatch.decks.check import CARD
from companion.deathmatch.model.cards import Suit
from companion.deathmatch.model.deck import STAND_IN, card_to_object, load_deck
from companion.deathmatch.model.ruleset import GAME
from companion.game.deck_files import TypedCard, deck_to_toml, parsed

Json = dict[str, Any]

ID = "our-cards"
_HEAD = ("game", "id", "title", "made_up")
_LIMIT = "limit_"
_NAMED = ("character", "setting")  # kinds that are a prefix of the card's name on a mat
FIELDS: dict[str, tuple[str, ...]] = {
    "action": ("kind", "suit", "points", "copies", "title", "text"),
    "trickster": ("kind", "id", "copies", "title", "text"),
    "character": ("kind", "id", *(f"{_LIMIT}{suit}" for suit in Suit), "text"),
    "setting": ("kind", "id", "hand_size", "text"),
}


def begun(edition: str) -> str:
    """Return a deck in which every card is a guess: those of the stand-in."""
    cards = [card_to_object(card) for card in load_deck(STAND_IN).cards]
    for card in cards:
        card.pop("author", None)
        card.pop("effect", None)  # it belongs to the made-up text
        card["guessed"] = True
    return _text({"game": GAME, "id": ID, "title": _("Our cards"), "made_up": False, CARD: cards})


def cards_of(text: str) -> dict[str, Json]:
    """Return the cards of a valid deck by their names on a mat."""
    return {thing_of(card): card for card in parsed(text)[CARD]}


def thing_of(card: Mapping[str, Any]) -> str:
    """Return a card's name on a mat."""
    return f"{card['kind']}:{card['id']}" if card["kind"] in _NAMED else str(card["id"])


def values_of(card: Mapping[str, Any]) -> Json:
    """Return a card as the form shows it: each limit is a field of its own."""
    limits = {f"{_LIMIT}{suit}": points for suit, points in card.get("limits", {}).items()}
    return {key: value for key, value in card.items() if key not in ("limits", "guessed", "author")} | limits


def card_typed(values: Mapping[str, Any], before: Mapping[str, Any] | None) -> Json:
    """Build the card that was typed, based on the card it replaces; the result may be invalid."""
    kind = str(values.get("kind", ""))
    given = {key: values[key] for key in FIELDS.get(kind, ("kind",)) if values.get(key) not in ("", None)}
    limits = {key.removeprefix(_LIMIT): given.pop(key) for key in tuple(given) if key.startswith(_LIMIT)}
    card: Json = {"kind": kind, "id": given.pop("id", ""), **given}
    if kind == "character":
        card["limits"] = {suit: points for suit, points in limits.items() if points != 0}
    if kind == "action":
        same = before is not None and all(before.get(key) == card.get(key) for key in ("kind", "suit", "points"))
        card["id"] = before["id"] if same and before is not None else f"{card.get('suit', '')}.{card.get('points', '')}"
    return card


def with_cards(text: str, typed: Sequence[TypedCard]) -> str:
    """Return the deck with the typed cards in place and new ones added; None as values removes a card."""
    found: list[Json] = list(parsed(text)[CARD])
    for name, values, later in typed:
        things = [thing_of(card) for card in found]
        place = next((things.index(each) for each in (name, later) if each in things), len(found))
        before = found[place] if place < len(found) else None
        found[place : place + 1] = [card_typed(values, before)] if values is not None else []
    return _text(parsed(text) | {CARD: found})


def _text(data: Mapping[str, Any]) -> str:
    return deck_to_toml(data, _HEAD, (CARD,))
