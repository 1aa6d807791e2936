"""The actual deal behind a session of a small game on an on-screen mat."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from companion.core.cards import UNKNOWN, cards_of, with_cards
from companion.game.actual_deal import DealFollower
from companion.game.course import Unseen
from companion.simple.rules import SmallRules


class SmallActualDeal(DealFollower[Any, Any]):
    """The real cards of a session. Cards that are unknown in `start` are dealt from the seed.

    Args:
        placed: returns the card in front of a player in a state of this game.
    """

    def __init__(
        self, rules: SmallRules[Any, Any, Any], placed: Callable[[Any, int], str | None], start: Any, seed: int
    ) -> None:
        self._rules = rules
        self._placed = placed
        self._seed = seed
        self._start = self._known(start, start, "start")
        super().__init__()

    def begin(self) -> None:
        """Return to the cards at the start of the session."""
        self.state = self._start

    def take(self, event: Any, moment: object) -> None:
        """Apply an event with real cards."""
        self.state = self._rules.after(self.state, self._known(event, self.state, moment))

    def _known(self, record: Any, state: Any, moment: object) -> Any:
        """Return a record with its unknown cards replaced by real ones that are nowhere in this state."""
        lying = {*cards_of(state)}
        left = [card for card in self._rules.cards if card not in lying]
        random.Random(f"{self._seed}:{moment}").shuffle(left)
        return with_cards(record, lambda card: left.pop() if card == UNKNOWN and left else card)

    @property
    def chance(self) -> Unseen:
        """Chance for the session, which knows no cards."""
        return Unseen()

    def placed(self, player: int) -> str | None:
        """Return the card in front of a player."""
        return self._placed(self.state, player)
