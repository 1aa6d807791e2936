"""The cards of a scene: the one to beat, the winner, and the placeable ones (DP3, DP4, DT3)."""

from __future__ import annotations

from typing import assert_never

from companion.deathmatch.model.cards import ActionCard
from companion.deathmatch.model.ruleset import Defeat, OnlyTricksters, Placeable
from companion.deathmatch.model.state import IN_SCENE, Phase, State


def standard_cards(state: State) -> list[tuple[int, ActionCard]]:
    """Return the standard cards played in this scene with their players, from the opener on."""
    return [
        (player, state.deck.actions[card]) for player, card in state.played_in_order() if state.deck.is_standard(card)
    ]


def standing(state: State) -> int | None:
    """Return the player of the card to beat; None if there is none or the rules do not decide it (DP3, DJ1).

    During damage it is the winner. It is never a sacrificed trickster, which any card defeats (DT3).
    """
    if state.phase is Phase.DAMAGE:
        return state.turn
    if state.phase not in IN_SCENE:
        return None
    cards = standard_cards(state)
    if not cards or (state.rules.defeat is Defeat.TABLE and len(cards) > 1):
        return None
    best, card = cards[0]
    for player, other in cards[1:]:
        if defeats(state, other, card):
            best, card = player, other
    return best


def defeats(state: State, card: ActionCard, other: ActionCard) -> bool:
    """Return True if a standard card defeats one that was played before it (DJ1)."""
    match state.rules.defeat:
        case Defeat.HIGHER_ANY:
            return card.points > other.points
        case Defeat.HIGHER_SAME_SUIT:
            return card.suit == other.suit and card.points > other.points
        case Defeat.TABLE:
            return False
        case _:
            assert_never(state.rules.defeat)


def is_decided(state: State) -> bool:
    """Return True if the rules determine the winner, or that there is none (DJ1, DJ9)."""
    return state.rules.defeat is not Defeat.TABLE or len(standard_cards(state)) <= 1


def winner_by_rules(state: State) -> int | None:
    """Return the winner of a decided scene; None for nobody (DJ9)."""
    won = standing(state)
    if won is not None or state.rules.only_tricksters is OnlyTricksters.NOBODY or state.opener is None:
        return won
    return state.opener if state.seats[state.opener].played is not None else None


def cards_of_scene(state: State) -> list[str]:
    """Return all cards that the winner takes (DP4, DJ11)."""
    return [*(card for _player, card in state.played_in_order()), *state.scene_cards]


def placeable_cards(state: State) -> list[str]:
    """Return the cards of the scene that the winner may place, each once (DP4, DJ10)."""
    cards = dict.fromkeys(cards_of_scene(state))
    return [card for card in cards if may_be_placed(state, card)]


def may_be_placed(state: State, card: str) -> bool:
    """Return True if a card of the scene may be placed (DJ10)."""
    return state.rules.placeable is Placeable.ANY or state.deck.is_standard(card)
