"""Exchange: takes a card from another player's hand and gives one back (A1)."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from companion.core.i18n import N_
from companion.othello.model import events as e
from companion.othello.model.cards import CardName, Staging, could_be
from companion.othello.model.evolve_cards import find_in_hand
from companion.othello.model.frames import Action, Choices, each_choice, merged, one_choice
from companion.othello.model.game import Game
from companion.othello.model.state import State
from companion.othello.model.vocabulary import WhyFailed
from companion.othello.rules.box import may_hold
from companion.othello.rules.choosing import card_or_back, choose
from companion.othello.rules.effect import NO_NEED, Aimed
from companion.othello.rules.endings import finish
from companion.othello.rules.tokens import pay


class Exchange(Aimed):
    """Take a card, at random or by choice, and give one back (A1, O7)."""

    name = str(Staging.EXCHANGE)
    rule = "A1"
    worth = 0.5
    uses = ("target", "look", "take", "give")
    cards = ("take", "give")
    asks = MappingProxyType(
        {"target": (N_("{who} names a player to exchange a card with"), N_("Choose a player to exchange a card with"))}
    )

    def aimed(self, action: Action) -> str:
        """Return the announcement: a card changes hands."""
        return N_("{who} uses {thing} to exchange a card with {whom}")

    def has_object(self, state: State, other: int) -> bool:
        """Return True if `other` has a card to take."""
        return bool(state.seats[other].hand)

    def needs(self, state: State, action: Action) -> Sequence[Choices]:
        """Return the next choice: to look or not, the card to take, or the card to give back."""
        chosen = action.choices
        if action.done == 0 and chosen.look is None:
            return each_choice("look", (True, False) if can_look(state, action.player) else (False,))
        if action.done == 1 and chosen.look and chosen.take is None and chosen.target is not None:
            return each_choice("take", state.seats[chosen.target].hand)
        if action.done == 2 and chosen.give is None:
            return each_choice("give", returnable(state, action))
        return NO_NEED

    def perform(self, game: Game, action: Action) -> bool:
        """Pay for the look, take a card, or give one back."""
        state, player, target = game.state, action.player, action.choices.target
        assert target is not None
        if action.done == 0:
            chosen = choose(game, action, "look", self)
            if chosen is None:
                return False
            if chosen.choices.look and can_look(state, player):
                pay(game, player, "intrigue", state.rules.prices["look"])
            game.replace(chosen.doing(1, chosen.choices))
            return True
        if action.done == 1:
            return self._take(game, action, target)
        back = choose(game, action, "give", self)
        if back is None:
            return False
        if back.choices.give is not None:
            game.emit(e.CardGiven(player, target, back.choices.give))
        finish(game, back)
        return True

    def _take(self, game: Game, action: Action, target: int) -> bool:
        hand = game.state.seats[target].hand
        if not hand:
            finish(game, action, failed=WhyFailed.NO_TARGET)
            return True
        if action.choices.look:
            chosen = choose(game, action, "take", self)
            if chosen is None:
                return False
            action = chosen
        taken = action.choices.take
        if taken is not None and not may_hold(game.state, hand, taken):
            taken = card_or_back(hand, taken) if game.chance.trusts else None
        if taken is None:
            taken = game.chance.pick(target, hand)
        game.emit(e.CardTaken(action.player, target, taken))
        game.replace(action.doing(2, merged(action.choices, one_choice("take", taken))))
        return True


def can_look(state: State, player: int) -> bool:
    """Return True if the player can pay for a look (A1)."""
    return state.seats[player].intrigue >= state.rules.prices["look"]


def returnable(state: State, action: Action) -> list[CardName]:
    """Return the cards that may be given back (A1).

    The card taken is not among them, unless there is a second copy of it. If only the back of the taken card was
    seen, a No Drama shown since then may be the card taken.
    """
    seat, take = state.seats[action.player], action.choices.take or "?"
    cards = list(seat.hand)
    taken = find_in_hand(cards, take)
    shown = Staging.NO_DRAMA in seat.face_up and could_be(take, Staging.NO_DRAMA)
    if taken is not None and not shown:
        cards.pop(taken)
    return cards


EXCHANGE = Exchange()
CARDS = {EXCHANGE.name: EXCHANGE}
