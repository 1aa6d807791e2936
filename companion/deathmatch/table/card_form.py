"""The form for any number of Deathmatch cards: action cards, tricksters, characters and settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.i18n import _
from companion.deathmatch.decks.draft import FIELDS, begun, card_typed, cards_of, values_of, with_cards
from companion.deathmatch.model.cards import Suit
from companion.game.deck_files import CardForm, Choice, Field, Widget


class DeckCardForm(CardForm):
    """A form for every kind of card except the protagonist card."""

    adds = True
    begin = staticmethod(begun)
    tables = staticmethod(cards_of)
    typed = staticmethod(with_cards)

    def fields(self, text: str, card: str, /) -> list[Field]:
        """Return the fields for each kind of card."""
        kinds = [
            Choice("action", _("an action card")),
            Choice("trickster", _("a trickster"), "trickster"),
            Choice("character", _("a character"), "skull"),
            Choice("setting", _("a setting"), "place"),
        ]
        suits = [Choice(str(suit), str(suit), str(suit)) for suit in Suit]
        asked = [
            Field("kind", _("What is it?"), Widget.CHOICE, kinds, repeats=True),
            Field("id", _("Its name"), Widget.TEXT),
            Field("suit", _("Which suit?"), Widget.CHOICE, suits, repeats=True),
            Field("points", _("Points"), Widget.COUNT),
            *(Field(f"limit_{suit}", _("{suit} that it bears", suit=suit), Widget.COUNT) for suit in Suit),
            Field("hand_size", _("Cards in a hand"), Widget.COUNT),
            Field("copies", _("How many are in the box?"), Widget.COUNT),
            Field("title", _("The words on it"), Widget.TEXT),
            Field("text", _("What it does, as it stands there"), Widget.LINES),
        ]
        having = {field.name: tuple(kind for kind, names in FIELDS.items() if field.name in names) for field in asked}
        return [field if field.name == "kind" else field._replace(only=("kind", having[field.name])) for field in asked]

    def values(self, text: str, card: str, /) -> dict[str, Any]:
        """Return a card's values in the deck; a new card has one copy."""
        found = cards_of(text).get(card)
        return values_of(found) if found is not None else {"copies": 1, "hand_size": 3}

    def drawn(self, text: str, card: str, values: Mapping[str, Any], /) -> dict[str, Any]:
        """Return the card's face with the values typed so far."""
        typed = card_typed(values, cards_of(text).get(card))
        plain = {key: value for key, value in typed.items() if isinstance(value, str | int)}
        return plain | {"words": str(typed["id"])}

    def about(self, where: str, card: str, /) -> str | None:
        """Return the form field of a fault. Faults end with the field; a limit's with `limits`."""
        field = where.rpartition(" ")[2].replace("limits.", "limit_")
        return field if any(field in fields for fields in FIELDS.values()) else ""
