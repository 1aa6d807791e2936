"""The SPI buses of the readers, and whether one of them is held by a module that should be silent.

Some MFRC522 modules drive the line to the Pico although they are not selected; then no other reader of that bus
can be heard. With every chip select high, the line must follow the Pico's own weak pull, up and down.
"""

import time

import pins
from machine import SPI, Pin
from mfrc522 import Mfrc522


class Buses:
    """The buses and the readers on them, by number."""

    def __init__(self):
        self._selects = [Pin(select, Pin.OUT, value=1) for _bus, select in pins.READERS]
        self._spis = [_spi(bus) for bus in range(len(pins.BUSES))]
        self.readers = [
            Mfrc522(self._spis[bus], self._selects[number]) for number, (bus, _select) in enumerate(pins.READERS)
        ]

    def reset(self):
        """Reset every reader by its wire."""
        line = Pin(pins.READER_RESET, Pin.OUT, value=0)
        time.sleep_ms(1)
        line(1)
        time.sleep_ms(5)  # the oscillator starts

    def levels(self, bus):
        """The level of the line from the readers with a pull-up and with a pull-down: (1, 0) when it is free."""
        for select in self._selects:
            select(1)
        number = pins.BUSES[bus][3]
        levels = []
        for pull in (Pin.PULL_UP, Pin.PULL_DOWN):
            line = Pin(number, Pin.IN, pull)
            time.sleep_us(50)
            levels.append(line())
        self._spis[bus] = _spi(bus)
        for reader, (its_bus, _select) in zip(self.readers, pins.READERS):
            if its_bus == bus:
                reader.spi = self._spis[bus]
        return tuple(levels)

    def held(self, number):
        """Whether some device holds the bus of this reader."""
        return self.levels(pins.READERS[number][0]) != (1, 0)


def _spi(bus):
    number, clock, out, back = pins.BUSES[bus]
    return SPI(
        number, baudrate=pins.SPI_BAUD, polarity=0, phase=0, sck=Pin(clock), mosi=Pin(out), miso=Pin(back)
    )
