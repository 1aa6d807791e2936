"""The automatic flow of phases and turns, until a player has to decide (P1 to P7, T5).

Each kind of frame has a function that performs one step and returns True if it did; `settle` repeats them until
none can continue.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.values import replace
from companion.othello.model import events as e
from companion.othello.model.cards import SCRIPT, STAGING, Pile
from companion.othello.model.frames import (
    Action,
    Casting,
    Discards,
    Draws,
    Frame,
    Intermission,
    Over,
    Placement,
    PutDown,
    Reveals,
    Steps,
)
from companion.othello.model.game import Game
from companion.othello.model.state import State
from companion.othello.model.vocabulary import AFTER_REVEAL, PRE_PLACEMENT, Marker, Owed, Phase, Stage, WhyEnded
from companion.othello.rules.actions import awaited, run_effect, run_offer, run_target, run_window
from companion.othello.rules.acts import end_act, end_scene, run_discards
from companion.othello.rules.declare import just_revealed
from companion.othello.rules.draws import can_draw, draw_owed
from companion.othello.rules.options import coins
from companion.othello.rules.own_cards import carry_out, run_table
from companion.othello.rules.windows import run_claim

PILES: dict[Owed | None, Pile | None] = {Owed.SCRIPT: SCRIPT, Owed.STAGING: STAGING, None: None}


def settle(game: Game) -> None:
    """Continue until a decision is open or the game is over.

    Record the stack of frames then.
    """
    with game:
        go_on(game)


def go_on(game: Game) -> None:
    """Perform all automatic steps until a player has to decide."""
    state = game.state
    while True:
        frame = state.frames[-1]
        if state.act_over and type(frame) is not Over and type(frame) is not Intermission:
            game.emit(e.SceneEnded(state.scene))  # N1, A6: effects that last until the end of the scene end with it
            stopped = state.rules.second_emptying_ends_act and state.marker is Marker.FINAL_SCENE
            end_act(game, WhyEnded.STAGING_EMPTY if stopped else WhyEnded.FULL_CURTAIN)  # T4, T5
        elif not RUN[type(frame)](game, frame):
            return


def wait(_game: Game, _frame: Frame) -> bool:
    """Return False: nothing happens here without a decision."""
    return False


def run_steps(game: Game, frame: Steps) -> bool:
    """Move to the next player who could act (P2, P4).

    After the last player, move to the next phase.
    """
    if frame.at < len(frame.order):
        if could_act(game.state, frame, frame.order[frame.at]):
            return False
        game.replace(frame.next())
    elif frame.acted and frame.phase is not AFTER_REVEAL:  # P2: another round, until nobody plays
        game.replace(Steps(frame.phase, frame.order))
    elif frame.phase is PRE_PLACEMENT:
        game.replace(Placement(game.state.act))
    elif frame.phase is Phase.AFTER_PLACEMENT:
        game.replace(Reveals(game.state.from_leads_left()))
    else:
        game.pop()
        below = game.state.frames[-1]
        if type(below) is Reveals:
            game.replace(replace(below, last=frame.order[-1]))  # O1: this player has had this moment
    return True


def could_act(state: State, frame: Steps, player: int) -> bool:
    """Return True if, from public knowledge, a player could act in this step.

    The player has a coin, or cards to play or to improvise with.
    """
    seat = state.seats[player]
    return bool(coins(state, player)) if frame.phase is AFTER_REVEAL else bool(seat.coins or seat.hand)


def run_placement(game: Game, _frame: Placement) -> bool:
    """Wait until every player with cards has placed one, and for at least one card (P3)."""
    state = game.state
    for seat in state.seats:
        if seat.placed is None and seat.hand:
            return False
    if not any(seat.placed for seat in state.seats):
        return False
    game.replace(Steps(Phase.AFTER_PLACEMENT, state.from_leads_left()))
    return True


def run_reveals(game: Game, frame: Reveals) -> bool:
    """Move to the next player whose card is still to be played (P5, P6).

    If nobody is left to reveal, the last player first gets a moment to use coins (O1).
    """
    state, order = game.state, frame.order
    if frame.at >= len(order):
        game.replace(Draws(state.from_lead()))
        return True
    waiting = [at for at, player in enumerate(order) if at >= frame.at and is_to_reveal(state, player)]
    if waiting[:1] == [frame.at]:
        return False
    player = order[frame.at]
    has_revealed = state.seats[player].done
    if has_revealed and not waiting and frame.last != player and coins(state, player):
        game.push(Steps(AFTER_REVEAL, (player,)))
        return True
    reveals = Reveals(order, next(iter(waiting), len(order)))
    if has_revealed and just_revealed(state, reveals) != player:  # the players skipped have used a Seize (Z4)
        reveals = replace(reveals, last=player)
    game.replace(reveals)
    return True


def is_to_reveal(state: State, player: int) -> bool:
    """Return True if a player's card is still to be played (P6, J22)."""
    seat = state.seats[player]
    return seat.placed is not None and not seat.done


def run_action(game: Game, frame: Action) -> bool:
    """Run the current stage of an action: window, claim, target or effect (V1)."""
    return STAGES[frame.stage](game, frame)


def run_put_down(game: Game, frame: PutDown) -> bool:
    """Wait for the new card; a player without cards keeps the card placed (A2)."""
    if game.state.seats[frame.player].hand:
        return False
    game.pop()
    return True


def run_draws(game: Game, frame: Draws) -> bool:
    """Let each player draw the cards owed, in order from the Lead (P7)."""
    state = game.state
    if frame.at >= len(frame.order):
        end_scene(game)
        return True
    player = frame.order[frame.at]
    owes = state.seats[player].owes
    if owes is Owed.CHOICE:
        if can_draw(state, SCRIPT) and can_draw(state, STAGING):
            return False
        owes = Owed.SCRIPT
    draw_owed(game, player, PILES[owes])
    game.replace(frame.next())
    return True


def pass_silently(game: Game) -> bool:
    """Pass for the next player asked, because an input arrived that only fits later (V2).

    Return False if the open decision cannot be passed over.
    """
    state = game.state
    frame = state.frames[-1]
    if type(frame) is Steps:
        game.emit(e.Passed(frame.order[frame.at], inferred=True))
        game.replace(frame.next())
        return True
    if type(frame) is Action and frame.stage is Stage.TABLE:  # C11: no change was reported
        carry_out(game, frame, ())
        return True
    if type(frame) is Action:
        for player in awaited(state, frame)[:1]:
            game.emit(e.Passed(player, inferred=True))
            game.replace(frame.answered(player))
            return True
    return False


STAGES: dict[Stage, Callable[[Game, Action], bool]] = {
    Stage.OFFER: run_offer,
    Stage.WINDOW: run_window,
    Stage.CLAIM: run_claim,
    Stage.TARGET: run_target,
    Stage.EFFECT: run_effect,
    Stage.TABLE: run_table,
}

RUN: dict[type[Any], Callable[[Game, Any], bool]] = {
    Casting: wait,
    Steps: run_steps,
    Placement: run_placement,
    Reveals: run_reveals,
    Action: run_action,
    PutDown: run_put_down,
    Draws: run_draws,
    Intermission: wait,
    Discards: run_discards,
    Over: wait,
}
