"""Automatic play until somebody is asked: draws, deaths, passed players, ends of scenes and acts.

`settle` takes one step after the other. Each step depends only on the state, so a loaded position continues as its game
would have.
"""

from __future__ import annotations

from typing import assert_never

from companion.deathmatch.model import events as e
from companion.deathmatch.model.cards import CASTLE
from companion.deathmatch.model.ruleset import ActOver, NoCards, SlainProtagonist, TwoLeft
from companion.deathmatch.model.state import Phase, State
from companion.deathmatch.rules.deal import can_deal, deal_discards, fill_hands, nobody_has_a_card
from companion.deathmatch.rules.deaths import discard_scene, end_game, slay, to_be_slain
from companion.deathmatch.rules.game import Game
from companion.deathmatch.rules.harm import harmless_in_pool
from companion.deathmatch.rules.scene import is_decided, placeable_cards, winner_by_rules


def settle(game: Game, cause: int | None = None) -> None:
    """Play on until somebody is asked or the game is over.

    Args:
        cause: the player who caused the last event: deaths are resolved from their left (DJ4). By default the winner of
            the scene, or else the player with the act's first action.
    """
    if cause is None:
        cause = game.state.turn if game.state.phase is Phase.DAMAGE else game.state.first
    while _step(game, cause):
        pass


def _step(game: Game, cause: int | None) -> bool:
    """Take one automatic step; False if there is none."""
    if game.state.phase is Phase.OVER:
        return False
    fill_hands(game, game.state.first)
    slain = to_be_slain(game.state, cause)
    if slain or len(game.state.alive) <= 1:
        slay(game, slain)
        return True
    if _two_are_left(game):
        return True
    state = game.state
    if state.carrying is not None or any(state.excess(player) for player in state.alive):
        return False
    return _go_on(game)


def _two_are_left(game: Game) -> bool:
    """Continue without a protagonist and with the castle, even in the middle of an act (DA6, DJ14)."""
    state = game.state
    if len(state.alive) > 2 or state.phase is Phase.CASTING:
        return False
    if state.protagonist is not None:
        if state.rules.two_left is TwoLeft.NEXT_ACT:
            return False
        game.emit(e.ProtagonistChanged(None))
    elif state.setting == CASTLE or state.phase is Phase.SETTING:
        return False
    if game.state.phase is not Phase.SETTING and state.setting != CASTLE:
        game.emit(e.SettingChosen(None, CASTLE))
    return True


def _go_on(game: Game) -> bool:
    match game.state.phase:
        case Phase.CASTING | Phase.OVER:
            return False
        case Phase.SETTING:
            return _setting(game)
        case Phase.ACTION:
            return _action(game)
        case Phase.SCENE:
            return _answer(game)
        case Phase.WINNER:
            return _winner(game)
        case Phase.DAMAGE:
            return _damage(game)
        case _:
            assert_never(game.state.phase)


def _setting(game: Game) -> bool:
    """Set the castle if the rules demand it, or replace a slain protagonist (DA1, DA6, DV2)."""
    state = game.state
    assert state.first is not None
    if state.seats[state.first].out and state.has_acts:
        _end_act(game)  # DJ7: the turn reached the seat of the slain protagonist
    elif state.castle_only:
        game.emit(e.SettingChosen(None, CASTLE), e.SceneBegan(1, state.in_turn_order(state.first)[0]))
    elif state.protagonist is not None and state.seats[state.protagonist].out:
        game.emit(e.ProtagonistChanged(next(state.clockwise(state.protagonist))))
    else:
        return False
    return True


def _action(game: Game) -> bool:
    """Skip the action of a player who was slain during it or has no card (DE2, DJ8)."""
    state = game.state
    assert state.opener is not None
    if not state.seats[state.opener].out and state.seats[state.opener].hand:
        return False
    if not any(state.seats[player].hand for player in state.alive):
        _without_hands(game)
        return True
    if not state.seats[state.opener].out:
        game.emit(e.PassedOver(state.opener))
    discard_scene(game)
    _next_action(game)
    return True


def _answer(game: Game) -> bool:
    """Skip the answer of a player without a card (DJ8)."""
    turn = game.state.turn
    assert turn is not None
    if game.state.seats[turn].hand:
        return False
    game.emit(e.PassedOver(turn))
    return True


def _winner(game: Game) -> bool:
    """Record the winner, or that there is none, if the rules decide it (DJ1, DJ9)."""
    if not is_decided(game.state):
        return False
    winner = winner_by_rules(game.state)
    game.emit(e.SceneWon(winner))
    if winner is None:
        _end_scene(game)
    return True


def _damage(game: Game) -> bool:
    """End the damage if no card is left to place, or no player can place one (DP4, DJ10)."""
    state = game.state
    assert state.turn is not None
    if placeable_cards(state) and not state.seats[state.turn].out:
        return False
    _end_scene(game)
    return True


def _end_scene(game: Game) -> None:
    discard_scene(game)
    game.emit(e.SceneEnded(game.state.scene))
    _next_action(game)


def _next_action(game: Game) -> None:
    """Begin the action of the player to the left of the opener, or end the act (DP5, DA2)."""
    state = game.state
    assert state.opener is not None
    if state.has_acts and _act_is_over(state):
        _end_act(game)
    else:
        game.emit(e.SceneBegan(state.scene + 1, next(state.clockwise(state.opener))))


def _act_is_over(state: State) -> bool:
    """Return True after the last action of an act (DA2, DJ7, DJ17)."""
    rules, opener, first = state.rules, state.opener, state.first
    assert opener is not None and first is not None
    slain = state.seats[first].out
    if slain and rules.slain_protagonist is SlainProtagonist.AT_ONCE:
        return True
    if opener == first and state.scene > 1:
        return True
    count = len(state.seats)
    to_next = (next(state.clockwise(opener)) - opener) % count
    passes_first = opener != first and (first - opener) % count <= to_next
    return passes_first and (slain or rules.act_over is ActOver.ROTATION)


def _end_act(game: Game) -> None:
    """End the act: deal, and begin the next act with its protagonist (DA3, DA4, DJ6)."""
    state = game.state
    assert state.first is not None
    starter = next(state.clockwise(state.first))
    game.emit(e.ActEnded(state.act))
    _deal_for_all(game, starter)
    if game.state.phase is Phase.OVER:
        return
    game.emit(e.ActBegan(state.act + 1, starter))
    protagonist = starter if len(state.alive) > 2 else None
    if protagonist != state.protagonist:
        game.emit(e.ProtagonistChanged(protagonist))


def _deal_for_all(game: Game, starter: int | None) -> None:
    """Deal the discard pile; if still nobody has a card, the game is over (DA3, DJ8, DJ19)."""
    deal_discards(game, starter)
    fill_hands(game, starter)
    if nobody_has_a_card(game.state) and _harmless_to_discard(game):
        deal_discards(game, starter)
        fill_hands(game, starter)
    if nobody_has_a_card(game.state):
        end_game(game, game.state.alive)


def _without_hands(game: Game) -> None:
    """End the act if nobody has a card to play, then apply DA3 (DJ8); without any cards the game is over (DJ19)."""
    discard_scene(game)
    state = game.state
    if nobody_has_a_card(state) and not can_deal(state) and not _harmless_to_discard(game):
        end_game(game, state.alive)
    elif state.has_acts:
        _end_act(game)
    elif can_deal(game.state):
        _deal_for_all(game, state.first)
    else:
        end_game(game, state.alive)  # a text left everybody without a hand for good


def _harmless_to_discard(game: Game) -> bool:
    """Discard the harmless cards in revealed characters' pools for a deal (DJ19); True if that gives anybody a card."""
    state = game.state
    if state.rules.no_cards is NoCards.SHARE:
        return False
    for player in state.alive:
        seat = state.seats[player]
        if seat.revealed and seat.knows_character:
            game.emit(*(e.Discarded(player, card, e.Origin.POOL) for card in harmless_in_pool(state, player)))
    return can_deal(game.state)
