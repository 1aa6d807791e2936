"""What a game is started with: the decks of a house, and what a page asks that starts one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from companion.game.rules import Json

STAND_IN = "stand-in"
"""The deck that comes with every game, made up to fit it."""


class OwnDeck(NamedTuple):
    """A deck of its owners: its game, its cards as the game has them, and the edition that it is for.

    `counts` is how many cards it has, by their kinds, and `fits` are the editions that can be played with it; of those
    that are `guessed` nobody has said yet what stands on them.
    """

    game: str
    id: str
    title: str
    made_up: bool
    edition: str
    fits: Sequence[str]
    counts: Mapping[str, int]
    deck: Any
    guessed: int = 0


class StartForm(NamedTuple):
    """What a page asks that starts a game.

    Args:
        editions: their titles, by edition or "edition/level", the usual one first.
        variants: the title of each, and the editions that have it.
        rulings: the question of each, and its answers with their words, the usual one first.
        outlines: what a page for a game under way asks, by edition or "edition/level".
        lead: what tells at the table who begins, in words; "" where that is not asked.
        characters: who is somebody in the play, so that no player is called so.
    """

    editions: Mapping[str, str]
    variants: Mapping[str, tuple[str, Sequence[str]]]
    rulings: Mapping[str, tuple[str, Mapping[str, str]]]
    outlines: Mapping[str, Json]
    lead: str = ""
    characters: Collection[str] = ()


class Decks(Protocol):
    """The decks of a house, as the records of a game have them."""

    def usual(self, game: str, edition: str) -> str:
        """The name of the deck that is played unless somebody chooses."""

    def kept(self, game: str, name: str, edition: str) -> Any:
        """The deck of this name as a record has it. Raises InputError where there is none that fits."""

    def deck(self, game: str, name: object) -> Any:
        """The owners' deck of this id; None when there is none."""
