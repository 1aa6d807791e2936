"""Configuration that the host sends to a mat: zones, rings, reader settings, patterns.

The firmware contains none of it, so that no firmware file needs to be edited for a table.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.core.errors import CuelightError
from firmware_bridge.firmware import matlink, pins

MOST_STEPS = 16


class Look(NamedTuple):
    """Pattern of a cue: a colour as `#rrggbb`, and the repeated steps of its motion.

    A step is a level from 0 to 1, the seconds that it lasts, and whether it is reached linearly in them.
    """

    rgb: str
    steps: Sequence[tuple[float, float, bool]]


class BadSetup(CuelightError, ValueError):
    """Invalid configuration of a mat; the message says why."""


@dataclass(frozen=True)
class MatSetup:
    """Configuration of one table's mat.

    Args:
        zones: names of the zones, at most twelve.
        seats: names of the seats, in the order of their rings and buttons.
        looks: pattern of each cue; the first is shown at a seat without a cue.
        readers: number of each zone's reader; 0, 1, 2, … by default.
        two_buttons: each seat has a second button, wired after all first ones, that equals holding the first.
        lamps: lamps in each seat's ring.
        brightness: 0 to 255; the value of full brightness. It limits the current of the lamps.
        guard: seconds from turning on a field to its use (ISO 14443-3 requires 5.1 ms).
        gain: gain of the readers' receivers, 0 to 7 (18 to 48 dB).
        gains: gains of the zones' readers, in the order of the zones; empty to use `gain` for all.
        supply: amperes that the lamps may draw; the mat dims anything that would draw more.
        clock: frequency of the readers' SPI buses, in MHz, 0.1 to 3; less for longer wires.
        hold: seconds after which a pressed button counts as held.
    """

    zones: tuple[str, ...]
    seats: tuple[str, ...]
    looks: Mapping[str, Look]
    readers: tuple[int, ...] | None = None
    two_buttons: bool = False
    lamps: int = 12
    brightness: int = 96
    guard: float = 0.0051
    gain: int = 4
    gains: tuple[int, ...] = ()
    supply: float = 3.0
    clock: float = 2.0
    hold: float = 0.6

    def __post_init__(self) -> None:
        """Raise BadSetup for an invalid configuration."""
        readers = self.numbers
        if len(readers) != len(self.zones) or len(set(readers)) < len(readers):
            raise BadSetup("each zone of a mat needs a reader of its own")
        if any(not 0 <= number < len(pins.READERS) for number in readers):
            raise BadSetup(f"a mat has the readers 0 to {len(pins.READERS) - 1}")
        if len(self.seats) > len(pins.BUTTONS[0]):
            raise BadSetup(f"a mat has at most {len(pins.BUTTONS[0])} seats")
        if self.gains and len(self.gains) != len(self.zones):
            raise BadSetup("each zone of a mat needs a gain of its own, or all the same")
        if not self.looks or len(self.looks) > 32:
            raise BadSetup("a mat shows 1 to 32 cues")

    @property
    def numbers(self) -> tuple[int, ...]:
        """Number of each zone's reader."""
        return self.readers if self.readers is not None else tuple(range(len(self.zones)))

    @property
    def buttons(self) -> int:
        """Number of buttons."""
        return len(self.seats) * (2 if self.two_buttons else 1)

    def button(self, number: int) -> tuple[str, bool] | None:
        """Return the seat of a button, and whether it is the second one there.

        Returns None if there is no such button.
        """
        if not 0 <= number < self.buttons:
            return None
        return self.seats[number % len(self.seats)], number >= len(self.seats)

    def look(self, cue: str) -> int:
        """Return the mat's number of the pattern for a cue.

        Raises BadSetup.
        """
        if cue not in self.looks:
            raise BadSetup(f"there is no cue {cue!r}; choose one of: {', '.join(self.looks)}")
        return list(self.looks).index(cue)

    def config(self) -> bytes:
        """Return the payload of CONFIG."""
        head = struct.pack(
            matlink.CONFIG_HEAD,
            len(self.zones),
            len(self.seats),
            self.buttons,
            self.lamps,
            self.brightness,
            min(255, round(self.guard * 10000)),
            self.gain,
            round(self.clock * 10),
            round(self.hold * 1000),
        )
        gains = self.gains or (self.gain,) * len(self.zones)
        return head + bytes((*self.numbers, *gains, round(self.supply * 10)))

    def look_payloads(self) -> list[bytes]:
        """Return the payloads of LOOK, one for each cue."""
        return [_look(number, look) for number, look in enumerate(self.looks.values())]


def _look(number: int, look: Look) -> bytes:
    if not 0 < len(look.steps) <= MOST_STEPS:
        raise BadSetup(f"a motion has 1 to {MOST_STEPS} steps")
    colour = bytes.fromhex(look.rgb.removeprefix("#"))
    return struct.pack(matlink.LOOK_HEAD, number, *colour, len(look.steps)) + b"".join(
        struct.pack(matlink.LOOK_STEP, round(level * 255), glide, max(1, round(seconds * 1000)))
        for level, seconds, glide in look.steps
    )
