"""The check whether a placed card could do anything, before it is played (Z5, E1, J14)."""

from __future__ import annotations

from companion.core.i18n import _
from companion.core.verdict import Reason
from companion.othello.model.cards import CardName, is_staging
from companion.othello.model.state import State
from companion.othello.rules.effects import effect_of
from companion.othello.rules.legality.codes import Code


def unplayable(state: State, player: int, card: CardName, aimed: bool = False) -> list[Reason]:
    """Return the reasons why a placed staging card can do nothing in its turn (Z5, E1).

    If there are any, only an exit is left. If a target is chosen (`aimed`), the caller checks that target.
    """
    if not is_staging(card):
        return []
    effect, seat = effect_of(card), state.seats[player]
    found = effect.idle(state, player)
    if card in state.deck.staging and seat.intrigue < state.deck.staging[card].price:
        message = _(
            "{card} costs {price} intrigue tokens; {name} has {intrigue}.",
            card=card,
            price=state.deck.staging[card].price,
            name=seat.name,
            intrigue=seat.intrigue,
        )
        found = [*found, Code.OWN_CARD_NO_INTRIGUE.because(message)]
    return found if aimed else found + effect.no_target(state, player, card)
