"""No Drama: protects its player until the scene ends (A3).

Revealed in the player's turn it protects at once (`declare.reveal`); played from the hand it answers another
player's action (`declare.protect`).
"""

from __future__ import annotations

from companion.core.i18n import _
from companion.core.verdict import Reason
from companion.othello.model.cards import Staging
from companion.othello.model.state import State
from companion.othello.rules.effect import Effect
from companion.othello.rules.legality.codes import Code


class NoDrama(Effect):
    """The effect of No Drama, which costs intrigue (A3)."""

    name = str(Staging.NO_DRAMA)
    rule = "A3"
    related_rules = ("N1",)
    worth = 0.1

    def idle(self, state: State, player: int) -> list[Reason]:
        """Return the reason if the player cannot pay the price."""
        if state.seats[player].intrigue >= state.rules.prices["no_drama"]:
            return []
        return [Code.NO_DRAMA_NO_INTRIGUE.because(_("No Drama costs an intrigue token, and there is none."))]


NO_DRAMA = NoDrama()
CARDS = {NO_DRAMA.name: NO_DRAMA}
