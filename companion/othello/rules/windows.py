"""Interrupts: who may seize or block an action, and the results (Z1 to Z6, L1, N1, V1, V2).

Every decision here about whom to ask uses only public knowledge, never the face of a face-down card.
"""

from __future__ import annotations

from companion.core.values import replace
from companion.othello.model import events as e
from companion.othello.model.cards import Staging, is_staging
from companion.othello.model.frames import Action, Reveals, Steps
from companion.othello.model.game import Game
from companion.othello.model.ruleset import REFUND, SEIZE_FIRST
from companion.othello.model.state import State
from companion.othello.model.vocabulary import (
    AFTER_REVEAL,
    CARD,
    CLAIM,
    COIN,
    EFFECT,
    FROM_HAND,
    IMPROV,
    LATE,
    OFFER,
    SEIZED,
    TARGET,
    WINDOW,
    Interrupt,
    Owed,
)
from companion.othello.rules.endings import discard_from_hand, owed_for
from companion.othello.rules.playable import unplayable
from companion.othello.rules.targets import can_protect
from companion.othello.rules.tokens import gain, pay

FROM_CARDS = (CARD, FROM_HAND)


def is_seizable(state: State, action: Action) -> bool:
    """Return True if a Seize can stop the action (Z1).

    It must be a card revealed in the reveal phase that is not exempt.
    """
    return (
        action.kind in FROM_CARDS
        and type(state.frames[0]) is Reveals
        and action.name not in state.rules.seize_exempt_staging
    )


def is_blockable(state: State, action: Action) -> bool:
    """Return True if a spotlight can stop the action (L1)."""
    rules = state.rules
    if action.kind is COIN:
        return action.name not in rules.spotlight_exempt_coins
    if action.kind is IMPROV:
        return True
    if is_staging(action.name):
        return action.name not in rules.spotlight_exempt_staging
    card = state.deck.cards[action.name]
    if card.curtain is not None and rules.spotlight_exempt_curtains:
        return False
    return card.verb not in rules.spotlight_exempt_verbs


def comes_later(state: State, player: int, than: int) -> bool:
    """Return True if `player` reveals after `than` in this scene (Z1)."""
    bottom = state.frames[0]
    order = bottom.order if type(bottom) is Reveals else ()
    return player in order and than in order and order.index(player) > order.index(than)


def has_hidden_card(state: State, player: int) -> bool:
    """Return True if the placed card of `player` is hidden and so may be a Seize (V2)."""
    seat = state.seats[player]
    return seat.placed is not None and not seat.revealed and not seat.done


def could_seize(state: State, action: Action, player: int) -> bool:
    """Return True if `player` could, from public knowledge, seize the action (V2)."""
    seat = state.seats[player]
    return (
        seat.placed is not None
        and not seat.revealed
        and not seat.done
        and seat.intrigue >= state.rules.prices["seize"]
        and comes_later(state, player, action.player)
    )


def could_block(state: State, action: Action, player: int) -> bool:
    """Return True if `player` could block the action with a spotlight (L1)."""
    return player != action.player and state.seats[player].spotlight > 0


def promised(state: State, player: int) -> int:
    """Return the intrigue that `player` has committed to a claimed Seize (V1).

    It may not be spent otherwise.
    """
    top = state.frames[-1]
    if type(top) is Action and top.stage is WINDOW and player in top.seizes:
        return state.rules.prices["seize"]
    return 0


def asked(state: State, action: Action) -> list[int]:
    """Return the players asked now, in turn order (V1, V2).

    These are the players who could still go before the best claim.
    """
    if state.seats[action.player].protected:  # J12
        return []
    seizes, passed = action.seizes, action.passed
    seizable, blockable = is_seizable(state, action), may_still_block(state, action)
    if not seizable and not blockable:
        return []
    found, seize_first = [], SEIZE_FIRST in state.rules.chosen
    for player in state.clockwise(action.player):
        if player in seizes:
            break
        if player in action.spotlights:  # J27
            if not seize_first:
                break
            blockable = False
        elif passed >> player & 1:
            continue
        elif (seizable and could_seize(state, action, player)) or (blockable and could_block(state, action, player)):
            found.append(player)
    return found


def may_still_block(state: State, action: Action) -> bool:
    """Return True if a spotlight could still win over the claims so far.

    With `seize-first`, it cannot win over any Seize (J27).
    """
    return is_blockable(state, action) and not (action.seizes and SEIZE_FIRST in state.rules.chosen)


def best_claim(state: State, action: Action) -> tuple[Interrupt, int] | None:
    """Return the winning claim (V1, J27).

    It is the closest player's, or with `seize-first` the closest Seize.
    """
    order = state.clockwise(action.player)
    seizes = [(Interrupt.SEIZE, player) for player in order if player in action.seizes]
    spotlights = [(Interrupt.SPOTLIGHT, player) for player in order if player in action.spotlights]
    if SEIZE_FIRST in state.rules.chosen:
        return next(iter([*seizes, *spotlights]), None)
    return min([*seizes, *spotlights], key=lambda claimed: order.index(claimed[1]), default=None)


def claim(game: Game, action: Action, player: int, what: Interrupt) -> None:
    """Record that `player` wants to seize or to block (V1).

    After all answers the closest claim wins.
    """
    game.emit(e.Claimed(player, what))
    answered = action.answered(player)
    if what is Interrupt.SEIZE:
        game.replace(replace(answered, seizes=(*action.seizes, player)))
    else:
        game.replace(replace(answered, spotlights=(*action.spotlights, player)))


def take_claim(game: Game, action: Action, player: int, what: Interrupt) -> None:
    """Carry out the winning claim: take its price and show a Seize (Z1, L1)."""
    if what is Interrupt.SEIZE:
        pay(game, player, "intrigue", game.state.rules.prices["seize"])
        game.emit(e.Revealed(player, str(Staging.SEIZE)))
    else:
        pay(game, player, "spotlight", 1)
    game.replace(replace(action.to_stage(CLAIM), claim=(what, player)))


def run_claim(game: Game, action: Action) -> bool:
    """Let the victim protect; then carry out the interrupt, or undo it (V1 (3))."""
    state, victim = game.state, action.player
    if can_protect(state, victim) and not action.passed >> victim & 1:
        return False
    assert action.claim is not None
    what, player = action.claim
    if state.seats[victim].protected:
        game.emit(e.Undone(player, victim, what))
        _undo(game, player, what)
        if action.kind is LATE:
            game.pop()
        else:
            game.replace(replace(action.to_stage(TARGET), claim=None))
    elif action.kind is LATE:  # J11
        game.replace(action.to_stage(EFFECT))
    elif what is Interrupt.SEIZE:
        _seize(game, action, player)
    else:
        _block(game, action, player)
    return True


def _undo(game: Game, player: int, what: Interrupt) -> None:
    """Spend an interrupt that protection has undone, or return it to its player (J8)."""
    if REFUND in game.state.rules.chosen:
        token, price = ("intrigue", game.state.rules.prices["seize"]) if what is Interrupt.SEIZE else ("spotlight", 1)
        gain(game, player, token, price)
        if what is Interrupt.SEIZE:
            game.emit(e.TurnedDown(player))
    elif what is Interrupt.SEIZE:
        spend_seize(game, player, owes=Owed.SCRIPT)


def spend_seize(game: Game, player: int, owes: Owed = Owed.STAGING) -> None:
    """Discard a Seize that was shown and end its player's turn (Z4, Z6)."""
    game.emit(e.Discarded(player, str(Staging.SEIZE)))
    game.emit(e.TurnEnded(player, owes))


def _seize(game: Game, action: Action, player: int) -> None:
    """Apply a Seize (Z2, Z3, Z6).

    A script card continues for the seizer; a staging card has no effect.
    """
    victim, state = action.player, game.state
    game.emit(e.Seized(player, victim, action.name))
    spend_seize(game, player)
    if not is_staging(action.name):
        game.replace(replace(action.to_stage(TARGET), taker=player))
        return
    if action.kind is CARD:
        game.emit(e.Discarded(victim, action.name))
        game.emit(e.TurnEnded(victim, Owed.CHOICE))
    else:
        discard_from_hand(game, action)
    if state.rules.lead_may_play_seized and player == state.lead and not unplayable(state, player, action.name):
        game.replace(Action(SEIZED, player, action.name, stage=OFFER))  # R3
    else:
        gain(game, player, "spotlight", 1)
        game.pop()


def _block(game: Game, action: Action, player: int) -> None:
    """Block the action: it has no effect, and play continues after the blocked player (L1, L2)."""
    victim = action.player
    game.emit(e.Blocked(player, victim, action.name))
    game.pop()
    if action.kind is CARD:
        leaves = game.state.rules.blocked_script_leaves and not is_staging(action.name)  # R2
        game.emit((e.LeftPlay if leaves else e.Discarded)(victim, action.name))
        game.emit(e.TurnEnded(victim, owed_for(action.name)))
        return
    if action.kind is FROM_HAND:
        discard_from_hand(game, action)
    top = game.state.frames[-1]
    if type(top) is Steps and top.phase is not AFTER_REVEAL and top.order[top.at] == victim:  # J18
        game.replace(top.next())
