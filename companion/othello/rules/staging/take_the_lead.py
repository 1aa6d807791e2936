"""Take the Lead: takes the lead tile, or gives it away if the Lead plays it (A4)."""

from __future__ import annotations

from types import MappingProxyType

from companion.core.i18n import N_, _
from companion.core.verdict import Reason
from companion.othello.model import events as e
from companion.othello.model.cards import Staging
from companion.othello.model.frames import Action, Reveals
from companion.othello.model.game import Game
from companion.othello.model.ruleset import NEW_LEAD_LAST
from companion.othello.model.state import State
from companion.othello.rules.effect import Effect
from companion.othello.rules.endings import finish
from companion.othello.rules.legality.codes import Code


class TakeTheLead(Effect):
    """Take the lead tile, or give it away as the Lead, effective at once (A4, O3)."""

    name = str(Staging.TAKE_THE_LEAD)
    rule = "A4"
    uses = ("target",)
    asks = MappingProxyType({"target": (N_("{who} names the new Lead"), N_("Choose the new Lead"))})

    def asks_target(self, state: State, player: int) -> bool:
        """Return True for the Lead, who gives the tile away."""
        return state.lead == player

    def threatens(self, state: State, action: Action) -> int | None:
        """Return the Lead, or the player to whom the Lead gives the tile."""
        return action.choices.target if self.asks_target(state, action.player) else state.lead

    def aimed(self, action: Action) -> str:
        """Return the announcement: the Lead gives the tile away, or a player takes it."""
        if action.choices.target is not None:
            return N_("{who} uses {thing} to give {whom} the Lead")
        return N_("{who} uses {thing} to take the Lead from {whom}")

    def no_target(self, state: State, player: int, name: str) -> list[Reason]:
        """Return the reason if a protected Lead keeps the tile."""
        if self.asks_target(state, player):
            return super().no_target(state, player, name)
        holder = state.seats[state.lead]
        if not holder.protected:
            return []
        return [
            Code.TAKE_THE_LEAD_PROTECTED.because(
                _("{name} is protected: nobody can take the lead away.", name=holder.name)
            )
        ]

    def perform(self, game: Game, action: Action) -> bool:
        """Move the tile, and adjust the order of the reveals."""
        player, target = action.player, action.choices.target
        game.emit(e.LeadChanged(player if target is None or player != game.state.lead else target))
        finish(game, action)
        reorder(game)
        return True


def reorder(game: Game) -> None:
    """Reorder the players still to reveal clockwise from the current Lead's left (J1)."""
    state, bottom = game.state, game.state.frames[0]
    if type(bottom) is Reveals and NEW_LEAD_LAST in state.rules.chosen:
        coming = [player for player in bottom.order[bottom.at :] if not state.seats[player].done]
        anew = iter([player for player in state.from_leads_left() if player in coming])
        order = tuple([next(anew) if player in coming else player for player in bottom.order])
        if order != bottom.order:
            game.emit(e.Reordered(order))


TAKE_THE_LEAD = TakeTheLead()
CARDS = {TAKE_THE_LEAD.name: TAKE_THE_LEAD}
