"""Miscue: another player must put down another card (A2).

Older editions call it Missed Entrance.
"""

from __future__ import annotations

from types import MappingProxyType

from companion.core.i18n import N_, _
from companion.core.values import replace
from companion.othello.model import events as e
from companion.othello.model.cards import Pile, Staging
from companion.othello.model.frames import Action, PutDown
from companion.othello.model.game import Game
from companion.othello.model.state import State
from companion.othello.model.vocabulary import ActionKind
from companion.othello.rules.draws import draw
from companion.othello.rules.effect import Aimed
from companion.othello.rules.endings import owed_for


class Miscue(Aimed):
    """Make another player change the face-down card (A2).

    Then its player discards the Miscue, draws, and reveals another card.
    """

    name = str(Staging.MISCUE)
    rule = "A2"
    worth = 0.4
    uses = ("target",)
    asks = MappingProxyType(
        {"target": (N_("{who} names who must swap the face-down card"), N_("Choose who must swap the face-down card"))}
    )

    def aimed(self, action: Action) -> str:
        """Return the announcement: the target puts down another card."""
        return N_("{who} uses {thing}: {whom} must swap the face-down card")

    def has_object(self, state: State, other: int) -> bool:
        """Return True if `other` has not revealed and can put down another card."""
        seat = state.seats[other]
        return seat.placed is not None and not seat.revealed and bool(seat.hand)

    def lacking(self, state: State, other: int) -> str:
        """Return the reason why `other` cannot be the target."""
        seat = state.seats[other]
        if seat.revealed or seat.done:
            return _("they have revealed already")
        return _("no card lies face down there") if seat.placed is None else _("they have no other card to play")

    def perform(self, game: Game, action: Action) -> bool:
        """Ask for the target's card first, then for the player's own."""
        player, target = action.player, action.choices.target
        assert target is not None
        if action.done == 0:
            game.replace(replace(action, done=1))
            game.emit(e.Miscued(target))
            game.push(PutDown(target, reveal=False))
            return True
        if action.kind is ActionKind.CARD:
            game.emit(e.Discarded(player, action.name))
        draw(game, player, Pile.STAGING)
        game.pop()
        if game.state.seats[player].hand:
            game.push(PutDown(player, reveal=True))
        elif action.kind is ActionKind.CARD:
            game.emit(e.TurnEnded(player, owed_for(action.name)))
        return True


MISCUE = Miscue()
CARDS = {MISCUE.name: MISCUE, "Missed Entrance": MISCUE}
