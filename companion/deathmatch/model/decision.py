"""What is open in a game: one decision, who is asked, and every answer that fits."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from companion.deathmatch.model.answers import Answer


class DecisionKind(StrEnum):
    """What is asked."""

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
    """One open decision. `players` are those asked, in turn order; nobody where the table answers.

    Its kind and its players hang on nothing secret; options made of a hand or of a character do.
    """

    kind: DecisionKind
    players: tuple[int, ...]
    options: tuple[Answer, ...]
