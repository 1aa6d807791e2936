"""The door of a game at a table, on one page: its parts, each of which says by whom it is asked.

`Game` is what a session needs, `HostedGame` what a house needs that lets people start it, draws its mat, keeps its
decks and has bots play it. In each part stands first what every game gives; what has a body, a game says only where it
is otherwise, so that most parts can be left as they are. Whoever needs one part only names that part as the type.

    Rules         companion/game/rules.py     played, written, worded, scored
    Laid          what lies on the mat, and what it means
    LaidEarly     cards that lie there before the book has them, or still have to lie there
    Scripted      a script that plays at a table
    Lit           lights, buttons, and windows that close
    Hidden        who may know what
    Shown         what pages show
    Reasoned      why something has happened, and by which rules
    Corrected     what is put right afterwards

    Packed        decks, and the box
    Offered       that it can be started, and what can be chosen
    Racked        the hand of a bot in a rack with readers
    Seen          single cards on pages
    Drawn         real cards behind a drawn mat
    PlayedByBots  programs that play
    Spoken        lines that are read out
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
    """A game as it is played at a table; its rules come with what is hidden in it."""


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
    """A game as a house hosts it."""


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
