"""The improv, paid with intrigue or a Cassio coin (I2, I3, O4)."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from companion.core.i18n import N_
from companion.othello.model import events as e
from companion.othello.model.cards import SCRIPT, STAGING, CardName, Pile, is_staging, pile_of
from companion.othello.model.frames import Action, Choices, each_choice
from companion.othello.model.game import Game
from companion.othello.model.state import State
from companion.othello.model.vocabulary import FACE_DOWN, HAND, WhyFailed
from companion.othello.rules.choosing import choose
from companion.othello.rules.draws import can_draw, draw
from companion.othello.rules.effect import NO_NEED, Effect
from companion.othello.rules.endings import finish


class Improv(Effect):
    """Change a card of the hand, or the face-down card (I2, I3, O4).

    A card of the hand is replaced from a draw pile, the face-down card from the hand.
    """

    name = "improv"
    rule = "I2"
    related_rules = ("I1", "I3", "I4")
    uses = ("give", "way", "draw")
    cards = ("give",)
    asks = MappingProxyType(
        {
            "give": (
                N_("{who}: put a hand card under its pile, script or staging"),
                N_("Choose the hand card that goes under its draw pile"),
            )
        }
    )

    def needs(self, state: State, action: Action) -> Sequence[Choices]:
        """Return the cards of the hand, then the piles to draw from.

        The pile is a choice only if a card of the hand is changed.
        """
        chosen, seat = action.choices, state.seats[action.player]
        if chosen.give is None:
            return each_choice("give", seat.hand)
        if chosen.way is HAND and chosen.draw is None and action.done == 0:
            return each_choice("draw", map(str, replacements(state, chosen.give)))
        return NO_NEED

    def perform(self, game: Game, action: Action) -> bool:
        """Let the player choose a card, and change it for the face-down card or a drawn card."""
        chosen = choose(game, action, "give", self)
        if chosen is None:
            return False
        give = chosen.choices.give
        if give is None:
            finish(game, chosen, failed=WhyFailed.NO_CARD)
            return True
        if chosen.choices.way is FACE_DOWN:
            game.emit(e.Swapped(chosen.player, give))
            finish(game, chosen)
            return True
        drawn = choose(game, chosen, "draw", self)
        if drawn is None:
            return False
        pile = drawn.choices.draw
        if pile is not None:  # draw first: the player never draws the card just buried
            draw(game, drawn.player, Pile(pile))
            game.emit(e.Buried(drawn.player, str(pile_of(give) or pile), give))
        finish(game, drawn)
        return True


def replacements(state: State, card: CardName) -> list[Pile]:
    """Return the piles that may replace `card`: staging, and for a script card also script (I2)."""
    both = [STAGING] if is_staging(card) else [SCRIPT, STAGING]
    return [pile for pile in both if can_draw(state, pile)]


IMPROV = Improv()
