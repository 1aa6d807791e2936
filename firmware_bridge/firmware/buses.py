"""SPI buses of the readers, and detection of a module that blocks one of them.

Some MFRC522 modules drive the line to the Pico although they are not selected; then no other reader of that bus can be
read. With every chip select high, the line must follow the Pico's own weak pull, up and down.
"""

import time

import pins
from machine import I2C, SPI, Pin
from mfrc522 import Mfrc522


def open_i2c():
    """Return the bus of the buttons' expander, after nine clocks.

    An expander whose read was cut off, as by a restart, may hold SDA low until it is clocked to the end of its byte.
    """
    number, clock, data = pins.EXPANDER
    line = Pin(clock, Pin.OPEN_DRAIN, value=1)
    Pin(data, Pin.IN, Pin.PULL_UP)
    for _ in range(9):
        line(0)
        time.sleep_us(5)
        line(1)
        time.sleep_us(5)
    return I2C(number, scl=Pin(clock), sda=Pin(data), freq=pins.I2C_BAUD)


class Buses:
    """The buses and their readers, by number."""

    def __init__(self):
        self.baud = pins.SPI_BAUD
        self._selects = [Pin(select, Pin.OUT, value=1) for _bus, select in pins.READERS]
        self.readers = [Mfrc522(None, select) for select in self._selects]
        for bus in range(len(pins.BUSES)):
            self._open(bus)

    def reset(self):
        """Reset every reader, and the buttons' expander, through their reset line."""
        line = Pin(pins.READER_RESET, Pin.OUT, value=0)
        time.sleep_ms(1)
        line(1)
        time.sleep_ms(5)  # the oscillator starts

    def levels(self, bus):
        """Return the level of a bus's data line with a pull-up and with a pull-down.

        It is (1, 0) if nothing blocks the line.
        """
        for select in self._selects:
            select(1)
        number = pins.BUSES[bus][3]
        levels = []
        for pull in (Pin.PULL_UP, Pin.PULL_DOWN):
            line = Pin(number, Pin.IN, pull)
            time.sleep_us(50)
            levels.append(line())
        self._open(bus)
        return tuple(levels)

    def set_baud(self, baud):
        """Set the clock of every bus, in Hz."""
        self.baud = baud
        for bus in range(len(pins.BUSES)):
            self._open(bus)

    def _open(self, bus):
        number, clock, out, back = pins.BUSES[bus]
        spi = SPI(number, baudrate=self.baud, polarity=0, phase=0, sck=Pin(clock), mosi=Pin(out), miso=Pin(back))
        for reader, (its_bus, _select) in zip(self.readers, pins.READERS):
            if its_bus == bus:
                reader.spi = spi

    def held(self, number):
        """Return whether a device blocks the bus of this reader."""
        return self.levels(pins.READERS[number][0]) != (1, 0)
