"""Whether a placed card could do something in its player's turn, and why not: before it is played (Z5, E1, J14)."""

from __future__ import annotations

from companion.core.i18n import _
from companion.core.verdict import Reason
from companion.othello.model.cards import CardName, is_staging
from companion.othello.model.state import State
from companion.othello.rules.codes import Code
from companion.othello.rules.effects import effect_of


def unplayable(state: State, player: int, card: CardName, aimed: bool = False) -> list[Reason]:
    """Why a placed staging card can do nothing in its player's turn, so that only leaving is left (Z5, E1).

    Where it is `aimed` at somebody, whether that can be is asked elsewhere.
    """
    if not is_staging(card):
        return []
    effect, seat = effect_of(card), state.seats[player]
    found = effect.idle(state, player)
    if card in state.deck.staging and seat.intrigue < state.deck.staging[card].price:
        price_told = _(
            "{card} costs {price} intrigue tokens; {name} has {intrigue}.",
            card=card,
            price=state.deck.staging[card].price,
            name=seat.name,
            intrigue=seat.intrigue,
        )
        found = [*found, Code.OWN_CARD_NO_INTRIGUE.because(price_told)]
    return found if aimed else found + effect.no_target(state, player, card)
