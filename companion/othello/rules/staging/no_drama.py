"""No Drama: nobody can do anything to its player until the scene ends (A3).

Turned up in one's turn it protects at once (`declare.reveal`); played from the hand it answers what somebody does
(`declare.protect`).
"""

from __future__ import annotations

from companion.core.i18n import _
from companion.core.verdict import Reason
from companion.othello.model.cards import Staging
from companion.othello.model.state import State
from companion.othello.rules.codes import Code
from companion.othello.rules.effect import Effect


class NoDrama(Effect):
    """A3: it costs intrigue."""

    name = str(Staging.NO_DRAMA)
    rule = "A3"
    besides = ("N1",)
    worth = 0.1

    def idle(self, state: State, player: int) -> list[Reason]:
        """Without the intrigue that it costs."""
        if state.seats[player].intrigue >= state.rules.prices["no_drama"]:
            return []
        return [Code.NO_DRAMA_NO_INTRIGUE.because(_("No Drama costs an intrigue token, and there is none."))]


NO_DRAMA = NoDrama()
CARDS = {NO_DRAMA.name: NO_DRAMA}
