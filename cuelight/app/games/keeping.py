"""The rule by which a table may forget games automatically. Nothing else decides that.

A game that people played is never forgotten unless a person asks for exactly that. Automatically the table may
forget only

- a demonstration that nobody took over,
- a game that was started and in which nobody has played anything since,

and neither while it is the newest game, is being played, or another game continues it. A game that continues another
one, that began with a position, or that has a record of an unknown kind, counts as played.

The age of a game is checked elsewhere; a clock that jumps cannot make a game count as not played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.journal import GameInfo, Journal, JournalError, Kind

BESIDE = (
    Kind.TAG,
    Kind.HINT,
    Kind.DECK,
    Kind.VOICE,
    Kind.CALLED,
    Kind.PAUSE,
    Kind.PACE,
    Kind.CHAIR,
    Kind.RACK,
    Kind.LESSON,
    Kind.TROUBLE,
    Kind.LEFT,
    Kind.MISSING,
)
"""Records that are no play: those of the box, of settings, and the table's own notes."""

BOTS = (*BESIDE, *(kind for kind in Kind if kind not in (Kind.DRIVER, Kind.NAMES, Kind.GAP)))
"""Records of the bots in a demonstration. People who take over write a `driver` record first."""


class Part(NamedTuple):
    """A game's own part of a chain: its game record's body, and how many records of each kind it has."""

    body: Mapping[str, Any]
    kinds: Mapping[str, int]


def people_played(chain: Sequence[Part]) -> bool:
    """True if people played a game, by its chain of records: its own part, and that of each game it continues.

    This is the rule of this module, as a pure function. In doubt a game is kept.
    """
    if len(chain) != 1 or "reopens" in chain[0].body:
        return True  # a person opened it again
    [(body, kinds)] = chain
    if body.get("demo"):
        return any(kind not in BOTS for kind in kinds)
    if "position" in body:
        return True  # a person typed it
    begun_with: int = body.get("begun_with", 1)
    return sum(count for kind, count in kinds.items() if kind not in BESIDE) > begun_with


def is_demonstration(journal: Journal, game: GameInfo) -> bool:
    """True if bots alone played a game."""
    return bool(game.body.get("demo")) and not played_by_people(journal, game)


def played_by_people(journal: Journal, game: GameInfo) -> bool:
    """True if people played a game of a journal, or if it cannot be read."""
    try:
        return people_played(_chain(journal, game))
    except JournalError:
        return True


def needed(games: Iterable[GameInfo]) -> set[int]:
    """The games that other games continue."""
    return {game.body["reopens"] for game in games if "reopens" in game.body}


def finished_with(journal: Journal) -> list[GameInfo]:
    """The games that get no further records and that no other game continues, the oldest first.

    Of these the table may forget those automatically that people did not play.
    """
    games = journal.games()
    kept = needed(games)
    return [game for game in games[:-1] if game.id not in kept]


def _chain(journal: Journal, game: GameInfo) -> list[Part]:
    own, before = Part(game.body, journal.kinds(game.id)), game.body.get("reopens")
    return [own] if before is None else [own, *_chain(journal, journal.game(before))]
