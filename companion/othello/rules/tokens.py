"""Tokens, coins, wounds and deaths (C5, C6, W1 to W4)."""

from __future__ import annotations

from operator import attrgetter

from companion.othello.model import events as e
from companion.othello.model.cards import Character
from companion.othello.model.game import Game

HELD = {token: attrgetter(token) for token in ("intrigue", "spotlight", "wounds")}


def gain(game: Game, player: int, token: str, count: int) -> None:
    """Give tokens to a player.

    Counting continues beyond the box's number; this is reported once (C5).
    """
    if not count:
        return
    game.emit(e.Gained(player, token, count))
    state = game.state
    if token not in state.ran_out and sum(map(HELD[token], state.seats)) > state.rules.tokens[token]:
        game.emit(e.RanOut(token))


def pay(game: Game, player: int, token: str, count: int) -> None:
    """Return tokens from a player to the box."""
    if count:
        game.emit(e.Paid(player, token, count))


def gain_coin(game: Game, player: int, coin: Character) -> None:
    """Give a coin to a player, if the game has such coins (R4) and the supply has one left (C6)."""
    if coin in game.state.rules.coins:
        game.emit(e.CoinGained(player, coin) if game.state.supply.get(coin, 0) else e.CoinMissing(player, coin))


def wound(game: Game, player: int, character: Character, iago: bool = False) -> None:
    """Place a wound token or an Iago coin on a character's tile (W4, J6, O2).

    At the limit the character dies.
    """
    game.emit(e.Wounded(player, character, iago))
    state = game.state
    in_play = sum(state.wounds.values()) - sum(state.iago_tokens.values())
    in_play += sum(seat.wounds - seat.iago_wounds for seat in state.seats)
    if "wounds" not in state.ran_out and in_play > state.rules.tokens["wounds"]:
        game.emit(e.RanOut("wounds"))
    if state.wounds[character] >= state.limit(character):
        die(game, player, character)


def die(game: Game, player: int, character: Character) -> None:
    """Kill a character; `player` takes the wound tokens on the tile (K6, W4)."""
    game.emit(e.Died(player, character, game.state.wounds[character]))
