"""Interface of the lights at the seats, and the pattern of each cue.

A cue says what a seat is asked to do (`companion/core/cues.py`). `LOOKS` defines its pattern for single lamps and pages
alike. Each cue differs from every other in colour and in motion, so that colour-blind players and bright rooms are
covered. Nothing flashes more than three times a second (WCAG 2.3.1).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, Protocol

from companion.core.cues import Cue
from companion.core.errors import CuelightError


class UnknownCue(CuelightError, LookupError):
    """Unknown cue; the message names the valid ones."""


class Keyframe(NamedTuple):
    """Part of a motion: a `level` (0 dark, 1 full) for some seconds.

    With `glide` it is reached linearly in them.
    """

    level: float
    seconds: float
    glide: bool = False


class Motion(NamedTuple):
    """Repeating sequence of keyframes. A single keyframe is a steady light."""

    name: str
    steps: tuple[Keyframe, ...]

    @property
    def seconds(self) -> float:
        """Duration of one repetition."""
        return sum(step.seconds for step in self.steps)

    def level(self, at: float) -> float:
        """Return the brightness, 0 to 1, `at` seconds after the motion began."""
        at %= self.seconds
        before = self.steps[-1].level
        for step in self.steps:
            if at < step.seconds:
                return before + (step.level - before) * at / step.seconds if step.glide else step.level
            at -= step.seconds
            before = step.level
        return before


class LightPattern(NamedTuple):
    """Pattern of a cue: the name of its colour, the colour as `#rrggbb`, and a motion."""

    colour: str
    rgb: str
    motion: Motion


_DARK = Motion("dark", (Keyframe(0.0, 1.0),))
_BREATH = Motion("breath", (Keyframe(0.6, 2.0, glide=True), Keyframe(0.1, 2.0, glide=True)))
_STEADY = Motion("steady", (Keyframe(1.0, 1.0),))
_TWO_FLASHES = Motion("two flashes", (Keyframe(1.0, 0.2), Keyframe(0.0, 0.2), Keyframe(1.0, 0.2), Keyframe(0.0, 0.9)))
_SLOW_BLINK = Motion("slow blink", (Keyframe(1.0, 0.6), Keyframe(0.1, 0.6)))
_RISE = Motion("rise", (Keyframe(0.0, 0.3), Keyframe(1.0, 1.2, glide=True)))
_FALL = Motion("fall", (Keyframe(1.0, 0.3), Keyframe(0.0, 1.2, glide=True)))
_SWELL = Motion("swell", (Keyframe(0.0, 0.3), Keyframe(1.0, 0.8, glide=True), Keyframe(0.0, 0.8, glide=True)))
_CLIMB = Motion("climb", (Keyframe(0.15, 0.5), Keyframe(0.45, 0.5), Keyframe(1.0, 0.8)))
_DIP = Motion("dip", (Keyframe(1.0, 1.8), Keyframe(0.35, 0.3, glide=True), Keyframe(1.0, 0.3, glide=True)))
_WINK = Motion("wink", (Keyframe(0.3, 2.8), Keyframe(0.0, 0.2)))
_QUICK_BLINK = Motion("quick blink", (Keyframe(1.0, 0.25), Keyframe(0.0, 0.25)))

LOOKS: Mapping[Cue, LightPattern] = MappingProxyType(
    {
        Cue.IDLE: LightPattern("none", "#000000", _DARK),
        Cue.ON_DECK: LightPattern("blue", "#3b6cff", _BREATH),
        Cue.LAY: LightPattern("mint", "#86f2cf", _CLIMB),
        Cue.GO_ON: LightPattern("lime", "#c3e000", _DIP),
        Cue.YOUR_TURN: LightPattern("green", "#1fc55a", _STEADY),
        Cue.MAY_INTERRUPT: LightPattern("amber", "#ffb000", _TWO_FLASHES),
        Cue.CHOOSE: LightPattern("violet", "#a04dff", _SLOW_BLINK),
        Cue.DRAW_EITHER: LightPattern("orange", "#ff6a13", _SWELL),
        Cue.DRAW_SCRIPT: LightPattern("cyan", "#20d0ee", _RISE),
        Cue.DRAW_STAGING: LightPattern("pink", "#ff5fae", _FALL),
        Cue.DONE: LightPattern("white", "#e8e4da", _WINK),
        Cue.ATTENTION: LightPattern("red", "#ff2a1f", _QUICK_BLINK),
    }
)

Colours = Mapping[str, str]
"""The colours of some cues, as `#rrggbb`, in place of the usual ones."""


def patterns(colours: Colours) -> dict[Cue, LightPattern]:
    """Return the pattern of each cue, in these colours where there are any."""
    return {cue: look._replace(rgb=colours.get(cue, look.rgb)) for cue, look in LOOKS.items()}


def cue_named(name: str) -> Cue:
    """Return the cue with this name.

    Raises UnknownCue.
    """
    try:
        return Cue(name)
    except ValueError:
        raise UnknownCue(f"there is no cue {name!r}; choose one of: {', '.join(Cue)}") from None


class Lights(Protocol):
    """Lights at the seats of a table, each dark until a cue is shown."""

    def show(self, seat: str, cue: str) -> None:
        """Show a cue at a seat until the next one.

        Raises UnknownPlace for a seat that the table does not have, UnknownCue for an unknown cue.
        """
