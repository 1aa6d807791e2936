"""Reasons for a refusal: the stable codes, their rules, and their order of importance."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from companion.core.verdict import Reason, RuleCode


class Code(RuleCode):
    """The codes of the reasons; within one weight the most important first."""

    OVER = "answer.over", "DE3"
    OUT = "answer.out", "DE2"
    DISCARD_FIRST = "answer.discard-first", "DH3"
    NOT_NOW = "answer.not-now", "DP1"
    PLAY_NOT_YOUR_TURN = "play.not-your-turn"
    TRICKSTER_NOT_YOUR_ACTION = "trickster.not-your-action", "DT1"
    REVEAL_NOT_YOUR_ACTION = "reveal.not-your-action", "DT1"
    SETTING_NOT_PROTAGONIST = "setting.not-protagonist", "DA1"
    DAMAGE_NOT_WINNER = "damage.not-winner", "DP4"
    SETTING_NOT_NOW = "setting.not-now", "DA1"
    WINNER_NOT_NOW = "winner.not-now", "DJ1"
    DISCARD_NOT_NOW = "discard.not-now", "DH3"
    SLAIN_NOT_NOW = "slain.not-now", "DE1", "DJ3"
    TRICKSTER_SECOND = "trickster.second", "DT2"
    REVEAL_ALREADY = "reveal.already", "DR1"
    PLAY_NOT_HELD = "play.not-held"
    PLAY_BY_CHOICE = "play.trickster-by-choice", "DT3", "DJ15"
    NOT_A_TRICKSTER = "trickster.not-a-trickster", "DC2"
    TRICKSTER_NOT_HELD = "trickster.not-held", "DT1"
    REVEAL_OTHER = "reveal.other-character", "DR1"
    CASTLE_ONLY = "setting.castle-only"
    NOT_AGAIN = "setting.not-again", "DJ13"
    WINNER_NOT_IN_SCENE = "winner.not-in-scene", "DP3"
    WINNER_SACRIFICED = "winner.sacrificed", "DT3"
    DAMAGE_NOT_IN_SCENE = "damage.not-in-scene", "DP4"
    DAMAGE_SELF = "damage.self", "DP4"
    DAMAGE_OUT = "damage.out", "DE2"
    DAMAGE_HARMLESS = "damage.harmless", "DJ10"
    DISCARD_COUNT = "discard.count", "DH3"
    DISCARD_NOT_HELD = "discard.not-held", "DH3"
    SLAIN_NOT_REACHED = "slain.not-reached", "DE1", "DJ3"
    CHANGE_OUT = "carry-out.out", "DE2", "DJ2"
    CHANGE_NO_SCENE = "carry-out.no-scene", "DP1", "DJ2"
    CHANGE_NO_PROTAGONIST = "carry-out.no-protagonist", "DA6", "DJ2"
    CHANGE_NOT_HELD = "carry-out.not-held", "DJ2"


class Weight(IntEnum):
    """The subject of a reason, the most important first."""

    ANSWER = 0
    TURN = 1
    MOMENT = 2
    CARD = 3


# Reasons that only the player concerned may see: they reveal something of a hand or a character.
_OWN_ENDS = (".not-held", ".other-character")
_OWN_CODES = (Code.PLAY_BY_CHOICE, Code.SLAIN_NOT_NOW, Code.SLAIN_NOT_REACHED)


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
    return tuple(sorted(reasons, key=lambda reason: _ORDER[reason.code]))


def is_own(code: str) -> bool:
    """Return True if a reason reveals something of a hand or a character: only its player may see it."""
    return code.endswith(_OWN_ENDS) or code in _OWN_CODES


_ORDER: dict[str, tuple[Weight, int]] = {str(code): (weight_of(code), at) for at, code in enumerate(Code)}
