"""The Emilia coin: takes a coin of another player (O6)."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from companion.core.i18n import N_, _
from companion.othello.model import events as e
from companion.othello.model.frames import Action, Choices, one_choice
from companion.othello.model.game import Game
from companion.othello.model.state import State
from companion.othello.rules.choosing import choose
from companion.othello.rules.effect import NO_NEED, Aimed, Coin
from companion.othello.rules.endings import finish


class Emilia(Aimed):
    """Take a coin of another player, except for those that the edition exempts (O6)."""

    name = "Emilia"
    rule = "O6"
    uses = ("target", "take")
    asks = MappingProxyType(
        {
            "target": (N_("{who} names a player to take a coin from"), N_("Choose a player to take a coin from")),
            "take": (N_("{who} chooses a coin of {whom}"), N_("Choose a coin of {whom}")),
        }
    )

    def aimed(self, action: Action) -> str:
        """Return the announcement: a coin changes hands."""
        return N_("{who} uses {thing} to take a coin from {whom}")

    def has_object(self, state: State, other: int) -> bool:
        """Return True if `other` has a coin that can be taken."""
        return any(coin not in state.rules.emilia_leaves for coin in state.seats[other].coins)

    def lacking(self, state: State, other: int) -> str:
        """Return the reason: the player has no such coin."""
        return _("they do not have a coin that can be taken")

    def needs(self, state: State, action: Action) -> Sequence[Choices]:
        """Return the other player's coins that can be taken."""
        if action.choices.take is not None or action.choices.target is None:
            return NO_NEED
        coins = state.seats[action.choices.target].coins
        return [one_choice("take", coin) for coin in sorted(coins) if coin not in state.rules.emilia_leaves]

    def perform(self, game: Game, action: Action) -> bool:
        """Take the chosen coin."""
        chosen = choose(game, action, "take", self)
        if chosen is None:
            return False
        if chosen.choices.take is not None and chosen.choices.target is not None:
            game.emit(e.CoinTaken(chosen.player, chosen.choices.target, chosen.choices.take))
        finish(game, chosen)
        return True


EMILIA = Emilia()
COIN = Coin(
    EMILIA.name,
    EMILIA,
    EMILIA.rule,
    N_("You take a coin of another player."),
    N_("{who} uses an Emilia coin to take a coin from another player"),
)
