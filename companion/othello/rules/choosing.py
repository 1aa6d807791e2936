"""How an action comes to its choices: those given that still fit, the only possible one, or else it waits (V1)."""

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
    """The action with `field` chosen: as given, or the only possible value, or none at all; None means to wait."""
    given = getattr(action.choices, field)
    if given is not None:
        bare = action.choosing(replace(action.choices, **{field: None}))
        if effect.fits(game.state, bare, field, given):
            return action
        if game.chance.trusts and field in effect.cards:
            told = as_told([getattr(option, field) for option in effect.needed(game.state, bare)], given)
            if told is not None:
                return bare.choosing(merged(bare.choices, one_choice(field, told)))
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


def as_told(cards: Sequence[CardName], card: CardName) -> CardName | None:
    """A card of a hand that somebody has named, as far as it may be among these: by its back where another one is."""
    return next((name for name in (card, back(card)) if find_in_hand(cards, name) is not None), None)


def _unnamed(state: State, option: Choices) -> Choices:
    """A choice as everybody sees it who does not see the hand: by its back."""
    take = option.take if option.take in state.rules.coins else option.take and back(option.take)
    return replace(option, take=take, give=option.give and back(option.give))


def _unknown_alike(options: Sequence[Choices], field: str) -> bool:
    """Whether it makes no difference which one is chosen, because nobody knows anything about them."""
    first = getattr(options[0], field)
    return isinstance(first, str) and is_unknown(first) and all(option == options[0] for option in options)
