"""The words for players, cards, coins and tokens that every text for people is made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.othello.model.cards import (
    ACT_NUMERALS,
    Pile,
)
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Phase

TOKENS = {"intrigue": "intrigue token", "spotlight": "spotlight token", "wounds": "wound token"}
PHASES = {
    Phase.CASTING: "the tiles are dealt",
    Phase.PRE_PLACEMENT: "before the cards are placed",
    Phase.PLACEMENT: "the cards are placed",
    Phase.AFTER_PLACEMENT: "the cards are placed",
    Phase.REVEAL: "the cards are revealed",
    Phase.DRAW: "everyone draws",
    Phase.INTERMISSION: "intermission",
    Phase.OVER: "the play is over",
}


def name(state: State, player: int) -> str:
    """A player's name."""
    return state.seats[player].name


def whose(state: State, player: int) -> str:
    """A player's name with the s of possession."""
    return f"{name(state, player)}’s"


def act_name(act: int) -> str:
    """`Act III`."""
    return f"Act {ACT_NUMERALS[act - 1]}"


def pile_card(pile: str) -> str:
    """A card of a draw pile."""
    return "a script card" if pile == Pile.SCRIPT else "a staging card"


def coin_title(coin: str) -> str:
    """`an Iago coin`."""
    return f"{'an' if coin[0] in 'AEIOU' else 'a'} {coin} coin"


def tokens(token: str, count: int) -> str:
    """`2 intrigue tokens`."""
    return f"{count} {TOKENS[token]}{'' if count == 1 else 's'}"


def points(count: int) -> str:
    """`1 point`."""
    return f"{count or 'no'} point{'' if count == 1 else 's'}"


def listed(parts: Iterable[str], word: str = "and") -> str:
    """`Ann, Ben and Cal`."""
    items = list(parts)
    return f" {word} ".join(", ".join(group) for group in (items[:-1], items[-1:]) if group)


def players(state: State, numbers: Sequence[int], word: str = "and") -> str:
    """Several players' names."""
    return listed((name(state, player) for player in numbers), word)


def times(names: Sequence[str]) -> str:
    """`Cassio twice and Othello`, from names that may repeat."""
    words = {1: "", 2: " twice"}
    return listed(
        f"{each}{words.get(names.count(each), f' {names.count(each)} times')}" for each in dict.fromkeys(names)
    )
