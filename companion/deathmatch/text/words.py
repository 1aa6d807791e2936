"""The words for players, cards and points that every text for people is made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.deathmatch.model.state import Phase, State

PHASES = {
    Phase.CASTING: "somebody takes the protagonist card",
    Phase.SETTING: "the setting is chosen",
    Phase.ACTION: "an action begins",
    Phase.SCENE: "cards are laid in answer",
    Phase.WINNER: "the scene is won",
    Phase.DAMAGE: "damage is placed",
    Phase.OVER: "the game is over",
}


def name(state: State, player: int) -> str:
    """A player's name."""
    return state.seats[player].name


def whose(state: State, player: int) -> str:
    """A player's name with the s of possession."""
    return f"{name(state, player)}’s"


def card_title(state: State, card: str) -> str:
    """An action card or a character in words: `an unbated foil (4 blades)`; `a card` where it is not known."""
    face = state.deck.actions.get(card)
    if face is None:
        return card if card in state.deck.characters else "a card"
    if face.suit is None:
        return face.title or face.id
    worth = f"{face.points} {face.suit}"
    return f"{face.title} ({worth})" if face.title else worth


def cards(count: int) -> str:
    """`1 card`, `3 cards`."""
    return f"{count or 'no'} card{'' if count == 1 else 's'}"


def listed(parts: Iterable[str], word: str = "and") -> str:
    """`Ann, Ben and Cal`."""
    items = list(parts)
    return f" {word} ".join(", ".join(group) for group in (items[:-1], items[-1:]) if group)


def players(state: State, numbers: Sequence[int], word: str = "and") -> str:
    """Several players' names."""
    return listed((name(state, player) for player in numbers), word)
