"""The words for players, cards, coins and tokens that every text for people is made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.othello.cards import (
    ACT_NUMERALS,
    UNKNOWN_SCRIPT,
    UNKNOWN_STAGING,
    CardName,
    Pile,
    is_unknown,
)
from companion.othello.state import State

TOKENS = {"intrigue": "intrigue token", "spotlight": "spotlight token", "wounds": "wound token"}
PHASES = {
    "casting": "the tiles are dealt",
    "pre-placement": "before the cards are placed",
    "placement": "the cards are placed",
    "after-placement": "the cards are placed",
    "reveal": "the cards are revealed",
    "draw": "everyone draws",
    "intermission": "intermission",
    "over": "the play is over",
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


def card_title(state: State, card: CardName) -> str:
    """A card by its title: a script card in quotation marks, a staging card bare, an unknown one by its back."""
    if card in state.deck.cards:
        return f"“{state.deck.cards[card].title}”"
    if card in state.deck.staging:
        return state.deck.staging[card].title
    return unknown_card(card) if is_unknown(card) else card


def unknown_card(card: CardName) -> str:
    """A card that may not be named, as much as its back shows."""
    return {UNKNOWN_SCRIPT: "a script card", UNKNOWN_STAGING: "a staging card"}.get(card, "a card")


def pile_card(pile: str) -> str:
    """A card of a draw pile."""
    return "a script card" if pile == Pile.SCRIPT else "a staging card"


def coin_title(coin: str) -> str:
    """`an Iago coin`."""
    return f"{'an' if coin[0] in 'AEIOU' else 'a'} {coin} coin"


def thing_title(state: State, what: str) -> str:
    """Whatever a player did something with: a card, a coin, an improv, an interrupt, or what it was about."""
    if what in state.rules.coins:
        return f"{what} coin"
    if what in ("improv", "spotlight", "handkerchief"):
        return what
    return "Seize" if what == "seize" else card_title(state, what)


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
        f"{each}{words.get(names.count(each), f' {names.count(each)} times')}"
        for each in dict.fromkeys(names)
    )
