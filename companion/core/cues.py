"""What the lights at the seats can say: one vocabulary for whoever asks for a cue and whoever shows it.

Which game shows which cue when is for its table; how a cue looks is for `hardware/lights.py`.
"""

from __future__ import annotations

from enum import StrEnum


class Cue(StrEnum):
    """What a seat's light says."""

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
