"""Seize: stops a card that another player reveals, from its place face down (A5, Z1).

`windows.py` implements that; this module covers only the player's own turn.
"""

from __future__ import annotations

from companion.core.i18n import _
from companion.core.verdict import Reason
from companion.othello.model.cards import Staging
from companion.othello.model.state import State
from companion.othello.rules.effect import Effect
from companion.othello.rules.legality.codes import Code


class Seize(Effect):
    """The effect of a Seize in its player's own turn: none (Z5)."""

    name = str(Staging.SEIZE)
    rule = "A5"
    related_rules = ("Z1", "Z2", "Z3")

    def idle(self, state: State, player: int) -> list[Reason]:
        """Return the reason, which always applies."""
        return [Code.REVEAL_SEIZE.because(_("A Seize does nothing in one's own turn; exit, or improv."))]


SEIZE = Seize()
CARDS = {SEIZE.name: SEIZE}
