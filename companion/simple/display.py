"""A small game on pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic

from companion.core.cards import UNKNOWN, Card, cards_of
from companion.core.i18n import _, listed
from companion.core.places import Goes
from companion.game import Display
from companion.game.course import Decision
from companion.game.display import Status, detail
from companion.game.display import button as desk_button
from companion.game.equipment import REAL_TABLE, Equipment
from companion.game.help import Help, help_to_json
from companion.game.interpretation import R, TableView
from companion.game.rules import Json
from companion.simple.base import EDITION, A, S, SmallGame, has_card, names_of
from companion.simple.box import card_view, the_deck
from companion.simple.formats import answer_to_json


class SmallDisplay(Display[S, R], Generic[S, A, R]):
    """The board, the desk and the seats of a small game."""

    def __init__(self, game: SmallGame[S, A, Any]) -> None:
        self._game = game

    def board(self, view: TableView[S, R]) -> Json:
        """Return each seat with its points, its placed card and its tags."""
        game, known = self._game, self._game.visible_to(view.state, None)
        asked, scores = game.asked(known), game.scores(known)
        seats = [
            {
                "name": seat.name,
                "up": asked is not None and player in asked[1],
                "points": scores[player]["total"],
                "card": self._placed(known, player),
                "tags": list(game.tags(known, player)),
                "hand": len(seat.hand),
                "last": self._last(known, player),
                "took": player == game.taker(known),
            }
            for player, seat in enumerate(known.seats)
        ]
        deck = the_deck(game)
        table = {"edition": EDITION, "deck": deck.id, "deck_title": deck.title, "made_up": deck.made_up}
        cards = [[words, card_view(game, card)] for words, card in game.middle(known)]
        board = {"table": {**table, "variants": [], "rulings": {}}, "seats": seats, "cards": cards}
        return board | {
            "light": _(game.lights[asked[0]]) if asked is not None and asked[0] in game.lights else "",
            "winners": game.winners(known),
        }

    def _last(self, known: S, player: int) -> Json | None:
        card = self._game.taken(known, player)
        return None if card is None else card_view(self._game, card)

    def _placed(self, known: S, player: int) -> Json | None:
        card = self._game.placed(known, player)
        face = "down" if card == UNKNOWN else "up"
        return None if card is None else {"face": face, "card": card_view(self._game, card)}

    def buttons(self, view: TableView[S, R]) -> list[Json]:
        """Return the answers without a card; cards are laid on the mat."""
        known = self._game.visible_to(view.state, None)
        open_ = open_answers(self._game, known)
        return [button(self._game, known, each, "decision") for each in open_ if not has_card(type(each))]

    def seat(self, state: S, player: int) -> Json:
        """Return the player's hand, the answers with cards that are in it, and the tags as the player knows them."""
        known = self._game.visible_to(state, player)
        hand = sorted(known.seats[player].hand, key=self._order)
        own = [a for a in open_answers(self._game, known) if a.by == player and {*cards_of(a)} <= {*hand}]
        buttons = [
            button(self._game, known, each, "decision")
            | {"text": _begun(self._game.button_text(known, each)), "card": next(iter(cards_of(each)), None)}
            for each in own
        ]
        tags = list(self._game.tags(known, player))
        views = [card_view(self._game, card) for card in hand]
        return {"options": buttons, "why_not": self._forbidden(known, player), "hand": views, "tags": tags}

    def _order(self, card: Card) -> int:
        """Return a card's place in the pack; unknown cards come last."""
        return next((place for place, each in enumerate(self._game.cards) if each == card), len(self._game.cards))

    def _forbidden(self, known: S, player: int) -> Json:
        """Return why cards of the player's hand cannot be used, by card, while somebody is asked for one."""
        asked = self._game.asked(known)
        if asked is None or not has_card(kind := self._game.kinds()[asked[0]]):
            return {}
        if player not in asked[1]:
            wait = _("Wait for {who}.", who=listed(known.seats[each].name for each in asked[1]))
            return dict.fromkeys(known.seats[player].hand, wait)
        reasons = {card: self._game.why_not(known, kind(player, card)) for card in known.seats[player].hand}
        return {card: words for card, words in reasons.items() if words}

    def details(self, state: S) -> list[Json]:
        """Return the cards and the text of every rule, since no other rulebook is on the table."""
        count = _("{count} cards, each of them once", count=len(self._game.cards))
        texts = {_("Cards"): count, **self._game.rule_texts()}
        return [detail(name, value) for name, value in texts.items()]

    def help(self, known: S, player: int | None) -> Json:
        """Return the open question with its rules."""
        rules = self._game.rules_for_decision(known)
        return help_to_json(Help(self._game.headline(known), rules), self._game.rule_texts(rules))

    def status(self, state: S, asked: Decision | None, equipment: Equipment = REAL_TABLE) -> Status:
        """Return the gesture of the players who are asked, and the places for a card."""
        if asked is None:
            return Status()
        laid = has_card(self._game.kinds()[asked.kind])
        hint = _("Put a card on your spot.") if laid else _("Press the button at your seat.")
        return Status(hint=hint, extras={"goes": {"card": [Goes.ASKED]} if laid else {}})


def _begun(words: str) -> str:
    return words[:1].upper() + words[1:]


def open_answers(game: SmallGame[S, A, Any], known: S) -> Sequence[A]:
    """Return every answer to the open question."""
    asked = game.decision(known)
    return asked.options if asked is not None else ()


def button(game: SmallGame[S, A, Any], state: S, answer: A, group: str) -> Json:
    """Return an answer as a button of the desk."""
    said = answer_to_json(answer, names_of(state))
    return desk_button(said, game.answer_text(state, answer), answer.by, group)
