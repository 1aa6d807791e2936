"""What a house asks of a small game before and beside the play: its one box, its forms, its bots.

Nothing can be chosen in such a game but who plays. What is laid, lit and shown is in `companion.simple.table`.
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
    """What is noted of the mat: the thing that rests in each zone, so that it is no gesture when it is reported."""

    resting: Mapping[str, str] = {}


class SmallBot(RandomBot):
    """A player with whims and nothing else, who knows the own cards alone."""

    def __init__(self, rules: SmallRules[Any, Any, Any], rng: random.Random) -> None:
        super().__init__(rules, rng)
        self._small = rules

    def answer(self, state: Any, player: int) -> Any:
        """Any answer that fits, by what this player may know; None to do nothing."""
        return super().answer(self._small.as_known(state, player), player)


class SmallHosted(SmallRules[S, A, E], HostedGame[S, A, E, Pending], Generic[S, A, E]):
    """A small game as whatever runs a table finds, sets up and hosts it."""

    editions = (EDITION,)
    usual_bot = "random"

    def chosen(self, body: Mapping[str, Any], decks: Decks) -> Json:
        """The one box."""
        edition = body.get("edition") or EDITION
        self.check_rules(str(edition), body.get("level"), body.get("variants") or (), body.get("rulings") or {})
        return {"edition": EDITION, "deck": decks.kept(self.id, str(body.get("deck") or STAND_IN), EDITION)}

    def position_kept(self, position: Any, decks: Decks) -> Json:
        """The position, whole."""
        return self.position_to_json(self.position_from_json(position))

    def form(self) -> StartForm:
        """Nothing but who plays."""
        return StartForm({EDITION: self.title}, {}, {}, {EDITION: {}})

    def check_rules(self, edition: str, level: str | None, variants: Sequence[str], rulings: Mapping[str, str]) -> None:
        """There is one way to play."""
        as_word(edition, "edition", self.editions)
        if level is not None:
            as_word(level, "level", ())
        for at, variant in enumerate(variants):
            as_word(variant, f"variants[{at}]", ())
        for ruling in rulings:
            as_word(ruling, f"rulings.{ruling}", ())

    def deck_ids(self) -> Sequence[str]:
        """The one box."""
        return (STAND_IN,)

    def read_deck(self, text: str) -> OwnDeck:
        """There is none besides the box."""
        raise InputError(takes_no_deck(self.title))

    def stand_in(self, edition: str) -> OwnDeck:
        """The box."""
        count = len(self.cards)
        title = _("the {count} cards of {title}", count=count, title=self.title)
        return OwnDeck(self.id, STAND_IN, title, False, EDITION, (EDITION,), {"card": count}, tuple(self.cards))

    def things(self, deck: OwnDeck, edition: str) -> dict[TagKind, Sequence[str]]:
        """Its cards."""
        return {TagKind.CARD: tuple(self.cards)}

    def box(self, state: S) -> dict[str, int]:
        """Each card once."""
        return dict.fromkeys(self.cards, 1)

    def is_one_of_a_kind(self, thing: str) -> bool:
        """Each card."""
        return thing in self.cards

    def cards_at_hand(self, state: S) -> list[str]:
        """All cards."""
        return list(self.cards)

    def card_view(self, state: S, card: str) -> Json:
        """A card by its face, or of an unknown one its back."""
        face = self.cards.get(card, Face(_("a card"), kind="unknown"))
        return {"id": card, **face._asdict(), "title": self.title_of(card) if card in self.cards else face.title}

    def seen_at(self, state: S, player: int, thing: str) -> str:
        """A card is seen where everybody may know that it lies there."""
        seen = self.placed(self.as_known(state, None), player) == thing
        return thing if seen or thing not in self.cards else UNKNOWN

    def is_card(self, state: S, name: str) -> bool:
        """Any of the cards."""
        return name in self.cards

    def cards_said(self, answer: Mapping[str, Any]) -> list[str]:
        """The card that an answer names."""
        return [card] if isinstance(card := answer.get("card"), str) else []

    def moves_hidden(self, answer: Mapping[str, Any]) -> bool:
        """Points alone are put right."""
        return False

    def goes_back(self, state: S, player: int, thing: str) -> bool:
        """A card that was not taken: what was is placed, or the cards of its round are gone."""
        return thing in self.cards and thing != self.placed(state, player)

    def truth(self, start: S, seed: int) -> SmallActualDeal:
        """The cards as they really lie."""
        return SmallActualDeal(self, self.placed, start, seed)

    def bot(self, rng: random.Random) -> Bot:
        """One with whims."""
        return SmallBot(self, rng)

    @property
    def bots(self) -> Bots:
        """One with whims, one that thinks ahead a little, and one that does so at length."""
        ahead = {name: partial(ImaginingBot, self, deals=deals) for name, deals in AHEAD.items()}
        return {self.usual_bot: self.bot, **ahead}

    def moves(self, state: S, answer: A, zones: Mapping[str, str | None]) -> Iterator[tuple[Move, float]]:
        """A card is laid; all else is said."""
        cards = cards_of(answer)
        yield (
            (Lay(play_zone(answer.by), cards[0]) if cards else Say(self.answer_to_json(answer, self.names(state)))),
            1.0,
        )
