"""Reasons for a refusal: the stable codes, their rules, and their order of importance."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum, StrEnum

from companion.core.verdict import Reason


class Code(StrEnum):
    """The codes of the reasons; within one weight the most important first."""

    OVER = "answer.over"
    OUT = "answer.out"
    DISCARD_FIRST = "answer.discard-first"
    NOT_NOW = "answer.not-now"
    PLAY_NOT_YOUR_TURN = "play.not-your-turn"
    TRICKSTER_NOT_YOUR_ACTION = "trickster.not-your-action"
    REVEAL_NOT_YOUR_ACTION = "reveal.not-your-action"
    SETTING_NOT_PROTAGONIST = "setting.not-protagonist"
    DAMAGE_NOT_WINNER = "damage.not-winner"
    SETTING_NOT_NOW = "setting.not-now"
    WINNER_NOT_NOW = "winner.not-now"
    DISCARD_NOT_NOW = "discard.not-now"
    SLAIN_NOT_NOW = "slain.not-now"
    TRICKSTER_SECOND = "trickster.second"
    REVEAL_ALREADY = "reveal.already"
    PLAY_NOT_HELD = "play.not-held"
    PLAY_BY_CHOICE = "play.trickster-by-choice"
    NOT_A_TRICKSTER = "trickster.not-a-trickster"
    TRICKSTER_NOT_HELD = "trickster.not-held"
    REVEAL_OTHER = "reveal.other-character"
    CASTLE_ONLY = "setting.castle-only"
    NOT_AGAIN = "setting.not-again"
    WINNER_NOT_IN_SCENE = "winner.not-in-scene"
    WINNER_SACRIFICED = "winner.sacrificed"
    DAMAGE_NOT_IN_SCENE = "damage.not-in-scene"
    DAMAGE_SELF = "damage.self"
    DAMAGE_OUT = "damage.out"
    DAMAGE_HARMLESS = "damage.harmless"
    DISCARD_COUNT = "discard.count"
    DISCARD_NOT_HELD = "discard.not-held"
    SLAIN_NOT_REACHED = "slain.not-reached"
    CHANGE_OUT = "carry-out.out"
    CHANGE_NO_SCENE = "carry-out.no-scene"
    CHANGE_NO_PROTAGONIST = "carry-out.no-protagonist"
    CHANGE_NOT_HELD = "carry-out.not-held"


class Weight(IntEnum):
    """The subject of a reason, the most important first."""

    ANSWER = 0
    TURN = 1
    MOMENT = 2
    CARD = 3


RULES: dict[Code, tuple[str, ...]] = {
    Code.OVER: ("DE3",),
    Code.OUT: ("DE2",),
    Code.DISCARD_FIRST: ("DH3",),
    Code.NOT_NOW: ("DP1",),
    Code.TRICKSTER_NOT_YOUR_ACTION: ("DT1",),
    Code.REVEAL_NOT_YOUR_ACTION: ("DT1",),
    Code.SETTING_NOT_PROTAGONIST: ("DA1",),
    Code.DAMAGE_NOT_WINNER: ("DP4",),
    Code.SETTING_NOT_NOW: ("DA1",),
    Code.WINNER_NOT_NOW: ("DJ1",),
    Code.DISCARD_NOT_NOW: ("DH3",),
    Code.SLAIN_NOT_NOW: ("DE1", "DJ3"),
    Code.TRICKSTER_SECOND: ("DT2",),
    Code.REVEAL_ALREADY: ("DR1",),
    Code.PLAY_BY_CHOICE: ("DT3", "DJ15"),
    Code.NOT_A_TRICKSTER: ("DC2",),
    Code.TRICKSTER_NOT_HELD: ("DT1",),
    Code.REVEAL_OTHER: ("DR1",),
    Code.NOT_AGAIN: ("DJ13",),
    Code.WINNER_NOT_IN_SCENE: ("DP3",),
    Code.WINNER_SACRIFICED: ("DT3",),
    Code.DAMAGE_NOT_IN_SCENE: ("DP4",),
    Code.DAMAGE_SELF: ("DP4",),
    Code.DAMAGE_OUT: ("DE2",),
    Code.DAMAGE_HARMLESS: ("DJ10",),
    Code.DISCARD_COUNT: ("DH3",),
    Code.DISCARD_NOT_HELD: ("DH3",),
    Code.SLAIN_NOT_REACHED: ("DE1", "DJ3"),
    Code.CHANGE_OUT: ("DE2", "DJ2"),
    Code.CHANGE_NO_SCENE: ("DP1", "DJ2"),
    Code.CHANGE_NO_PROTAGONIST: ("DA6", "DJ2"),
    Code.CHANGE_NOT_HELD: ("DJ2",),
}

# Reasons that only the player concerned may see: they reveal something of a hand or a character.
_OWN_ENDS = (".not-held", ".other-character")
_OWN_CODES = (Code.PLAY_BY_CHOICE, Code.SLAIN_NOT_NOW, Code.SLAIN_NOT_REACHED)


def reason(code: Code, message: str, rules: tuple[str, ...] | None = None) -> Reason:
    """Return a reason, by default with the rules of its code."""
    return Reason(str(code), rules or RULES[code], message)


def weight_of(code: Code) -> Weight:
    """Return the weight of a reason."""
    if code.startswith("answer."):
        return Weight.ANSWER
    if code in (Code.PLAY_NOT_YOUR_TURN, Code.SETTING_NOT_PROTAGONIST, Code.DAMAGE_NOT_WINNER):
        return Weight.TURN
    if code.endswith(".not-your-action"):
        return Weight.TURN
    if code.endswith(".not-now") or code in (Code.TRICKSTER_SECOND, Code.REVEAL_ALREADY):
        return Weight.MOMENT
    return Weight.CARD


def by_weight(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Return the reasons, the most important first."""
    return tuple(sorted(reasons, key=lambda told: _ORDER[told.code]))


def is_own(code: str) -> bool:
    """Return True if a reason reveals something of a hand or a character: only its player may see it."""
    return code.endswith(_OWN_ENDS) or code in _OWN_CODES


_ORDER: dict[str, tuple[Weight, int]] = {str(code): (weight_of(code), at) for at, code in enumerate(Code)}
