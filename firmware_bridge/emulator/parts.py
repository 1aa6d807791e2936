"""The other parts of the mat as models: the MCP23017 with its buttons, the chain of WS2812 lamps, the watchdog."""

from __future__ import annotations

from collections.abc import Callable

DIRECTION, PULL_UP, LEVELS, LATCHES = 0x00, 0x0C, 0x12, 0x14


class Expander:
    """An MCP23017 whose pins go to buttons that connect them to ground; it may be missing. `down` has pins, 0 to 15."""

    def __init__(self) -> None:
        self.there = True
        self.down: set[int] = set()
        self.reads = 0  # of its levels
        self.wires: Callable[[bytes], bytes] = bytes  # turns what it says into what arrives
        self.reset()

    def reset(self) -> None:
        """As after power-up."""
        self._registers = bytearray(0x16)
        self._registers[DIRECTION] = self._registers[DIRECTION + 1] = 0xFF

    @property
    def inputs(self) -> frozenset[int]:
        """The pins that are inputs: all of them after power-up."""
        directions = self._pair(DIRECTION)
        return frozenset(pin for pin in range(16) if directions >> pin & 1)

    def _pair(self, register: int) -> int:
        return int.from_bytes(self._registers[register : register + 2], "little")

    def read(self, register: int, count: int) -> bytes | None:
        """So many registers from this one on; None when nobody answers."""
        if not self.there:
            return None
        levels, pulled, inputs = self._pair(LATCHES), self._pair(PULL_UP), self.inputs
        for pin in inputs:
            up = pulled >> pin & 1 and pin not in self.down  # without a pull-up an open input reads as low here
            levels = levels | 1 << pin if up else levels & ~(1 << pin)
        self._registers[LEVELS : LEVELS + 2] = levels.to_bytes(2, "little")
        self.reads += register == LEVELS
        return self.wires(bytes(self._registers[register : register + count]))

    def write(self, register: int, data: bytes) -> bool:
        """Set registers from this one on; False when nobody answers."""
        if self.there:
            self._registers[register : register + len(data)] = data
        return self.there


Rgb = tuple[int, int, int]
Picture = tuple[Rgb, ...]


class Strip:
    """A chain of WS2812 lamps: the pictures it was sent, each with its time."""

    LIMITS = ((200, 500), (550, 1000), (550, 1000), (200, 650))  # ns, what every WS2812 sort of lamp takes

    def __init__(self, now: Callable[[], float]) -> None:
        self.pictures: list[tuple[float, Picture]] = []
        self.watchers: list[Callable[[float, Picture], None]] = []
        self.now = now

    def send(self, timing: tuple[int, ...], data: bytes) -> None:
        """A picture comes over the wire. Raises ValueError when lamps would not understand it."""
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
        """What the lamps draw now, each as its datasheet has it: 20 mA a colour in full, and 1 mA in the dark."""
        return sum(0.001 + sum(lamp) / 255 * 0.020 for lamp in self.picture)

    @property
    def picture(self) -> Picture:
        """What the lamps show."""
        return self.pictures[-1][1] if self.pictures else ()


class Watchdog:
    """Bites when it was not fed for as long as it was told."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._patience: float | None = None
        self._fed = 0.0

    def start(self, milliseconds: int) -> None:
        """Watch from now on."""
        self._patience = milliseconds / 1000
        self.feed()

    def feed(self) -> None:
        """All is well."""
        self._fed = self._now()

    def bites(self) -> bool:
        """Whether the board must restart."""
        return self._patience is not None and self._now() - self._fed > self._patience
