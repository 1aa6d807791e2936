"""The mat in `table.toml`: its equipment, its limits, and the current of its lamps.

The readers do not count: the USB of the Pico powers them (docs/mat-build.md, "Power").
"""

from __future__ import annotations

from dataclasses import dataclass

MOST_SOCKETS, MOST_LAMPS = 12, 192
MAT_NUMBERS: dict[str, tuple[float, float]] = {
    "buttons": (1, 2),
    "lamps": (1, MOST_LAMPS),
    "brightness": (0, 255),
    "supply": (0.5, 5.0),  # the wires of the build guide are rated for this
    "gain": (0, 7),
    "guard": (1.0, 25.0),
    "clock": (0.1, 3.0),  # limit with 330 ohms in MISO and the wires
}
AMPERES_OF_COLOUR, AMPERES_DARK = 0.020, 0.001  # of a WS2812: each of its three colours in full, and its chip


@dataclass(frozen=True, slots=True)
class MatEntry:
    """The mat: its port and its equipment.

    Args:
        device: the port, preferably by its name in /dev/serial/by-id.
        zones: the zone at each reader socket, from 0 on, "" for none; empty for the table's own zones.
        buttons: buttons at each seat, 1 or 2.
        lamps: lamps in each seat's ring.
        brightness: 0 to 255.
        gain: receiver gain of the readers, 0 to 7 (18, 23, 18, 23, 33, 38, 43, 48 dB).
        guard: milliseconds from turning on a reader's field to its use.
        clock: frequency of the readers' bus, in MHz.
        supply: amperes that the lamps may draw at most.
        gains: gains of the readers at the sockets from 0 on, as found by `cuelight mat selftest`; `gain` for the rest.
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
        """Return the gain of the reader at a socket."""
        return self.gains[socket] if socket < len(self.gains) else self.gain


def amperes(lamps: int, brightness: int) -> float:
    """Return the current in amperes if all lamps are white at this brightness (of 255).

    This is more than any cue draws.
    """
    return lamps * (AMPERES_DARK + 3 * AMPERES_OF_COLOUR * brightness / 255)


def most_brightness(lamps: int, supply: float) -> int:
    """Return the highest brightness at which so many white lamps draw at most so many amperes."""
    return min(255, int((supply / lamps - AMPERES_DARK) * 255 // (3 * AMPERES_OF_COLOUR)))
