"""Setup of a small game before and beside the play: its deck, its forms, its bots.

Such a game has no options except its players. Cards, lights and pages are in `companion.simple.table`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Generic, NamedTuple

from companion.core.cards import UNKNOWN, Face, cards_of
from companion.core.errors import InputError
from companion.core.i18n import _
from companion.core.json_fields import as_word
from companion.core.observation import TagKind
from companion.core.places import play_zone
from companion.game import HostedGame
from companion.game.decks import takes_no_deck
from companion.game.gestures import Lay, Move, Say
from companion.game.new_game import STAND_IN, Decks, OwnDeck, StartForm
from companion.game.rules import E, Json
from companion.game.simulation import Bot, Bots, RandomBot
from companion.simple.actual_deal import SmallActualDeal
from companion.simple.bot import ImaginingBot
from companion.simple.formats import A, S
from companion.simple.rules import SmallRules

EDITION = "1"
AHEAD = {"greedy": 2, "search": 10}
"""The deals that bots imagine who think ahead."""


class Pending(NamedTuple):
    """The things that rest in each zone, so that reporting them again is not a gesture."""

    resting: Mapping[str, str] = {}


class SmallBot(RandomBot):
    """A bot that plays at random and knows only its own cards."""

    def __init__(self, rules: SmallRules[Any, Any, Any], rng: random.Random) -> None:
        super().__init__(rules, rng)
        self._small = rules

    def answer(self, state: Any, player: int) -> Any:
        """Return any allowed answer, based on what this player may know; None to do nothing."""
        return super().answer(self._small.as_known(state, player), player)


class SmallHosted(SmallRules[S, A, E], HostedGame[S, A, E, Pending], Generic[S, A, E]):
    """A small game as the application finds, sets up and hosts it."""

    editions = (EDITION,)
    usual_bot = "random"

    def chosen(self, body: Mapping[str, Any], decks: Decks) -> Json:
        """Return the record of a new game, which always uses the only edition."""
        edition = body.get("edition") or EDITION
        self.check_rules(str(edition), body.get("level"), body.get("variants") or (), body.get("rulings") or {})
        return {"edition": EDITION, "deck": decks.kept(self.id, str(body.get("deck") or STAND_IN), EDITION)}

    def position_kept(self, position: Any, decks: Decks) -> Json:
        """Return the complete position."""
        return self.position_to_json(self.position_from_json(position))

    def form(self) -> StartForm:
        """Return a form in which only the players can be chosen."""
        return StartForm({EDITION: self.title}, {}, {}, {EDITION: {}})

    def check_rules(self, edition: str, level: str | None, variants: Sequence[str], rulings: Mapping[str, str]) -> None:
        """Raise InputError for any edition, level, variant or ruling: there is only one way to play."""
        as_word(edition, "edition", self.editions)
        if level is not None:
            as_word(level, "level", ())
        for at, variant in enumerate(variants):
            as_word(variant, f"variants[{at}]", ())
        for ruling in rulings:
            as_word(ruling, f"rulings.{ruling}", ())

    def deck_ids(self) -> Sequence[str]:
        """Return the id of the only deck."""
        return (STAND_IN,)

    def read_deck(self, text: str) -> OwnDeck:
        """Raise InputError: the game takes no deck files."""
        raise InputError(takes_no_deck(self.title))

    def stand_in(self, edition: str) -> OwnDeck:
        """Return the only deck."""
        count = len(self.cards)
        title = _("the {count} cards of {title}", count=count, title=self.title)
        return OwnDeck(self.id, STAND_IN, title, False, EDITION, (EDITION,), {"card": count}, tuple(self.cards))

    def things(self, deck: OwnDeck, edition: str) -> dict[TagKind, Sequence[str]]:
        """Return the cards that tags can be on."""
        return {TagKind.CARD: tuple(self.cards)}

    def box(self, state: S) -> dict[str, int]:
        """Return the content of the box: one of each card."""
        return dict.fromkeys(self.cards, 1)

    def is_one_of_a_kind(self, thing: str) -> bool:
        """Return True for each card."""
        return thing in self.cards

    def cards_at_hand(self, state: S) -> list[str]:
        """Return all cards."""
        return list(self.cards)

    def card_view(self, state: S, card: str) -> Json:
        """Return a card's face for a page, or its back if the card is unknown."""
        face = self.cards.get(card, Face(_("a card"), kind="unknown"))
        return {"id": card, **face._asdict(), "title": self.title_of(card) if card in self.cards else face.title}

    def seen_at(self, state: S, player: int, thing: str) -> str:
        """Return the card if everybody may know that it is there, or else an unknown card."""
        seen = self.placed(self.as_known(state, None), player) == thing
        return thing if seen or thing not in self.cards else UNKNOWN

    def is_card(self, state: S, name: str) -> bool:
        """Return True for any card of the game."""
        return name in self.cards

    def cards_said(self, answer: Mapping[str, Any]) -> list[str]:
        """Return the card that an answer names."""
        return [card] if isinstance(card := answer.get("card"), str) else []

    def moves_hidden(self, answer: Mapping[str, Any]) -> bool:
        """Return False: corrections change only points."""
        return False

    def goes_back(self, state: S, player: int, thing: str) -> bool:
        """Return True for a card that the game did not accept: it is not the card placed there."""
        return thing in self.cards and thing != self.placed(state, player)

    def truth(self, start: S, seed: int) -> SmallActualDeal:
        """Return the actual deal of a session."""
        return SmallActualDeal(self, self.placed, start, seed)

    def bot(self, rng: random.Random) -> Bot:
        """Return a random bot."""
        return SmallBot(self, rng)

    @property
    def bots(self) -> Bots:
        """The bots: one random, one that looks ahead with few deals, one with many."""
        ahead = {name: partial(ImaginingBot, self, deals=deals) for name, deals in AHEAD.items()}
        return {self.usual_bot: self.bot, **ahead}

    def moves(self, state: S, answer: A, zones: Mapping[str, str | None]) -> Iterator[tuple[Move, float]]:
        """Yield the gesture for an answer: place a card, or state the answer if it has no card."""
        cards = cards_of(answer)
        yield (
            (Lay(play_zone(answer.by), cards[0]) if cards else Say(self.answer_to_json(answer, self.names(state)))),
            1.0,
        )
