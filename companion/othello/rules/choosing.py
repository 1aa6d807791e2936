"""The selection of an action's choices (V1).

A given choice is used if it is valid, else the only possible one. Otherwise the action waits.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.values import replace
from companion.othello.model.cards import CardName, is_unknown
from companion.othello.model.evolve_cards import back, find_in_hand
from companion.othello.model.frames import Action, Choices, merged, one_choice
from companion.othello.model.game import Game
from companion.othello.model.state import State
from companion.othello.rules.effect import Effect


def choose(game: Game, action: Action, field: str, effect: Effect) -> Action | None:
    """Return the action with `field` chosen, or None if it has to wait for the player.

    A given choice is used if it is still possible. Otherwise the only possible value is chosen, or none if there is
    none.
    """
    given = getattr(action.choices, field)
    if given is not None:
        bare = action.choosing(replace(action.choices, **{field: None}))
        if effect.fits(game.state, bare, field, given):
            return action
        if game.chance.trusts and field in effect.cards:
            held = card_or_back([getattr(option, field) for option in effect.needed(game.state, bare)], given)
            if held is not None:
                return bare.choosing(merged(bare.choices, one_choice(field, held)))
        action = bare
    options = effect.needed(game.state, action)
    if options:
        if game.chance.blind:
            options = [_unnamed(game.state, option) for option in options]
        if len(options) > 1 and (game.chance.asks(action.player) or not _unknown_alike(options, field)):
            game.replace(action)
            return None
        action = action.choosing(merged(action.choices, options[0]))
    return action


def card_or_back(cards: Sequence[CardName], card: CardName) -> CardName | None:
    """Return the named card if these cards may contain it, else its back.

    Return None if they cannot contain its back either.
    """
    return next((name for name in (card, back(card)) if find_in_hand(cards, name) is not None), None)


def _unnamed(state: State, option: Choices) -> Choices:
    """Return a choice with hidden cards replaced by their backs."""
    take = option.take if option.take in state.rules.coins else option.take and back(option.take)
    return replace(option, take=take, give=option.give and back(option.give))


def _unknown_alike(options: Sequence[Choices], field: str) -> bool:
    """Return True if all options are the same unknown card: the choice makes no difference."""
    first = getattr(options[0], field)
    return isinstance(first, str) and is_unknown(first) and all(option == options[0] for option in options)
