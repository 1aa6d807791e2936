"""Seize: it stops what another player reveals, from its place face down (A5, Z1).

What it does there is in `windows.py`.
"""

from __future__ import annotations

from companion.core.i18n import _
from companion.core.verdict import Reason
from companion.othello.model.cards import Staging
from companion.othello.model.state import State
from companion.othello.rules.codes import Code
from companion.othello.rules.effect import Effect


class Seize(Effect):
    """Z5: in one's own turn it does nothing."""

    name = str(Staging.SEIZE)
    rule = "A5"
    besides = ("Z1", "Z2", "Z3")

    def idle(self, state: State, player: int) -> list[Reason]:
        """Always."""
        return [Code.REVEAL_SEIZE.because(_("A Seize does nothing in one's own turn; exit, or improv."))]


SEIZE = Seize()
CARDS = {SEIZE.name: SEIZE}
