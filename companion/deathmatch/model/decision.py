"""The current decision of a game: its kind, the players asked, and every allowed answer."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from companion.deathmatch.model.answers import Answer


class DecisionKind(StrEnum):
    """The kinds of decisions."""

    PROTAGONIST = "protagonist"
    SETTING = "setting"
    ACTION = "action"
    ANSWER = "answer"
    CARRY_OUT = "carry-out"
    WINNER = "winner"
    DAMAGE = "damage"
    DISCARD = "discard"


MOMENTS: dict[DecisionKind, tuple[str, ...]] = {
    DecisionKind.PROTAGONIST: ("DS5",),
    DecisionKind.SETTING: ("DA1", "DJ13"),
    DecisionKind.ACTION: ("DP1", "DT1"),
    DecisionKind.ANSWER: ("DP2", "DP3"),
    DecisionKind.CARRY_OUT: ("DJ2",),
    DecisionKind.WINNER: ("DP3", "DJ1"),
    DecisionKind.DAMAGE: ("DP4", "DJ10"),
    DecisionKind.DISCARD: ("DH3",),
}
"""The rules of what is open."""


class Decision(NamedTuple):
    """One open decision. `players` are those asked, in turn order; empty if the table answers.

    Its kind and players depend on nothing secret; options based on a hand or a character do.
    """

    kind: DecisionKind
    players: tuple[int, ...]
    options: tuple[Answer, ...]
