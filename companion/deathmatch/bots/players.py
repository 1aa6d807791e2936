"""A bot that plays by what its player may know: it hurts whoever is hurt most, and keeps its tricksters for last."""

from __future__ import annotations

import random

from companion.deathmatch.model.answers import Answer, Do
from companion.deathmatch.model.decision import DecisionKind
from companion.deathmatch.model.seen import as_seen
from companion.deathmatch.model.state import State
from companion.deathmatch.rules.harm import score
from companion.deathmatch.rules.options import decision

REVEALS = 0.15  # how often one who could reveal does
PLAYS_TRICKSTER = 0.3


class GreedyBot:
    """Plays high cards, and places the highest where the most points lie."""

    def __init__(self, rng: random.Random) -> None:
        self._random = rng

    def answer(self, state: State, player: int) -> Answer | None:
        """An answer to what is open, by what this player may know; None to do nothing."""
        seen = as_seen(state, player)
        asked = decision(seen)
        own = [option for option in asked.options if option.by == player] if asked is not None else []
        if asked is None or not own:
            return None
        if asked.kind is DecisionKind.ACTION:
            own = self._of_action(own)
        if asked.kind in (DecisionKind.ACTION, DecisionKind.ANSWER, DecisionKind.DAMAGE):
            return max(own, key=lambda option: (self._worth(seen, option), self._random.random()))
        return self._random.choice(own)

    def _of_action(self, own: list[Answer]) -> list[Answer]:
        for do, share in ((Do.REVEAL, REVEALS), (Do.TRICKSTER, PLAYS_TRICKSTER)):
            some = [option for option in own if option.do is do]
            if some and self._random.random() < share:
                return some
        return [option for option in own if option.do is Do.PLAY]

    def _worth(self, seen: State, option: Answer) -> int:
        points = seen.deck.actions[option.card].points if option.card is not None else 0
        return points + (score(seen, option.target).total if option.target is not None else 0)
