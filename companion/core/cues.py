"""Cues of the lights at the seats: one vocabulary for games and devices.

Each game decides when to show a cue; `hardware/lights.py` defines its pattern.
"""

from __future__ import annotations

from enum import StrEnum


class Cue(StrEnum):
    """Meaning of a seat's light."""

    IDLE = "idle"
    ON_DECK = "on-deck"
    LAY = "lay"
    GO_ON = "go-on"
    YOUR_TURN = "your-turn"
    MAY_INTERRUPT = "may-interrupt"
    CHOOSE = "choose"
    DRAW_EITHER = "draw-either"
    DRAW_SCRIPT = "draw-script"
    DRAW_STAGING = "draw-staging"
    DONE = "done"
    ATTENTION = "attention"
