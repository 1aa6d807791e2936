"""The end of actions: where the card or coin goes (P7, P9, J5, J8)."""

from __future__ import annotations

from typing import assert_never

from companion.othello.model import events as e
from companion.othello.model.cards import is_staging
from companion.othello.model.frames import Action
from companion.othello.model.game import Game
from companion.othello.model.ruleset import EXIT_ONLY, REFUND, REPLACED_LATER
from companion.othello.model.vocabulary import CARD, FROM_HAND, ActionKind, Owed, WhyFailed
from companion.othello.rules.draws import replace_staging
from companion.othello.rules.tokens import gain, gain_coin


def owed_for(card: str) -> Owed:
    """Return the draw of a player who has played this card (P7)."""
    return Owed.SCRIPT if is_staging(card) else Owed.STAGING


def discard_from_hand(game: Game, action: Action) -> None:
    """Discard a card played from the hand, and replace it (J5, J19)."""
    game.emit(e.FaceUpDiscarded(action.player, action.name))
    replace_staging(game, action.player, later=REPLACED_LATER in game.state.rules.chosen)


def exit_with(game: Game, player: int, card: str) -> None:
    """Exit: discard the card for an intrigue token and end the turn (E1)."""
    game.emit(e.Exited(player, card))
    gain(game, player, "intrigue", 1)
    game.emit(e.Discarded(player, card))
    game.emit(e.TurnEnded(player, owed_for(card)))


def finish(game: Game, action: Action, failed: WhyFailed | None = None) -> None:
    """Finish the action: discard its card; a card played from the hand is replaced (P9, J5).

    If the player could not carry out the card, they exit with it (E1, J14).
    """
    player = action.player
    if failed:
        game.emit(e.Failed(player, action.name, failed))
    if action.kind is CARD and failed and EXIT_ONLY not in game.state.rules.chosen:
        exit_with(game, player, action.name)
    elif action.kind is CARD:
        game.emit(e.Discarded(player, action.name))
        game.emit(e.TurnEnded(player, owed_for(action.name)))
    elif action.kind is FROM_HAND:
        discard_from_hand(game, action)
    game.pop()


def undo(game: Game, action: Action) -> None:
    """Undo an action that protection stopped (J8).

    Its card or coin is spent, or returns to its player.
    """
    player = action.player
    if REFUND not in game.state.rules.chosen or action.kind is ActionKind.SEIZED:
        finish(game, action)
        return
    match action.kind:
        case ActionKind.CARD:
            game.emit(e.TakenBack(player))
            game.emit(e.TurnEnded(player, None))
        case ActionKind.FROM_HAND:
            game.emit(e.PickedUp(player, action.name))
        case ActionKind.COIN:
            gain_coin(game, player, action.name)
        case ActionKind.IMPROV | ActionKind.LATE:
            pass
        case _:
            assert_never(action.kind)
    game.pop()
