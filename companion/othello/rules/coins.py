"""The character coins, by name (O1 to O8): the effect of each, its rule and its words.

An Othello coin does what Take the Lead does, a Roderigo coin what Exchange does, and a Cassio coin is a free improv.
A Desdemona coin only answers another player's action (`declare.protect`).
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from companion.core.i18n import N_, _
from companion.othello.model import events as e
from companion.othello.model.frames import Action, Choices, each_choice, one_choice
from companion.othello.model.game import Game
from companion.othello.model.state import State
from companion.othello.rules.choosing import choose
from companion.othello.rules.effect import NO_NEED, Aimed, Coin, Effect
from companion.othello.rules.endings import finish
from companion.othello.rules.improv import IMPROV
from companion.othello.rules.staging.exchange import EXCHANGE
from companion.othello.rules.staging.take_the_lead import TAKE_THE_LEAD
from companion.othello.rules.targets import living
from companion.othello.rules.tokens import wound


class Desdemona(Effect):
    """Protect its player until the scene ends (O5)."""

    name = "Desdemona"
    rule = "O5"


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


class Iago(Effect):
    """Place one wound on a living character of the act (O2)."""

    name = "Iago"
    rule = "O2"
    uses = ("on",)

    def needs(self, state: State, action: Action) -> Sequence[Choices]:
        """Return the living characters of the act."""
        return each_choice("on", living(state)) if action.choices.on is None else NO_NEED

    def perform(self, game: Game, action: Action) -> bool:
        """Place the wound."""
        chosen = choose(game, action, "on", self)
        if chosen is None:
            return False
        if chosen.choices.on is not None:
            wound(game, chosen.player, chosen.choices.on, game.state.rules.iago_coin_stays)
        finish(game, chosen)
        return True


EMILIA = Emilia()
COINS = {
    "Cassio": Coin(IMPROV, "O4", N_("You improvise for free."), N_("{who} uses a Cassio coin to improvise")),
    "Desdemona": Coin(Desdemona(), "O5", N_("Nobody can do anything to you in this scene.")),
    "Emilia": Coin(
        EMILIA,
        "O6",
        N_("You take a coin of another player."),
        N_("{who} uses an Emilia coin to take a coin from another player"),
    ),
    "Iago": Coin(Iago(), "O2", N_("One character takes a wound."), N_("{who} uses an Iago coin to wound a character")),
    "Othello": Coin(
        TAKE_THE_LEAD,
        "O3",
        N_("The lead tile changes hands, as by Take the Lead."),
        N_("{who} uses an Othello coin to take or give away the Lead"),
    ),
    "Roderigo": Coin(
        EXCHANGE,
        "O7",
        N_("You exchange a card, as by Exchange."),
        N_("{who} uses a Roderigo coin to exchange a card"),
    ),
}
