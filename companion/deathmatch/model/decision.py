"""The current decision of a game: its kind, the players asked, and every allowed answer."""

from __future__ import annotations

from typing import NamedTuple

from companion.core.verdict import Ruled
from companion.deathmatch.model.answers import Answer


class DecisionKind(Ruled):
    """The kinds of decisions, with their rules."""

    PROTAGONIST = "protagonist", "DS5"
    SETTING = "setting", "DA1", "DJ13"
    ACTION = "action", "DP1", "DT1"
    ANSWER = "answer", "DP2", "DP3"
    CARRY_OUT = "carry-out", "DJ2"
    WINNER = "winner", "DP3", "DJ1"
    DAMAGE = "damage", "DP4", "DJ10"
    DISCARD = "discard", "DH3"


class Decision(NamedTuple):
    """One open decision. `players` are those asked, in turn order; empty if the table answers.

    Its kind and players depend on nothing secret; options based on a hand or a character do.
    """

    kind: DecisionKind
    players: tuple[int, ...]
    options: tuple[Answer, ...]
