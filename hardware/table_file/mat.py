"""The mat as `table.toml` has it: how it is fitted, within what limits, and how much current its lamps can draw.

The readers are no part of that current: they live on the USB of the Pico (docs/mat-build.md, "Power").
"""

from __future__ import annotations

from dataclasses import dataclass

MOST_SOCKETS, MOST_LAMPS = 12, 192
MAT_NUMBERS: dict[str, tuple[float, float]] = {
    "buttons": (1, 2),
    "lamps": (1, MOST_LAMPS),
    "brightness": (0, 255),
    "supply": (0.5, 5.0),  # what the wires of the build guide are for
    "gain": (0, 7),
    "guard": (1.0, 25.0),
    "clock": (0.1, 3.0),  # what 330 ohms in MISO and the wires let through
}
AMPERES_OF_COLOUR, AMPERES_DARK = 0.020, 0.001  # of a WS2812: each of three colours in full, and the chip alone


@dataclass(frozen=True, slots=True)
class MatEntry:
    """The mat: its port, and how it is fitted.

    Args:
        device: the port, best by its name in /dev/serial/by-id.
        zones: what is at each socket for a reader, from 0 on, with "" for nothing; empty for the table's own zones.
        buttons: at each seat, 1 or 2.
        lamps: in each seat's ring.
        brightness: 0 to 255.
        gain: of the readers, 0 to 7 (18, 23, 18, 23, 33, 38, 43, 48 dB).
        guard: milliseconds that a reader's field stands before it is used.
        clock: of the readers' wires, in MHz.
        supply: amperes that the lamps may draw at most.
        gains: of the readers at the sockets from 0 on, as `cuelight mat selftest` found them; `gain` for the rest.
    """

    device: str
    zones: tuple[str, ...] = ()
    buttons: int = 1
    lamps: int = 12
    brightness: int = 96
    gain: int = 4
    guard: float = 5.1
    clock: float = 2.0
    supply: float = 3.0
    gains: tuple[int, ...] = ()

    def gain_at(self, socket: int) -> int:
        """The gain of the reader at a socket."""
        return self.gains[socket] if socket < len(self.gains) else self.gain


def amperes(lamps: int, brightness: int) -> float:
    """What so many lamps draw if all of them are white, at this brightness of 255: more than any cue."""
    return lamps * (AMPERES_DARK + 3 * AMPERES_OF_COLOUR * brightness / 255)


def most_brightness(lamps: int, supply: float) -> int:
    """The brightness up to which so many lamps in white draw at most so many amperes."""
    return min(255, int((supply / lamps - AMPERES_DARK) * 255 // (3 * AMPERES_OF_COLOUR)))
