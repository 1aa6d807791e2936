"""The real cards behind a session of a small game on a drawn mat."""

from __future__ import annotations

import random
from typing import Any

from companion.core.cards import UNKNOWN, cards_of, with_cards
from companion.game.actual_deal import DealFollower
from companion.game.course import Unseen
from companion.simple.base import SmallGame


class SmallActualDeal(DealFollower[Any, Any]):
    """The real cards behind a session of a small game; a seed deals those that are unknown in `start`."""

    def __init__(self, game: SmallGame[Any, Any, Any], start: Any, seed: int) -> None:
        self._game = game
        self._seed = seed
        self._start = self._known(start, start, "start")
        super().__init__()

    def begin(self) -> None:
        """The cards as they lay at the start."""
        self.state = self._start

    def take(self, event: Any, moment: object) -> None:
        """An event, with real cards."""
        self.state = self._game.after(self.state, self._known(event, self.state, moment))

    def _known(self, record: Any, state: Any, moment: object) -> Any:
        """A record with real cards for the unknown ones: any that lie nowhere in this state."""
        lying = {*cards_of(state)}
        left = [card for card in self._game.cards if card not in lying]
        random.Random(f"{self._seed}:{moment}").shuffle(left)
        return with_cards(record, lambda card: left.pop() if card == UNKNOWN and left else card)

    @property
    def chance(self) -> Unseen:
        """Chance for the session: nobody knows the cards."""
        return Unseen()

    def placed(self, player: int) -> str | None:
        """The card that lies before a player."""
        return self._game.placed(self.state, player)

    def returns_to_hand(self, player: int, thing: str) -> bool:
        """Whether a card was not accepted, or its round is over."""
        return thing in self._game.cards and thing != self.placed(player)
