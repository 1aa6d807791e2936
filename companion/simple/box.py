"""The box of a small game: one deck, one edition, no options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic

from companion.core.cards import UNKNOWN, Card, Face
from companion.core.i18n import _
from companion.core.json_fields import as_word
from companion.game import Box
from companion.game.deck_files import FixedDeck
from companion.game.new_game import STAND_IN, Decks, OwnDeck, StartForm
from companion.game.rules import Json
from companion.simple.base import EDITION, S, SmallGame
from companion.simple.formats import SmallTypes


class SmallBox(Box[S], Generic[S]):
    """The cards of a small game."""

    def __init__(self, game: SmallGame[S, Any, Any], types: SmallTypes[S, Any, Any]) -> None:
        self._game = game
        self._types = types
        self.decks = FixedDeck(game.title, tuple(game.cards), lambda: the_deck(game))

    def options_form(self) -> StartForm:
        """Return a form without options."""
        return StartForm({EDITION: self._game.title}, {}, {}, {EDITION: {}})

    def stored_position(self, position: Any, decks: Decks) -> Json:
        """Return the whole position."""
        return self._types.position_to_json(self._types.position_from_json(position))

    def rules_record(
        self, edition: str, level: str | None, variants: Sequence[str], rulings: Mapping[str, str]
    ) -> Json:
        """Accept the only edition, without variants."""
        as_word(edition, "edition", (EDITION,))
        if level is not None:
            as_word(level, "level", ())
        for at, variant in enumerate(variants):
            as_word(variant, f"variants[{at}]", ())
        for ruling in rulings:
            as_word(ruling, f"rulings.{ruling}", ())
        return {}

    def contents(self, state: S) -> dict[str, int]:
        """Return each card once."""
        return dict.fromkeys(self._game.cards, 1)

    def cards_at_hand(self, state: S) -> list[str]:
        """Return all cards."""
        return list(self._game.cards)

    def card(self, state: S, card: str) -> Json:
        """Return the face of a card, or the back of an unknown one."""
        return card_view(self._game, card)

    def seen_at(self, state: S, player: int | None, thing: str) -> str:
        """Return a card that everybody may know to be there, and the back of another one at a seat."""
        seen = player is None or self._game.placed(self._game.visible_to(state, None), player) == thing
        return thing if seen or thing not in self._game.cards else UNKNOWN

    def is_card(self, state: S, name: str) -> bool:
        """Return whether this is a card."""
        return name in self._game.cards


def the_deck(game: SmallGame[Any, Any, Any]) -> OwnDeck:
    """Return the only deck of a small game."""
    count = len(game.cards)
    title = _("the {count} cards of {title}", count=count, title=game.title)
    return OwnDeck(game.id, STAND_IN, title, False, EDITION, (EDITION,), {"card": count}, tuple(game.cards))


def card_view(game: SmallGame[Any, Any, Any], card: Card) -> Json:
    """Return a card of a small game for a page. Open hands are shown in the `order` of the pack."""
    if card not in game.cards:
        return {"id": card, **Face(_("a card"), kind="unknown")._asdict()}
    order = list(game.cards).index(card)
    return {"id": card, **game.cards[card]._asdict(), "title": game.title_of(card), "order": order}
