"""The game interface, on one page: its parts, each with its callers.

`Game` is everything that a session needs. `HostedGame` is everything that an application needs to start games, draw
their mat, keep their decks and run bot players. In each part the abstract methods come first; the others have defaults
that a game overrides if it differs, so most parts can stay as they are. Code that needs one part uses only that part as
the type.

    Rules         companion/game/rules.py     played, written, worded, scored
    Laid          things on the mat, and their meaning
    LaidEarly     cards on the mat before the record has them, or still to be placed
    Scripted      a script that plays at a table
    Lit           lights, buttons, and windows that close
    Hidden        hidden information
    Shown         pages
    Reasoned      reasons for events, and their rules
    Corrected     corrections

    Packed        decks, and the box
    Offered       starting a game, and its options
    Racked        the hand of a bot in a rack with readers
    Seen          single cards on pages
    Drawn         real cards behind an on-screen mat
    PlayedByBots  bot players
    Spoken        lines that are read aloud
"""

from __future__ import annotations

from typing import Any

from companion.game.hosting import Drawn, Offered, Packed, PlayedByBots, Racked, Seen, Spoken
from companion.game.rules import A, E, S
from companion.game.table_rules import (
    Corrected,
    FollowUp,
    Hidden,
    Laid,
    LaidEarly,
    Lit,
    R,
    Reasoned,
    ScoreRow,
    Scripted,
    Shown,
)


class Game(
    Scripted[S, A, E, R],
    Laid[S, A, E, R],
    LaidEarly[S, E, R],
    Lit[S, A, E, R],
    Reasoned[S, A, E, R],
    Shown[S, A, E, R],
    Hidden[S, A, E],
    Corrected[S, A],
):
    """A game at a table: its rules, and everything that follows from hidden cards."""


class HostedGame(
    Packed[S, A, E],
    Offered,
    Racked[S, A, E],
    Seen[S],
    Drawn[S, A, E],
    PlayedByBots[S, A, E],
    Spoken[S, E],
    Game[S, A, E, R],
):
    """A game as an application hosts it."""


AnyGame = Game[Any, Any, Any, Any]
AnyHosted = HostedGame[Any, Any, Any, Any]

__all__ = [
    "AnyGame",
    "AnyHosted",
    "Corrected",
    "Drawn",
    "FollowUp",
    "Game",
    "Hidden",
    "HostedGame",
    "Laid",
    "LaidEarly",
    "Lit",
    "Offered",
    "Packed",
    "PlayedByBots",
    "Racked",
    "Reasoned",
    "ScoreRow",
    "Scripted",
    "Seen",
    "Shown",
    "Spoken",
]
