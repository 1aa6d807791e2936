"""Stand-in for the Pico's `machine` on the unix port of MicroPython.

The emulator provides every pin and bus.

A request is `op u8, length u16, data`. If it asks for data, the answer has exactly as many bytes as requested. Requests
without an answer are buffered and sent with the next one that has an answer, so that a chip select costs no time.
"""

import os
import struct
import sys

_line = open(int(os.getenv("MAT_BUS")), "r+b", 0)
_kept = bytearray()
PWRON_RESET = 1
WDT_RESET = 3
LED = 25  # pin of the light on a Pico


def _say(op, data):
    _kept.extend(op + struct.pack("<H", len(data)))
    _kept.extend(data)
    if len(_kept) > 1000:  # a longer block is rarely free in a heap as small as a Pico's
        _flush()


def _flush():
    global _kept
    if _kept:
        _line.write(_kept)
        _kept = bytearray()


def _ask(op, data, count):
    _say(op, data)
    _flush()
    answer = b""
    while len(answer) < count:
        piece = _line.read(count - len(answer))
        if not piece:
            sys.exit(0)  # the emulator is gone
        answer += piece
    return answer


class Pin:
    """A pin of the board."""

    IN, OUT, OPEN_DRAIN, PULL_UP, PULL_DOWN = 0, 1, 2, 1, 2

    def __init__(self, number, mode=None, pull=0, value=None):
        self.number = LED if number == "LED" else number
        self.mode = mode
        self.pull = pull or 0
        if value is not None:
            self(value)

    def __call__(self, value=None):
        """Return or set the level."""
        if value is None:
            return _ask(b"r", bytes((self.number, self.pull)), 1)[0]
        _say(b"p", bytes((self.number, value)))


class SPI:
    """One of the two SPI buses."""

    def __init__(self, number, baudrate, polarity, phase, sck, mosi, miso):
        self.number = bytes((number,))

    def write(self, data):
        """Send data and ignore what is received."""
        _say(b"t", self.number + data)

    def write_readinto(self, data, into):
        """Send and receive data."""
        into[:] = _ask(b"s", self.number + data, len(data))


class I2C:
    """One of the two I2C buses."""

    def __init__(self, number, scl, sda, freq):
        self.number = number

    def readfrom_mem(self, address, register, count):
        """Read registers. Raises OSError if no device has this address."""
        answer = _ask(b"i", bytes((address, register, count)), count + 1)
        if answer[0]:
            raise OSError(5)
        return answer[1:]

    def writeto_mem(self, address, register, data):
        """Write registers. Raises OSError if no device has this address."""
        if _ask(b"j", bytes((address, register)) + data, 1)[0]:
            raise OSError(5)


class WDT:
    """The watchdog; the emulator triggers the restart."""

    def __init__(self, timeout):
        _say(b"W", struct.pack("<H", timeout))
        _flush()

    def feed(self):
        """Reset the timeout."""
        _say(b"w", b"")


def bitstream(pin, encoding, timing, data):
    """Send data to the lamps."""
    _say(b"b", struct.pack("<BHHHH", pin.number, *timing) + data)
    _flush()


def is_bootsel_pressed():
    """Return whether BOOTSEL is pressed."""
    return _ask(b"B", b"", 1)[0]


def unique_id():
    """Return the board's serial number."""
    return bytes((0xE6, 0x60, 0x58, 0x38, 0x83, 0x12, 0x34, 0x56))


def reset_cause():
    """Return why the board started."""
    return int(os.getenv("MAT_RESET_CAUSE"))


def reset():
    """Restart the board."""
    _flush()
    sys.exit(42)
