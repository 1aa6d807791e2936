"""Deaths, their order and the cards of the slain; the end of the game (DE, DJ3, DJ4)."""

from __future__ import annotations

from companion.deathmatch.model import events as e
from companion.deathmatch.model.ruleset import SlainTogether
from companion.deathmatch.model.state import State
from companion.deathmatch.model.unknown import cards_of
from companion.deathmatch.rules.game import Game
from companion.deathmatch.rules.harm import is_announced, is_reached


def to_be_slain(state: State, cause: int | None) -> list[int]:
    """Return the players slain by one cause, in turn order from the left of the player who caused it (DE1, DJ4)."""
    return [player for player in state.from_left(cause) if state.seats[player].condemned or is_dead(state, player)]


def is_dead(state: State, player: int) -> bool:
    """Return True if the companion announces that a character is slain (DE1, DJ3)."""
    return is_announced(state, player) and is_reached(state, player)


def slay(game: Game, players: list[int]) -> None:
    """Slay several players by one cause: all, or one by one until one is left (DJ4). This may end the game (DE3)."""
    for player in players:
        if game.state.rules.slain_together is SlainTogether.IN_ORDER and len(game.state.alive) == 1:
            break
        leave(game, player, game.state.seats[player].character)
    left = game.state.alive
    if len(left) <= 1:
        end_game(game, left or tuple(sorted(players)))


def leave(game: Game, player: int, character: str) -> None:
    """Show a slain player's character and put all their cards on the discard pile (DE2)."""
    game.emit(e.Slain(player, character))
    seat = game.state.seats[player]
    game.emit(*(e.Discarded(player, card, e.Origin.PILE) for card in cards_of(seat.pile)))
    game.emit(*(e.Discarded(player, card, e.Origin.HAND) for card in seat.hand))
    game.emit(*(e.Discarded(player, card, e.Origin.POOL) for card in seat.pool))
    if seat.played is not None:
        game.emit(e.Discarded(player, seat.played, e.Origin.SCENE))
    carrying = game.state.carrying
    if carrying is not None and carrying.by == player:
        game.emit(e.Discarded(player, carrying.card, e.Origin.SCENE))


def end_game(game: Game, winners: tuple[int, ...]) -> None:
    """End the game and discard the cards of the scene (DE3)."""
    discard_scene(game)
    carrying = game.state.carrying
    if carrying is not None and carrying.card in game.state.deck.actions:
        game.emit(e.Discarded(carrying.by, carrying.card, e.Origin.SCENE))
    game.emit(e.GameEnded(winners))


def discard_scene(game: Game) -> None:
    """Put all cards of the scene on the discard pile (DP4, DJ9)."""
    state = game.state
    for player, card in list(state.played_in_order()):
        game.emit(e.Discarded(player, card, e.Origin.SCENE))
    for card in state.scene_cards:
        game.emit(e.Discarded(state.opener or 0, card, e.Origin.SCENE))
