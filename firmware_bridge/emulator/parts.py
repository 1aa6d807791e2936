"""Models of the mat's other parts: the buttons' MCP23017, the WS2812 lamps, the watchdog."""

from __future__ import annotations

from collections.abc import Callable

DIRECTION, PULL_UP, LEVELS, LATCHES = 0x00, 0x0C, 0x12, 0x14


class Expander:
    """An MCP23017 whose pins have buttons to ground; it may be missing.

    `down` is the set of pressed pins, 0 to 15.
    """

    def __init__(self) -> None:
        self.there = True
        self.down: set[int] = set()
        self.reads = 0  # reads of its levels
        self.wires: Callable[[bytes], bytes] = bytes  # maps the sent bytes to those that arrive
        self.reset()

    def reset(self) -> None:
        """Set the state after power-up, or after a pulse on its RESET."""
        self._held_bits = 0
        self._registers = bytearray(0x16)
        self._registers[DIRECTION] = self._registers[DIRECTION + 1] = 0xFF

    def hold_sda(self) -> None:
        """Hold SDA low, as after a read that was cut off: until nine clocks, or a reset."""
        self._held_bits = 9

    def clocked(self) -> None:
        """Handle a clock on SCL outside a transaction."""
        self._held_bits = max(0, self._held_bits - 1)

    @property
    def answers(self) -> bool:
        """True if it is there and the bus is free."""
        return self.there and not self._held_bits

    @property
    def inputs(self) -> frozenset[int]:
        """Pins that are configured as inputs: all of them after power-up."""
        directions = self._pair(DIRECTION)
        return frozenset(pin for pin in range(16) if directions >> pin & 1)

    def _pair(self, register: int) -> int:
        return int.from_bytes(self._registers[register : register + 2], "little")

    def read(self, register: int, count: int) -> bytes | None:
        """Return `count` registers from this one on; None without an answer."""
        if not self.answers:
            return None
        levels, pulled, inputs = self._pair(LATCHES), self._pair(PULL_UP), self.inputs
        for pin in inputs:
            up = pulled >> pin & 1 and pin not in self.down  # without a pull-up an open input reads as low here
            levels = levels | 1 << pin if up else levels & ~(1 << pin)
        self._registers[LEVELS : LEVELS + 2] = levels.to_bytes(2, "little")
        self.reads += register == LEVELS
        return self.wires(bytes(self._registers[register : register + count]))

    def write(self, register: int, data: bytes) -> bool:
        """Set registers from this one on; return False without an answer."""
        if self.answers:
            self._registers[register : register + len(data)] = data
        return self.answers


Rgb = tuple[int, int, int]
Picture = tuple[Rgb, ...]


class Strip:
    """A chain of WS2812 lamps: it records each frame of colours with its time."""

    LIMITS = ((200, 500), (550, 1000), (550, 1000), (200, 650))  # ns; accepted by every kind of WS2812

    def __init__(self, now: Callable[[], float]) -> None:
        self.pictures: list[tuple[float, Picture]] = []
        self.watchers: list[Callable[[float, Picture], None]] = []
        self.now = now

    def send(self, timing: tuple[int, ...], data: bytes) -> None:
        """Receive a frame of colours. Raises ValueError if its timing is invalid for the lamps."""
        for span, (least, most) in zip(timing, self.LIMITS, strict=True):
            if not least <= span <= most:
                raise ValueError(f"a lamp does not understand a pulse of {span} ns")
        picture = tuple((red, green, blue) for green, red, blue in zip(*[iter(data)] * 3, strict=True))
        at = self.now()
        self.pictures.append((at, picture))
        for watcher in self.watchers:
            watcher(at, picture)

    @property
    def amperes(self) -> float:
        """Current that the lamps draw now.

        The datasheet has 20 mA for each full colour and 1 mA when dark.
        """
        return sum(0.001 + sum(lamp) / 255 * 0.020 for lamp in self.picture)

    @property
    def picture(self) -> Picture:
        """Colours that the lamps show."""
        return self.pictures[-1][1] if self.pictures else ()


class Watchdog:
    """Requests a restart if it is not fed within its timeout."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._patience: float | None = None
        self._fed = 0.0

    def start(self, milliseconds: int) -> None:
        """Start to watch."""
        self._patience = milliseconds / 1000
        self.feed()

    def feed(self) -> None:
        """Reset the timeout."""
        self._fed = self._now()

    def bites(self) -> bool:
        """Return whether the board must restart."""
        return self._patience is not None and self._now() - self._fed > self._patience
