"""Debouncing of one push button.

It has neither pins nor a clock: the caller reports the state of the contact.
"""

from __future__ import annotations

from enum import Enum

STEADY_SECONDS = 0.02  # seconds without a change after which a contact has stopped bouncing
HOLD_SECONDS = 0.6
STUCK_SECONDS = 10.0


class Gesture(Enum):
    """A press or a hold of a button."""

    PRESS = "press"
    HOLD = "hold"


class Button:
    """A debounced button.

    A press is reported on release. A hold is reported while the button is still down, and only once. A contact that is
    closed at the first sample reports nothing until it has been open: it may be a short circuit, or a latched button.
    """

    def __init__(self) -> None:
        self._down = True
        self._since: float | None = None  # time of the latest debounced change, or of the first sample
        self._other: float | None = None  # time since which the contact differs from the debounced state
        self._held = True

    def sample(self, at: float, down: bool) -> Gesture | None:
        """Add a sample of the contact and return a completed gesture.

        Times are in seconds and never decrease.
        """
        if self._since is None:
            self._down, self._since = down, at
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

    def is_stuck(self, at: float) -> bool:
        """Return whether the contact has been closed for longer than anybody holds a button."""
        return self._down and self._since is not None and at - self._since >= STUCK_SECONDS

    def _change(self, at: float, down: bool) -> Gesture | None:
        since = self._other if self._other is not None else at
        self._down, self._since, self._other = down, since, None
        if down:
            self._held = False
            return None
        return None if self._held else Gesture.PRESS
