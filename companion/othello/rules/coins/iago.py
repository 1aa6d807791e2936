"""The Iago coin: wounds a living character (O2)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.i18n import N_
from companion.othello.model.frames import Action, Choices, each_choice
from companion.othello.model.game import Game
from companion.othello.model.state import State
from companion.othello.rules.choosing import choose
from companion.othello.rules.effect import NO_NEED, Coin, Effect
from companion.othello.rules.endings import finish
from companion.othello.rules.targets import living
from companion.othello.rules.tokens import wound


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


IAGO = Iago()
COIN = Coin(
    IAGO.name,
    IAGO,
    IAGO.rule,
    N_("One character takes a wound."),
    N_("{who} uses an Iago coin to wound a character"),
)
