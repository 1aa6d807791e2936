"""One push button: what a contact that bounces means. No pins and no clock here; it is told what the contact is."""

from __future__ import annotations

from enum import Enum

STEADY_SECONDS = 0.02  # a contact that has been the same for so long has stopped bouncing
HOLD_SECONDS = 0.6


class Gesture(Enum):
    """What a finger did."""

    PRESS = "press"
    HOLD = "hold"


class Button:
    """Pressed and let go is a press; held down is a hold, told while it is still held, and not a press after that."""

    def __init__(self) -> None:
        self._down = False
        self._since = 0.0  # when it was last told to be down or up for good
        self._other: float | None = None  # since when the contact has been the other way
        self._held = False

    def sample(self, at: float, down: bool) -> Gesture | None:
        """The contact is closed or open at this time, in seconds that never run backwards."""
        if down == self._down:
            self._other = None
        elif self._other is None:
            self._other = at
        elif at - self._other >= STEADY_SECONDS:
            return self._change(at, down)
        if self._down and not self._held and at - self._since >= HOLD_SECONDS:
            self._held = True
            return Gesture.HOLD
        return None

    def _change(self, at: float, down: bool) -> Gesture | None:
        since = self._other if self._other is not None else at
        self._down, self._since, self._other = down, since, None
        if down:
            self._held = False
            return None
        return None if self._held else Gesture.PRESS
